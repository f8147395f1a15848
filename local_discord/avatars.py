"""Pictures of people, made from a colour and a letter."""

import struct
import zlib
from html import escape

from local_discord.users import User

SIDE = 64


def svg(user: User) -> str:
    """A coloured square with the first letter of the name."""
    letter = next((one for one in user.name if one.isalnum()), "?").upper()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">'
        f'<rect width="{SIDE}" height="{SIDE}" fill="#{user.colour:06x}"/>'
        f'<text x="50%" y="50%" dy=".36em" text-anchor="middle" fill="#fff" '
        f'font-family="sans-serif" font-weight="600" font-size="34">{escape(letter)}</text></svg>'
    )


def png(user: User) -> bytes:
    """The colour with a lighter disc in it, for those that read no SVG."""
    base = user.colour.to_bytes(3, "big")
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
