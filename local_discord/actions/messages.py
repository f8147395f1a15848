"""What a person reads, writes and deletes."""

from local_discord.codec import Json
from local_discord.errors import ClientError
from local_discord.message_payloads import CONTENT_MOST, MessagePayload
from local_discord.page_request import Action, PageRequest
from local_discord.permissions import Permission
from local_discord.snowflake import LARGEST_SNOWFLAKE

HISTORY_MOST = 200


async def history(request: PageRequest) -> Json:
    own = request.person.id
    before = int(request.get("before") or LARGEST_SNOWFLAKE)
    there = (one for one in request.channel().messages.values() if int(one.id) < before)
    seen = [one.raw_for(own) for one in there if one.may_be_seen_by(own)]
    return {"messages": seen[-HISTORY_MOST:], "older": len(seen) > HISTORY_MOST}


async def read(request: PageRequest) -> Json:
    request.dispatcher.pages.read(request.person.id, request.channel().id)
    return {}


async def say(request: PageRequest) -> Json:
    thread = request.channel().is_thread
    needed = Permission.SEND_MESSAGES_IN_THREADS if thread else Permission.SEND_MESSAGES
    channel = request.channel(needed)
    if channel.is_locked:
        request.channel(Permission.MANAGE_THREADS)
    if channel.bot and not request.world.share_a_guild(request.person, channel.bot):
        raise ClientError("Your message could not be delivered: you don't share a server with this bot.")
    content = str(request["content"]).strip()
    if not 1 <= len(content) <= CONTENT_MOST:
        raise ClientError(f"A message has between 1 and {CONTENT_MOST} characters.")
    said = request.dispatcher.messages.post(channel, request.person, MessagePayload(content=content))
    return {"message": said.raw}


async def delete(request: PageRequest) -> Json:
    message = request.message()
    if message.author is not request.person and message.seen_by is None:
        request.channel(Permission.MANAGE_MESSAGES)
    request.dispatcher.messages.delete(message)
    return {}


async def dismiss(request: PageRequest) -> Json:
    wanted = str(request["message_id"])
    for channel in request.world.channels.values():
        message = channel.messages.get(wanted)
        if message and message.seen_by == request.person.id:
            request.dispatcher.messages.delete(message)
            return {}
    raise ClientError("You can only dismiss a message that nobody else sees.")


ACTIONS: dict[str, Action] = {
    "history": history,
    "read": read,
    "say": say,
    "delete": delete,
    "dismiss": dismiss,
}
