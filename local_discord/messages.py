"""Posts, edits, pins and deletes messages, puts reactions on them, and announces it."""

import re
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from local_discord.applications import Application
from local_discord.channels import EPHEMERAL, PIN_NOTICE, Channel, Message, Reaction
from local_discord.codec import Json, moment_after, new_snowflake, now_iso, timestamp_of
from local_discord.components import is_emoji, shown_text
from local_discord.errors import (
    found,
    system_message,
    too_many_pins,
    too_many_reactions,
    unknown_emoji,
    unknown_message,
)
from local_discord.files import AttachmentStore
from local_discord.forms import given, refusal
from local_discord.gateway import Gateway, Intent, messages_intent
from local_discord.lists import Announcer, ChannelList
from local_discord.message_payloads import MessagePayload
from local_discord.threads import Threads
from local_discord.users import User
from local_discord.world import find_mentions

DEFAULT, REPLY, CHAT_INPUT_COMMAND = 0, 19, 20
COMMAND_INTERACTION = 2
REMEMBERED_MOST = 10_000
NONCE_SECONDS = 300.0
"""How long a nonce counts. Discord only says a few minutes."""
PINS_MOST = 250
KINDS_MOST = 20
NORMAL = 0
_CUSTOM = re.compile(r"\w{2,32}:(\d{1,20})", re.ASCII)


