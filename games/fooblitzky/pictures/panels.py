"""What is drawn next to the streets: the status line, and a counter with cards of things."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import NamedTuple

from games.fooblitzky.city.items import Item
from games.fooblitzky.city.map import QUADRANTS, Kind, Quadrant
from games.fooblitzky.pictures import painting
from games.fooblitzky.pictures.icons import ITEM_ICONS, PLACE_ICONS
from games.fooblitzky.pictures.scenery import BOARD, LEAST, NEON, PAGE, fitting, parted
from games.kit.brush import icons
from games.kit.brush.easel import Box, Easel
from games.kit.brush.kept import kept
from games.kit.brush.lettering import width, write
from games.kit.brush.marks import ACCENT, MARGIN, NIGHT, PAPER, RADIUS, TEXT, WIDTH
from games.kit.brush.palette import Colour, Picture, colour, mix

CARD = colour("#FFF4DC")
FADED = colour("#7D74A0")
QUIET = colour("#B9AEDC")
RUSH = colour("#FF4D4D")

_ACROSS, _GAP, _APART = 6, 16, 14
"""The most cards in a row of the counter, and what is between them and between rows."""
_LINE = 36
"""The height of a line of a card's label."""
_WIDEST, _SMALLEST = 240, 90
"""How wide a card is at most, and how large its picture at least, if possible."""


class Status(NamedTuple):
    """What the status line says. `roll` is None where nobody has moves left."""

    roll: int | None
    quadrant: Quadrant | None
    time: str
    minutes: int
    day: int
    is_rush: bool
    prices: tuple[int, ...]


class Thing(NamedTuple):
    """Something on a counter or in a bag: what it is, what is said of it, and how it stands with it.

    `mark` is the name of a symbol, `lit` says that it can be chosen, `faded` that it is out of the question.
    `size` is the side of its card, `wide` the room for its label where that is more, `lines` of which it has.
    """

    item: Item | None = None
    kind: Kind | None = None
    label: str = ""
    mark: str = ""
    lit: Colour | None = None
    faded: bool = False
    size: int = 150
    wide: int = 0
    lines: int = 1


@kept
def status_line(size: tuple[int, int], status: Status) -> Picture:
    """The wheel's number, the quadrant, the clock, the day, and what the four correct items cost."""
    easel, middle = Easel(size, PAGE), size[1] / 2 - 2
    words: list[tuple[str, float, Colour]] = []
    left: float = MARGIN + 14
    if status.roll is not None:
        _wheel(easel, (left, middle))
        words.append((str(status.roll), left + 44, PAPER))
        left += 44 + width(words[-1][0], TEXT) + 38
    if status.quadrant:
        _quadrant_box(easel, (left, middle), status.quadrant)
        words.append((status.quadrant, left + 40, PAPER))
        left += 40 + width(status.quadrant, TEXT) + 38
    _clock(easel, (left, middle), status.minutes)
    time = f"{status.time}, day {status.day}"
    words.append((time, left + 40, PAPER))
    left += 40 + width(time, TEXT) + 12
    plates = _rush(easel, status, left, middle)
    image = easel.finish()
    for text, x, ink in (*words, *plates):
        write(image, text, (x, middle), TEXT, ink, "left")
    _prices(image, status.prices, middle)
    return image


def _rush(easel: Easel, status: Status, left: float, middle: float) -> list[tuple[str, float, Colour]]:
    if not status.is_rush:
        return []
    wide = width("RUSH", TEXT) + 16
    easel.plate((left, middle - 29, left + wide, middle + 29), RADIUS, RUSH)
    return [("RUSH", left + 8, NIGHT)]


def _prices(image: Picture, prices: Sequence[int], middle: float) -> None:
    """The four prices behind a coin, at the right."""
    if not prices:
        return
    text = " ".join(map(str, prices))
    wide = width(text, TEXT)
    right = image.width - MARGIN
    write(image, text, (right, middle), TEXT, ACCENT, "right")
    image.paste(coin(42, PAGE), (round(right - wide - 46), round(middle - 21)))


