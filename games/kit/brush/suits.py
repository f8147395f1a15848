"""The symbols of the four French suits, on cards and in words; the outline alone tells which is which."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from games.kit.brush.cached import cached
from games.kit.brush.easel import Easel, Ink, Point
from games.kit.brush.lettering import inked, mask, shortened, width, write
from games.kit.brush.palette import Colour, Palette, Picture, colour
from games.kit.cards import SUITS

INKS: dict[str, Colour] = {
    "♠": colour("#14182E"),
    "♥": colour("#C4122F"),
    "♦": colour("#D2490C"),
    "♣": colour("#0E5238"),
}
"""Two dark and two red suits, each in its own shade."""


class Curve(NamedTuple):
    """A cubic curve that starts where the last one ended, given by its two handles and its end."""

    first: Point
    second: Point
    end: Point


Path = tuple[Point, tuple[Curve, ...]]
"""The right half of an outline, from top to bottom, as shares of the height; the left half mirrors it."""

_HEART: Path = (
    (0, -0.3),
    (
        Curve((0.05, -0.44), (0.17, -0.5), (0.27, -0.5)),
        Curve((0.41, -0.5), (0.5, -0.38), (0.5, -0.23)),
        Curve((0.5, 0.06), (0.2, 0.22), (0, 0.5)),
    ),
)
_DIAMOND: Path = (
    (0, -0.5),
    (Curve((0.1, -0.3), (0.24, -0.12), (0.4, 0)), Curve((0.24, 0.12), (0.1, 0.3), (0, 0.5))),
)
_SPADE: Path = (
    (0, -0.5),
    (
        Curve((0.1, -0.28), (0.47, -0.1), (0.47, 0.14)),
        Curve((0.47, 0.27), (0.37, 0.35), (0.26, 0.35)),
        Curve((0.16, 0.35), (0.09, 0.3), (0.045, 0.22)),
        Curve((0.06, 0.36), (0.12, 0.45), (0.21, 0.5)),
        Curve((0.14, 0.5), (0.06, 0.5), (0, 0.5)),
    ),
)
_STALK: Path = (
    (0, -0.1),
    (
        Curve((0.1, -0.1), (0.09, 0), (0.05, 0.16)),
        Curve((0.06, 0.34), (0.13, 0.45), (0.22, 0.5)),
        Curve((0.14, 0.5), (0.06, 0.5), (0, 0.5)),
    ),
)
_LEAVES: tuple[Point, ...] = ((0, -0.27), (-0.275, 0.13), (0.275, 0.13))
_LEAF = 0.225

_FINENESS = 12
_SPARE = 3
"""Between letters and a suit, in px."""
_BLANK = 0.33
"""The width of a space next to a suit, as a share of the height of a capital."""


def pip(easel: Easel, suit: str, centre: Point, height: float, ink: Ink) -> None:
    """The sign of a suit, `height` px high, upside down if that is negative. Raises KeyError for others."""
    for path in _PATHS[suit]:
        easel.polygon([_placed(point, centre, height) for point in outline(path)], ink)
    if suit == "♣":
        for leaf in _LEAVES:
            easel.disc(_placed(leaf, centre, height), _LEAF * abs(height), ink)


_PATHS = {"♠": (_SPADE,), "♥": (_HEART,), "♦": (_DIAMOND,), "♣": (_STALK,)}


@lru_cache(32)
def outline(path: Path) -> tuple[Point, ...]:
    """The corners of a polygon that looks like the path and its mirror image."""
    right = tuple(_along(path))
    return right + tuple((-x, y) for x, y in reversed(right))


def _along(path: Path) -> Iterator[Point]:
    here, curves = path
    yield here
    for curve in curves:
        for step in range(1, _FINENESS + 1):
            yield _between(here, curve, step / _FINENESS)
        here = curve.end


def _between(start: Point, curve: Curve, share: float) -> Point:
    rest = 1 - share
    weights = rest**3, 3 * rest * rest * share, 3 * rest * share * share, share**3
    stations = (start, curve.first, curve.second, curve.end)
    return (
        sum(weight * x for weight, (x, _) in zip(weights, stations, strict=True)),
        sum(weight * y for weight, (_, y) in zip(weights, stations, strict=True)),
    )


def _placed(point: Point, centre: Point, height: float) -> Point:
    return centre[0] + point[0] * height, centre[1] + point[1] * height


@cached
def suited_label(palette: Palette, words: str, capitals: float, ink: Colour, ground: Colour) -> Picture:
    """Words with their suits on a flat ground as a tile (P) of the palette; cached, so don't change it."""
    if any(suit in words for suit in SUITS):
        return palette.fit(suited(words, capitals, ink, ground))
    # Most captions have no suits, so there's nothing to draw at four times the size.
    letters = mask(words.strip(), capitals)
    line = Image.new("L", (max(1, _room(words, capitals)), round(capitals * 1.5)))
    blanks = len(words) - len(words.lstrip())
    line.paste(letters, (round(blanks * _BLANK * capitals), round(capitals * 0.75 - letters.height / 2)))
    return inked(palette, line, ink, ground)