@dataclass(eq=False)
class Messages(Announcer):
    """Changes messages and announces it to the bots and the open pages. The caller checks who may do this."""

    attachments: AttachmentStore
    _channels: ChannelList
    _threads: Threads
    _sent: dict[tuple[str, str, str], tuple[float, str]] = field(default_factory=dict)

    def post(
        self,
        channel: Channel,
        author: User,
        payload: MessagePayload,
        *,
        application: Application | None = None,
        seen_by: str | None = None,
        metadata: Json | None = None,
        webhook_id: str | None = None,
        message_id: str | None = None,
    ) -> Message:
        """Posts a new message. Raises `APIError` if it replies to a message that doesn't exist.

        `seen_by` makes it ephemeral; `metadata` says which interaction it answers, `webhook_id` which webhook
        of the channel wrote it. The first message of a post in a forum has the post's own id as `message_id`.
        """
        replied = _replied_message(channel, payload)
        raw = _new(channel, author, payload, message_id)
        application_id = application.id if application else None
        message = Message(raw, channel, author, payload.attachments or [], application_id, seen_by)
        if seen_by:
            raw["flags"] |= EPHEMERAL
        _write_attachments(message)
        if metadata:
            webhook_id = application_id
            raw["type"] = CHAT_INPUT_COMMAND if metadata["type"] == COMMAND_INTERACTION else DEFAULT
        raw |= given(application_id=application_id, webhook_id=webhook_id, interaction_metadata=metadata)
        if replied:
            there = {key: one for key, one in replied.raw.items() if key != "referenced_message"}
            raw |= {"type": REPLY, "message_reference": _reference(replied), "referenced_message": there}
        self._write_mentions(message, payload, replied)
        _keep(channel, message, payload)
        if payload.nonce is not None:
            self._remember(message, payload.nonce)
        if channel.is_thread and seen_by is None:
            self._threads.take_in(message)
        self._channels.show_direct(channel)
        self.announce_new(message)
        return message

    def sent_with(self, channel: Channel, author: User, nonce: str) -> Message | None:
        """The message that this author sent here with the nonce within the past few minutes.

        Raises 10008 if it has been deleted meanwhile: Discord neither finds it nor sends another
        (discord-api-docs 6647).
        """
        moment, message_id = self._sent.get((channel.id, author.id, nonce), (0.0, ""))
        if not message_id or time.monotonic() - moment > NONCE_SECONDS:
            return None
        return found(channel.messages.get(message_id), unknown_message())

    def _remember(self, message: Message, nonce: str) -> None:
        now = time.monotonic()
        while self._sent and now - next(iter(self._sent.values()))[0] > NONCE_SECONDS:
            del self._sent[next(iter(self._sent))]
        key = message.channel.id, message.author.id, nonce
        self._sent.pop(key, None)
        self._sent[key] = now, message.id

    def edit(self, message: Message, payload: MessagePayload) -> None:
        """Changes the message as the payload says. Whatever is None in the payload stays as it was."""
        before = message.attachments
        changes = given(content=payload.content, embeds=payload.embeds, components=payload.components)
        raw = message.raw | changes
        if payload.flags is not None:
            raw["flags"] = (message.flags & EPHEMERAL) | payload.flags
        raw["edited_timestamp"] = now_iso()
        message.raw = raw
        if payload.attachments is not None:
            message.attachments = payload.attachments
        _write_attachments(message)
        if changes.keys() & {"content", "components"}:
            self._write_mentions(message, payload, None)
        self.attachments.retire([one for one in before if one not in message.attachments])
        self.announce_change(message)

    def delete(self, message: Message) -> None:
        """Deletes the message; does nothing if it's gone already."""
        channel = message.channel
        if channel.messages.pop(message.id, None) is None:
            return
        self.attachments.retire(message.attachments)
        raw: Json = {"id": message.id, "channel_id": channel.id}
        if message.seen_by is not None:
            self._pages.to_person(message.seen_by, "MESSAGE_DELETE", raw)
            self._gateway.ephemeral("MESSAGE_DELETE", message, raw)
            return
        self._pages.to_channel("MESSAGE_DELETE", channel, raw)
        self._gateway.to_channel("MESSAGE_DELETE", channel, raw | channel.place(), messages_intent(channel))

    def delete_several(self, channel: Channel, message_ids: Iterable[str]) -> None:
        """Deletes those of the messages that are in the channel and not ephemeral, at once.

        Bots are told in one MESSAGE_DELETE_BULK (Discord's documentation of gateway events), and nothing if
        none of them is there.
        """
        there = [one for one in map(channel.messages.get, message_ids) if one and one.seen_by is None]
        for message in there:
            del channel.messages[message.id]
            self.attachments.retire(message.attachments)
            self._pages.to_channel("MESSAGE_DELETE", channel, {"id": message.id, "channel_id": channel.id})
        raw = {"ids": [one.id for one in there]} | channel.place()
        if there:
            self._gateway.to_channel("MESSAGE_DELETE_BULK", channel, raw, messages_intent(channel))

    def dismiss(self, message: Message) -> None:
        """Takes an ephemeral message away from the person who sees it. We assume that no bot is told."""
        if message.channel.messages.pop(message.id, None) is not None:
            self.attachments.retire(message.attachments)
            raw: Json = {"id": message.id, "channel_id": message.channel.id}
            self._pages.to_person(message.seen_by or "", "MESSAGE_DELETE", raw)

    def announce_new(self, message: Message) -> None:
        self._announce("MESSAGE_CREATE", message)
        self._pages.count_unread(message)

    def announce_change(self, message: Message) -> None:
        self._announce("MESSAGE_UPDATE", message)

    def _write_mentions(self, message: Message, payload: MessagePayload, replied: Message | None) -> None:
        raw = message.raw
        text = raw["content"] + "\n" + shown_text(raw["components"])
        author_id, replied_to = message.author.id, replied.author.id if replied else None
        allowed = payload.allowed_mentions
        raw |= find_mentions(self._world, message.channel, author_id, text, allowed, replied_to)

    def _announce(self, name: str, message: Message) -> None:
        raw = message.raw | {"channel_type": int(message.channel.kind)}
        if message.nonce is not None and name == "MESSAGE_CREATE":
            raw["nonce"] = message.nonce
        member = self._world.member_in(message.channel, message.author.id)
        whole = raw | message.channel.place() | ({"member": member.partial()} if member else {})
        self._pages.message(name, message, whole)
        if message.seen_by is None:
            self._gateway.message(name, message, whole)
        else:
            self._gateway.ephemeral(name, message, raw)


@dataclass(eq=False)
class Pins:
    """Pins and unpins messages. The caller checks who may do this."""

    _gateway: Gateway
    _messages: Messages

    def listed(self, channel: Channel) -> list[Message]:
        """The pinned messages, beginning with the one pinned most recently."""
        pinned = [one for one in channel.messages.values() if one.pinned_at]
        return sorted(pinned, key=lambda one: one.pinned_at or "", reverse=True)

    def pin(self, message: Message, user: User) -> None:
        """Pins the message and says so in the channel; does nothing if it's already pinned.

        Refuses Discord's own notices with 50021, and a 251st pin with 30003.
        """
        if message.pinned_at:
            return
        if message.is_notice:
            raise system_message()
        channel = message.channel
        if len(self.listed(channel)) >= PINS_MOST:
            raise too_many_pins()
        message.pinned_at = channel.last_pin_timestamp = moment_after(channel.last_pin_timestamp)
        self._tell(message, pinned=True)
        self._messages.announce_new(_pin_notice(message, user))

    def unpin(self, message: Message) -> None:
        """Unpins the message; does nothing if it isn't pinned."""
        if not message.pinned_at:
            return
        message.pinned_at = None
        listed = self.listed(message.channel)
        message.channel.last_pin_timestamp = listed[0].pinned_at if listed else None
        self._tell(message, pinned=False)

    def _tell(self, message: Message, *, pinned: bool) -> None:
        message.raw = message.raw | {"pinned": pinned}
        self._messages.announce_change(message)
        channel = message.channel
        raw = channel.place() | {"last_pin_timestamp": channel.last_pin_timestamp}
        intent = Intent.DIRECT_MESSAGES if channel.is_direct else Intent.GUILDS
        self._gateway.to_channel("CHANNEL_PINS_UPDATE", channel, raw, intent)