def icon(name: str) -> bytes:
    """What stands on a button, as a PNG: an item on its card, or a place's sign in its neon colour."""
    if name in ITEM_ICONS:
        return icons.icon(CARD, lambda easel, box: painting.item(easel, ITEM_ICONS[name], box))
    kind = next((one for one in PLACE_ICONS if one == name), None)
    if kind is None:
        raise KeyError(name)
    return icons.icon(NIGHT, lambda easel, box: painting.sign(easel, kind, box, NEON[kind]))


@kept
def coin(size: int, ground: Colour) -> Picture:
    """A fooble."""
    easel = Easel((size, size), ground)
    painting.symbol(easel, "coin", (1, 1, size - 1, size - 1))
    return easel.finish()


def _wheel(easel: Easel, centre: tuple[float, float]) -> None:
    """A wheel of fortune with its pointer."""
    x, y = centre
    easel.disc(centre, 29, PAPER)
    for at in range(8):
        start, end = (2 * pi * (at + step) / 8 for step in (0, 1))
        ink = tuple(NEON.values())[at % 6] if at % 2 else NIGHT
        corners = [(x + 26 * sin(angle), y - 26 * cos(angle)) for angle in (start, (start + end) / 2, end)]
        easel.polygon([centre, *corners], ink)
    easel.disc(centre, 7, PAPER)
    easel.polygon([(x - 9, y - 33), (x + 9, y - 33), (x, y - 16)], ACCENT)


