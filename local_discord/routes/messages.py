"""Messages in channels."""

import time

from local_discord.api import NOTHING, Call, Reply, Route
from local_discord.channels import Channel, Message
from local_discord.components import FILE, GALLERY, THUMBNAIL, walk
from local_discord.errors import (
    APIError,
    missing_permissions,
    not_the_author,
    thread_archived,
    thread_locked,
    too_many_old_edits,
)
from local_discord.forms import Form, FormErrors
from local_discord.message_payloads import MessagePayload, MessagePayloadReader
from local_discord.permissions import Permission
from local_discord.snowflake import LARGEST_SNOWFLAKE, milliseconds_of

LISTED_MOST = 100
REMEMBERED_NONCES = 50


async def messages(call: Call) -> Reply:
    """A page of the channel, newest first; empty if the bot may not read the history."""
    channel = call.channel()
    permissions = call.world.permissions(call.application.id, channel)
    if not permissions & Permission.READ_MESSAGE_HISTORY:
        return Reply([])
    limit = call.number("limit", 50, 1, LISTED_MOST)
    before = call.number("before", LARGEST_SNOWFLAKE, 0, LARGEST_SNOWFLAKE)
    after = call.number("after", 0, 0, LARGEST_SNOWFLAKE)
    among = [one for one in channel.messages.values() if one.seen_by is None and after < int(one.id) < before]
    return Reply([one.raw_for(call.application.id) for one in reversed(_chosen(call, among, limit))])


def _chosen(call: Call, among: list[Message], limit: int) -> list[Message]:
    """Up to `limit` messages, oldest first: around an id, after an id, or the last ones."""
    if "around" in call.query:
        middle = call.number("around", 0, 0, LARGEST_SNOWFLAKE)
        first = sum(int(one.id) < middle for one in among) - limit // 2
        return among[max(0, first) :][:limit]
    return among[:limit] if "after" in call.query else among[-limit:]


async def message(call: Call) -> Reply:
    channel = call.channel(int(Permission.READ_MESSAGE_HISTORY))
    return Reply(call.message(channel).raw_for(call.application.id))


async def create_message(call: Call) -> Reply:
    channel = call.channel()
    _require_sending(call, channel)
    store = call.dispatcher.attachments
    payload = MessagePayloadReader(call.fields(), call.uploads, store, channel.id).read()
    try:
        posted = _posted(call, channel, payload)
    except APIError:
        store.drop(payload.attachments or ())
        raise
    nonce = {} if payload.nonce is None else {"nonce": payload.nonce}
    return Reply(posted.raw | nonce)


def _posted(call: Call, channel: Channel, payload: MessagePayload) -> Message:
    """Posts a message, or returns the one that was just sent with the same nonce."""
    _require_embedding(call, channel, payload)
    dispatcher, application = call.dispatcher, call.application
    before = _with_nonce(channel, application.id, payload.nonce) if payload.enforce_nonce else None
    if before is None:
        return dispatcher.messages.post(channel, application.user, payload, application=application)
    dispatcher.attachments.drop(payload.attachments or ())
    return before


def _require_sending(call: Call, channel: Channel) -> None:
    world = call.world
    if channel.is_direct:
        world.must_reach(channel)
        return
    thread = channel.is_thread
    needed = Permission.SEND_MESSAGES_IN_THREADS if thread else Permission.SEND_MESSAGES
    if call.uploads:
        needed |= Permission.ATTACH_FILES
    call.channel(int(needed))
    permissions = world.permissions(call.application.id, channel)
    if channel.is_locked and not permissions & Permission.MANAGE_THREADS:
        raise thread_locked()


def _require_embedding(call: Call, channel: Channel, payload: MessagePayload) -> None:
    if payload.embeds:
        call.channel(int(Permission.EMBED_LINKS))
    pictures = any(one["type"] in (THUMBNAIL, GALLERY, FILE) for one in walk(payload.components or []))
    if pictures and payload.attachments:
        call.channel(int(Permission.ATTACH_FILES))
    if payload.reference:
        call.channel(int(Permission.READ_MESSAGE_HISTORY))


def _with_nonce(channel: Channel, author_id: str, nonce: str | None) -> Message | None:
    """The message that this author just sent with the nonce, so that it isn't sent twice."""
    for one in () if nonce is None else reversed(list(channel.messages.values())[-REMEMBERED_NONCES:]):
        if one.nonce == nonce and one.author.id == author_id:
            return one
    return None


async def edit_message(call: Call) -> Reply:
    channel = call.channel()
    edited = call.message(channel)
    if edited.author.id != call.application.id:
        raise not_the_author()
    if channel.is_archived:
        raise thread_archived()
    if call.uploads:
        call.channel(int(Permission.ATTACH_FILES))
    _require_edits_left(call, edited)
    reader = MessagePayloadReader(
        call.fields(), call.uploads, call.dispatcher.attachments, channel.id, previous=edited
    )
    call.dispatcher.messages.edit(edited, reader.read())
    return Reply(edited.raw_for(call.application.id))


def _require_edits_left(call: Call, edited: Message) -> None:
    limiter = call.discord.limiter
    if time.time() - milliseconds_of(edited.id) / 1000 <= limiter.limits.old_seconds:
        return
    wait = limiter.count_old_edit(edited.channel.id, call.application.id)
    if wait:
        raise too_many_old_edits(wait)


async def delete_message(call: Call) -> Reply:
    channel = call.channel()
    deleted = call.message(channel)
    if deleted.author.id != call.application.id:
        if channel.is_direct:
            raise missing_permissions()
        call.channel(int(Permission.MANAGE_MESSAGES))
    call.dispatcher.messages.delete(deleted)
    return NOTHING


async def delete_messages(call: Call) -> Reply:
    channel = call.channel(int(Permission.MANAGE_MESSAGES))
    errors = FormErrors()
    wanted = Form(call.body, errors).items("messages", 100, least=2, required=True) or []
    errors.raise_if_any()
    for message_id in wanted:
        found = channel.messages.get(str(message_id))
        if found and found.seen_by is None:
            call.dispatcher.messages.delete(found)
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
