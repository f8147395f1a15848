"""Avatars: a photograph each in sixteen colours of its own, cut round."""

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageOps

from games.core import Seat
from games.faces import Face
from games.kit.brush.easel import FINE
from games.kit.brush.kept import kept
from games.kit.brush.marks import NIGHT
from games.kit.brush.palette import Picture
from games.kit.brush.sheet import Sheet
from games.kit.brush.sprites import on, sprite

COLOURS = 16
"""The part of a picture's 256 colours that each seat's avatar has for itself."""
_WIDE = 128
_LARGEST = 1024 * 1024
"""The most pixels that are decoded: 4 MB. The size stands at the beginning of a file, before its pixels."""
_FORMATS = ("PNG", "JPEG", "WEBP", "GIF")


def first_colour(seat: Seat) -> int:
    """The number of the first colour of a seat's avatar; they lie at the end of the palette."""
    return 256 - COLOURS * (seat + 1)


@lru_cache(256)
def colours(face: Face) -> Sequence[int]:
    """The colours of the avatar, red, green and blue in turns; empty if there is none that can be read."""
    drawn = _photograph(face)
    return [] if drawn is None else (drawn.getpalette() or [])[: 3 * COLOURS]


def paste(sheet: Sheet, seat: Seat, face: Face, centre: tuple[int, int], size: int) -> bool:
    """Lay the avatar, `size` px across, on a sheet that has its colours. False if there is none."""
    drawn = _photograph(face)
    if drawn is None:
        return False
    corner = centre[0] - size // 2, centre[1] - size // 2
    sheet.paste(_numbered(face, size, first_colour(seat)), corner, _round(size))
    return True


@kept
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
    """The avatar in sixteen colours, from which all its sizes take theirs."""
    whole = _read(face)
    if whole is None:
        return None
    return whole.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def _read(face: Face) -> Picture | None:
    """The avatar (RGB), square; None if there is none or nothing can be made of the file."""
    if face.is_computer:
        return on(NIGHT, sprite("games.kit.brush", "robot", (_WIDE, _WIDE)))
    if not face.avatar:
        return None
    try:
        with Image.open(BytesIO(face.avatar), formats=_FORMATS) as opened:
            if opened.width * opened.height > _LARGEST:
                return None
            whole = opened.convert("RGBA")
    except Exception:
        # A stranger's file, and Pillow's readers raise many things for a broken one. It only costs the face.
        return None
    return on(NIGHT, ImageOps.fit(whole, (_WIDE, _WIDE), Image.Resampling.LANCZOS))


@kept
def _round(size: int) -> Picture:
    """A full circle as a mask (L), 0 or 255."""
    fine = Image.new("L", (size * FINE, size * FINE))
    ImageDraw.Draw(fine).ellipse((0, 0, size * FINE - 1, size * FINE - 1), fill=255)
    return fine.reduce(FINE).point(lambda level: 255 if level > 127 else 0)