def _quadrant_box(easel: Easel, centre: tuple[float, float], quadrant: Quadrant) -> None:
    """Four fields, one of them lit."""
    x, y = centre
    easel.plate((x - 28, y - 28, x + 28, y + 28), 5, QUIET)
    for at, name in enumerate(QUADRANTS):
        left, top = x - 24 + 25 * (at % 2), y - 24 + 25 * (at // 2)
        easel.plate((left, top, left + 23, top + 23), 2, ACCENT if name == quadrant else NIGHT)


def _clock(easel: Easel, centre: tuple[float, float], minutes: int) -> None:
    easel.disc(centre, 30, QUIET)
    easel.disc(centre, 26, PAPER)
    for turn, reach, thick in ((minutes / 720, 14.0, 6.0), (minutes / 60, 21.0, 4.0)):
        angle = 2 * pi * turn
        end = centre[0] + reach * sin(angle), centre[1] - reach * cos(angle)
        painting.stroke(easel, centre, end, thick, NIGHT)
    easel.disc(centre, 4, RUSH)


@kept
def card(thing: Thing, ground: Colour = PAGE) -> Picture:
    """A thing on its card (RGB), with its label below; kept, so not to be changed."""
    side, wide = thing.size, max(thing.size, thing.wide)
    left, high = (wide - side) // 2, side + (10 + _LINE * thing.lines if thing.label else 0)
    easel = Easel((wide, high), ground)
    if thing.lit is not None:
        easel.plate((0, 0, wide, high), 14, thing.lit)
    fill = BOARD if thing.kind else mix(CARD, PAGE, 0.72) if thing.faded else CARD
    easel.plate((left + 5, 5, left + side - 5, side - 5), 10, fill)
    _content(easel, thing, left)
    image = easel.finish()
    ink = FADED if thing.faded else NIGHT if thing.lit is not None else PAPER
    lines = _lines(thing, wide - 10)
    top = side + 2 + _LINE * (thing.lines - len(lines)) / 2
    for at, line in enumerate(lines):
        write(image, line, (wide / 2, top + _LINE * (at + 0.5)), fitting(line, wide - 10, 30), ink)
    return image


def _lines(thing: Thing, room: int) -> tuple[str, ...]:
    if not thing.label:
        return ()
    return (thing.label,) if thing.lines == 1 else parted(thing.label, room, LEAST)[: thing.lines]


def _content(easel: Easel, thing: Thing, left: int) -> None:
    side = thing.size
    edge, right = side * 0.12, left + side
    box: Box = (left + edge, edge, right - edge, side - edge)
    if thing.kind:
        painting.sign(easel, thing.kind, box, NEON[thing.kind])
    if thing.item:
        painting.item(easel, thing.item, box)
    if thing.faded:
        easel.plate((left + 5, 5, right - 5, side - 5), 10, (*PAGE, 150))
    if thing.mark:
        half = side * 0.4
        painting.symbol(easel, thing.mark, (right - half - 2, side - half - 2, right - 2, side - 2))


@kept
def slot(size: int, mark: str = "", ground: Colour = PAGE) -> Picture:
    """An empty place, with a word such as `?` in it."""
    easel = Easel((size, size), ground)
    easel.frame((5, 5, size - 5, size - 5), 10, FADED, 3)
    image = easel.finish()
    if mark:
        write(image, mark, (size / 2, size / 2), size * 0.4, QUIET)
    return image


@kept
def counter(title: str, things: tuple[Thing, ...], ink: Colour, room: int) -> Picture:
    """A plate with a title and rows of cards, `room` px high at most: what a player can choose."""
    heads = parted(title, WIDTH - 140, TEXT)
    head = 36 + 48 * len(heads)
    layout = laid_out(things, room - head)
    across = layout.across
    tiles = [
        card(one._replace(size=layout.side, wide=layout.wide, lines=layout.lines), BOARD) for one in things
    ]
    wide = max(across * (tiles[0].width + _GAP) - _GAP, *(width(line, TEXT) for line in heads)) + 70
    rows = -(-len(tiles) // across)
    image = board_of((wide, head + rows * (tiles[0].height + _APART) + 12), ink)
    for at, line in enumerate(heads):
        write(image, line, (wide / 2, 46 + 48 * at), TEXT, PAPER)
    for at, tile in enumerate(tiles):
        row, column = divmod(at, across)
        here = min(across, len(tiles) - row * across)
        left = (wide - here * (tile.width + _GAP) + _GAP) // 2 + column * (tile.width + _GAP)
        image.paste(tile, (left, head + row * (tile.height + _APART)))
    return image


class Layout(NamedTuple):
    """How cards are laid out: how many side by side, how wide, how many `lines` below a picture of `side`.

    It `fits` where words are whole and high enough to be read, and pictures are not too small.
    """

    across: int
    wide: int
    lines: int
    side: int
    fits: bool


def laid_out(things: tuple[Thing, ...], room: int) -> Layout:
    """The widest layout that fits into `room` px of height, else as many side by side as there can be."""
    most = min(len(things), _ACROSS)
    layouts = [_layout(things, room, across) for across in range(most, min(most, 3) - 1, -1)]
    return next((one for one in layouts if one.fits), layouts[0])


def _layout(things: tuple[Thing, ...], room: int, across: int) -> Layout:
    wide = min(_WIDEST, (WIDTH - 110) // across - _GAP)
    parts = [parted(one.label, wide - 10, LEAST) for one in things]
    lines = max(map(len, parts))
    high = (room - 12) // -(-len(things) // across) - _APART - 10 - _LINE * lines
    whole = all(width(line, LEAST) <= wide - 10 for part in parts for line in part)
    side = max(_SMALLEST // 2, min(176, wide, high))
    return Layout(across, wide, lines, side, whole and high >= _SMALLEST)


def board_of(size: tuple[int, int], ink: Colour) -> Picture:
    """An empty plate (RGB) with a rim of this colour."""
    wide, tall = size
    image = Easel((1, 1), NIGHT).finish().resize(size)
    image.paste(ink, (5, 5, wide - 5, tall - 5))
    image.paste(BOARD, (11, 11, wide - 11, tall - 11))
    return image
