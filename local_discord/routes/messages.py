"""Messages in channels, their pins and their reactions."""

import datetime as dt
import time

from local_discord import errors
from local_discord.api import Call, route
from local_discord.channels import Channel, Message, Reaction
from local_discord.codec import LARGEST_SNOWFLAKE, Json, milliseconds_of
from local_discord.components import FILE, GALLERY, THUMBNAIL, every_component
from local_discord.errors import APIError, found
from local_discord.forms import SNOWFLAKE, Form
from local_discord.message_payloads import MessagePayload
from local_discord.permissions import Permission

LISTED_MOST = 100
MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = MESSAGES + "/{message_id}"
REACTIONS = MESSAGE + "/reactions"
REACTION = REACTIONS + "/{emoji}"

# Pins, on the current routes and the older ones. They come first, or "pins" would be taken for an id.

PINS_MOST = 50
PINS, OLD_PINS = MESSAGES + "/pins", "/channels/{channel_id}/pins"
PIN = (PINS + "/{message_id}", OLD_PINS + "/{message_id}")


@route("GET", PINS)
def pins(call: Call) -> Json:
    """A page of the pins, the most recent first; empty if the bot may not read the history."""
    limit = call.number("limit", PINS_MOST, 1, PINS_MOST)
    with Form(dict(call.query)) as form:
        before = form.moment("before")
    listed = [one for one in _pinned(call, call.channel()) if before is None or _pinned_at(one) < before]
    own = call.application.id
    items = [{"pinned_at": one.pinned_at, "message": one.raw_for(own)} for one in listed[:limit]]
    return {"items": items, "has_more": len(listed) > limit}


@route("GET", OLD_PINS)
def pinned_messages(call: Call) -> list[Json]:
    """The fifty most recent pins, in the format of the older route."""
    own = call.application.id
    return [one.raw_for(own) for one in _pinned(call, call.channel())[:PINS_MOST]]


@route("PUT", *PIN)
def pin(call: Call) -> None:
    message = call.message(call.channel(Permission.PIN_MESSAGES))
    call.discord.pins.pin(message, call.application.user)


@route("DELETE", *PIN)
def unpin(call: Call) -> None:
    call.discord.pins.unpin(call.message(call.channel(Permission.PIN_MESSAGES)))


def _pinned(call: Call, channel: Channel) -> list[Message]:
    if not call.may(Permission.READ_MESSAGE_HISTORY, channel):
        return []
    return call.discord.pins.listed(channel)


def _pinned_at(message: Message) -> dt.datetime:
    return dt.datetime.fromisoformat(message.pinned_at or "")


# Messages themselves


@route("GET", MESSAGES)
def messages(call: Call) -> list[Json]:
    """A page of the channel, newest first; empty if the bot may not read the history."""
    channel = call.channel()
    if not call.may(Permission.READ_MESSAGE_HISTORY, channel):
        return []
    limit = call.number("limit", 50, 1, LISTED_MOST)
    before = call.number("before", LARGEST_SNOWFLAKE, 0, LARGEST_SNOWFLAKE)
    after = call.number("after", 0, 0, LARGEST_SNOWFLAKE)
    among = [one for one in channel.messages.values() if one.seen_by is None and after < int(one.id) < before]
    return [one.raw_for(call.application.id) for one in reversed(_chosen(call, among, limit))]


def _chosen(call: Call, among: list[Message], limit: int) -> list[Message]:
    """Up to `limit` messages, oldest first: around an id, after an id, or the last ones."""
    if "around" in call.query:
        middle = call.number("around", 0, 0, LARGEST_SNOWFLAKE)
        first = sum(int(one.id) < middle for one in among) - limit // 2
        return among[max(0, first) :][:limit]
    return among[:limit] if "after" in call.query else among[-limit:]


@route("GET", MESSAGE)
def message(call: Call) -> Json:
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    return call.message(channel).raw_for(call.application.id)


@route("POST", MESSAGES)
def create_message(call: Call) -> Json:
    channel = call.channel()
    _require_sending(call, channel)
    payload = call.payload(channel).read()
    try:
        posted = _posted(call, channel, payload)
    except APIError:
        call.discord.attachments.drop(payload.attachments or ())
        raise
    nonce = {} if payload.nonce is None else {"nonce": payload.nonce}
    return posted.raw | nonce


def _posted(call: Call, channel: Channel, payload: MessagePayload) -> Message:
    """Posts a message, or returns the one that was just sent with the same nonce."""
    _require_embedding(call, channel, payload)
    discord, application = call.discord, call.application
    before = None
    if payload.enforce_nonce and payload.nonce is not None:
        before = discord.messages.sent_with(channel, application.user, payload.nonce)
    if before is None:
        return discord.messages.post(channel, application.user, payload, application=application)
    discord.attachments.drop(payload.attachments or ())
    return before


def _require_sending(call: Call, channel: Channel) -> None:
    if channel.is_direct:
        call.world.must_reach(channel)
        return
    if channel.is_forum:
        raise errors.forum_itself()
    attaching = Permission.ATTACH_FILES if call.uploads else 0
    call.channel(channel.needed_to_write | attaching)
    call.world.must_take_messages(call.application.id, channel)


