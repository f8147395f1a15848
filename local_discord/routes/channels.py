"""Channels, and threads in them."""

from local_discord.api import Call, route
from local_discord.channels import THREADS, Channel, ChannelType
from local_discord.codec import Json, new_snowflake
from local_discord.errors import (
    APIError,
    missing_access,
    thread_archived,
    unknown_member,
    wrong_channel_type,
)
from local_discord.forms import Form
from local_discord.message_payloads import MessagePayloadReader
from local_discord.permissions import Permission


@route("GET", "/channels/{channel_id}")
def channel(call: Call) -> Json:
    return call.channel().raw(call.application.id)


@route("PATCH", "/channels/{channel_id}")
def edit_channel(call: Call) -> Json:
    edited = call.channel()
    _require_editing(call, edited)
    with Form(call.body) as form:
        name = form.text("name", 100, least=1)
        topic = form.text("topic", 1024)
        slowmode = form.whole("rate_limit_per_user", 0, 21_600)
        archived, locked = form.flag("archived"), form.flag("locked")
        minutes = form.choice("auto_archive_duration", ARCHIVE_MINUTES)
    if edited.is_archived and archived is not False and form.fields.keys() - {"archived"}:
        raise thread_archived()
    edited.name = name or edited.name
    edited.topic = edited.topic if topic is None else topic
    edited.slowmode = edited.slowmode if slowmode is None else slowmode
    if edited.is_thread:
        call.discord.threads.mark(edited, archived=archived, locked=locked, minutes=minutes)
    else:
        call.discord.channels.update(edited)
    return edited.raw(call.application.id)


def _require_editing(call: Call, edited: Channel) -> None:
    """A bot that doesn't manage threads can change its own, and open any by the right to write in it, unless
    it's locked; and it can't lock one (Discord's documentation of threads)."""
    if edited.is_thread and not edited.is_locked and not call.fields().keys() & MODERATED:
        if call.body == {"archived": False}:
            call.channel(edited.needed_to_write)
            return
        if edited.owner_id == call.application.id:
            return
    call.channel(edited.needed_to_manage)


@route("DELETE", "/channels/{channel_id}")
def delete_channel(call: Call) -> Json:
    deleted = call.channel()
    if not deleted.is_direct:
        call.channel(deleted.needed_to_manage)
        call.discord.channels.delete(deleted)
    return deleted.raw(call.application.id)


@route("POST", "/channels/{channel_id}/typing")
def type_in(call: Call) -> None:
    channel = call.channel()
    call.channel(channel.needed_to_write)
    call.discord.channels.typing(channel, call.application.user)


# Threads

MODERATED = {"locked", "rate_limit_per_user"}
"""What only those who manage threads change of one."""
PUBLIC = Permission.CREATE_PUBLIC_THREADS
ARCHIVE_MINUTES = (60, 1440, 4320, 10080)
MEMBERS = "/channels/{channel_id}/thread-members"
MEMBER = MEMBERS + "/{user_id}"


@route("POST", "/channels/{channel_id}/threads")
def start_thread(call: Call) -> Json:
    """Starts a thread without a message. It's private unless a `type` is given, as at Discord. In a forum it
    is a post, which comes with its message."""
    parent = call.channel()
    if parent.is_forum:
        return _post(call, call.channel(Permission.SEND_MESSAGES))
    with Form(call.body) as form:
        kind = ChannelType(form.choice("type", THREADS) or ChannelType.PRIVATE_THREAD)
    is_private = kind is ChannelType.PRIVATE_THREAD
    _require_threads(call, parent, Permission.CREATE_PRIVATE_THREADS if is_private else PUBLIC)
    if is_private and parent.kind is not ChannelType.TEXT:
        raise wrong_channel_type()
    return _start(call, parent, kind=kind).raw(call.application.id)


@route("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def start_thread_from_message(call: Call) -> Json:
    parent = call.channel()
    _require_threads(call, parent, PUBLIC)
    message = call.message(parent)
    if message.id in call.world.channels:
        raise APIError(400, 160004, "A thread has already been created for this message")
    return _start(call, parent, thread_id=message.id).raw(call.application.id)


def _require_threads(call: Call, parent: Channel, needed: Permission) -> None:
    call.channel(needed)
    if not parent.has_threads:
        raise wrong_channel_type()


def _start(
    call: Call,
    parent: Channel,
    *,
    kind: ChannelType = ChannelType.PUBLIC_THREAD,
    thread_id: str | None = None,
) -> Channel:
    with Form(call.fields()) as form:
        name = form.text("name", 100, least=1, required=True) or ""
        minutes = form.choice("auto_archive_duration", ARCHIVE_MINUTES)
    owner = call.application.user
    call.status = 201
    return call.discord.threads.create(parent, name, owner, thread_id=thread_id, kind=kind, minutes=minutes)


def _post(call: Call, forum: Channel) -> Json:
    """A post in a forum: a thread, and its first message with the same id."""
    identity, store = new_snowflake(), call.discord.attachments
    emojis = call.discord.world.emojis_of(call.application)
    reader = MessagePayloadReader(
        call.fields().get("message"), call.uploads, store, identity, emojis, path=("message",)
    )
    payload = reader.read()
    started = _start(call, forum, thread_id=identity)
    own = call.application
    message = call.discord.messages.post(started, own.user, payload, application=own, message_id=identity)
    return started.raw(own.id) | {"message": message.raw}


@route("PUT", MEMBER)
def join_thread(call: Call) -> None:
    """Adds the bot itself, or somebody else if the bot may write there. Nobody joins an archived thread."""
    thread, wanted = _thread(call), _member_id(call)
    if thread.is_archived:
        raise thread_archived()
    if wanted != call.application.id:
        call.channel(thread.needed_to_write)
    if not call.world.could_join(wanted, thread):
        raise missing_access()
    call.discord.threads.add(thread, [wanted])


@route("DELETE", MEMBER)
def leave_thread(call: Call) -> None:
    """Removes the bot itself, or somebody else if the bot manages threads or owns this private one."""
    thread, wanted = _thread(call), _member_id(call)
    if thread.is_archived:
        raise thread_archived()
    is_own = thread.kind is ChannelType.PRIVATE_THREAD and thread.owner_id == call.application.id
    if wanted != call.application.id and not is_own:
        call.channel(thread.needed_to_manage)
    call.discord.threads.remove(thread, wanted)


@route("GET", MEMBER)
def thread_member(call: Call) -> Json:
    thread = _thread(call)
    if _member_id(call) not in thread.thread_members:
        raise unknown_member()
    return thread.thread_member(_member_id(call))


@route("GET", MEMBERS)
def thread_members(call: Call) -> list[Json]:
    thread = _thread(call)
    return [thread.thread_member(user_id) for user_id in thread.thread_members]


def _thread(call: Call) -> Channel:
    thread = call.channel()
    if not thread.is_thread:
        raise wrong_channel_type()
    return thread


def _member_id(call: Call) -> str:
    wanted = call["user_id"]
    who = call.application.id if wanted == "@me" else wanted
    if call.world.member_in(call.channel(), who) is None:
        raise unknown_member()
    return who
