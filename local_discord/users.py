"""Users, people and bots, with their avatars; and their membership in a server."""

import base64
import datetime as dt
import hashlib
import struct
import time
import zlib
from dataclasses import dataclass, field
from pathlib import Path

from local_discord.codec import OBJECTS, Json
from local_discord.forms import Form

# Avatars: the files people chose, or a default with a coloured disc

SIDE = 64
_BEGINNINGS = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"RIFF", "image/webp"),
)
_DEFAULTS = (0x5865F2, 0x757E8A, 0x3BA55C, 0xFAA61A, 0xED4245, 0xEB459E)


@dataclass(frozen=True, slots=True)
class Avatar:
    """A picture file. Its hash depends on its content, as at Discord; for a GIF it begins with `a_`.

    Raises ValueError if it isn't a PNG, JPEG, GIF or WebP.
    """

    file: bytes
    hash: str = field(init=False)
    content_type: str = field(init=False)

    def __post_init__(self) -> None:
        kind = next((kind for begins, kind in _BEGINNINGS if self.file.startswith(begins)), "")
        if not kind:
            raise ValueError("An avatar is a PNG, JPEG, GIF or WebP.")
        digest = hashlib.sha256(self.file).hexdigest()[:32]
        object.__setattr__(self, "hash", f"a_{digest}" if kind == "image/gif" else digest)
        object.__setattr__(self, "content_type", kind)

    @classmethod
    def read(cls, path: Path) -> "Avatar":
        """The avatar in this file. Raises OSError and ValueError."""
        return cls(path.read_bytes())


def read_avatar(form: Form) -> Avatar | None:
    """The picture in the field `avatar`, a data URI; None if it's null or left out."""
    given = form.text("avatar", 20_000_000)
    try:
        return None if given is None else Avatar(base64.b64decode(given.partition(",")[2], validate=True))
    except ValueError:
        form.wrong("avatar", "IMAGE_INVALID", "Invalid image data")
        return None


def default_avatar(number: int) -> bytes:
    """The PNG of one of the six default avatars. Raises IndexError."""
    return disc(_DEFAULTS[number])


def disc(colour: int) -> bytes:
    """A PNG in this colour with a lighter disc in it."""
    base = colour.to_bytes(3, "big")
    light = bytes(min(255, part + 70) for part in base)
    rows = b"".join(b"\0" + _row(line, base, light) for line in range(SIDE))
    header = struct.pack(">2I5B", SIDE, SIDE, 8, 2, 0, 0, 0)
    chunks = (_chunk(b"IHDR", header), _chunk(b"IDAT", zlib.compress(rows)), _chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _row(line: int, base: bytes, light: bytes) -> bytes:
    centre, radius = SIDE / 2, SIDE / 3
    inside = (((x - centre) ** 2 + (line - centre) ** 2) < radius**2 for x in range(SIDE))
    return b"".join(light if one else base for one in inside)


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


# Users and members


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
        self.raw = OBJECTS["user"] | {
            "id": self.id,
            "username": self.username,
            "discriminator": self.discriminator,
            "global_name": self.global_name,
            "avatar": self.avatar and self.avatar.hash,
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
        return self.timed_out_until is not None and self.timed_out_until.timestamp() > time.time()

    def partial(self) -> Json:
        """The member without the user, as in messages."""
        return OBJECTS["member"] | {
            "nick": self.nick,
            "avatar": self.avatar and self.avatar.hash,
            "roles": self.roles,
            "joined_at": self.joined_at,
            "communication_disabled_until": self.timed_out_until and self.timed_out_until.isoformat(),
        }

    def full(self) -> Json:
        return self.partial() | {"user": self.user.raw}
