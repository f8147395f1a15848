"""Messages in channels, their pins and their reactions."""

import datetime as dt
import time

from local_discord.api import NOTHING, Call, Reply, Route
from local_discord.channels import Channel, Message, Reaction
from local_discord.codec import LARGEST_SNOWFLAKE, milliseconds_of
from local_discord.components import FILE, GALLERY, THUMBNAIL, every_component
from local_discord.errors import (
    APIError,
    missing_permissions,
    not_in_direct_messages,
    not_the_author,
    thread_archived,
    thread_locked,
    too_many_old_edits,
    unknown_user,
)
from local_discord.forms import Form
from local_discord.message_payloads import MessagePayload
from local_discord.permissions import Permission

LISTED_MOST = 100
REMEMBERED_NONCES = 50


async def messages(call: Call) -> Reply:
    """A page of the channel, newest first; empty if the bot may not read the history."""
    channel = call.channel()
    if not call.may(Permission.READ_MESSAGE_HISTORY, channel):
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
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    return Reply(call.message(channel).raw_for(call.application.id))


async def create_message(call: Call) -> Reply:
    channel = call.channel()
    _require_sending(call, channel)
    payload = call.payload(channel).read()
    try:
        posted = _posted(call, channel, payload)
    except APIError:
        call.discord.attachments.drop(payload.attachments or ())
        raise
    nonce = {} if payload.nonce is None else {"nonce": payload.nonce}
    return Reply(posted.raw | nonce)


def _posted(call: Call, channel: Channel, payload: MessagePayload) -> Message:
    """Posts a message, or returns the one that was just sent with the same nonce."""
    _require_embedding(call, channel, payload)
    discord, application = call.discord, call.application
    before = _with_nonce(channel, application.id, payload.nonce) if payload.enforce_nonce else None
    if before is None:
        return discord.messages.post(channel, application.user, payload, application=application)
    discord.attachments.drop(payload.attachments or ())
    return before


def _require_sending(call: Call, channel: Channel) -> None:
    world = call.world
    if channel.is_direct:
        world.must_reach(channel)
        return
    attaching = Permission.ATTACH_FILES if call.uploads else 0
    call.channel(channel.needed_to_write | attaching)
    if channel.is_locked and not call.may(Permission.MANAGE_THREADS, channel):
        raise thread_locked()


def _require_embedding(call: Call, channel: Channel, payload: MessagePayload) -> None:
    if payload.embeds:
        call.channel(Permission.EMBED_LINKS)
    pictures = any(
        one["type"] in (THUMBNAIL, GALLERY, FILE) for one in every_component(payload.components or [])
    )
    if pictures and payload.attachments:
        call.channel(Permission.ATTACH_FILES)
    if payload.reference:
        call.channel(Permission.READ_MESSAGE_HISTORY)


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
        call.channel(Permission.ATTACH_FILES)
    _require_edits_left(call, edited)
    call.discord.messages.edit(edited, call.payload(channel, edited).read())
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
        call.channel(Permission.MANAGE_MESSAGES)
    call.discord.messages.delete(deleted)
    return NOTHING


async def delete_messages(call: Call) -> Reply:
    channel = call.channel(Permission.MANAGE_MESSAGES)
    with Form(call.body) as form:
        wanted = form.items("messages", 100, least=2, required=True) or []
    for message_id in wanted:
        found = channel.messages.get(str(message_id))
        if found and found.seen_by is None:
            call.discord.messages.delete(found)
    return NOTHING


# Pins, on the current routes and the older ones

PINS_MOST = 50


async def pins(call: Call) -> Reply:
    """A page of the pins, the most recent first; empty if the bot may not read the history."""
    limit = call.number("limit", PINS_MOST, 1, PINS_MOST)
    with Form(dict(call.query)) as form:
        before = form.moment("before")
    listed = [one for one in _pinned(call, call.channel()) if before is None or _pinned_at(one) < before]
    own = call.application.id
    items = [{"pinned_at": one.pinned_at, "message": one.raw_for(own)} for one in listed[:limit]]
    return Reply({"items": items, "has_more": len(listed) > limit})


async def pinned_messages(call: Call) -> Reply:
    """The fifty most recent pins, in the format of the older route."""
    own = call.application.id
    return Reply([one.raw_for(own) for one in _pinned(call, call.channel())[:PINS_MOST]])


