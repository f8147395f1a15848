"""Reading, renaming, deleting and typing in channels."""

from local_discord.api import NOTHING, Call, Reply, Route
from local_discord.channels import Channel
from local_discord.errors import thread_archived
from local_discord.forms import Form, FormErrors
from local_discord.permissions import Permission


async def channel(call: Call) -> Reply:
    return Reply(call.channel().raw(call.application.id))


async def edit_channel(call: Call) -> Reply:
    edited = call.channel()
    if edited.owner_id != call.application.id:
        needed = Permission.MANAGE_THREADS if edited.is_thread else Permission.MANAGE_CHANNELS
        call.channel(int(needed))
    errors = FormErrors()
    form = Form(call.body, errors)
    name = form.text("name", 100, least=1)
    topic = form.text("topic", 1024)
    slowmode = form.whole("rate_limit_per_user", 0, 21_600)
    archived, locked = form.flag("archived"), form.flag("locked")
    errors.raise_if_any()
    if edited.is_archived and archived is not False and form.fields.keys() - {"archived", "locked"}:
        raise thread_archived()
    edited.name = name or edited.name
    edited.topic = edited.topic if topic is None else topic
    edited.slowmode = edited.slowmode if slowmode is None else slowmode
    if edited.is_thread:
        _mark(edited, archived=archived, locked=locked)
    call.dispatcher.channels.update(edited)
    return Reply(edited.raw(call.application.id))


def _mark(thread: Channel, **marks: bool | None) -> None:
    thread.thread_metadata |= {key: mark for key, mark in marks.items() if mark is not None}


async def delete_channel(call: Call) -> Reply:
    deleted = call.channel()
    if not deleted.is_direct:
        needed = Permission.MANAGE_THREADS if deleted.is_thread else Permission.MANAGE_CHANNELS
        call.channel(int(needed))
        call.dispatcher.channels.delete(deleted)
    return Reply(deleted.raw(call.application.id))


async def type_in(call: Call) -> Reply:
    channel = call.channel()
    needed = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
    call.channel(int(needed))
    call.dispatcher.channels.typing(channel, call.application.user)
    return NOTHING


ROUTES = (
    Route("GET", "/channels/{channel_id}", channel),
    Route("PATCH", "/channels/{channel_id}", edit_channel),
    Route("DELETE", "/channels/{channel_id}", delete_channel),
    Route("POST", "/channels/{channel_id}/typing", type_in),
)
