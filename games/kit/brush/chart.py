"""Lines of steps on a sheet: a score a seat, from the first move to the last, each ending in its badge.

Everything is flat rectangles and small shapes, so a chart of two hundred steps takes a few milliseconds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, cos, pi, sin

from games.core import Seat
from games.kit.brush.cached import cached
from games.kit.brush.easel import Easel
from games.kit.brush.lettering import label
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, SEATS, seat_mark, seat_outline
from games.kit.brush.palette import Colour, Palette, Picture
from games.kit.brush.sheet import Sheet, shape_of

MOST_STEPS = 44
"""A line has at most this many steps; of a longer one only some are drawn."""
CAPITALS = 35
"""The height of capitals in labels, in px."""
_VALUE = 38
_BADGE, _APART = 54, 60
_STEM = 26
_NICE = (1, 2, 5)
_GRID_LINES = 3
_EVERY = 8
"""How many steps lie between two of the shapes on a line."""
_MOST_SHAPES = 5
_DASH, _GAP = 12, 22
BADGES = 128
"""How far below the axis a row of badges reaches, in px."""


@dataclass(frozen=True)
class Inks:
    """The colours: accents of the palette, edges of `soft` and of cream on `ground` included."""

    ground: Colour
    grid: Colour
    axis: Colour
    soft: Colour


@dataclass(frozen=True)
class Line:
    """A seat's values: from each place on, how much; the last one is where the line ends."""

    seat: Seat
    steps: Sequence[tuple[int, int]]