async def pin(call: Call) -> Reply:
    message = call.message(call.channel(Permission.PIN_MESSAGES))
    call.discord.pins.pin(message, call.application.user)
    return NOTHING


async def unpin(call: Call) -> Reply:
    message = call.message(call.channel(Permission.PIN_MESSAGES))
    call.discord.pins.unpin(message)
    return NOTHING


def _pinned(call: Call, channel: Channel) -> list[Message]:
    if not call.may(Permission.READ_MESSAGE_HISTORY, channel):
        return []
    return call.discord.pins.listed(channel)


def _pinned_at(message: Message) -> dt.datetime:
    return dt.datetime.fromisoformat(message.pinned_at or "")


# Reactions


async def add_reaction(call: Call) -> Reply:
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    message = call.message(channel)
    if channel.is_archived:
        raise thread_archived()
    reaction = _reaction(call, message)
    if not reaction.users:
        call.channel(Permission.ADD_REACTIONS)
    call.discord.reactions.add(message, reaction, call.application.user)
    return NOTHING


async def remove_own_reaction(call: Call) -> Reply:
    message = call.message(call.channel())
    call.discord.reactions.remove(message, _reaction(call, message), call.application.user)
    return NOTHING


async def remove_reaction(call: Call) -> Reply:
    if call["user_id"] == call.application.id:
        return await remove_own_reaction(call)
    message = _moderated(call)
    user = call.world.users.get(call["user_id"])
    if user is None:
        raise unknown_user()
    call.discord.reactions.remove(message, _reaction(call, message), user)
    return NOTHING


async def clear_reactions(call: Call) -> Reply:
    call.discord.reactions.clear(_moderated(call))
    return NOTHING


async def clear_reactions_of_one_kind(call: Call) -> Reply:
    message = _moderated(call)
    call.discord.reactions.clear(message, _reaction(call, message))
    return NOTHING


async def reacting_users(call: Call) -> Reply:
    """The users who added the reaction, by id; nobody for super reactions."""
    message = call.message(call.channel(Permission.READ_MESSAGE_HISTORY))
    limit = call.number("limit", 25, 1, LISTED_MOST)
    after = call.number("after", 0, 0, LARGEST_SNOWFLAKE)
    given = _reaction(call, message).users
    if call.number("type", 0, 0, 1):
        return Reply([])
    ids = sorted((one for one in given if int(one) > after), key=int)[:limit]
    return Reply([call.world.users[one].raw for one in ids])


def _reaction(call: Call, message: Message) -> Reaction:
    custom = call.application.emojis.values()
    return call.discord.reactions.find(message, call["emoji"], custom)


def _moderated(call: Call) -> Message:
    """The message, if the bot may remove other people's reactions in its channel."""
    channel = call.channel()
    message = call.message(channel)
    if channel.is_direct:
        raise not_in_direct_messages()
    if not call.may(Permission.MANAGE_MESSAGES, channel):
        raise missing_permissions()
    return message


_ONE = "/channels/{channel_id}/messages/{message_id}"
_PINS = ("/channels/{channel_id}/messages/pins", "/channels/{channel_id}/pins")
_REACTIONS = _ONE + "/reactions"
_REACTION = _REACTIONS + "/{emoji}"
ROUTES = (
    # Pins come first, or "pins" would be taken for a message's id.
    Route("GET", _PINS[0], pins),
    Route("GET", _PINS[1], pinned_messages),
    *(Route("PUT", f"{place}/{{message_id}}", pin) for place in _PINS),
    *(Route("DELETE", f"{place}/{{message_id}}", unpin) for place in _PINS),
    Route("GET", "/channels/{channel_id}/messages", messages),
    Route("POST", "/channels/{channel_id}/messages", create_message),
    Route("POST", "/channels/{channel_id}/messages/bulk-delete", delete_messages),
    Route("GET", _ONE, message),
    Route("PATCH", _ONE, edit_message),
    Route("DELETE", _ONE, delete_message),
    Route("DELETE", _REACTIONS, clear_reactions),
    Route("GET", _REACTION, reacting_users),
    Route("DELETE", _REACTION, clear_reactions_of_one_kind),
    Route("PUT", _REACTION + "/@me", add_reaction),
    Route("DELETE", _REACTION + "/@me", remove_own_reaction),
    Route("DELETE", _REACTION + "/{user_id}", remove_reaction),
)
