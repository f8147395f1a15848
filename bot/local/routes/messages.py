"""Messages in channels."""

from bot.local.api import NOTHING, Call, Reply, Route
from bot.local.channels import Channel, Message
from bot.local.components import FILE, GALLERY, THUMBNAIL, walk
from bot.local.drafts import Draft, DraftReader
from bot.local.forms import Complaints, Form
from bot.local.permissions import Permission
from bot.local.refusal import Refusal, direct_messages_closed, missing_permissions, not_the_author
from bot.local.snowflake import LARGEST_SNOWFLAKE

LISTED_MOST = 100
REMEMBERED_NONCES = 50


async def messages(call: Call) -> Reply:
    """A page of the channel, newest first; empty where the bot may not read the past."""
    channel = call.channel()
    permissions = call.discord.hub.world.permissions(call.application.id, channel)
    if not permissions & Permission.READ_MESSAGE_HISTORY:
        return Reply([])
    limit = call.number("limit", 50, 1, LISTED_MOST)
    found = [one.raw for one in _around(call, channel) if one.seen_by is None]
    oldest_first = "after" in call.query
    chosen = found[:limit] if oldest_first else found[-limit:]
    return Reply(chosen[::-1])


def _around(call: Call, channel: Channel) -> list[Message]:
    before = call.number("before", LARGEST_SNOWFLAKE, 0, LARGEST_SNOWFLAKE)
    after = call.number("after", 0, 0, LARGEST_SNOWFLAKE)
    listed = [one for one in channel.messages.values() if after < int(one.id) < before]
    if "around" in call.query:
        middle = call.number("around", 0, 0, LARGEST_SNOWFLAKE)
        listed = sorted(listed, key=lambda one: abs(int(one.id) - middle))[:LISTED_MOST]
        listed.sort(key=lambda one: int(one.id))
    return listed


async def message(call: Call) -> Reply:
    channel = call.channel(int(Permission.READ_MESSAGE_HISTORY))
    return Reply(call.message(channel).raw)


async def create_message(call: Call) -> Reply:
    channel = call.channel()
    _require_sending(call, channel)
    draft = DraftReader(call.fields(), call.uploads, call.discord.hub.shelf, channel.id).read()
    _require_embedding(call, channel, draft)
    if draft.enforce_nonce and draft.nonce is not None:
        sent_before = _with_nonce(channel, call.application.id, draft.nonce)
        if sent_before:
            return Reply(sent_before.raw | {"nonce": draft.nonce})
    application = call.application
    posted = call.discord.hub.post(channel, application.user, draft, application=application)
    nonce = {} if draft.nonce is None else {"nonce": draft.nonce}
    return Reply(posted.raw | nonce)


def _require_sending(call: Call, channel: Channel) -> None:
    world = call.discord.hub.world
    if channel.is_direct:
        if channel.recipient is None or not world.reachable(channel.recipient):
            raise direct_messages_closed()
        return
    thread = channel.is_thread
    needed = Permission.SEND_MESSAGES_IN_THREADS if thread else Permission.SEND_MESSAGES
    if call.uploads:
        needed |= Permission.ATTACH_FILES
    call.channel(int(needed))
    if thread and channel.thread_metadata["locked"]:
        raise Refusal(400, 160005, "Thread is locked")


def _require_embedding(call: Call, channel: Channel, draft: Draft) -> None:
    if draft.embeds:
        call.channel(int(Permission.EMBED_LINKS))
    pictures = any(one["type"] in (THUMBNAIL, GALLERY, FILE) for one in walk(draft.components or []))
    if pictures and draft.attachments:
        call.channel(int(Permission.ATTACH_FILES))
    if draft.reference:
        call.channel(int(Permission.READ_MESSAGE_HISTORY))


def _with_nonce(channel: Channel, author_id: str, nonce: str) -> Message | None:
    """The message this author sent lately with the nonce: it is not sent twice."""
    for one in reversed(list(channel.messages.values())[-REMEMBERED_NONCES:]):
        if one.nonce == nonce and one.author.id == author_id:
            return one
    return None


async def edit_message(call: Call) -> Reply:
    channel = call.channel()
    edited = call.message(channel)
    if edited.author.id != call.application.id:
        raise not_the_author()
    if channel.is_thread and channel.thread_metadata["archived"]:
        raise Refusal(400, 50083, "Thread is archived")
    if call.uploads:
        call.channel(int(Permission.ATTACH_FILES))
    reader = DraftReader(call.fields(), call.uploads, call.discord.hub.shelf, channel.id, previous=edited)
    call.discord.hub.edit(edited, reader.read())
    return Reply(edited.raw)


async def delete_message(call: Call) -> Reply:
    channel = call.channel()
    deleted = call.message(channel)
    if deleted.author.id != call.application.id:
        if channel.is_direct:
            raise missing_permissions()
        call.channel(int(Permission.MANAGE_MESSAGES))
    call.discord.hub.delete(deleted)
    return NOTHING


async def delete_messages(call: Call) -> Reply:
    channel = call.channel(int(Permission.MANAGE_MESSAGES))
    complaints = Complaints()
    wanted = Form(call.body, complaints).items("messages", 100, least=2, required=True) or []
    complaints.settle()
    for message_id in wanted:
        found = channel.messages.get(str(message_id))
        if found and found.seen_by is None:
            call.discord.hub.delete(found)
    return NOTHING


_ONE = "/channels/{channel_id}/messages/{message_id}"
ROUTES = (
    Route("GET", "/channels/{channel_id}/messages", messages),
    Route("POST", "/channels/{channel_id}/messages", create_message),
    Route("POST", "/channels/{channel_id}/messages/bulk-delete", delete_messages),
    Route("GET", _ONE, message),
    Route("PATCH", _ONE, edit_message),
    Route("DELETE", _ONE, delete_message),
)