def suited(words: str, capitals: float, ink: Colour, ground: Colour) -> Picture:
    """Words as an image (RGB) on a flat ground, with suits drawn as on cards."""
    runs = _runs(words)
    rooms = [_room(run, capitals) for run in runs]
    easel, middle = Easel((max(1, sum(rooms)), round(capitals * 1.5)), ground), capitals * 0.75
    starts = [sum(rooms[:number]) for number in range(len(runs))]
    for left, run in zip(starts, runs, strict=True):
        if run in SUITS:
            pip(easel, run, (left + _room(run, capitals) / 2, middle), capitals * 0.95, ink)
    image = easel.finish()
    for left, run in zip(starts, runs, strict=True):
        if run not in SUITS:
            blanks = len(run) - len(run.lstrip())
            write(image, run.strip(), (left + blanks * _BLANK * capitals, middle), capitals, ink, "left")
    return image


@lru_cache(256)
def shortened_suited(text: str, capitals: float, room: int) -> str:
    """As much of a text, with its suits, as fits in `room` px; characters the typeface lacks are left out."""
    words = ""
    for run in _runs(text):
        left = room - sum(_room(other, capitals) for other in _runs(words))
        fits = run if run in SUITS else _cut(run, capitals, left)
        if _room(fits, capitals) > left:
            break
        words += fits
        if fits.endswith("…"):
            break
    return " ".join(words.split())


def _cut(run: str, capitals: float, room: int) -> str:
    """A run without suits, with a space before and after it if it had one."""
    before, behind = (" " if one.isspace() else "" for one in (run[0], run[-1]))
    words = shortened(run, capitals, round(room - 2 * _BLANK * capitals) - _SPARE)
    if not words:
        return before
    return before + words + ("" if words.endswith("…") else behind)


def _runs(words: str) -> list[str]:
    """The words cut before and after every suit."""
    for suit in SUITS:
        words = words.replace(suit, f"\0{suit}\0")
    return [run for run in words.split("\0") if run]


def _room(run: str, capitals: float) -> int:
    """How wide a suit is, or words without one."""
    if run in SUITS and run:
        return round(capitals * 1.1)
    blanks = len(run) - len(run.strip())
    return (width(run.strip(), capitals) + _SPARE if run.strip() else 0) + round(blanks * _BLANK * capitals)


def wrapped_suited(text: str, capitals: float, room: int, most: int) -> list[str]:
    """The text in at most so many lines; what doesn't fit is cut."""
    lines: list[str] = []
    words = text.split()
    while words and len(lines) < most - 1:
        count = len(words)
        while count > 1 and width(" ".join(words[:count]), capitals) > room:
            count -= 1
        lines.append(" ".join(words[:count]))
        words = words[count:]
    if words:
        lines.append(shortened_suited(" ".join(words), capitals, room))
    return lines
