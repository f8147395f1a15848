"""Webhooks of channels, and answers to interactions, whose token is a webhook's too."""

from local_discord.api import NOTHING, Call, Reply, Route
from local_discord.channels import LOADING, Channel, ChannelType, Message, Webhook, face
from local_discord.codec import Json, new_snowflake
from local_discord.errors import (
    APIError,
    expired_token,
    missing_access,
    not_in_direct_messages,
    too_many_webhooks,
    unknown_channel,
    unknown_message,
    unknown_webhook,
    wrong_channel_type,
)
from local_discord.forms import Form
from local_discord.gateway import Intent
from local_discord.interactions import Interaction
from local_discord.permissions import Permission
from local_discord.users import read_avatar

# The answer to an interaction


async def answer(call: Call) -> Reply:
    discord = call.discord
    interaction = discord.interactions.to_answer(call["interaction_id"], call["token"])
    discord.callbacks.take(interaction, call.fields(), call.uploads)
    if not call.asks_for("with_response"):
        return NOTHING
    return Reply(discord.callbacks.result(interaction))


ORIGINAL = "@original"
WEBHOOKS_MOST = 15
NAME_MOST = 80
NOT_IN_NAMES = ("clyde", "discord")

# The webhooks of channels


async def create_webhook(call: Call) -> Reply:
    channel = _text_channel(call)
    with Form(call.body) as form:
        name, avatar = _name(form, "name", required=True), read_avatar(form)
    if sum(one.channel is channel for one in call.world.webhooks.values()) >= WEBHOOKS_MOST:
        raise too_many_webhooks()
    made = Webhook(call.application, channel, face(new_snowflake(), name or ""))
    made.user.wear(avatar)
    call.world.webhooks[made.id] = made
    return _changed(call, made)


async def channel_webhooks(call: Call) -> Reply:
    channel = _text_channel(call)
    found = (one for one in call.world.webhooks.values() if one.channel is channel)
    return Reply([_raw(call, one) for one in found])


async def guild_webhooks(call: Call) -> Reply:
    guild = call.guild(Permission.MANAGE_WEBHOOKS)
    found = (one for one in call.world.webhooks.values() if one.channel.guild_id == guild.id)
    return Reply([_raw(call, one) for one in found])


async def webhook(call: Call) -> Reply:
    return Reply(_raw(call, _managed(call)))


async def edit_webhook(call: Call) -> Reply:
    """Changes its name and avatar and, unless it's done by the token, its channel."""
    edited = _managed(call)
    with Form(call.fields()) as form:
        name, avatar = _name(form, "name"), read_avatar(form)
        channel_id = None if _by_token(call) else form.snowflake("channel_id")
    channel = call.world.channels.get(channel_id) if channel_id else edited.channel
    if channel is None or channel.kind is not ChannelType.TEXT or channel.guild_id != edited.channel.guild_id:
        raise unknown_channel()
    edited.channel = channel
    edited.user = face(edited.id, name or edited.user.username, edited.user)
    if "avatar" in form.fields:
        edited.user.wear(avatar)
    return _changed(call, edited)


async def delete_webhook(call: Call) -> Reply:
    deleted = _managed(call)
    del call.world.webhooks[deleted.id]
    _changed(call, deleted)
    return NOTHING


def _text_channel(call: Call) -> Channel:
    channel = call.channel()
    if channel.is_direct:
        raise not_in_direct_messages()
    if channel.kind is not ChannelType.TEXT:
        raise wrong_channel_type()
    return call.channel(Permission.MANAGE_WEBHOOKS)


def _name(form: Form, key: str, *, required: bool = False) -> str | None:
    name = form.text(key, NAME_MOST, least=1, required=required)
    for one in NOT_IN_NAMES:
        if one in (name or "").lower():
            form.wrong(key, "USERNAME_INVALID_CONTAINS", f'Username cannot contain "{one}"')
    return name


def _by_token(call: Call) -> bool:
    return "token" in call.request.match_info


def _managed(call: Call) -> Webhook:
    """The webhook in the path, by its token or by a bot that may manage it."""
    found = call.world.webhooks.get(call["webhook_id"])
    if found is None:
        raise unknown_webhook()
    if _by_token(call):
        _require_token(call, found)
    elif not call.may(Permission.MANAGE_WEBHOOKS, found.channel):
        raise missing_access()
    return found


def _require_token(call: Call, found: Webhook) -> None:
    if found.token != call["token"]:
        raise expired_token()


def _raw(call: Call, shown: Webhook) -> Json:
    return shown.raw(call.discord.api_url, None if _by_token(call) else call.application)


def _changed(call: Call, changed: Webhook) -> Reply:
    channel = changed.channel
    call.discord.gateway.to_channel("WEBHOOKS_UPDATE", channel, channel.place(), Intent.GUILD_WEBHOOKS)
    return Reply(_raw(call, changed))


# What is written by one of either kind


