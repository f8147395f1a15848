"""Words in pictures: one typeface, measured by the height of its capitals, as cached masks."""

import re
import unicodedata
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from threading import Lock
from typing import Literal, NamedTuple, TypeAlias

from PIL import Image, ImageFont

from games.kit.brush.cached import cached
from games.kit.brush.palette import Colour, Palette, Picture
from games.kit.brush.sheet import Sheet

Align: TypeAlias = Literal["left", "centre", "right"]

_CAPITALS = 0.711
"""The height of a capital of Roboto Condensed in parts of the type size."""
_ROOM = 0.4
"""The room above and below the capitals for accents and descenders, in parts of their height."""

_SHARES: dict[Align, float] = {"left": 0.0, "centre": 0.5, "right": 1.0}

_one_at_a_time = Lock()


@lru_cache(64)
def _font(capitals: float) -> ImageFont.FreeTypeFont:
    face = files("games.kit").joinpath("fonts/RobotoCondensed-Bold.ttf").read_bytes()
    return ImageFont.truetype(BytesIO(face), capitals / _CAPITALS, layout_engine=ImageFont.Layout.BASIC)


class _Word(NamedTuple):
    """A word in a mask: its letters (L), the box they need, and where the next word begins.

    Everything is measured from the start of the word, and down from the baseline.
    """

    letters: Picture
    at: tuple[int, int]
    left: int
    right: int
    step: int


@cached
def mask(text: str, capitals: float) -> Picture:
    """The text as a mask (L), its capitals `capitals` px high and halfway up; cached, so don't change it."""
    # The same words come up in other sentences, and a letter's place doesn't depend on the word before.
    blank, begins, words = _word(" ", capitals).step, 0, []
    for text_of_word in text.split(" "):
        word = _word(text_of_word, capitals)
        words.append((begins, word))
        begins += word.step + blank
    left = min(begins + word.left for begins, word in words)
    right = max(begins + word.right for begins, word in words)
    room = round(capitals * _ROOM)
    drawn = Image.new("L", (max(1, right - left), 2 * room + round(capitals)))
    for begins, word in words:
        (across, down), (wide, high) = word.at, word.letters.size
        x, y = begins - left + across, room + round(capitals) + down
        # As in `Sheet`: `Image.paste` spends more time on checks than on pasting.
        drawn.im.paste(word.letters.im, (x, y, x + wide, y + high))
    return _trimmed(drawn)


@lru_cache(1024)
def _word(text: str, capitals: float) -> _Word:
    # A FreeType face isn't thread-safe, and pictures are drawn in several threads.
    with _one_at_a_time:
        font = _font(capitals)
        drawn, (left, top) = font.getmask2(text, "L", anchor="ls")
        wide, high = drawn.size
        letters = Image.new("L", (max(1, wide), max(1, high)))
        if wide and high:
            letters.im.paste(drawn, (0, 0, wide, high))
        return _Word(letters, (left, top), left, left + wide, round(font.getlength(text)))


def _trimmed(drawn: Picture) -> Picture:
    """Without the rows that are empty at both the top and the bottom, so the middle stays the middle."""
    box = drawn.getbbox()
    spare = min(box[1], drawn.height - box[3]) if box else 0
    return drawn.crop((0, spare, drawn.width, drawn.height - spare))


@cached
def label(palette: Palette, text: str, capitals: float, ink: Colour, ground: Colour) -> Picture:
    """The text on a flat ground as a tile (P) of the palette; cached, so don't change it."""
    return inked(palette, mask(text, capitals), ink, ground)


