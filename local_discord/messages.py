"""Making and changing messages in the state; nobody is told here."""

from local_discord.applications import Application
from local_discord.channels import PIN_NOTICE, Channel, Message
from local_discord.components import shown_text
from local_discord.drafts import EPHEMERAL, Draft
from local_discord.forms import Complaints
from local_discord.mentions import Mentions, find_mentions
from local_discord.snowflake import new_snowflake, now_iso, timestamp_of
from local_discord.users import User
from local_discord.wire import Json
from local_discord.world import World

DEFAULT, REPLY, CHAT_INPUT_COMMAND = 0, 19, 20
COMMAND_INTERACTION = 2
REMEMBERED_MOST = 10_000


def compose(
    world: World,
    channel: Channel,
    author: User,
    draft: Draft,
    *,
    application: Application | None = None,
    seen_by: str | None = None,
    metadata: Json | None = None,
) -> Message:
    """Puts a new message into the channel.

    `seen_by` makes it ephemeral; `metadata` says which interaction it answers. Raises `Refusal` when it
    replies to a message that is not there.
    """
    replied = _replied_message(world, channel, draft)
    message = Message(_new(channel, author, draft), channel, author, draft.attachments or [], seen_by=seen_by)
    raw = message.raw
    if seen_by:
        raw["flags"] |= EPHEMERAL
    _write_attachments(message)
    if application:
        raw["application_id"] = message.application_id = application.id
    if metadata:
        raw["interaction_metadata"] = metadata
        raw["webhook_id"] = message.application_id
        raw["type"] = CHAT_INPUT_COMMAND if metadata["type"] == COMMAND_INTERACTION else DEFAULT
    if replied:
        raw["type"] = REPLY
        raw["message_reference"] = _reference(replied)
        raw["referenced_message"] = _without_reference(replied.raw)
    _write_mentions(world, message, draft, replied)
    _shelve(channel, message, draft)
    return message


def compose_pin_notice(pinned: Message, user: User) -> Message:
    """The line which says that the user pinned the message; in its channel, and mentioning nobody."""
    channel, draft = pinned.channel, Draft()
    notice = Message(_new(channel, user, draft), channel, user)
    notice.raw |= {"type": PIN_NOTICE, "message_reference": _reference(pinned), "attachments": []}
    notice.raw |= {"mentions": [], "mention_roles": [], "mention_everyone": False}
    _shelve(channel, notice, draft)
    return notice


def _new(channel: Channel, author: User, draft: Draft) -> Json:
    identity = new_snowflake()
    return {
        "id": identity,
        "type": DEFAULT,
        "channel_id": channel.id,
        "content": draft.content or "",
        "author": author.raw,
        "embeds": draft.embeds or [],
        "components": draft.components or [],
        "timestamp": timestamp_of(identity),
        "edited_timestamp": None,
        "flags": draft.flags or 0,
        "pinned": False,
        "tts": draft.tts,
    }


def amend(world: World, message: Message, draft: Draft) -> None:
    """Changes the message as the draft says; what the draft leaves at None stays."""
    raw = dict(message.raw)
    if draft.content is not None:
        raw["content"] = draft.content
    if draft.embeds is not None:
        raw["embeds"] = draft.embeds
    if draft.components is not None:
        raw["components"] = draft.components
    if draft.flags is not None:
        raw["flags"] = (message.flags & EPHEMERAL) | draft.flags
    raw["edited_timestamp"] = now_iso()
    message.raw = raw
    if draft.attachments is not None:
        message.attachments = draft.attachments
    _write_attachments(message)
    if draft.content is not None or draft.components is not None:
        _write_mentions(world, message, draft, None)


def _shelve(channel: Channel, message: Message, draft: Draft) -> None:
    if draft.nonce is not None:
        message.nonce = draft.nonce
    channel.messages[message.id] = message
    if len(channel.messages) > REMEMBERED_MOST:
        del channel.messages[next(iter(channel.messages))]
    if message.seen_by is None:
        channel.last_message_id = message.id


def _write_attachments(message: Message) -> None:
    """An attachment that an embed shows is not listed again."""
    raw = message.raw
    shown = {(embed.get(key) or {}).get("url") for embed in raw["embeds"] for key in ("image", "thumbnail")}
    raw["attachments"] = [one.raw for one in message.attachments if one.raw["url"] not in shown]


def _write_mentions(world: World, message: Message, draft: Draft, replied: Message | None) -> None:
    raw = message.raw
    text = raw["content"]
    if raw["components"]:
        text += "\n" + shown_text(raw["components"])
    replied_to = replied.author.id if replied else None
    found = find_mentions(world, message.channel, message.author.id, text, draft.allowed_mentions, replied_to)
    write_mentions(world, raw, found)


def write_mentions(world: World, raw: Json, found: Mentions) -> None:
    raw["mentions"] = [world.users[one].raw for one in found.users]
    raw["mention_roles"] = found.roles
    raw["mention_everyone"] = found.everyone


def _replied_message(world: World, channel: Channel, draft: Draft) -> Message | None:
    if draft.reference is None:
        return None
    replied = channel.messages.get(str(draft.reference.get("message_id")))
    if replied is None and draft.reference.get("fail_if_not_exists", True):
        complaints = Complaints()
        complaints.add(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        complaints.settle()
    return replied


def _reference(replied: Message) -> Json:
    reference: Json = {"type": 0, "channel_id": replied.channel.id, "message_id": replied.id}
    if replied.channel.guild_id:
        reference["guild_id"] = replied.channel.guild_id
    return reference


def _without_reference(raw: Json) -> Json:
    return {key: value for key, value in raw.items() if key != "referenced_message"}
