"""Starting threads, from a message or without one, and joining and leaving them."""

from local_discord.api import NOTHING, Call, Reply, Route
from local_discord.channels import Channel
from local_discord.errors import APIError, unknown_member, wrong_channel_type
from local_discord.forms import Form, FormErrors
from local_discord.permissions import Permission
from local_discord.snowflake import now_iso

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
    parent = call.channel(int(Permission.CREATE_PUBLIC_THREADS))
    if parent.is_thread or parent.is_direct:
        raise wrong_channel_type()
    return parent


def _start(call: Call, parent: Channel, thread_id: str | None) -> Reply:
    errors = FormErrors()
    form = Form(call.body, errors)
    name = form.text("name", 100, least=1, required=True)
    minutes = form.choice("auto_archive_duration", ARCHIVE_MINUTES)
    errors.raise_if_any()
    owner = call.application.user
    thread = call.dispatcher.channels.create_thread(parent, name or "", owner, thread_id)
    if minutes:
        thread.thread_metadata["auto_archive_duration"] = minutes
    return Reply(thread.raw(owner.id), 201)


async def join_thread(call: Call) -> Reply:
    thread = _thread(call)
    thread.thread_members.setdefault(_who(call), now_iso())
    return NOTHING


async def leave_thread(call: Call) -> Reply:
    thread = _thread(call)
    thread.thread_members.pop(_who(call), None)
    return NOTHING


async def thread_member(call: Call) -> Reply:
    thread = _thread(call)
    if _who(call) not in thread.thread_members:
        raise unknown_member()
    return Reply(thread.thread_member(_who(call)))


async def thread_members(call: Call) -> Reply:
    thread = _thread(call)
    return Reply([thread.thread_member(user_id) for user_id in thread.thread_members])


def _thread(call: Call) -> Channel:
    thread = call.channel()
    if not thread.is_thread:
        raise wrong_channel_type()
    return thread


def _who(call: Call) -> str:
    wanted = call["user_id"]
    who = call.application.id if wanted == "@me" else wanted
    if call.world.member_in(call.channel(), who) is None:
        raise unknown_member()
    return who


_MEMBER = "/channels/{channel_id}/thread-members/{user_id}"
ROUTES = (
    Route("POST", "/channels/{channel_id}/threads", start_thread),
    Route("POST", "/channels/{channel_id}/messages/{message_id}/threads", start_thread_from_message),
    Route("GET", "/channels/{channel_id}/thread-members", thread_members),
    Route("GET", _MEMBER, thread_member),
    Route("PUT", _MEMBER, join_thread),
    Route("DELETE", _MEMBER, leave_thread),
)
