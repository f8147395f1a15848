"""The webhook of an interaction's token: the first answer and the messages after it."""

from local_discord.api import NOTHING, Call, Reply, Route
from local_discord.channels import Message
from local_discord.errors import unknown_message
from local_discord.interactions import Interaction
from local_discord.message_payloads import LOADING

ORIGINAL = "@original"


async def follow_up(call: Call) -> Reply:
    interaction = _interaction(call)
    posted = call.discord.callbacks.follow_up(interaction, call.fields(), call.uploads)
    return Reply(posted.raw)


async def message(call: Call) -> Reply:
    interaction = _interaction(call)
    return Reply(_message(call, interaction).raw_for(interaction.application.id))


async def edit_message(call: Call) -> Reply:
    interaction = _interaction(call)
    edited = _message(call, interaction)
    call.discord.callbacks.amend(interaction, edited, call.fields(), call.uploads)
    return Reply(edited.raw_for(interaction.application.id))


async def delete_message(call: Call) -> Reply:
    interaction = _interaction(call)
    deleted = _message(call, interaction)
    call.dispatcher.messages.delete(deleted)
    if deleted.flags & LOADING:
        call.discord.interactions.tell(interaction, "answered")
    return NOTHING


def _interaction(call: Call) -> Interaction:
    return call.discord.interactions.by_webhook(call["application_id"], call["token"])


def _message(call: Call, interaction: Interaction) -> Message:
    """A message that answers one of the application's interactions; `@original` is this one's first."""
    wanted = call["message_id"]
    if wanted == ORIGINAL:
        found = interaction.original
        there = found is not None and found.id in found.channel.messages
    else:
        found = interaction.channel.messages.get(wanted)
        there = found is not None and (found is interaction.original or _is_of(found, interaction))
    if found is None or not there:
        raise unknown_message()
    return found


def _is_of(message: Message, interaction: Interaction) -> bool:
    made_by_webhook = message.raw.get("webhook_id") == interaction.application.id
    return made_by_webhook and message.may_be_seen_by(interaction.person.id)


_MESSAGE = "/webhooks/{application_id}/{token}/messages/{message_id}"
ROUTES = (
    Route("POST", "/webhooks/{application_id}/{token}", follow_up, open=True),
    Route("GET", _MESSAGE, message, open=True),
    Route("PATCH", _MESSAGE, edit_message, open=True),
    Route("DELETE", _MESSAGE, delete_message, open=True),
)
