"""Channels of every kind, their messages, attachments, reactions and webhooks."""

import secrets
from dataclasses import dataclass, field
from enum import IntEnum

from local_discord.applications import Application
from local_discord.codec import OBJECTS, Json
from local_discord.permissions import Permission
from local_discord.users import User

PIN_NOTICE = 6

SUPPRESS_EMBEDS = 1 << 2
EPHEMERAL = 1 << 6
LOADING = 1 << 7
SUPPRESS_NOTIFICATIONS = 1 << 12
IS_COMPONENTS_V2 = 1 << 15


class ChannelType(IntEnum):
    TEXT = 0
    DM = 1
    VOICE = 2
    GROUP = 3
    ANNOUNCEMENT = 5
    ANNOUNCEMENT_THREAD = 10
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    STAGE = 13
    FORUM = 15
    MEDIA = 16


SPOKEN = (ChannelType.VOICE, ChannelType.STAGE)
"""These have messages too, for those who can connect to them."""
FORUMS = (ChannelType.FORUM, ChannelType.MEDIA)
"""These have only threads, which are their posts."""
WITH_MESSAGES = (ChannelType.TEXT, ChannelType.ANNOUNCEMENT, *SPOKEN)
"""The channels of a server that have messages."""
THREADS = (ChannelType.ANNOUNCEMENT_THREAD, ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD)


@dataclass(eq=False, slots=True)
class Overwrite:
    """Permissions given to or taken from one role or member in one channel."""

    id: str
    kind: int
    allow: int = 0
    deny: int = 0

    def raw(self) -> Json:
        return {"id": self.id, "type": self.kind, "allow": str(self.allow), "deny": str(self.deny)}


@dataclass(eq=False, slots=True)
class Attachment:
    """A file of a message; `raw` is the attachment object as Discord sends it."""

    id: str
    path: str
    raw: Json

    @property
    def filename(self) -> str:
        return str(self.raw["filename"])

    def media(self) -> Json:
        """The attachment as the media object of a component."""
        raw = self.raw
        return {
            "id": self.id,
            "url": raw["url"],
            "proxy_url": raw["proxy_url"],
            "width": raw.get("width"),
            "height": raw.get("height"),
            "content_type": raw.get("content_type"),
            "attachment_id": self.id,
        }


@dataclass(eq=False, slots=True)
class Reaction:
    """One emoji on one message. `users` are the ids of those who added it, in that order."""

    emoji: Json
    users: dict[str, None] = field(default_factory=dict)

    def raw(self, viewer_id: str) -> Json:
        """The reaction object as this viewer sees it."""
        count = len(self.users)
        return {
            "emoji": self.emoji,
            "count": count,
            "count_details": {"burst": 0, "normal": count},
            "burst_colors": [],
            "me_burst": False,
            "me": viewer_id in self.users,
        }


@dataclass(eq=False, slots=True)
class Message:
    """One message. `raw` is the message object; `seen_by` the one person an ephemeral message is for."""

    raw: Json
    channel: "Channel"
    author: User
    attachments: list[Attachment] = field(default_factory=list)
    application_id: str | None = None
    seen_by: str | None = None
    nonce: str | None = None
    pinned_at: str | None = None
    reactions: dict[str, Reaction] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return str(self.raw["id"])

    @property
    def flags(self) -> int:
        return int(self.raw["flags"])

    @property
    def is_notice(self) -> bool:
        """Whether Discord itself wrote it, as it does when a message is pinned."""
        return int(self.raw["type"]) == PIN_NOTICE

    def raw_for(self, viewer_id: str) -> Json:
        """The message object with its reactions, which say whether the viewer gave them."""
        if not self.reactions:
            return self.raw
        return self.raw | {"reactions": [one.raw(viewer_id) for one in self.reactions.values()]}

    def may_be_seen_by(self, user_id: str) -> bool:
        return self.seen_by is None or self.seen_by == user_id


