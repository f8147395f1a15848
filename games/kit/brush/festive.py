"""What games celebrate a winner with: rays of light from behind them, and a crown."""

from collections.abc import Iterator
from math import cos, pi, sin

from games.kit.brush.easel import Point
from games.kit.brush.palette import Picture
from games.kit.brush.sprites import sprite

Ray = tuple[Point, Point, Point]
"""The corners of a ray, the middle first."""


def rays(middle: Point, reach: float, share: float, start: float = 0, count: int = 18) -> Iterator[Ray]:
    """Rays around a place, `reach` px long: each fills `share` (0 to 1) of its part of the circle.

    They go clockwise; the first begins `start` parts after three o'clock.
    """
    x, y = middle
    for ray in range(count):
        edges = (2 * pi * (ray + start + side) / count for side in (0, share))
        one, other = ((x + reach * cos(edge), y + reach * sin(edge)) for edge in edges)
        yield middle, one, other


def crown(wide: int) -> Picture:
    """The winner's crown (RGBA), two thirds as high as wide; cached, so don't change it."""
    return sprite("games.kit.brush", "crown", (wide, wide * 2 // 3))
