"""Avatars: photos, each with its own sixteen colours, cut to a circle."""

import re
from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageOps

from games.core import Seat
from games.kit.brush.cached import cached
from games.kit.brush.easel import FINE, Easel
from games.kit.brush.lettering import shortened, write
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, PAPER, WIDTH
from games.kit.brush.palette import Colour, Picture
from games.kit.brush.sheet import Sheet, shape_of
from games.kit.brush.sprites import drawn, on, sprite, svg
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
    photo = _photograph(face)
    return [] if photo is None else (photo.getpalette() or [])[: 3 * COLOURS]


def paste(sheet: Sheet, seat: Seat, face: Face, centre: tuple[int, int], size: int) -> bool:
    """Paste the avatar, `size` px across, on a sheet that has its colours. False if there is none."""
    photo = _photograph(face)
    if photo is None:
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


@cached
def initials(name: str, size: int, ring: int) -> Picture:
    """What stands behind an avatar `size` px across (RGBA): a ring of that many px, with letters inside it.

    They are the first of the name, or a silhouette if there are none. Cached, so don't change it.
    """
    whole = size + 2 * ring
    easel, half = Easel((whole, whole), ACCENT), whole / 2
    easel.disc((half, half), size / 2, NIGHT)
    letters = "".join(filter(str.isalnum, shortened(name, 34, WIDTH)))[:2]
    if not letters:
        easel.disc((half, half - size * 0.1), size * 0.17, CREAM)
        easel.arc((half, half + size * 0.4), size * 0.33, (180, 360), CREAM, size * 0.33)
    image = easel.finish()
    write(image, letters, (half, half), size * 0.37, CREAM)
    return rounded(image)


def robot(level: str, size: int, ring: int) -> Picture:
    """The portrait of a computer, such as `medium`, in a ring of that many px (RGBA)."""
    whole = size + 2 * ring
    image, face = (
        Image.new("RGB", (whole, whole), CREAM),
        sprite("games.kit.brush", f"robot_{level}", (size, size)),
    )
    image.paste(face, (ring, ring), rounded(face))
    return rounded(image)


def rounded(image: Picture) -> Picture:
    """What's inside the largest circle (RGBA), with a soft edge."""
    easel, half = Easel(image.size, (0, 0, 0)), image.width / 2
    easel.disc((half, half), half, PAPER)
    round_one = image.convert("RGBA")
    round_one.putalpha(easel.finish().convert("L"))
    return round_one


def _read(face: Face) -> Picture | None:
    """The avatar (RGB), square; None if it's missing or unreadable."""
    if face.computer:
        return _robot(face.computer.lower() if face.computer in LEVELS else "medium", face.ground)
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


def _robot(level: str, ground: Colour | None) -> Picture:
    """The portrait of a computer (RGB), with this colour in place of its own behind it."""
    markup = drawn("games.kit.brush", f"robot_{level}")
    if ground is not None:  # the first shape of each is what's behind it
        markup = _FILL.sub(f'fill="#{bytes(ground).hex()}"', markup, count=1)
    whole = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{markup}</svg>'
    return on(NIGHT, svg(whole, (_WIDE, _WIDE)))


_FILL = re.compile('fill="[^"]*"')


@cached
def _round(size: int) -> Picture:
    """A full circle as a mask (L), 0 or 255."""
    fine = Image.new("L", (size * FINE, size * FINE))
    ImageDraw.Draw(fine).ellipse((0, 0, size * FINE - 1, size * FINE - 1), fill=255)
    return shape_of(fine.reduce(FINE))