@dataclass(frozen=True)
class Chart:
    """A chart in a box of a sheet: left, top, right and bottom of the lines, in px.

    To the left of it stand the values of at most three grid lines, below it the `ticks` by place, and to the
    right the badges, each with its value. `last` is the last place.
    """

    sheet: Sheet
    palette: Palette
    inks: Inks
    box: tuple[int, int, int, int]
    last: int
    least: int
    most: int

    def x(self, place: float) -> int:
        """Where a place is."""
        left, _, right, _ = self.box
        return round(left + (right - left) * place / max(1, self.last))

    def y(self, value: float) -> int:
        """Where a value is."""
        _, top, _, bottom = self.box
        return round(bottom - (bottom - top) * (value - self.least) / max(1, self.most - self.least))

    def grid(self, *, goal: int = 0) -> None:
        """The axis and the grid lines, with their values; the goal is a dashed one."""
        left, _, right, _ = self.box
        values = grid_values(self.least, self.most)
        if goal and self.least < goal <= self.most:
            values = [one for one in values if abs(self.y(one) - self.y(goal)) > CAPITALS + 12]
            self._put(str(goal), left - 18, self.y(goal), self.inks.soft, share=1)
            ink = self.palette.index(self.inks.soft)
            for at in range(left, right, 30):
                self.sheet.paste(ink, (at, self.y(goal) - 2, min(at + 18, right), self.y(goal) + 2))
        for value in values:
            at, half = self.y(value), 2 if value == 0 else 1
            drawn = self.inks.axis if value == 0 else self.inks.grid
            self.sheet.paste(self.palette.index(drawn), (left, at - half, right, at + half))
            self._put(str(value), left - 18, at, self.inks.soft, share=1)

    def ticks(self, words: Sequence[tuple[float, str]], *, marked: bool = True) -> None:
        """Words below the axis, each in the middle of its place; those that would touch are left out."""
        bottom, free = self.box[3], 0
        for place, text in words:
            tile = label(self.palette, text, CAPITALS, self.inks.soft, self.inks.ground)
            left = max(0, self.x(place) - tile.width // 2)
            if left < free:
                continue
            self.sheet.paste(tile, (left, bottom + 42 - tile.height // 2))
            free = left + tile.width + 24
            if marked:
                ink, at = self.palette.index(self.inks.axis), self.x(place)
                self.sheet.paste(ink, (at - 1, bottom, at + 2, bottom + 14))

    def badges(self, places: Sequence[tuple[float, Seat]], label_before: str) -> None:
        """In a row below the ticks, the badge of a seat on a star at each place, with a word before them."""
        middle = self.box[3] + BADGES - 22
        tile = label(self.palette, label_before, CAPITALS, self.inks.soft, self.inks.ground)
        self.sheet.paste(tile, (20, middle - tile.height // 2))
        for place, seat in places:
            at, gold = self.x(place), _star(70)
            if at < tile.width + 60:
                continue
            self.sheet.paste(self.palette.index(ACCENT), (at - 35, middle - 35), gold)
            badge = self.palette.fit(seat_mark(seat, 44, ACCENT))
            self.sheet.paste(badge, (at - 22, middle - 22), seat_outline(seat, 44))

    def between(self, one: Line, other: Line, tints: tuple[Colour, Colour]) -> None:
        """Fill the gap between two lines with the tint of the one that is ahead."""
        at, values = 0, dict[int, list[int]]()
        for number, line in enumerate((one, other)):
            for place, value in line.steps:
                values.setdefault(place, [0, 0])[number] = value
        places = sorted(values)
        for at, following in pairwise(places):
            first, second = values[at]
            if first != second:
                ink = self.palette.index(tints[first < second])
                top, bottom = sorted((self.y(first), self.y(second)))
                self.sheet.paste(ink, (self.x(at), top, self.x(following), bottom))

    def lines(self, drawn: Sequence[Line], thick: int, lift: int = 0) -> None:
        """The lines, the last on top, and their badges; each is `lift` px above the one before it."""
        for number, line in enumerate(drawn):
            for width, ink in ((thick + 6, NIGHT), (thick, SEATS[line.seat].colour)):
                self._line(line, width, ink, number * lift)
        for number, line in enumerate(drawn):
            self._shapes(line, number * lift, thick, number * _EVERY // max(2, len(drawn)))
        self._ends(drawn, lift)

    def turning(self, place: int, text: str) -> None:
        """A dashed golden line with a diamond on top of it, and words beside that."""
        _, top, _, bottom = self.box
        ink, at = self.palette.index(ACCENT), self.x(place)
        for y in range(top - 34, bottom - 8, _GAP):
            self.sheet.paste(ink, (at - 2, y, at + 3, y + _DASH))
        diamond(self.sheet, self.palette, (at, top - 44), 22)
        tile = label(self.palette, text, CAPITALS, ACCENT, self.inks.ground)
        is_left = at - 36 - tile.width > 0
        left = at - 36 - tile.width if is_left else at + 36
        self.sheet.paste(tile, (left, top - 44 - tile.height // 2))

    def _line(self, line: Line, thick: int, ink: Colour, lift: int) -> None:
        number, half = self.palette.index(ink), thick // 2
        places = [(self.x(place), self.y(value) - lift) for place, value in line.steps]
        for (x, y), (to, next_y) in pairwise(places):
            self.sheet.paste(number, (x - half, y - half, to + half + 1, y - half + thick))
            if next_y != y:
                top, bottom = sorted((y, next_y))
                self.sheet.paste(number, (to - half, top - half, to - half + thick, bottom - half + thick))

    def _shapes(self, line: Line, lift: int, thick: int, first: int) -> None:
        size, every = (26 if thick > 8 else 22), max(1, min(_EVERY, len(line.steps) // _MOST_SHAPES))
        for at in range(min(max(1, first), every), len(line.steps) - 1, every):
            (place, value), (to, _) = line.steps[at], line.steps[at + 1]
            middle = (self.x(place) + self.x(to)) // 2, self.y(value) - lift
            seat_dot(self.sheet, self.palette, line.seat, middle, size)

    def _ends(self, drawn: Sequence[Line], lift: int) -> None:
        _, top, right, bottom = self.box
        apart = min(_APART, (bottom - top + 40) // max(1, len(drawn)))
        ends = [self.y(line.steps[-1][1]) - number * lift for number, line in enumerate(drawn)]
        at = spread(ends, apart, top, bottom - 8)
        size = min(_BADGE, apart - 4)
        for line, end, y in zip(drawn, ends, at, strict=True):
            begins = self.x(line.steps[-1][0])
            if begins == right:
                self._stem(SEATS[line.seat].colour, begins, end, y)
            badge = self.palette.fit(seat_mark(line.seat, size, self.inks.ground))
            left = right + _STEM + 2
            self.sheet.paste(badge, (left, y - size // 2), seat_outline(line.seat, size))
            value = str(line.steps[-1][1])
            self._put(value, left + size + 10, y, CREAM, capitals=_VALUE)

    def _stem(self, ink: Colour, left: int, start: int, end: int) -> None:
        """From the end of a line to its badge."""
        top, high = min(start, end) - 4, abs(start - end) + 8
        tile = _slanted(ink, self.inks.ground, high, start - top, end - top)
        self.sheet.paste(self.palette.index(ink), (left, top), tile)

    def _put(
        self, text: str, at: int, middle: int, ink: Colour, *, share: float = 0, capitals: int = CAPITALS
    ) -> None:
        tile = label(self.palette, text, capitals, ink, self.inks.ground)
        self.sheet.paste(tile, (round(at - share * tile.width), middle - tile.height // 2))


def grid_values(least: int, most: int) -> list[int]:
    """Round values from the least to the most: zero, and at most three above it."""
    step = grid_step(least, most)
    return [*range(-(-least // step) * step, most + 1, step)]


def grid_step(least: int, most: int) -> int:
    """The distance between grid lines: 1, 2 or 5 with zeros, at most three of them."""
    size = 1
    while True:
        for nice in _NICE:
            if nice * size * _GRID_LINES >= most - least or (most - least) // (nice * size) <= _GRID_LINES:
                return nice * size
        size *= 10


def some(steps: Sequence[tuple[int, int]], most: int = MOST_STEPS) -> list[int]:
    """The numbers of the steps that are drawn: every n-th, and always the last."""
    every = max(1, ceil(len(steps) / most))
    return sorted({*range(0, len(steps), every), len(steps) - 1})


def spread(ends: Sequence[int], apart: int, least: int, most: int) -> list[int]:
    """Places at least `apart` from each other, as near to `ends` as possible, in the same order."""
    order = sorted(range(len(ends)), key=lambda number: (ends[number], -number))
    found = [min(max(ends[number], least), most) for number in order]
    for at in range(1, len(found)):
        found[at] = max(found[at], found[at - 1] + apart)
    over = max(0, found[-1] - most) if found else 0
    for at in reversed(range(len(found))):
        limit = most - (len(found) - 1 - at) * apart
        found[at] = min(found[at], limit) if over else found[at]
    placed = [0] * len(ends)
    for number, at in zip(order, found, strict=True):
        placed[number] = at
    return placed


def diamond(sheet: Sheet, palette: Palette, middle: tuple[int, int], reach: int) -> None:
    """The golden diamond of a turning point."""
    for size, ink in ((reach + 5, NIGHT), (reach, ACCENT)):
        shape = _diamond(size)
        sheet.paste(palette.index(ink), (middle[0] - size, middle[1] - size), shape)


def seat_dot(sheet: Sheet, palette: Palette, seat: Seat, middle: tuple[int, int], size: int) -> None:
    """The small shape of a seat on its line."""
    for wide, ink in ((size + 8, NIGHT), (size, SEATS[seat].colour)):
        shape = seat_outline(seat, wide)
        sheet.paste(palette.index(ink), (middle[0] - wide // 2, middle[1] - wide // 2), shape)


@cached
def _diamond(reach: int) -> Picture:
    easel = Easel((2 * reach, 2 * reach), (0, 0, 0))
    easel.polygon([(reach, 0), (2 * reach, reach), (reach, 2 * reach), (0, reach)], (255, 255, 255))
    return shape_of(easel.finish())


@cached
def _star(wide: int) -> Picture:
    """An eight-pointed star as a shape."""
    easel, middle = Easel((wide, wide), (0, 0, 0)), wide / 2
    corners = [
        (middle + reach * sin(pi * at / 8), middle - reach * cos(pi * at / 8))
        for at in range(16)
        for reach in (middle * (0.47 if at % 2 else 1),)
    ]
    easel.polygon(corners, (255, 255, 255))
    return shape_of(easel.finish())


@cached
def _slanted(ink: Colour, ground: Colour, high: int, start: int, end: int) -> Picture:
    easel = Easel((_STEM + 4, high), (0, 0, 0))
    wide = _STEM + 4
    easel.polygon([(0, start - 3), (wide, end - 3), (wide, end + 3), (0, start + 3)], (255, 255, 255))
    return shape_of(easel.finish())
