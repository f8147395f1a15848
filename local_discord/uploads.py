"""Files: reading them from a request, their properties, and where they can be downloaded."""

import mimetypes
import re
from collections import OrderedDict, deque
from collections.abc import Sequence
from dataclasses import dataclass

from aiohttp import BodyPartReader, MultipartReader
from aiohttp.http_exceptions import HttpProcessingError

from local_discord.channels import Attachment
from local_discord.codec import Json
from local_discord.errors import too_large
from local_discord.snowflake import new_snowflake

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
        self._files: OrderedDict[str, tuple[bytes, str]] = OrderedDict()
        self.bytes = 0
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
        if stated.get("description"):
            raw["description"] = stated["description"]
        size = size_of_picture(upload.content)
        if size:
            raw["width"], raw["height"] = size
        return Attachment(identity, path, raw)

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
            content, _ = self._files.pop(attachment.path, (b"", ""))
            self.bytes -= len(content)

    def _put(self, path: str, upload: Upload) -> None:
        self._files[path] = (upload.content, upload.content_type)
        self.bytes += len(upload.content)
        while self.bytes > KEPT_BYTES_MOST:
            _, (content, _) = self._files.popitem(last=False)
            self.bytes -= len(content)
