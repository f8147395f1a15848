"""Chance against what's expected as a picture: a scale for each game, with a band for what luck brings."""

from dataclasses import dataclass
from functools import lru_cache

from games.kit.brush import parlour
from games.kit.brush.easel import Easel
from games.kit.brush.lettering import shortened, width, write
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, WIDTH
from games.kit.brush.palette import Palette, Picture, colour
from games.kit.brush.parlour import PANEL, SOFT, STRIPE, WALL
from games.kit.brush.png import joined, strip
from games.kit.brush.sheet import Sheet

_HEAD, _RAIL, _ROW, _FOOT = 104, 14, 150, 92
_LEFT, _RIGHT = 50, WIDTH - 50
_TITLE, _LABEL, _SMALL = 47, 40, 35
_WIDEST = 4.0
"""How many standard deviations the scale shows on either side; what's further off stands at its end."""
_USUAL = 2.0
_TROUGH, _BAND, _ODD = colour("#0A1D1A"), colour("#3FA34D"), colour("#E0803A")


@dataclass(frozen=True)
class Gauge:
    """A row: what is counted, how often it came, and how far that's off, in standard deviations."""

    label: str
    count: str
    off: float


@dataclass(frozen=True)
class Luck:
    """All that the picture shows, in whole words."""

    title: str
    less: str
    usual: str
    more: str
    gauges: tuple[Gauge, ...]

    def png(self) -> bytes:
        """A PNG, 1180 px wide."""
        return _drawn(self)


def _drawn(luck: Luck) -> bytes:
    high = _HEAD + _RAIL + len(luck.gauges) * _ROW + _FOOT
    easel = Easel((WIDTH, high), WALL)
    parlour.wall(easel, high, 0)
    easel.plate((0, 0, WIDTH, _HEAD), 0, PANEL)
    parlour.rail(easel, _HEAD, _RAIL)
    tops = [_HEAD + _RAIL + number * _ROW for number in range(len(luck.gauges))]
    for gauge, top in zip(luck.gauges, tops, strict=True):
        _scale(easel, gauge.off, top + 112)
    image = easel.finish()
    write(image, shortened(luck.title, _TITLE, WIDTH - 2 * _LEFT), (_LEFT, _HEAD / 2), _TITLE, CREAM, "left")
    for gauge, top in zip(luck.gauges, tops, strict=True):
        _words(image, gauge, top + 52)
    foot = high - _FOOT + 46
    for words, x, align in ((luck.less, _LEFT, "left"), (luck.more, _RIGHT, "right")):
        write(image, words, (x, foot), _SMALL, SOFT, "left" if align == "left" else "right")
    write(image, luck.usual, (WIDTH / 2, foot), _SMALL, CREAM)
    sheet = Sheet.of(_palette(), image.size, WALL)
    sheet.paste(_palette().fit(image), (0, 0))
    return joined(WIDTH, _palette().flat, [strip(sheet.pixels)])


def _x(off: float) -> float:
    """Where this many standard deviations are."""
    within = max(-_WIDEST, min(_WIDEST, off))
    return WIDTH / 2 + within / _WIDEST * ((_RIGHT - _LEFT) / 2 - 30)


def _scale(easel: Easel, off: float, y: float) -> None:
    easel.plate((_LEFT, y - 18, _RIGHT, y + 18), 18, _TROUGH)
    easel.plate((_x(-_USUAL), y - 18, _x(_USUAL), y + 18), 0, _BAND)
    easel.plate((_x(0) - 3, y - 28, _x(0) + 3, y + 28), 3, CREAM)
    easel.disc((_x(off), y), 30, NIGHT)
    easel.disc((_x(off), y), 24, ACCENT if abs(off) <= _USUAL else _ODD)


def _words(image: Picture, gauge: Gauge, y: float) -> None:
    write(image, gauge.count, (_RIGHT, y), _SMALL, ACCENT, "right")
    room = _RIGHT - _LEFT - width(gauge.count, _SMALL) - 40
    write(image, shortened(gauge.label, _LABEL, room), (_LEFT, y), _LABEL, CREAM, "left")


@lru_cache(1)
def _palette() -> Palette:
    accents = [WALL, STRIPE, PANEL, CREAM, SOFT, ACCENT, NIGHT, _TROUGH, _BAND, _ODD]
    edges = [(ink, ground) for ink in (CREAM, SOFT, ACCENT) for ground in (WALL, STRIPE)]
    easel = Easel((WIDTH, _RAIL), PANEL)
    parlour.rail(easel, 0, _RAIL)
    return Palette(accents, [*edges, (CREAM, PANEL)], [easel.finish()])
