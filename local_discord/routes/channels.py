"""Channels, and threads in them."""

from local_discord.api import Call, route
from local_discord.channels import Channel
from local_discord.codec import Json, now_iso
from local_discord.errors import APIError, thread_archived, unknown_member, wrong_channel_type
from local_discord.forms import Form
from local_discord.permissions import Permission


@route("GET", "/channels/{channel_id}")
def channel(call: Call) -> Json:
    return call.channel().raw(call.application.id)


@route("PATCH", "/channels/{channel_id}")
def edit_channel(call: Call) -> Json:
    edited = call.channel()
    if edited.owner_id != call.application.id:
        call.channel(edited.needed_to_manage)
    with Form(call.body) as form:
        name = form.text("name", 100, least=1)
        topic = form.text("topic", 1024)
        slowmode = form.whole("rate_limit_per_user", 0, 21_600)
        archived, locked = form.flag("archived"), form.flag("locked")
    if edited.is_archived and archived is not False and form.fields.keys() - {"archived", "locked"}:
        raise thread_archived()
    edited.name = name or edited.name
    edited.topic = edited.topic if topic is None else topic
    edited.slowmode = edited.slowmode if slowmode is None else slowmode
    if edited.is_thread:
        _mark(edited, archived=archived, locked=locked)
    call.discord.channels.update(edited)
    return edited.raw(call.application.id)


def _mark(thread: Channel, **marks: bool | None) -> None:
    thread.thread_metadata |= {key: mark for key, mark in marks.items() if mark is not None}


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

ARCHIVE_MINUTES = (60, 1440, 4320, 10080)
MEMBERS = "/channels/{channel_id}/thread-members"
MEMBER = MEMBERS + "/{user_id}"


@route("POST", "/channels/{channel_id}/threads")
def start_thread(call: Call) -> Json:
    return _start(call, _parent(call), None)


@route("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def start_thread_from_message(call: Call) -> Json:
    parent = _parent(call)
    message = call.message(parent)
    if message.id in call.world.channels:
        raise APIError(400, 160004, "A thread has already been created for this message")
    return _start(call, parent, message.id)


def _parent(call: Call) -> Channel:
    parent = call.channel(Permission.CREATE_PUBLIC_THREADS)
    if parent.is_thread or parent.is_direct:
        raise wrong_channel_type()
    return parent


def _start(call: Call, parent: Channel, thread_id: str | None) -> Json:
    with Form(call.body) as form:
        name = form.text("name", 100, least=1, required=True)
        minutes = form.choice("auto_archive_duration", ARCHIVE_MINUTES)
    owner = call.application.user
    thread = call.discord.channels.create_thread(parent, name or "", owner, thread_id)
    if minutes:
        thread.thread_metadata["auto_archive_duration"] = minutes
    call.status = 201
    return thread.raw(owner.id)


@route("PUT", MEMBER)
def join_thread(call: Call) -> None:
    _thread(call).thread_members.setdefault(_member_id(call), now_iso())


@route("DELETE", MEMBER)
def leave_thread(call: Call) -> None:
    _thread(call).thread_members.pop(_member_id(call), None)


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
