"""Webhooks of channels, and answers to interactions, whose token is a webhook's too."""

from local_discord import errors
from local_discord.api import Call, route
from local_discord.channels import LOADING, WITH_MESSAGES, Channel, Message, Webhook, face
from local_discord.codec import Json, new_snowflake
from local_discord.errors import APIError, found
from local_discord.forms import Form
from local_discord.gateway import Intent
from local_discord.interactions import Interaction
from local_discord.permissions import Permission
from local_discord.users import read_avatar

# The answer to an interaction


@route("POST", "/interactions/{interaction_id}/{token}/callback", open=True, limited=False)
def answer(call: Call) -> Json | None:
    discord = call.discord
    interaction = discord.interactions.to_answer(call["interaction_id"], call["token"])
    discord.interactions.take(interaction, call.fields(), call.uploads)
    return discord.interactions.result(interaction) if call.asks_for("with_response") else None


# The webhooks of channels

WEBHOOKS_MOST = 15
NAME_MOST = 80
NOT_IN_NAMES = ("clyde", "discord")
WEBHOOKS = "/channels/{channel_id}/webhooks"
BY_BOT = "/webhooks/{webhook_id}"
BY_TOKEN = BY_BOT + "/{token}"


@route("POST", WEBHOOKS)
def create_webhook(call: Call) -> Json:
    channel = _text_channel(call)
    with Form(call.body) as form:
        name, avatar = _name(form, "name", required=True), read_avatar(form)
    if sum(one.channel is channel for one in call.world.webhooks.values()) >= WEBHOOKS_MOST:
        raise errors.too_many_webhooks()
    made = Webhook(call.application, channel, face(new_snowflake(), name or ""))
    made.user.wear(avatar)
    call.world.webhooks[made.id] = made
    return _changed(call, made)


@route("GET", WEBHOOKS)
def channel_webhooks(call: Call) -> list[Json]:
    channel = _text_channel(call)
    return [_raw(call, one) for one in call.world.webhooks.values() if one.channel is channel]


@route("GET", "/guilds/{guild_id}/webhooks")
def guild_webhooks(call: Call) -> list[Json]:
    guild = call.guild(Permission.MANAGE_WEBHOOKS)
    return [_raw(call, one) for one in call.world.webhooks.values() if one.channel.guild_id == guild.id]


@route("GET", BY_BOT)
@route("GET", BY_TOKEN, open=True)
def webhook(call: Call) -> Json:
    return _raw(call, _managed(call))


@route("PATCH", BY_BOT)
@route("PATCH", BY_TOKEN, open=True)
def edit_webhook(call: Call) -> Json:
    """Changes its name and avatar and, unless it's done by the token, its channel."""
    edited = _managed(call)
    with Form(call.fields()) as form:
        name, avatar = _name(form, "name"), read_avatar(form)
        channel_id = None if _by_token(call) else form.snowflake("channel_id")
    channel = call.world.channels.get(channel_id) if channel_id else edited.channel
    if channel is None or channel.kind not in WITH_MESSAGES or channel.guild_id != edited.channel.guild_id:
        raise errors.unknown_channel()
    edited.channel = channel
    edited.user = face(edited.id, name or edited.user.username, edited.user)
    if "avatar" in form.fields:
        edited.user.wear(avatar)
    return _changed(call, edited)


@route("DELETE", BY_BOT)
@route("DELETE", BY_TOKEN, open=True)
def delete_webhook(call: Call) -> None:
    deleted = _managed(call)
    del call.world.webhooks[deleted.id]
    _changed(call, deleted)


def _text_channel(call: Call) -> Channel:
    channel = call.channel()
    if channel.is_direct:
        raise errors.not_in_direct_messages()
    if channel.kind not in WITH_MESSAGES:
        raise errors.wrong_channel_type()
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
    managed = found(call.world.webhooks.get(call["webhook_id"]), errors.unknown_webhook())
    if _by_token(call):
        _require_token(call, managed)
    elif not call.may(Permission.MANAGE_WEBHOOKS, managed.channel):
        raise errors.missing_access()
    return managed


