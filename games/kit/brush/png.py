"""PNG files, written the quick way: mostly no row filters, which suits flat artwork, and a fast deflate.

Only the compressed bytes depend on which deflate is installed; the pixels never do.
"""

import struct
import zlib
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from PIL import Image, ImageChops

Deflate = Callable[[Iterable[bytes | memoryview]], bytes]
"""Compresses what comes in pieces."""

LARGE = 140_000
"""Bytes of pixels from which on it is worth some time to write less, for people on slow telephones."""

ENOUGH = 0.93
"""The share of these bytes that is small enough. What boards of tiles have in common with the row above takes
3 ms to find and saves a ninth; trying harder takes 7 ms and saves a sixth."""

_HEAD = 8
_BAND = 64
"""Rows at a time: whole pictures in three or four colours would be copied three times on the way."""


def slow(pieces: Iterable[bytes | memoryview]) -> bytes:
    """The deflate of the standard library."""
    stream = zlib.compressobj(1)
    return b"".join([*map(stream.compress, pieces), stream.flush()])


def small(pieces: Iterable[bytes | memoryview]) -> bytes:
    """What comes out is a sixth smaller than the quickest way has it, and takes 10 ms more for a board."""
    stream = zlib.compressobj(3)
    return b"".join([*map(stream.compress, pieces), stream.flush()])


def _quickest() -> Deflate:
    """`isal` if its wheel exists for the machine, else the standard library."""
    try:
        from isal import isal_zlib
    except ImportError:
        return slow

    def quick(pieces: Iterable[bytes | memoryview]) -> bytes:
        """Equal bytes wherever it is called.

        What ISA-L looks up for the third byte of a stream depends on where its thread's stack lies, unless
        it has begun with so few bytes that it takes them one by one.
        """
        stream, rest = isal_zlib.compressobj(1), iter(pieces)
        first = next(rest, b"")
        done = [stream.compress(first[:_HEAD]), stream.flush(isal_zlib.Z_SYNC_FLUSH)]
        done += map(stream.compress, chain([first[_HEAD:]], rest))
        return b"".join([*done, stream.flush()])

    return quick


deflate: Deflate = _quickest()
"""What `encode` compresses with, unless told otherwise."""

_COLOUR_TYPES = {"P": 3, "RGB": 2, "RGBA": 6}


def encode(image: Image.Image, squeeze: Deflate | None = None) -> bytes:
    """The image as a PNG file, a large one written more slowly but smaller.

    Raises ValueError for modes other than P, RGB and RGBA.
    """
    if image.mode not in _COLOUR_TYPES:
        raise ValueError(f"A picture has the mode P, RGB or RGBA, not {image.mode}.")
    header = struct.pack(">IIBBBBB", *image.size, 8, _COLOUR_TYPES[image.mode], 0, 0, 0)
    parts = [b"\x89PNG\r\n\x1a\n", _chunk(b"IHDR", header)]
    if image.mode == "P":
        parts.append(_chunk(b"PLTE", bytes(image.getpalette() or ())))
    pixels = (squeeze or deflate)(_rows(image))
    if squeeze is None and len(pixels) > LARGE:
        pixels = _smaller(image, pixels)
    parts += [_chunk(b"IDAT", pixels), _chunk(b"IEND", b"")]
    return b"".join(parts)


def _smaller(image: Image.Image, quickest: bytes) -> bytes:
    """The pixels of a large picture in fewer bytes, if that can be done."""
    if image.mode == "P":
        told_by_above = deflate(_differences(image))
        if len(told_by_above) < ENOUGH * len(quickest):
            return told_by_above
    return min(quickest, small(_rows(image)), key=len)


def _differences(image: Image.Image) -> Iterator[memoryview]:
    """Each row (P) as what it differs by from the row above, behind a two, the sign for that."""
    above = image.crop((0, -1, image.width, image.height - 1))
    wide = Image.new("P", (image.width + 1, image.height), 2)
    wide.paste(ImageChops.subtract_modulo(image, above), (1, 0))
    rows = memoryview(wide.tobytes())
    yield rows[:_HEAD]
    yield rows[_HEAD:]


def _rows(image: Image.Image) -> Iterator[memoryview]:
    """Some rows at a time, each behind a zero, the sign of an unfiltered one."""
    if image.mode == "P":
        # One byte a pixel: Pillow writes rows one byte longer, which is a zero behind each. The first row's
        # zero comes before, and nothing follows the last row.
        rows = memoryview(image.tobytes("raw", "P", image.width + 1))[:-1]
        yield memoryview(b"\0" + rows[: _HEAD - 1])
        yield rows[_HEAD - 1 :]
        return
    length = image.width * len(image.getbands())
    for top in range(0, image.height, _BAND):
        band = image.crop((0, top, image.width, min(top + _BAND, image.height)))
        pixels = memoryview(band.tobytes())
        starts = range(0, len(pixels), length)
        yield memoryview(b"\0" + b"\0".join([pixels[start : start + length] for start in starts]))


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
