"""Channels, and threads in them."""

from local_discord.api import NOTHING, Call, Reply, Route
from local_discord.channels import Channel
from local_discord.codec import now_iso
from local_discord.errors import APIError, thread_archived, unknown_member, wrong_channel_type
from local_discord.forms import Form
from local_discord.permissions import Permission


async def channel(call: Call) -> Reply:
    return Reply(call.channel().raw(call.application.id))


async def edit_channel(call: Call) -> Reply:
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
    return Reply(edited.raw(call.application.id))


def _mark(thread: Channel, **marks: bool | None) -> None:
    thread.thread_metadata |= {key: mark for key, mark in marks.items() if mark is not None}


async def delete_channel(call: Call) -> Reply:
    deleted = call.channel()
    if not deleted.is_direct:
        call.channel(deleted.needed_to_manage)
        call.discord.channels.delete(deleted)
    return Reply(deleted.raw(call.application.id))


async def type_in(call: Call) -> Reply:
    channel = call.channel()
    call.channel(channel.needed_to_write)
    call.discord.channels.typing(channel, call.application.user)
    return NOTHING


# Threads

ARCHIVE_MINUTES = (60, 1440, 4320, 10080)


async def start_thread(call: Call) -> Reply:
    parent = _parent(call)
    return _start(call, parent, None)


async def start_thread_from_message(call: Call) -> Reply:
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


def _start(call: Call, parent: Channel, thread_id: str | None) -> Reply:
    with Form(call.body) as form:
        name = form.text("name", 100, least=1, required=True)
        minutes = form.choice("auto_archive_duration", ARCHIVE_MINUTES)
    owner = call.application.user
    thread = call.discord.channels.create_thread(parent, name or "", owner, thread_id)
    if minutes:
        thread.thread_metadata["auto_archive_duration"] = minutes
    return Reply(thread.raw(owner.id), 201)


async def join_thread(call: Call) -> Reply:
    thread = _thread(call)
    thread.thread_members.setdefault(_member_id(call), now_iso())
    return NOTHING


async def leave_thread(call: Call) -> Reply:
    thread = _thread(call)
    thread.thread_members.pop(_member_id(call), None)
    return NOTHING


async def thread_member(call: Call) -> Reply:
    thread = _thread(call)
    if _member_id(call) not in thread.thread_members:
        raise unknown_member()
    return Reply(thread.thread_member(_member_id(call)))


async def thread_members(call: Call) -> Reply:
    thread = _thread(call)
    return Reply([thread.thread_member(user_id) for user_id in thread.thread_members])


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


_MEMBER = "/channels/{channel_id}/thread-members/{user_id}"
ROUTES = (
    Route("GET", "/channels/{channel_id}", channel),
    Route("PATCH", "/channels/{channel_id}", edit_channel),
    Route("DELETE", "/channels/{channel_id}", delete_channel),
    Route("POST", "/channels/{channel_id}/typing", type_in),
    Route("POST", "/channels/{channel_id}/threads", start_thread),
    Route("POST", "/channels/{channel_id}/messages/{message_id}/threads", start_thread_from_message),
    Route("GET", "/channels/{channel_id}/thread-members", thread_members),
    Route("GET", _MEMBER, thread_member),
    Route("PUT", _MEMBER, join_thread),
    Route("DELETE", _MEMBER, leave_thread),
)