def _require_token(call: Call, webhook: Webhook) -> None:
    if webhook.token != call["token"]:
        raise errors.expired_token()


def _raw(call: Call, shown: Webhook) -> Json:
    return shown.raw(call.discord.api_url, None if _by_token(call) else call.application)


def _changed(call: Call, changed: Webhook) -> Json:
    channel = changed.channel
    call.discord.gateway.to_channel("WEBHOOKS_UPDATE", channel, channel.place(), Intent.GUILD_WEBHOOKS)
    return _raw(call, changed)


# What is written by one of either kind

ORIGINAL = "@original"
WRITTEN = BY_TOKEN + "/messages/{message_id}"


@route("POST", BY_TOKEN, open=True)
def execute(call: Call) -> Json | None:
    """Posts a message. An interaction's answer always returns it, a webhook's only if that is asked for."""
    webhook = _of_channel(call)
    if webhook is None:
        return call.discord.interactions.follow_up(_interaction(call), call.fields(), call.uploads).raw
    posted = _post(call, webhook)
    return posted.raw if call.asks_for("wait") else None


def _post(call: Call, webhook: Webhook) -> Message:
    channel = _place(call, webhook)
    reader = call.payload(channel, by=webhook.application)
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


@route("GET", WRITTEN, open=True)
def message(call: Call) -> Json:
    written, _ = _written(call)
    return written.raw_for(written.application_id or "")


@route("PATCH", WRITTEN, open=True)
def edit_message(call: Call) -> Json:
    edited, interaction = _written(call)
    if interaction:
        call.discord.interactions.amend(interaction, edited, call.fields(), call.uploads)
    else:
        author = call.world.applications.get(edited.application_id or "")
        call.discord.messages.edit(edited, call.payload(edited.channel, edited, by=author).read())
    return edited.raw_for(edited.application_id or "")


@route("DELETE", WRITTEN, open=True)
def delete_message(call: Call) -> None:
    deleted, interaction = _written(call)
    call.discord.messages.delete(deleted)
    if interaction and deleted.flags & LOADING:
        interaction.original = None
        call.discord.interactions.tell(interaction, "answered")


def _of_channel(call: Call) -> Webhook | None:
    """The channel's webhook in the path; None if the id isn't one's, but an application's."""
    webhook = call.world.webhooks.get(call["webhook_id"])
    if webhook:
        _require_token(call, webhook)
    return webhook


def _interaction(call: Call) -> Interaction:
    return call.discord.interactions.by_webhook(call["webhook_id"], call["token"])


def _place(call: Call, webhook: Webhook) -> Channel:
    """The webhook's channel, or the thread there that `thread_id` names."""
    if "thread_id" not in call.query:
        return webhook.channel
    thread = call.world.channels.get(call.query["thread_id"])
    if thread is None or thread.parent_id != webhook.channel.id:
        raise errors.unknown_channel()
    return thread


def _written(call: Call) -> tuple[Message, Interaction | None]:
    """The message in the path, and the interaction it answers unless a channel's webhook wrote it."""
    webhook = _of_channel(call)
    if webhook is None:
        interaction = _interaction(call)
        return _answer_of(interaction, call["message_id"]), interaction
    written = _place(call, webhook).messages.get(call["message_id"])
    if written is None or written.raw.get("webhook_id") != webhook.id:
        raise errors.unknown_message()
    return written, None


def _answer_of(interaction: Interaction, message_id: str) -> Message:
    """A message that answers one of the application's interactions; `@original` is this one's first."""
    original = interaction.original
    wanted = original.id if message_id == ORIGINAL and original else message_id
    answer = found(interaction.channel.messages.get(wanted), errors.unknown_message())
    made_by_webhook = answer.raw.get("webhook_id") == interaction.application.id
    if answer is original or (made_by_webhook and answer.may_be_seen_by(interaction.person.id)):
        return answer
    raise errors.unknown_message()