def put(
    sheet: Sheet,
    words: str,
    capitals: float,
    inks: tuple[Colour, Colour],
    at: tuple[int, int],
    align: Align = "left",
) -> int:
    """Write on a flat part of a sheet, in the first of these inks; the second is the ground there.

    `at` is the middle of the capitals' height, at the named side. Returns how many px wide the words are.
    """
    if not words:
        return 0
    tile = label(sheet.palette, words, capitals, *inks)
    sheet.paste(tile, (at[0] - round(_SHARES[align] * tile.width), at[1] - tile.height // 2))
    return tile.width


def inked(palette: Palette, letters: Picture, ink: Colour, ground: Colour) -> Picture:
    """A mask (L) in ink on a flat ground (P), as if it had been pasted and fitted to the palette."""
    return palette.numbered(letters.size, letters.tobytes().translate(_shades(palette, ink, ground)))


@lru_cache(1024)
def _shades(palette: Palette, ink: Colour, ground: Colour) -> bytes:
    """By the level of a mask, the number of the palette's colour for that much ink on the ground."""
    ramp = Image.new("RGB", (256, 1), ground)
    ramp.paste(ink, (0, 0), Image.frombytes("L", (256, 1), bytes(range(256))))
    return palette.fit(ramp).tobytes()


@lru_cache(1024)
def shortened(text: str, capitals: float, room: int) -> str:
    """As much of the text as fits in `room` px, without characters that the typeface lacks; may be empty.

    Letters in fancy type become plain ones; emoji and scripts that the typeface lacks are left out.
    """
    words = " ".join("".join(map(_drawn, unicodedata.normalize("NFC", text))).split())
    if width(words, capitals) <= room:
        return words
    least, most = 0, len(words)
    while least < most:
        half = (least + most + 1) // 2
        least, most = (half, most) if width(_cut(words, half), capitals) <= room else (least, half - 1)
    cut = _cut(words, least)
    return cut if width(cut, capitals) <= room else ""


@lru_cache(64)
def in_lines(words: str, capitals: float, room: int) -> tuple[str, ...]:
    """The words in one line, or in two of about the same width if `room` px are too few for one.

    What doesn't fit is cut off.
    """
    single = words.split()
    lines = [words]
    if width(words, capitals) > room:
        breaks = [[" ".join(single[:at]), " ".join(single[at:])] for at in range(1, len(single))]
        lines = min(breaks, key=lambda two: max(width(line, capitals) for line in two), default=lines)
    return tuple(shortened(line, capitals, room) for line in lines)


def _cut(words: str, length: int) -> str:
    return words[:length].rstrip() + "…"


def fitting_name(name: str, capitals: float, room: int, *, has_badge: bool = False) -> str:
    """As much of a name as fits, like that; one with the letter of its seat keeps it, as in `Alex (B)`.

    It gives up the letter first if it stands by a badge with it.
    """
    words, mark = shortened(name, capitals, room), _MARK.search(name)
    if mark is None or words.endswith(mark[0]):
        return words
    alone = name[: mark.start()]
    if has_badge:
        return shortened(alone, capitals, room)
    rest = shortened(alone, capitals, room - width(mark[0], capitals))
    return f"{rest}{mark[0]}" if rest else ""


_MARK = re.compile(r" \([A-Z]\)$")


@lru_cache(4096)
def _drawn(sign: str) -> str:
    """The sign, or plain signs in its place, or nothing, as the typeface has them."""
    if _is_drawn(sign):
        return sign
    return "".join(filter(_is_drawn, unicodedata.normalize("NFKC", sign)))


@lru_cache(4096)
def _is_drawn(sign: str) -> bool:
    """Whether the typeface has this letter."""
    with _one_at_a_time:
        font = _font(20)
        if sign == " ":
            return True
        drawn, missing = font.getmask(sign), font.getmask("\ue000")
        return drawn.getbbox() is not None and bytes(drawn) != bytes(missing)


def width(text: str, capitals: float) -> int:
    """How many px wide the text is."""
    return mask(text, capitals).width


def write(
    image: Picture,
    text: str,
    at: tuple[float, float],
    capitals: float,
    ink: Colour,
    align: Align = "centre",
    degrees: float = 0,
) -> None:
    """Write on an RGB image; `at` is the middle of the capitals' height, at the named side.

    With `degrees` the text is turned clockwise about its middle, and `at` is that middle.
    """
    letters = mask(text, capitals)
    if degrees:
        letters = letters.rotate(-degrees, Image.Resampling.BICUBIC, expand=True)
    corner = round(at[0] - _SHARES[align] * letters.width), round(at[1] - letters.height / 2)
    image.paste(ink, corner, letters)
