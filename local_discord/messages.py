"""Creates and changes messages in the state, without announcing them to anybody."""

from local_discord.applications import Application
from local_discord.channels import PIN_NOTICE, Channel, Message
from local_discord.codec import Json
from local_discord.components import shown_text
from local_discord.forms import FormErrors
from local_discord.mentions import Mentions, find_mentions
from local_discord.message_payloads import EPHEMERAL, MessagePayload
from local_discord.snowflake import new_snowflake, now_iso, timestamp_of
from local_discord.users import User
from local_discord.world import World

DEFAULT, REPLY, CHAT_INPUT_COMMAND = 0, 19, 20
COMMAND_INTERACTION = 2
REMEMBERED_MOST = 10_000


def compose(
    world: World,
    channel: Channel,
    author: User,
    payload: MessagePayload,
    *,
    application: Application | None = None,
    seen_by: str | None = None,
    metadata: Json | None = None,
    webhook_id: str | None = None,
) -> Message:
    """Puts a new message into the channel.

    `seen_by` makes it ephemeral; `metadata` says which interaction it answers, `webhook_id` which webhook of
    the channel wrote it. Raises `APIError` if it replies to a message that doesn't exist.
    """
    replied = _replied_message(world, channel, payload)
    message = Message(
        _new(channel, author, payload), channel, author, payload.attachments or [], seen_by=seen_by
    )
    raw = message.raw
    if seen_by:
        raw["flags"] |= EPHEMERAL
    _write_attachments(message)
    if application:
        raw["application_id"] = message.application_id = application.id
    if webhook_id:
        raw["webhook_id"] = webhook_id
    if metadata:
        raw["interaction_metadata"] = metadata
        raw["webhook_id"] = message.application_id
        raw["type"] = CHAT_INPUT_COMMAND if metadata["type"] == COMMAND_INTERACTION else DEFAULT
    if replied:
        raw["type"] = REPLY
        raw["message_reference"] = _reference(replied)
        raw["referenced_message"] = _without_reference(replied.raw)
    _write_mentions(world, message, payload, replied)
    _keep(channel, message, payload)
    return message


def compose_pin_notice(pinned: Message, user: User) -> Message:
    """Adds the line that says who pinned the message to its channel. It mentions nobody."""
    channel, payload = pinned.channel, MessagePayload()
    notice = Message(_new(channel, user, payload), channel, user)
    notice.raw |= {"type": PIN_NOTICE, "message_reference": _reference(pinned), "attachments": []}
    notice.raw |= {"mentions": [], "mention_roles": [], "mention_everyone": False}
    _keep(channel, notice, payload)
    return notice


def _new(channel: Channel, author: User, payload: MessagePayload) -> Json:
    identity = new_snowflake()
    return {
        "id": identity,
        "type": DEFAULT,
        "channel_id": channel.id,
        "content": payload.content or "",
        "author": author.raw,
        "embeds": payload.embeds or [],
        "components": payload.components or [],
        "timestamp": timestamp_of(identity),
        "edited_timestamp": None,
        "flags": payload.flags or 0,
        "pinned": False,
        "tts": payload.tts,
    }


def amend(world: World, message: Message, payload: MessagePayload) -> None:
    """Changes the message as the payload says. Whatever is None in the payload stays as it was."""
    raw = dict(message.raw)
    if payload.content is not None:
        raw["content"] = payload.content
    if payload.embeds is not None:
        raw["embeds"] = payload.embeds
    if payload.components is not None:
        raw["components"] = payload.components
    if payload.flags is not None:
        raw["flags"] = (message.flags & EPHEMERAL) | payload.flags
    raw["edited_timestamp"] = now_iso()
    message.raw = raw
    if payload.attachments is not None:
        message.attachments = payload.attachments
    _write_attachments(message)
    if payload.content is not None or payload.components is not None:
        _write_mentions(world, message, payload, None)


def _keep(channel: Channel, message: Message, payload: MessagePayload) -> None:
    if payload.nonce is not None:
        message.nonce = payload.nonce
    channel.messages[message.id] = message
    if len(channel.messages) > REMEMBERED_MOST:
        del channel.messages[next(iter(channel.messages))]
    if message.seen_by is None:
        channel.last_message_id = message.id


def _write_attachments(message: Message) -> None:
    """Lists the attachments, except those that an embed shows."""
    raw = message.raw
    shown = {(embed.get(key) or {}).get("url") for embed in raw["embeds"] for key in ("image", "thumbnail")}
    raw["attachments"] = [one.raw for one in message.attachments if one.raw["url"] not in shown]


def _write_mentions(world: World, message: Message, payload: MessagePayload, replied: Message | None) -> None:
    raw = message.raw
    text = raw["content"]
    if raw["components"]:
        text += "\n" + shown_text(raw["components"])
    replied_to = replied.author.id if replied else None
    found = find_mentions(
        world, message.channel, message.author.id, text, payload.allowed_mentions, replied_to
    )
    write_mentions(world, raw, found)


def write_mentions(world: World, raw: Json, found: Mentions) -> None:
    raw["mentions"] = [world.users[one].raw for one in found.users]
    raw["mention_roles"] = found.roles
    raw["mention_everyone"] = found.everyone


def _replied_message(world: World, channel: Channel, payload: MessagePayload) -> Message | None:
    if payload.reference is None:
        return None
    replied = channel.messages.get(str(payload.reference.get("message_id")))
    if replied is None and payload.reference.get("fail_if_not_exists", True):
        errors = FormErrors()
        errors.add(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        errors.raise_if_any()
    return replied


def _reference(replied: Message) -> Json:
    reference: Json = {"type": 0, "channel_id": replied.channel.id, "message_id": replied.id}
    if replied.channel.guild_id:
        reference["guild_id"] = replied.channel.guild_id
    return reference


def _without_reference(raw: Json) -> Json:
    return {key: value for key, value in raw.items() if key != "referenced_message"}
