"""The signs of the fifteen suits and nine trumps, each recognisable by its outline alone.

Coordinates are in units of the sign's size around its centre: from -0.5 (left, top) to 0.5.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import cos, pi, sin

from games.foozle.cards import SUITS, TRUMP_NAMES, Card, is_trump, suit_of, trump_of
from games.kit.brush.easel import Easel, Point
from games.kit.brush.palette import Colour

_FINENESS = 40


class Pen:
    """Draws one sign: `size` px high and wide around `centre`, in `ink` on `paper`."""

    def __init__(self, easel: Easel, centre: Point, size: float, ink: Colour, paper: Colour) -> None:
        self._easel, self._centre, self._size = easel, centre, size
        self.ink, self.paper = ink, paper

    def area(self, points: Sequence[Point], ink: Colour | None = None) -> None:
        """A filled polygon."""
        self._easel.polygon([self._at(point) for point in points], ink or self.ink)

    def oval(self, x: float, y: float, wide: float, high: float, ink: Colour | None = None) -> None:
        """A filled ellipse, by its centre and half axes."""
        self.area(_around(x, y, wide, high, 0, 1), ink)

    def spot(self, x: float, y: float, radius: float, ink: Colour | None = None) -> None:
        """A filled circle."""
        self.oval(x, y, radius, radius, ink)

    def line(self, points: Sequence[Point], thick: float, ink: Colour | None = None) -> None:
        """A line through these points, with rounded corners and ends."""
        for (x0, y0), (x1, y1) in pairwise(points):
            far = max(((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5, 1e-9)
            dx, dy = (y1 - y0) / far * thick / 2, (x0 - x1) / far * thick / 2
            self.area([(x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy)], ink)
        for x, y in points:
            self.spot(x, y, thick / 2, ink)

    def bow(
        self, x: float, y: float, wide: float, high: float, turns: tuple[float, float], thick: float
    ) -> None:
        """An arc of an ellipse; `turns` are its start and end in full turns, clockwise from the top."""
        self.line(_around(x, y, wide, high, *turns), thick)

    def _at(self, point: Point) -> Point:
        return self._centre[0] + point[0] * self._size, self._centre[1] + point[1] * self._size


Sign = Callable[[Pen], None]


def _around(x: float, y: float, wide: float, high: float, start: float, end: float) -> list[Point]:
    angles = (2 * pi * (start + (end - start) * step / _FINENESS) for step in range(_FINENESS + 1))
    return [(x + wide * sin(angle), y - high * cos(angle)) for angle in angles]


def _lamp(pen: Pen) -> None:
    pen.area([(-0.18, -0.46), (0.18, -0.46), (0.4, 0.04), (-0.4, 0.04)])
    pen.area([(-0.06, 0.04), (0.06, 0.04), (0.06, 0.4), (-0.06, 0.4)])
    pen.area([(-0.26, 0.48), (-0.2, 0.36), (0.2, 0.36), (0.26, 0.48)])


def _plunger(pen: Pen) -> None:
    pen.line([(0, -0.44), (0, 0.1)], 0.12)
    pen.area([*_around(0, 0.3, 0.34, 0.28, -0.25, 0.25), (0.34, 0.36), (-0.34, 0.36)])
    pen.area([(-0.42, 0.36), (0.42, 0.36), (0.42, 0.48), (-0.42, 0.48)])


def _fromp(pen: Pen) -> None:
    """A floppy pointed hat with a bobble."""
    pen.area([(-0.32, 0.3), (-0.16, -0.2), (0.1, -0.44), (0.34, -0.22), (0.12, -0.16), (0.3, 0.3)])
    pen.spot(0.36, -0.16, 0.12)
    pen.oval(0, 0.34, 0.5, 0.12)


def _zurf(pen: Pen) -> None:
    """A bolt like a Z."""
    pen.area(
        [(-0.38, -0.46), (0.42, -0.46), (0.08, -0.08), (0.4, -0.08), (-0.3, 0.5), (-0.06, 0.1), (-0.4, 0.1)]
    )


def _rain(pen: Pen) -> None:
    for x, y, radius in ((-0.26, -0.2, 0.19), (0.02, -0.28, 0.21), (0.27, -0.17, 0.18)):
        pen.spot(x, y, radius)
    pen.area([(-0.3, -0.2), (0.3, -0.2), (0.3, 0.01), (-0.3, 0.01)])
    for x, drop in ((-0.28, 0.12), (0, 0.2), (0.28, 0.12)):
        pen.line([(x, drop), (x - 0.08, drop + 0.24)], 0.11)


def _top(pen: Pen) -> None:
    pen.line([(0, -0.44), (0, -0.2)], 0.1)
    pen.area([(-0.44, -0.14), (-0.3, -0.24), (0.3, -0.24), (0.44, -0.14)])
    pen.area([(-0.44, -0.08), (0.44, -0.08), (0.05, 0.48), (-0.05, 0.48)])


def _inkblot(pen: Pen) -> None:
    pen.spot(0, 0, 0.27)
    for turn, far, radius in (
        (0.02, 0.34, 0.12),
        (0.16, 0.38, 0.08),
        (0.3, 0.34, 0.13),
        (0.45, 0.4, 0.09),
        (0.58, 0.34, 0.12),
        (0.72, 0.4, 0.08),
        (0.86, 0.36, 0.12),
    ):
        x, y = far * sin(2 * pi * turn), -far * cos(2 * pi * turn)
        pen.line([(0, 0), (x, y)], 0.1)
        pen.spot(x, y, radius)


def _bug(pen: Pen) -> None:
    for y, reach in ((-0.12, -0.22), (0.08, 0.08), (0.26, 0.4)):
        pen.line([(-0.46, reach), (-0.2, y), (0.2, y), (0.46, reach)], 0.07)
    pen.line([(-0.2, -0.5), (-0.08, -0.32), (0.08, -0.32), (0.2, -0.5)], 0.06)
    pen.spot(0, -0.28, 0.14)
    pen.oval(0, 0.12, 0.25, 0.34)
    pen.line([(0, -0.12), (0, 0.42)], 0.05, pen.paper)


def _scythe(pen: Pen) -> None:
    pen.line([(0.26, -0.44), (-0.12, 0.48)], 0.1)
    pen.line([(0.06, 0.08), (0.24, 0.14)], 0.09)
    outer = _around(0.1, 0.08, 0.58, 0.54, 0.06, -0.22)
    inner = _around(0.14, 0.16, 0.58, 0.42, -0.2, 0.06)
    pen.area([*outer, *inner])


def _book(pen: Pen) -> None:
    for side in (-1, 1):
        pen.area([(side * 0.03, -0.26), (side * 0.5, -0.38), (side * 0.5, 0.28), (side * 0.03, 0.4)])
        for y in (-0.12, 0.04, 0.2):
            pen.line([(side * 0.12, y), (side * 0.4, y - 0.08)], 0.05, pen.paper)


def _maze(pen: Pen) -> None:
    pen.line([(0.44, 0.2), (0.44, -0.44), (-0.44, -0.44), (-0.44, 0.44), (0.24, 0.44)], 0.11)
    pen.line([(0.24, 0.44), (0.24, -0.23), (-0.22, -0.23), (-0.22, 0.22), (0.02, 0.22), (0.02, 0)], 0.11)


def _ear(pen: Pen) -> None:
    pen.bow(0.02, -0.14, 0.32, 0.3, (-0.32, 0.34), 0.13)
    pen.line([(0.29, 0.02), (0.08, 0.26), (0.04, 0.4), (-0.1, 0.44), (-0.2, 0.34)], 0.13)
    pen.bow(0.02, -0.12, 0.14, 0.14, (-0.25, 0.3), 0.09)
    pen.line([(0.14, -0.06), (0, 0.1), (-0.1, 0.12)], 0.09)


def _hive(pen: Pen) -> None:
    for y, wide in ((-0.36, 0.16), (-0.18, 0.3), (0, 0.38), (0.18, 0.42), (0.36, 0.4)):
        pen.line([(-wide + 0.07, y), (wide - 0.07, y)], 0.15)
    pen.spot(0, 0.3, 0.12, pen.paper)
    pen.area([(-0.12, 0.3), (0.12, 0.3), (0.12, 0.48), (-0.12, 0.48)], pen.paper)


def _face(pen: Pen) -> None:
    pen.spot(0, 0, 0.46)
    pen.oval(-0.17, -0.12, 0.07, 0.1, pen.paper)
    pen.oval(0.17, -0.12, 0.07, 0.1, pen.paper)
    pen.area([*_around(0, 0.08, 0.28, 0.26, 0.25, 0.75), *_around(0, 0.08, 0.28, 0.1, 0.75, 0.25)], pen.paper)


def _hourglass(pen: Pen) -> None:
    for y in (-0.44, 0.44):
        pen.line([(-0.34, y), (0.34, y)], 0.12)
    pen.area([(-0.32, -0.36), (0.32, -0.36), (0.04, 0), (-0.04, 0)])
    pen.area([(-0.32, 0.36), (0.32, 0.36), (0.04, 0), (-0.04, 0)])
    pen.area([(-0.17, -0.36), (0.17, -0.36), (0.1, -0.26), (-0.1, -0.26)], pen.paper)
    pen.area([(-0.14, 0.22), (0, 0.06), (0.14, 0.22)], pen.paper)


def _granola(pen: Pen) -> None:
    pen.area(_around(0, 0.02, 0.46, 0.44, 0.25, 0.75))
    pen.area([(-0.2, 0.4), (0.2, 0.4), (0.24, 0.5), (-0.24, 0.5)])
    for x, y in ((-0.3, -0.1), (-0.06, -0.14), (0.2, -0.1), (-0.18, -0.3), (0.08, -0.34), (0.34, -0.26)):
        pen.spot(x, y, 0.09)


def _lobster(pen: Pen) -> None:
    """A claw."""
    pen.line([(-0.1, 0.46), (-0.06, 0.2)], 0.2)
    pen.oval(-0.02, 0.02, 0.3, 0.26)
    pen.area([(-0.3, 0.08), (-0.42, -0.3), (-0.2, -0.5), (-0.14, -0.2), (-0.02, -0.1)])
    pen.area([(0.26, 0.12), (0.42, -0.14), (0.32, -0.48), (0.12, -0.2), (-0.02, -0.1), (0.06, 0.1)])


def _snail(pen: Pen) -> None:
    pen.area([(-0.5, 0.44), (-0.4, 0.3), (0.3, 0.3), (0.34, -0.1), (0.5, -0.1), (0.48, 0.34), (0.36, 0.44)])
    pen.line([(0.38, -0.1), (0.3, -0.32)], 0.06)
    pen.line([(0.45, -0.1), (0.48, -0.34)], 0.06)
    pen.spot(-0.08, 0.02, 0.33)
    spiral = [(-0.08 + t / 150 * sin(t / 5), 0.02 - t / 150 * cos(t / 5)) for t in range(4, 38)]
    pen.line(spiral, 0.06, pen.paper)


def _jester(pen: Pen) -> None:
    pen.area([(-0.3, 0.3), (-0.4, -0.2), (-0.14, 0.02), (0, -0.4), (0.14, 0.02), (0.4, -0.2), (0.3, 0.3)])
    for x, y in ((-0.41, -0.24), (0, -0.4), (0.41, -0.24)):
        pen.spot(x, y, 0.1)
    pen.area([(-0.32, 0.35), (0.32, 0.35), (0.32, 0.48), (-0.32, 0.48)])


def _clock(pen: Pen) -> None:
    pen.spot(0, 0.02, 0.46)
    pen.spot(0, 0.02, 0.35, pen.paper)
    pen.line([(0, -0.22), (0, 0.02), (0.18, 0.14)], 0.1)


def _light(pen: Pen) -> None:
    pen.spot(0, 0, 0.22)
    for turn in range(8):
        x, y = sin(2 * pi * turn / 8), -cos(2 * pi * turn / 8)
        pen.line([(x * 0.33, y * 0.33), (x * 0.46, y * 0.46)], 0.09)


def _beauty(pen: Pen) -> None:
    """A hand mirror."""
    pen.oval(0, -0.16, 0.3, 0.34)
    pen.oval(0, -0.16, 0.2, 0.24, pen.paper)
    pen.line([(-0.08, -0.12), (0.06, -0.28)], 0.06)
    pen.line([(0, 0.2), (0, 0.44)], 0.13)


def _death(pen: Pen) -> None:
    pen.oval(0, -0.1, 0.4, 0.36)
    pen.area([(-0.22, 0.1), (0.22, 0.1), (0.2, 0.46), (-0.2, 0.46)])
    for side in (-1, 1):
        pen.spot(side * 0.16, -0.08, 0.11, pen.paper)
        pen.line([(side * 0.07, 0.32), (side * 0.07, 0.46)], 0.04, pen.paper)
    pen.area([(0, 0.06), (0.06, 0.18), (-0.06, 0.18)], pen.paper)


def _grue(pen: Pen) -> None:
    """Two eyes and teeth in the dark."""
    pen.area([(-0.46, -0.46), (0.46, -0.46), (0.46, 0.46), (-0.46, 0.46)])
    for side in (-1, 1):
        pen.area([(side * 0.34, -0.28), (side * 0.08, -0.12), (side * 0.3, -0.06)], pen.paper)
    teeth = [(-0.36 + 0.12 * step, 0.3 if step % 2 else 0.12) for step in range(7)]
    pen.area([*teeth, (0.36, 0.08), (-0.36, 0.08)], pen.paper)


SUIT_SIGNS: tuple[Sign, ...] = (
    _lamp, _plunger, _fromp,
    _zurf, _rain, _top,
    _inkblot, _bug, _scythe,
    _book, _maze, _ear,
    _hive, _face, _hourglass,
)  # fmt: skip
TRUMP_SIGNS: tuple[Sign, ...] = (
    _granola, _lobster, _snail, _jester, _clock, _light, _beauty, _death, _grue,
)  # fmt: skip
assert (len(SUIT_SIGNS), len(TRUMP_SIGNS)) == (len(SUITS), len(TRUMP_NAMES))


def sign(card: Card) -> Sign:
    """The sign of a card's suit, or its own if it is a trump."""
    return TRUMP_SIGNS[trump_of(card)] if is_trump(card) else SUIT_SIGNS[suit_of(card)]