@dataclass(eq=False, slots=True)
class Channel:
    """A server's channel, a thread, direct messages of `recipient` and `bot`, or a group message of
    `members`."""

    id: str
    kind: ChannelType
    name: str = ""
    topic: str | None = None
    position: int = 0
    guild_id: str | None = None
    parent_id: str | None = None
    owner_id: str | None = None
    recipient: User | None = None
    bot: User | None = None
    members: tuple[User, ...] = ()
    overwrites: list[Overwrite] = field(default_factory=list)
    messages: dict[str, Message] = field(default_factory=dict)
    last_message_id: str | None = None
    last_pin_timestamp: str | None = None
    thread_metadata: Json = field(default_factory=dict)
    thread_members: dict[str, str] = field(default_factory=dict)
    slowmode: int = 0
    denied_to_bots: int = 0
    shown_to_person: bool = False

    @property
    def is_direct(self) -> bool:
        return self.kind in (ChannelType.DM, ChannelType.GROUP)

    @property
    def parties(self) -> tuple[User, ...]:
        """Who reads these direct messages or this group message."""
        return (*(user for user in (self.recipient, self.bot) if user), *self.members)

    @property
    def is_thread(self) -> bool:
        return self.kind in THREADS

    @property
    def is_forum(self) -> bool:
        return self.kind in FORUMS

    @property
    def is_spoken(self) -> bool:
        return self.kind in SPOKEN

    @property
    def has_threads(self) -> bool:
        """Whether threads can be started in it."""
        return self.kind in (ChannelType.TEXT, ChannelType.ANNOUNCEMENT, *FORUMS)

    @property
    def needed_to_write(self) -> Permission:
        return Permission.SEND_MESSAGES_IN_THREADS if self.is_thread else Permission.SEND_MESSAGES

    @property
    def needed_to_manage(self) -> Permission:
        return Permission.MANAGE_THREADS if self.is_thread else Permission.MANAGE_CHANNELS

    @property
    def is_archived(self) -> bool:
        """A thread that nobody has written in for a long time; a new message reopens it."""
        return bool(self.thread_metadata.get("archived"))

    @property
    def is_locked(self) -> bool:
        """A thread that only people who manage threads can write in."""
        return bool(self.thread_metadata.get("locked"))

    def place(self) -> Json:
        """The ids that say in an event where it happened."""
        return {"channel_id": self.id} | ({"guild_id": self.guild_id} if self.guild_id else {})

    def raw(self, viewer_id: str = "") -> Json:
        """The channel object; in a direct message the recipients are everyone but the viewer."""
        common: Json = {
            "id": self.id,
            "type": int(self.kind),
            "flags": 0,
            "last_message_id": self.last_message_id,
            "last_pin_timestamp": self.last_pin_timestamp,
        }
        if self.is_direct:
            others = [user for user in self.parties if user.id != viewer_id]
            common["recipients"] = [user.raw for user in others]
            return common | (self._as_group() if self.kind is ChannelType.GROUP else {})
        common |= {"guild_id": self.guild_id, "name": self.name, "parent_id": self.parent_id}
        common["rate_limit_per_user"] = self.slowmode
        return common | (self._as_thread(viewer_id) if self.is_thread else self._as_text())

    def _as_group(self) -> Json:
        return {"name": self.name or None, "icon": None, "owner_id": self.owner_id}

    def _as_text(self) -> Json:
        raw: Json = {
            "topic": self.topic,
            "position": self.position,
            "nsfw": False,
            "permission_overwrites": [overwrite.raw() for overwrite in self.overwrites],
        }
        if self.is_spoken:
            raw |= OBJECTS["spoken channel"]
        return raw | (OBJECTS["forum"] if self.is_forum else {})

    def _as_thread(self, viewer_id: str) -> Json:
        count = len(self.messages)
        thread: Json = {
            "owner_id": self.owner_id,
            "thread_metadata": self.thread_metadata,
            "message_count": count,
            "member_count": len(self.thread_members),
            "total_message_sent": count,
        }
        if viewer_id in self.thread_members:
            thread["member"] = self.thread_member(viewer_id)
        return thread

    def thread_member(self, user_id: str) -> Json:
        joined = self.thread_members[user_id]
        return {"id": self.id, "user_id": user_id, "join_timestamp": joined, "flags": 0}


INCOMING = 1


@dataclass(eq=False, slots=True)
class Webhook:
    """One webhook, made by the application. `user` is the name and the avatar its messages have."""

    application: Application
    channel: Channel
    user: User
    token: str = field(default_factory=lambda: secrets.token_urlsafe(51))

    @property
    def id(self) -> str:
        return self.user.id

    def raw(self, api_url: str, viewer: Application | None) -> Json:
        """As this application sees it, or with the token alone. The token of somebody else's stays secret."""
        raw: Json = {
            "id": self.id,
            "type": INCOMING,
            "name": self.user.username,
            "avatar": self.user.raw["avatar"],
            "guild_id": self.channel.guild_id,
            "channel_id": self.channel.id,
            "application_id": self.application.id,
        }
        if viewer is not None:
            raw["user"] = self.application.user.raw
        if viewer in (None, self.application):
            raw |= {"token": self.token, "url": f"{api_url}/webhooks/{self.id}/{self.token}"}
        return raw


def face(webhook_id: str, name: str, like: User | None = None) -> User:
    """The author of a webhook's message, with the avatar of `like`."""
    avatar = like.avatar if like else None
    return User(webhook_id, name, None, 0x5865F2, bot=True, discriminator="0000", avatar=avatar)
