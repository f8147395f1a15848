"""Avatars are files from strangers: whatever they contain, we draw a picture, with the face or without."""

import struct
import warnings
import zlib
from io import BytesIO
from random import Random

import pytest
from PIL import Image

from games.core import Seat
from games.kit.brush.header import Cell
from games.kit.brush.scene import Scene, palette_of
from games.kit.brush.sheet import Sheet
from games.kit.faces import Face
from tests.games.pictures import opened, photograph

GREEN = (40, 90, 60)


PALETTE = palette_of(GREEN, 1, ())


def drawn(avatar: bytes) -> bytes:
    return Scene(Sheet.of(PALETTE, (1180, 20), GREEN), PALETTE, GREEN, [Cell(Seat(0))]).png(
        [Face("Ada", avatar)]
    )


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png_of(width: int, height: int, pixels: int) -> bytes:
    """A PNG that claims this size and holds this many pixels, all alike."""
    header = struct.pack(">2I5B", width, height, 8, 0, 0, 0, 0)
    packed = zlib.compress(bytes(pixels), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def webp_of(width: int, height: int) -> bytes:
    """The beginning of an animation that claims this size."""
    size = struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3]
    body = b"WEBPVP8X" + struct.pack("<I", 10) + b"\x02\0\0\0" + size
    return b"RIFF" + struct.pack("<I", len(body)) + body


def gif_of(width: int, height: int, frame: int) -> bytes:
    """A GIF with one frame that is larger than the file claims."""
    file = BytesIO()
    Image.new("P", (2, 2)).save(file, "GIF")
    small = file.getvalue()
    at = small.index(b",\0\0\0\0") + 5
    return (
        small[:6]
        + struct.pack("<2H", width, height)
        + small[10:at]
        + struct.pack("<2H", frame, frame)
        + small[at + 4 :]
    )


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_a_face_of_every_format_is_shown(kind: str) -> None:
    assert drawn(photograph(1, kind)) != drawn(b"")


@pytest.mark.parametrize(
    "file",
    [
        png_of(1025, 1024, 1024 * 1026),
        png_of(4_000, 4_000, 4_000 * 4_001),
        png_of(12_000, 12_000, 1_000_000),
        png_of(60_000, 60_000, 1_000_000),
        png_of(2_000_000_000, 2_000_000_000, 9),
        webp_of(16_383, 16_383),
        gif_of(65_535, 65_535, 2),
        gif_of(2, 2, 65_535),
    ],
    ids=["a little too large", "a bomb", "a larger one", "a huge one", "absurd", "webp", "gif", "gif frame"],
)
def test_a_bomb_is_not_decoded_and_leaves_the_badge(file: bytes) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # as it is outside of tests, where Pillow's aren't errors
        assert drawn(file) == drawn(b"")


def test_a_file_that_is_cut_or_changed_anywhere_spoils_no_picture() -> None:
    rng = Random(0)
    for kind in ("PNG", "JPEG", "WEBP", "GIF"):
        whole = photograph(2, kind)
        for _ in range(25):
            broken = bytearray(whole[: rng.randrange(1, len(whole))])
            for _ in range(rng.randrange(1, 9)):
                broken[rng.randrange(len(broken))] = rng.randrange(256)
            assert opened(drawn(bytes(broken))).size == (1180, 152)


def test_a_transparent_avatar_lies_on_the_night() -> None:
    file = BytesIO()
    Image.new("RGBA", (64, 64)).save(file, "PNG")
    assert opened(drawn(file.getvalue())).getpixel((50, 40)) == (11, 16, 38)