def _require_embedding(call: Call, channel: Channel, payload: MessagePayload) -> None:
    if payload.embeds:
        call.channel(Permission.EMBED_LINKS)
    kinds = {one["type"] for one in every_component(payload.components or [])}
    if kinds & {THUMBNAIL, GALLERY, FILE} and payload.attachments:
        call.channel(Permission.ATTACH_FILES)
    if payload.reference:
        call.channel(Permission.READ_MESSAGE_HISTORY)


@route("PATCH", MESSAGE)
def edit_message(call: Call) -> Json:
    channel = call.channel()
    edited = call.message(channel)
    if edited.author.id != call.application.id:
        raise errors.not_the_author()
    call.world.must_take_changes(call.application.id, channel)
    if channel.recipient:
        call.world.refusals.require("refused_dm_edits", channel.recipient.id)
    if call.uploads:
        call.channel(Permission.ATTACH_FILES)
    _require_edits_left(call, edited)
    call.discord.messages.edit(edited, call.payload(channel, edited).read())
    return edited.raw_for(call.application.id)


def _require_edits_left(call: Call, edited: Message) -> None:
    limiter = call.discord.limiter
    if time.time() - milliseconds_of(edited.id) / 1000 <= limiter.limits.old_seconds:
        return
    wait = limiter.count_old_edit(edited.channel.id, call.application.id)
    if wait:
        raise errors.too_many_old_edits(wait)


@route("DELETE", MESSAGE)
def delete_message(call: Call) -> None:
    channel = call.channel()
    deleted = call.message(channel)
    if deleted.author.id != call.application.id:
        if channel.is_direct:
            raise errors.missing_permissions()
        call.channel(Permission.MANAGE_MESSAGES)
    if channel.is_archived:
        call.world.must_take_messages(call.application.id, channel)
    call.discord.messages.delete(deleted)


BULK_MOST, BULK_DAYS_MOST = 100, 14


@route("POST", MESSAGES + "/bulk-delete")
def delete_messages(call: Call) -> None:
    """Deletes two to a hundred messages. Refuses all of them if one is older than two weeks (50034), and an
    id that's given twice; ids of messages that aren't there count and change nothing."""
    if call.channel().is_direct:
        raise errors.not_in_direct_messages()
    channel = call.channel(Permission.MANAGE_MESSAGES)
    with Form(call.body) as form:
        wanted = [str(one) for one in form.items("messages", BULK_MOST, least=2, required=True) or []]
        if len(set(wanted)) < len(wanted) or not all(SNOWFLAKE.fullmatch(one) for one in wanted):
            form.wrong("messages", "BASE_TYPE_CHOICES", "Each must be a different message id.")
    oldest = (time.time() - dt.timedelta(days=BULK_DAYS_MOST).total_seconds()) * 1000
    if any(milliseconds_of(one) < oldest for one in wanted):
        raise errors.too_old_for_bulk()
    call.discord.messages.delete_several(channel, wanted)


# Reactions


@route("PUT", REACTION + "/@me")
def add_reaction(call: Call) -> None:
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    message = call.message(channel)
    if channel.is_archived:
        raise errors.thread_archived()
    reaction = _reaction(call, message)
    if not reaction.users:
        call.channel(Permission.ADD_REACTIONS)
    call.discord.reactions.add(message, reaction, call.application.user)


@route("DELETE", REACTION + "/@me")
def remove_own_reaction(call: Call) -> None:
    message = call.message(call.channel())
    call.discord.reactions.remove(message, _reaction(call, message), call.application.user)


@route("DELETE", REACTION + "/{user_id}")
def remove_reaction(call: Call) -> None:
    own = call["user_id"] == call.application.id
    message = call.message(call.channel()) if own else _moderated(call)
    user = found(call.world.users.get(call["user_id"]), errors.unknown_user())
    call.discord.reactions.remove(message, _reaction(call, message), user)


@route("DELETE", REACTIONS)
def clear_reactions(call: Call) -> None:
    call.discord.reactions.clear(_moderated(call))


@route("DELETE", REACTION)
def clear_reactions_of_one_kind(call: Call) -> None:
    message = _moderated(call)
    call.discord.reactions.clear(message, _reaction(call, message))


@route("GET", REACTION)
def reacting_users(call: Call) -> list[Json]:
    """The users who added the reaction, by id; nobody for super reactions."""
    message = call.message(call.channel(Permission.READ_MESSAGE_HISTORY))
    limit = call.number("limit", 25, 1, LISTED_MOST)
    after = call.number("after", 0, 0, LARGEST_SNOWFLAKE)
    given = _reaction(call, message).users
    if call.number("type", 0, 0, 1):
        return []
    ids = sorted((one for one in given if int(one) > after), key=int)[:limit]
    return [call.world.users[one].raw for one in ids]


def _reaction(call: Call, message: Message) -> Reaction:
    custom = call.application.emojis.values()
    return call.discord.reactions.find(message, call["emoji"], custom)


def _moderated(call: Call) -> Message:
    """The message, if the bot may remove other people's reactions in its channel."""
    channel = call.channel()
    message = call.message(channel)
    if channel.is_direct:
        raise errors.not_in_direct_messages()
    if not call.may(Permission.MANAGE_MESSAGES, channel):
        raise errors.missing_permissions()
    return message
