"""PNG files, written quickly: mostly without row filters, which suits flat artwork, and with a fast deflate.

The compressed bytes depend on which deflate is installed; the pixels never do.
"""

import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from PIL import Image, ImageChops

Deflate = Callable[[Iterable[bytes | memoryview]], bytes]
"""Compresses pieces to whole bytes of a raw stream that doesn't refer to anything before it."""
Rows = Callable[[Image.Image], Iterable[bytes | memoryview]]
"""Gives the rows of an image as they will be compressed, in pieces."""
Checksum = Callable[[bytes | memoryview, int], int]
"""The checksum after one more piece, given the one before it."""

LARGE = 140_000
"""Files larger than this many bytes are worth some time to make smaller, for people on slow phones."""

ENOUGH = 0.93
"""A file of at most this share is small enough. For boards of tiles, filtering by the row above takes 3 ms
and saves a ninth; trying harder takes 7 ms and saves a sixth."""

_HEAD = 8
_BAND = 64
"""How many rows to take at a time: whole RGB or RGBA pictures would be copied three times."""


def slow(pieces: Iterable[bytes | memoryview]) -> bytes:
    """The deflate of the standard library."""
    stream = zlib.compressobj(1, wbits=-15)
    return b"".join([*map(stream.compress, pieces), stream.flush(zlib.Z_SYNC_FLUSH)])


def small(pieces: Iterable[bytes | memoryview]) -> bytes:
    """A sixth smaller than the quickest way, but 10 ms slower for a board."""
    stream = zlib.compressobj(3, wbits=-15)
    return b"".join([*map(stream.compress, pieces), stream.flush(zlib.Z_SYNC_FLUSH)])


def _quickest() -> tuple[Deflate, Checksum, Checksum]:
    """Deflate, Adler-32 and CRC-32: from `isal` if it's installed, otherwise from the standard library."""
    try:
        from isal import isal_zlib
    except ImportError:
        return slow, zlib.adler32, zlib.crc32

    def quick(pieces: Iterable[bytes | memoryview]) -> bytes:
        """The same bytes in every thread.

        For the third byte of a stream, ISA-L's result depends on the address of the thread's stack, unless
        the stream begins with so few bytes that it takes them one by one.
        """
        stream, rest = isal_zlib.compressobj(1, wbits=-15), iter(pieces)
        first = next(rest, b"")
        done = [stream.compress(first[:_HEAD]), stream.flush(isal_zlib.Z_SYNC_FLUSH)]
        done += map(stream.compress, chain([first[_HEAD:]], rest))
        return b"".join([*done, stream.flush(isal_zlib.Z_SYNC_FLUSH)])

    return quick, isal_zlib.adler32, isal_zlib.crc32


deflate, _adler, _crc = _quickest()

_COLOUR_TYPES = {"P": 3, "RGB": 2, "RGBA": 6}
_BEGINNING, _END = b"\x78\x01", b"\x03\x00"
"""The header of a zlib stream, and an empty last block."""
_MODULUS = 65521
"""Adler-32's modulus."""


class Strip(NamedTuple):
    """Some rows as a chunk of a PNG file, which can be cached."""

    height: int
    chunk: bytes
    pixels: int
    """How many bytes were compressed."""
    checksum: int
    """Their Adler-32."""


def encode(image: Image.Image, squeeze: Deflate | None = None) -> bytes:
    """The image as a PNG file, a large one written more slowly but smaller.

    Raises ValueError for modes other than P, RGB and RGBA.
    """
    if image.mode not in _COLOUR_TYPES:
        raise ValueError(f"A picture has the mode P, RGB or RGBA, not {image.mode}.")
    rows = _strip(image, squeeze or deflate)
    if squeeze is None and len(rows.chunk) > LARGE:
        rows = smaller(image, rows)
    colours = bytes(image.getpalette() or ()) if image.mode == "P" else b""
    return _file(image.width, image.mode, colours, [rows])


def strip(image: Image.Image) -> Strip:
    """Some rows (P) of a picture, written the quickest way."""
    return _strip(image, deflate)


def joined(width: int, colours: bytes, strips: Sequence[Strip]) -> bytes:
    """The PNG file of a picture (P) from its strips, from the top down; `colours` are its palette's."""
    return _file(width, "P", colours, strips)


def _file(width: int, mode: str, colours: bytes, strips: Sequence[Strip]) -> bytes:
    size = width, sum(rows.height for rows in strips)
    checksum = 1
    for rows in strips:
        checksum = _after(checksum, rows.checksum, rows.pixels)
    chunks = [_chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, _COLOUR_TYPES[mode], 0, 0, 0))]
    chunks += [_chunk(b"PLTE", colours)] if colours else []
    chunks += [_chunk(b"IDAT", _BEGINNING), *(rows.chunk for rows in strips)]
    chunks += [_chunk(b"IDAT", _END + struct.pack(">I", checksum)), _chunk(b"IEND", b"")]
    return b"".join([b"\x89PNG\r\n\x1a\n", *chunks])


def _after(one: int, other: int, length: int) -> int:
    """The Adler-32 of two pieces from that of each; `length` is how long the second one is."""
    low, high = (one & 0xFFFF) - 1, one >> 16
    sums = (low + (other & 0xFFFF)) % _MODULUS, (high + (other >> 16) + length * low) % _MODULUS
    return sums[0] | sums[1] << 16


def _strip(image: Image.Image, squeeze: Deflate, write: Rows | None = None) -> Strip:
    pieces = list((write or _rows)(image))
    checksum = 1
    for piece in pieces:
        checksum = _adler(piece, checksum)
    return Strip(image.height, _chunk(b"IDAT", squeeze(pieces)), sum(map(len, pieces)), checksum)


def smaller(image: Image.Image, quickest: Strip) -> Strip:
    """The rows of a large picture in fewer bytes, if that can be done."""
    if image.mode == "P":
        filtered = _strip(image, deflate, _differences)
        if len(filtered.chunk) < ENOUGH * len(quickest.chunk):
            return filtered
    return min(quickest, _strip(image, small), key=lambda rows: len(rows.chunk))


def _differences(image: Image.Image) -> Iterator[memoryview]:
    """Each row (P) as its difference from the row above (filter type 2).

    The first row isn't filtered (type 0), because there may be another strip above it.
    """
    above = image.crop((0, -1, image.width, image.height - 1))
    wide = Image.new("P", (image.width + 1, image.height), 2)
    wide.paste(ImageChops.subtract_modulo(image, above), (1, 0))
    wide.putpixel((0, 0), 0)
    rows = memoryview(wide.tobytes())
    yield rows[:_HEAD]
    yield rows[_HEAD:]


def _rows(image: Image.Image) -> Iterator[memoryview]:
    """Some rows at a time, each after a zero, the filter type of an unfiltered row."""
    if image.mode == "P":
        # One byte per pixel: Pillow pads each row with a zero, which serves as the next row's filter type.
        # The first row's zero is added in front, and the last one is cut off.
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
    return b"".join([struct.pack(">I", len(body)), name, body, struct.pack(">I", _crc(body, _crc(name, 0)))])