class Reactions(Announcer):
    """Adds and removes reactions and announces it. The caller checks who may do this."""

    def find(self, message: Message, text: str, custom: Iterable[Json] = ()) -> Reaction:
        """The reaction for `👍` or `name:id`: the one already on the message, or a new one.

        `custom` are the emojis allowed besides Unicode's. Refuses others with 10014.
        """
        named = _CUSTOM.fullmatch(text)
        key = named[1] if named else text
        if key in message.reactions:
            return message.reactions[key]
        if named is None and is_emoji(text):
            return Reaction({"id": None, "name": text})
        for one in custom:
            if one["id"] == key:
                emoji = {"id": one["id"], "name": one["name"]} | given(animated=one.get("animated") or None)
                return Reaction(emoji)
        raise unknown_emoji()

    def add(self, message: Message, reaction: Reaction, user: User) -> None:
        """Adds the user to the reaction, unless they added it before. Refuses a 21st emoji with 30010."""
        if user.id in reaction.users:
            return
        key = _key(reaction)
        if key not in message.reactions and len(message.reactions) >= KINDS_MOST:
            raise too_many_reactions()
        message.reactions[key] = reaction
        reaction.users[user.id] = None
        raw = self._event(message, reaction, user)
        member = self._world.member_in(message.channel, user.id)
        if member:
            raw["member"] = member.full()
        raw["message_author_id"] = message.author.id
        self._announce("MESSAGE_REACTION_ADD", message, raw)

    def remove(self, message: Message, reaction: Reaction, user: User) -> None:
        """Removes the user's reaction; does nothing if there is none."""
        if user.id not in reaction.users:
            return
        del reaction.users[user.id]
        if not reaction.users:
            del message.reactions[_key(reaction)]
        self._announce("MESSAGE_REACTION_REMOVE", message, self._event(message, reaction, user))

    def clear(self, message: Message, reaction: Reaction | None = None) -> None:
        """Removes every reaction from the message, or only those with one emoji."""
        raw = _place(message)
        if reaction is None:
            message.reactions.clear()
            self._announce("MESSAGE_REACTION_REMOVE_ALL", message, raw)
        elif message.reactions.pop(_key(reaction), None):
            raw["emoji"] = reaction.emoji
            self._announce("MESSAGE_REACTION_REMOVE_EMOJI", message, raw)

    def _event(self, message: Message, reaction: Reaction, user: User) -> Json:
        given: Json = {"user_id": user.id, "emoji": reaction.emoji, "burst": False, "type": NORMAL}
        return _place(message) | given

    def _announce(self, name: str, message: Message, raw: Json) -> None:
        direct = message.channel.is_direct
        intent = Intent.DIRECT_MESSAGE_REACTIONS if direct else Intent.GUILD_MESSAGE_REACTIONS
        self._gateway.to_channel(name, message.channel, raw, intent)
        self._pages.update_message(message)


def _key(reaction: Reaction) -> str:
    return str(reaction.emoji["id"] or reaction.emoji["name"])


def _place(message: Message) -> Json:
    return {"message_id": message.id} | message.channel.place()


def _replied_message(channel: Channel, payload: MessagePayload) -> Message | None:
    if payload.reference is None:
        return None
    replied = channel.messages.get(str(payload.reference.get("message_id")))
    if replied is None and payload.reference.get("fail_if_not_exists", True):
        raise refusal(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
    return replied


def _new(channel: Channel, author: User, payload: MessagePayload, message_id: str | None = None) -> Json:
    identity = message_id or new_snowflake()
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


def _reference(replied: Message) -> Json:
    return {"type": 0} | _place(replied)


def _pin_notice(pinned: Message, user: User) -> Message:
    """Adds the line that says who pinned the message to its channel. It mentions nobody."""
    channel, payload = pinned.channel, MessagePayload()
    notice = Message(_new(channel, user, payload), channel, user)
    notice.raw |= {"type": PIN_NOTICE, "message_reference": _reference(pinned), "attachments": []}
    notice.raw |= {"mentions": [], "mention_roles": [], "mention_everyone": False}
    _keep(channel, notice, payload)
    return notice
