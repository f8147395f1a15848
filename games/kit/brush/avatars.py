"""Avatars: photos, each with its own sixteen colours, cut to a circle."""

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageOps

from games.core import Seat
from games.kit.brush.cached import cached
from games.kit.brush.easel import FINE
from games.kit.brush.marks import NIGHT
from games.kit.brush.palette import Picture
from games.kit.brush.sheet import Sheet, shape_of
from games.kit.brush.sprites import on, sprite
from games.kit.faces import LEVELS, Face

COLOURS = 16
"""How many of a picture's 256 colours are reserved for each seat's avatar."""
_WIDE = 128
_LARGEST = 1024 * 1024
"""The most pixels we decode (4 MB). A file gives its size first, so larger ones are refused unread."""
_FORMATS = ("PNG", "JPEG", "WEBP", "GIF")


def first_colour(seat: Seat) -> int:
    """The number of the first colour of a seat's avatar, at the end of the palette."""
    return 256 - COLOURS * (seat + 1)


@lru_cache(256)
def colours(face: Face) -> Sequence[int]:
    """The avatar's colours as a flat list of red, green and blue; empty if it's missing or unreadable."""
    drawn = _photograph(face)
    return [] if drawn is None else (drawn.getpalette() or [])[: 3 * COLOURS]


def paste(sheet: Sheet, seat: Seat, face: Face, centre: tuple[int, int], size: int) -> bool:
    """Paste the avatar, `size` px across, on a sheet that has its colours. False if there is none."""
    drawn = _photograph(face)
    if drawn is None:
        return False
    corner = centre[0] - size // 2, centre[1] - size // 2
    sheet.paste(_numbered(face, size, first_colour(seat)), corner, _round(size))
    return True


@lru_cache(32)
def photograph(face: Face, size: int, most: int) -> Picture | None:
    """The avatar (P) `size` px square in at most this many colours of its own; None if there is none."""
    whole = _read(face)
    if whole is None:
        return None
    large = whole.resize((size, size), Image.Resampling.LANCZOS)
    return large.quantize(most, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


@cached
def _numbered(face: Face, size: int, first: int) -> Picture:
    """The avatar in its own colours, counted from `first`."""
    whole, palette = _read(face), _photograph(face)
    assert whole is not None
    assert palette is not None
    small = whole.resize((size, size), Image.Resampling.LANCZOS)
    fitted = small.quantize(palette=palette, dither=Image.Dither.NONE)
    return fitted.point(lambda number: number + first)


@lru_cache(256)
def _photograph(face: Face) -> Picture | None:
    """The avatar in the sixteen colours that all its sizes use."""
    whole = _read(face)
    if whole is None:
        return None
    return whole.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def _read(face: Face) -> Picture | None:
    """The avatar (RGB), square; None if it's missing or unreadable."""
    if face.computer:
        robot = face.computer.lower() if face.computer in LEVELS else "medium"
        return on(NIGHT, sprite("games.kit.brush", f"robot_{robot}", (_WIDE, _WIDE)))
    if not face.avatar:
        return None
    try:
        with Image.open(BytesIO(face.avatar), formats=_FORMATS) as opened:
            if opened.width * opened.height > _LARGEST:
                return None
            whole = opened.convert("RGBA")
    except Exception:
        # It's a stranger's file, and Pillow raises many kinds of errors for broken ones. Show no face then.
        return None
    return on(NIGHT, ImageOps.fit(whole, (_WIDE, _WIDE), Image.Resampling.LANCZOS))


@cached
def _round(size: int) -> Picture:
    """A full circle as a mask (L), 0 or 255."""
    fine = Image.new("L", (size * FINE, size * FINE))
    ImageDraw.Draw(fine).ellipse((0, 0, size * FINE - 1, size * FINE - 1), fill=255)
    return shape_of(fine.reduce(FINE))