async def execute(call: Call) -> Reply:
    webhook = _of_channel(call)
    if webhook is None:
        interaction = _interaction(call)
        return Reply(call.discord.callbacks.follow_up(interaction, call.fields(), call.uploads).raw)
    posted = _post(call, webhook)
    return Reply(posted.raw) if call.asks_for("wait") else NOTHING


def _post(call: Call, webhook: Webhook) -> Message:
    channel = _place(call, webhook)
    reader = call.payload(channel)
    name = _name(reader.form, "username")
    reader.form.url("avatar_url")
    if reader.form.given("thread_name"):
        raise APIError(400, 220003, "Webhooks can only create threads in forum channels")
    payload = reader.read()
    payload.reference = None
    author = face(webhook.id, name, webhook.user) if name else webhook.user
    application = webhook.application
    return call.discord.messages.post(
        channel, author, payload, application=application, webhook_id=webhook.id
    )


async def message(call: Call) -> Reply:
    webhook = _of_channel(call)
    if webhook:
        return Reply(_written_by(call, webhook).raw_for(webhook.application.id))
    interaction = _interaction(call)
    return Reply(_message(call, interaction).raw_for(interaction.application.id))


async def edit_message(call: Call) -> Reply:
    webhook = _of_channel(call)
    if webhook:
        edited = _written_by(call, webhook)
        call.discord.messages.edit(edited, call.payload(edited.channel, edited).read())
        return Reply(edited.raw_for(webhook.application.id))
    interaction = _interaction(call)
    edited = _message(call, interaction)
    call.discord.callbacks.amend(interaction, edited, call.fields(), call.uploads)
    return Reply(edited.raw_for(interaction.application.id))


async def delete_message(call: Call) -> Reply:
    webhook = _of_channel(call)
    if webhook:
        call.discord.messages.delete(_written_by(call, webhook))
        return NOTHING
    interaction = _interaction(call)
    deleted = _message(call, interaction)
    call.discord.messages.delete(deleted)
    if deleted.flags & LOADING:
        call.discord.interactions.tell(interaction, "answered")
    return NOTHING


def _of_channel(call: Call) -> Webhook | None:
    """The channel's webhook in the path; None if the id isn't one's, but an application's."""
    found = call.world.webhooks.get(call["webhook_id"])
    if found:
        _require_token(call, found)
    return found


def _place(call: Call, webhook: Webhook) -> Channel:
    """The webhook's channel, or the thread there that `thread_id` names."""
    if "thread_id" not in call.query:
        return webhook.channel
    thread = call.world.channels.get(call.query["thread_id"])
    if thread is None or thread.parent_id != webhook.channel.id:
        raise unknown_channel()
    return thread


def _written_by(call: Call, webhook: Webhook) -> Message:
    found = _place(call, webhook).messages.get(call["message_id"])
    if found is None or found.raw.get("webhook_id") != webhook.id:
        raise unknown_message()
    return found


def _interaction(call: Call) -> Interaction:
    return call.discord.interactions.by_webhook(call["webhook_id"], call["token"])


def _message(call: Call, interaction: Interaction) -> Message:
    """A message that answers one of the application's interactions; `@original` is this one's first."""
    wanted = call["message_id"]
    if wanted == ORIGINAL:
        found = interaction.original
        there = found is not None and found.id in found.channel.messages
    else:
        found = interaction.channel.messages.get(wanted)
        there = found is not None and (found is interaction.original or _is_of(found, interaction))
    if found is None or not there:
        raise unknown_message()
    return found


def _is_of(message: Message, interaction: Interaction) -> bool:
    made_by_webhook = message.raw.get("webhook_id") == interaction.application.id
    return made_by_webhook and message.may_be_seen_by(interaction.person.id)


_OWN = "/webhooks/{webhook_id}"
_TOKEN = _OWN + "/{token}"
_MESSAGE = _TOKEN + "/messages/{message_id}"
ROUTES = (
    Route("GET", "/channels/{channel_id}/webhooks", channel_webhooks),
    Route("POST", "/channels/{channel_id}/webhooks", create_webhook),
    Route("GET", "/guilds/{guild_id}/webhooks", guild_webhooks),
    Route("GET", _OWN, webhook),
    Route("PATCH", _OWN, edit_webhook),
    Route("DELETE", _OWN, delete_webhook),
    Route("GET", _TOKEN, webhook, open=True),
    Route("PATCH", _TOKEN, edit_webhook, open=True),
    Route("DELETE", _TOKEN, delete_webhook, open=True),
    Route("POST", _TOKEN, execute, open=True),
    Route("GET", _MESSAGE, message, open=True),
    Route("PATCH", _MESSAGE, edit_message, open=True),
    Route("DELETE", _MESSAGE, delete_message, open=True),
    Route(
        "POST",
        "/interactions/{interaction_id}/{token}/callback",
        answer,
        open=True,
        limited=False,
    ),
)
