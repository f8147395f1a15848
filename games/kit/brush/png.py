"""PNG files, written the quick way: mostly no row filters, which suits flat artwork, and a fast deflate.

Only the compressed bytes depend on which deflate is installed; the pixels never do.
"""

import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from PIL import Image, ImageChops

Deflate = Callable[[Iterable[bytes | memoryview]], bytes]
"""Compresses what comes in pieces to whole bytes of a raw stream, which need nothing before them."""
Rows = Callable[[Image.Image], Iterable[bytes | memoryview]]
"""Tells the rows of an image as they are compressed, in pieces."""
Checksum = Callable[[bytes | memoryview, int], int]
"""The checksum of a piece behind others, from theirs."""

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
    stream = zlib.compressobj(1, wbits=-15)
    return b"".join([*map(stream.compress, pieces), stream.flush(zlib.Z_SYNC_FLUSH)])


def small(pieces: Iterable[bytes | memoryview]) -> bytes:
    """What comes out is a sixth smaller than the quickest way has it, and takes 10 ms more for a board."""
    stream = zlib.compressobj(3, wbits=-15)
    return b"".join([*map(stream.compress, pieces), stream.flush(zlib.Z_SYNC_FLUSH)])


def _quickest() -> tuple[Deflate, Checksum, Checksum]:
    """Deflate, Adler-32 and CRC-32: of `isal` if its wheel exists for the machine, else of the library."""
    try:
        from isal import isal_zlib
    except ImportError:
        return slow, zlib.adler32, zlib.crc32

    def quick(pieces: Iterable[bytes | memoryview]) -> bytes:
        """Equal bytes wherever it is called.

        What ISA-L looks up for the third byte of a stream depends on where its thread's stack lies, unless
        it has begun with so few bytes that it takes them one by one.
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
"""Of a zlib stream: its header, and an empty last block."""
_MODULUS = 65521
"""That of Adler-32."""


class Strip(NamedTuple):
    """Some rows as they stand in a file: a chunk of their own, which can be kept."""

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
        told_by_above = _strip(image, deflate, _differences)
        if len(told_by_above.chunk) < ENOUGH * len(quickest.chunk):
            return told_by_above
    return min(quickest, _strip(image, small), key=lambda rows: len(rows.chunk))


def _differences(image: Image.Image) -> Iterator[memoryview]:
    """Each row (P) as what it differs by from the row above, behind a two, the sign for that.

    The first one is told whole, behind a zero: above it there may be another strip.
    """
    above = image.crop((0, -1, image.width, image.height - 1))
    wide = Image.new("P", (image.width + 1, image.height), 2)
    wide.paste(ImageChops.subtract_modulo(image, above), (1, 0))
    wide.putpixel((0, 0), 0)
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
    return b"".join([struct.pack(">I", len(body)), name, body, struct.pack(">I", _crc(body, _crc(name, 0)))])
