"""Files: read from a request, kept, and served as by Discord's CDN, emojis and avatars too."""

import base64
import mimetypes
import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from aiohttp import BodyPartReader, MultipartReader, web
from aiohttp.http_exceptions import HttpProcessingError
from cachetools import FIFOCache

from local_discord.channels import Attachment
from local_discord.codec import Json, new_snowflake
from local_discord.errors import found, too_large
from local_discord.forms import given
from local_discord.users import Avatar, default_avatar
from local_discord.world import World

FILE_BYTES_MOST = 10 * 1024 * 1024
REQUEST_BYTES_MOST = 25 * 1024 * 1024
KEPT_BYTES_MOST = 256 * 1024 * 1024
RETIRED_MOST = 200

_CHUNK = 256 * 1024
"""How much of a part is read at once. With aiohttp's 8 KiB every picture would take many reads."""

_PNG = b"\x89PNG\r\n\x1a\n"
_UNSAFE = re.compile(r"[^\w.\-]+")


@dataclass(frozen=True, slots=True)
class Upload:
    """One file of a request, sent in the field `files[n]`."""

    number: int
    filename: str
    content_type: str
    content: bytes


async def read_multipart(reader: MultipartReader) -> tuple[bytes | None, list[Upload]]:
    """The `payload_json` part and the files of a multipart body.

    Raises ValueError if the body isn't one, and `APIError` if it's larger than Discord allows.
    """
    payload: bytes | None = None
    uploads: list[Upload] = []
    left = REQUEST_BYTES_MOST
    try:
        async for part in reader:
            if not isinstance(part, BodyPartReader):
                raise ValueError("A part has parts of its own.")
            content, size = await _content(part, left)
            left -= size
            name = part.name or ""
            if name == "payload_json":
                payload = content
            elif name.startswith("files[") or name == "file":
                uploads.append(_upload(part, name, content))
    except HttpProcessingError as error:
        raise ValueError(str(error)) from None
    if left < 0:
        raise too_large()
    return payload, uploads


async def _content(part: BodyPartReader, most: int) -> tuple[bytes, int]:
    """The content and its size. What exceeds `most` is read, so that the sender can finish, and discarded."""
    read, size = bytearray(), 0
    while chunk := await part.read_chunk(_CHUNK):
        size += len(chunk)
        if size <= most:
            read += chunk
    return bytes(read), size


def _upload(part: BodyPartReader, name: str, content: bytes) -> Upload:
    number = re.sub(r"\D", "", name)
    filename = part.filename or "unknown"
    guess = mimetypes.guess_type(filename)[0]
    stated = part.headers.get("Content-Type", "").split(";")[0].strip()
    return Upload(int(number or 0), filename, guess or stated or "application/octet-stream", content)


