"""Drawings of items, signs and marks, put on an easel in any size."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import TypeAlias

from games.fooblitzky.city.items import Item
from games.fooblitzky.city.map import Kind
from games.fooblitzky.pictures import drawings
from games.kit.brush.easel import Box, Easel, Ink, Point
from games.kit.brush.marks import NIGHT, PAPER
from games.kit.brush.palette import colour

SIDE = 24

Shape: TypeAlias = tuple[str, str, tuple[float, ...]]
"""An ink, what is drawn, and its measures."""

INKS: dict[str, Ink] = {
    "night": NIGHT, "paper": PAPER, "red": colour("#E0383E"), "orange": colour("#F58A1F"),
    "yellow": colour("#FFD23F"), "green": colour("#3FA34D"), "leaf": colour("#8FD14F"),
    "sky": colour("#6CC4F0"), "blue": colour("#2F6FD0"), "violet": colour("#8A5FD3"),
    "pink": colour("#FF9EB5"), "rose": colour("#E86A8D"), "brown": colour("#8A5330"),
    "tan": colour("#D9A066"), "silver": colour("#B9C2CF"), "steel": colour("#6F7B8C"),
    "glass": colour("#D8F0FF"),
}  # fmt: skip


def item(easel: Easel, thing: Item, box: Box) -> None:
    """The item in a square box."""
    _draw(easel, drawings.ITEMS[thing.name], box, PAPER)


def sign(easel: Easel, kind: Kind, box: Box, neon: Ink) -> None:
    """The sign of a kind of place in a square box, in its colour."""
    _draw(easel, drawings.SIGNS[kind], box, neon)


def symbol(easel: Easel, name: str, box: Box) -> None:
    """`yes`, `no`, `maybe`, thumbs `up` and `down`, `coin`. Raises KeyError for others."""
    _draw(easel, drawings.MARKS[name], box, PAPER)


def _draw(easel: Easel, text: str, box: Box, neon: Ink) -> None:
    left, top, right, _ = box
    scale = (right - left) / SIDE
    for name, what, measures in _shapes(text):
        ink = neon if name == "neon" else INKS[name]
        _SHAPES[what](_Pen(easel, (left, top), scale), ink, measures)


@lru_cache(64)
def _shapes(text: str) -> tuple[Shape, ...]:
    return tuple(_lines(text))


def _lines(text: str) -> Iterator[Shape]:
    for line in text.strip().splitlines():
        ink, what, *measures = line.split()
        yield ink, what, tuple(map(float, measures))


class _Pen:
    """An easel on which a drawing's own measures can be used."""

    def __init__(self, easel: Easel, corner: Point, scale: float) -> None:
        self.easel, self.corner, self.scale = easel, corner, scale

    def at(self, x: float, y: float) -> Point:
        return self.corner[0] + x * self.scale, self.corner[1] + y * self.scale

    def points(self, flat: tuple[float, ...]) -> list[Point]:
        return [self.at(x, y) for x, y in zip(flat[::2], flat[1::2], strict=True)]


def _disc(pen: _Pen, ink: Ink, measures: tuple[float, ...]) -> None:
    x, y, radius = measures
    pen.easel.disc(pen.at(x, y), radius * pen.scale, ink)


def _ring(pen: _Pen, ink: Ink, measures: tuple[float, ...]) -> None:
    x, y, radius, thick = measures
    pen.easel.ring(pen.at(x, y), radius * pen.scale, ink, thick * pen.scale)


def _arc(pen: _Pen, ink: Ink, measures: tuple[float, ...]) -> None:
    x, y, radius, start, end, thick = measures
    pen.easel.arc(pen.at(x, y), radius * pen.scale, (start, end), ink, thick * pen.scale)


def _plate(pen: _Pen, ink: Ink, measures: tuple[float, ...]) -> None:
    left, top, right, bottom, radius = measures
    pen.easel.plate((*pen.at(left, top), *pen.at(right, bottom)), radius * pen.scale, ink)


def _poly(pen: _Pen, ink: Ink, measures: tuple[float, ...]) -> None:
    pen.easel.polygon(pen.points(measures), ink)


def _line(pen: _Pen, ink: Ink, measures: tuple[float, ...]) -> None:
    """A line with round ends and corners."""
    thick, points = measures[0] * pen.scale, pen.points(measures[1:])
    for one, other in pairwise(points):
        stroke(pen.easel, one, other, thick, ink)


def stroke(easel: Easel, one: Point, other: Point, thick: float, ink: Ink) -> None:
    """A straight line with round ends, `thick` px wide."""
    (x, y), (end, low) = one, other
    length = hypot(end - x, low - y) or 1
    across, down = -(low - y) / length * thick / 2, (end - x) / length * thick / 2
    corners = [
        (x + across, y + down),
        (end + across, low + down),
        (end - across, low - down),
        (x - across, y - down),
    ]
    easel.polygon(corners, ink)
    for point in (one, other):
        easel.disc(point, thick / 2, ink)


_SHAPES: dict[str, Callable[[_Pen, Ink, tuple[float, ...]], None]] = {
    "disc": _disc, "ring": _ring, "arc": _arc, "plate": _plate, "poly": _poly, "line": _line,
}  # fmt: skip
