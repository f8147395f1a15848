"""Adding, removing and listing reactions."""

from local_discord.api import NOTHING, Call, Reply, Route
from local_discord.channels import Message
from local_discord.errors import missing_permissions, not_in_direct_messages, thread_archived, unknown_user
from local_discord.permissions import Permission
from local_discord.reactions import Reaction
from local_discord.snowflake import LARGEST_SNOWFLAKE

LISTED_MOST = 100


async def add_reaction(call: Call) -> Reply:
    channel = call.channel(int(Permission.READ_MESSAGE_HISTORY))
    message = call.message(channel)
    if channel.is_archived:
        raise thread_archived()
    reaction = _reaction(call, message)
    if not reaction.users:
        call.channel(int(Permission.ADD_REACTIONS))
    call.dispatcher.reactions.add(message, reaction, call.application.user)
    return NOTHING


async def remove_own_reaction(call: Call) -> Reply:
    message = call.message(call.channel())
    call.dispatcher.reactions.remove(message, _reaction(call, message), call.application.user)
    return NOTHING


async def remove_reaction(call: Call) -> Reply:
    if call["user_id"] == call.application.id:
        return await remove_own_reaction(call)
    message = _moderated(call)
    user = call.world.users.get(call["user_id"])
    if user is None:
        raise unknown_user()
    call.dispatcher.reactions.remove(message, _reaction(call, message), user)
    return NOTHING


async def clear_reactions(call: Call) -> Reply:
    call.dispatcher.reactions.clear(_moderated(call))
    return NOTHING


async def clear_reactions_of_one_kind(call: Call) -> Reply:
    message = _moderated(call)
    call.dispatcher.reactions.clear(message, _reaction(call, message))
    return NOTHING


async def users(call: Call) -> Reply:
    """The users who added the reaction, by id; nobody for super reactions."""
    message = call.message(call.channel(int(Permission.READ_MESSAGE_HISTORY)))
    limit = call.number("limit", 25, 1, LISTED_MOST)
    after = call.number("after", 0, 0, LARGEST_SNOWFLAKE)
    given = _reaction(call, message).users
    if call.number("type", 0, 0, 1):
        return Reply([])
    ids = sorted((one for one in given if int(one) > after), key=int)[:limit]
    return Reply([call.world.users[one].raw for one in ids])


def _reaction(call: Call, message: Message) -> Reaction:
    custom = call.application.emojis.values()
    return call.dispatcher.reactions.find(message, call["emoji"], custom)


def _moderated(call: Call) -> Message:
    """The message, if the bot may remove other people's reactions in its channel."""
    channel = call.channel()
    message = call.message(channel)
    if channel.is_direct:
        raise not_in_direct_messages()
    if not call.world.permissions(call.application.id, channel) & Permission.MANAGE_MESSAGES:
        raise missing_permissions()
    return message


_ALL = "/channels/{channel_id}/messages/{message_id}/reactions"
_ONE = _ALL + "/{emoji}"
ROUTES = (
    Route("DELETE", _ALL, clear_reactions),
    Route("GET", _ONE, users),
    Route("DELETE", _ONE, clear_reactions_of_one_kind),
    Route("PUT", _ONE + "/@me", add_reaction),
    Route("DELETE", _ONE + "/@me", remove_own_reaction),
    Route("DELETE", _ONE + "/{user_id}", remove_reaction),
)