def size_of_picture(content: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG or a GIF, in pixels."""
    if content.startswith(_PNG) and len(content) >= 24:
        return int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")
    if content[:6] in (b"GIF87a", b"GIF89a"):
        return int.from_bytes(content[6:8], "little"), int.from_bytes(content[8:10], "little")
    return None


class AttachmentStore:
    """Every attached file by its path. The oldest are dropped when all of them take too much memory."""

    def __init__(self) -> None:
        self.url = ""
        self._files = FIFOCache[str, tuple[bytes, str]](KEPT_BYTES_MOST, lambda file: len(file[0]))
        self._retired: deque[Attachment] = deque()

    def keep(self, upload: Upload, channel_id: str, stated: Json | None = None) -> Attachment:
        """Stores the file and returns its attachment. Refuses files over 10 MiB with 40005."""
        if len(upload.content) > FILE_BYTES_MOST:
            raise too_large()
        stated = stated or {}
        identity = new_snowflake()
        filename = _UNSAFE.sub("_", str(stated.get("filename") or upload.filename)) or "unknown"
        path = f"/attachments/{channel_id}/{identity}/{filename}"
        self._put(path, upload)
        url = self.url + path
        raw: Json = {"id": identity, "filename": filename, "size": len(upload.content)}
        raw |= {"url": url, "proxy_url": url, "content_type": upload.content_type}
        width, height = size_of_picture(upload.content) or (None, None)
        raw |= given(description=stated.get("description") or None, width=width, height=height)
        return Attachment(identity, path, raw)

    @property
    def size(self) -> int:
        """How many bytes they have together."""
        return int(self._files.currsize)

    def fetch(self, path: str) -> tuple[bytes, str] | None:
        """The content and its type, or None if the file is gone."""
        return self._files.get(path)

    def retire(self, attachments: Sequence[Attachment]) -> None:
        """Drops files that no message shows anymore, but not at once: a page may be downloading them."""
        self._retired.extend(attachments)
        while len(self._retired) > RETIRED_MOST:
            self.drop([self._retired.popleft()])

    def drop(self, attachments: Sequence[Attachment]) -> None:
        for attachment in attachments:
            self._files.pop(attachment.path, None)

    def _put(self, path: str, upload: Upload) -> None:
        self._files[path] = (upload.content, upload.content_type)


# Serving them

SIZES = frozenset(str(1 << power) for power in range(4, 13))
"""What `size` can be: 16 to 4096. A picture is always served in its original size and format."""
FORMATS = "png|jpg|jpeg|webp|gif"


@dataclass(frozen=True, slots=True)
class Cdn:
    """Answers requests for files."""

    _world: World
    _attachments: AttachmentStore

    def add_to(self, application: web.Application) -> None:
        add = application.router.add_get
        named = f"{{hash}}.{{extension:{FORMATS}}}"
        add("/attachments/{path:.+}", self._attachment)
        add("/emojis/{emoji_id}.{extension}", self._emoji)
        add("/embed/avatars/{number:[0-5]}.png", self._default_avatar)
        add(f"/avatars/{{user_id}}/{named}", self._avatar)
        add(f"/welcomes/{{channel_id}}/{named}", self._welcome)
        add(f"/guilds/{{guild_id}}/users/{{user_id}}/avatars/{named}", self._member_avatar)

    async def _attachment(self, request: web.Request) -> web.StreamResponse:
        return _lasting(*found(self._attachments.fetch(request.path), web.HTTPNotFound()))

    async def _emoji(self, request: web.Request) -> web.StreamResponse:
        image = self._world.emoji_images.get(request.match_info["emoji_id"], "")
        head, _, content = image.partition(",")
        if not content:
            raise web.HTTPNotFound
        kind = head.removeprefix("data:").split(";")[0]
        return web.Response(body=base64.b64decode(content), content_type=kind)

    async def _default_avatar(self, request: web.Request) -> web.StreamResponse:
        content = default_avatar(int(request.match_info["number"]))
        return web.Response(body=content, content_type="image/png")

    async def _avatar(self, request: web.Request) -> web.StreamResponse:
        world, wanted = self._world, request.match_info["user_id"]
        webhook = world.webhooks.get(wanted)
        user = webhook.user if webhook else world.users.get(wanted)
        return _picture(request, user.avatar if user else None)

    async def _welcome(self, request: web.Request) -> web.StreamResponse:
        return _picture(request, self._world.welcome_pictures.get(request.match_info["channel_id"]))

    async def _member_avatar(self, request: web.Request) -> web.StreamResponse:
        guild = self._world.guilds.get(request.match_info["guild_id"])
        member = guild.members.get(request.match_info["user_id"]) if guild else None
        return _picture(request, member.avatar if member else None)


def _picture(request: web.Request, avatar: Avatar | None) -> web.StreamResponse:
    """The file, if it's still this picture. 415 for a GIF of a still picture, 400 for an invalid size."""
    if avatar is None or avatar.hash != request.match_info["hash"]:
        raise web.HTTPNotFound
    if request.match_info["extension"] == "gif" and not avatar.hash.startswith("a_"):
        raise web.HTTPUnsupportedMediaType
    if request.query.get("size", "128") not in SIZES:
        raise web.HTTPBadRequest
    return _lasting(avatar.file, avatar.content_type)


def _lasting(content: bytes, content_type: str) -> web.StreamResponse:
    """A file that never changes at its address."""
    headers = {"Content-Type": content_type, "Cache-Control": "max-age=86400, immutable"}
    return web.Response(body=content, headers=headers)
