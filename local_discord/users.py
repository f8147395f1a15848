"""Users, and their membership in a server."""

import datetime as dt
from dataclasses import dataclass, field

from local_discord.avatars import Avatar
from local_discord.codec import Json


@dataclass(eq=False, slots=True)
class User:
    """A person or a bot; `raw` is the user object as Discord sends it."""

    id: str
    username: str
    global_name: str | None
    colour: int
    bot: bool = False
    discriminator: str = "0"
    avatar: Avatar | None = None
    raw: Json = field(init=False)

    def __post_init__(self) -> None:
        self.raw = {
            "id": self.id,
            "username": self.username,
            "discriminator": self.discriminator,
            "global_name": self.global_name,
            "avatar": self.avatar and self.avatar.hash,
            "avatar_decoration_data": None,
            "collectibles": None,
            "public_flags": 0,
            "flags": 0,
            "primary_guild": None,
            "banner": None,
            "accent_color": self.colour,
        }
        if self.bot:
            self.raw["bot"] = True

    def wear(self, avatar: Avatar | None) -> None:
        """Changes the avatar, or removes it. Everyone who is sent the user after this sees the new one."""
        self.avatar = avatar
        self.raw["avatar"] = avatar and avatar.hash

    @property
    def name(self) -> str:
        return self.global_name or self.username

    def own(self) -> Json:
        """What a bot receives about itself, including private fields."""
        return self.raw | {"mfa_enabled": True, "locale": "en-US", "verified": True, "email": None}


@dataclass(eq=False, slots=True)
class Member:
    """A user in a server. An avatar here is shown there instead of the user's own."""

    user: User
    joined_at: str
    roles: list[str] = field(default_factory=list)
    nick: str | None = None
    avatar: Avatar | None = None
    timed_out_until: dt.datetime | None = None

    @property
    def is_timed_out(self) -> bool:
        return self.timed_out_until is not None and self.timed_out_until > dt.datetime.now(dt.UTC)

    def partial(self) -> Json:
        """The member without the user, as in messages."""
        return {
            "nick": self.nick,
            "avatar": self.avatar and self.avatar.hash,
            "banner": None,
            "roles": self.roles,
            "joined_at": self.joined_at,
            "premium_since": None,
            "pending": False,
            "flags": 0,
            "mute": False,
            "deaf": False,
            "communication_disabled_until": self.timed_out_until and self.timed_out_until.isoformat(),
        }

    def full(self) -> Json:
        return self.partial() | {"user": self.user.raw}
