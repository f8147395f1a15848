"""What games celebrate a winner with: rays of light from behind them, confetti, and a crown."""

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from games.kit.brush.cached import cached
from games.kit.brush.easel import Easel, Point
from games.kit.brush.palette import Colour, Picture
from games.kit.brush.sheet import Box, Sheet, shape_of
from games.kit.brush.sprites import sprite

Ray = tuple[Point, Point, Point]
"""The corners of a ray, the middle first."""

_CLEAR = 22
"""How far confetti keeps away from what is kept free, in px."""
_WHITE = (255, 255, 255)


def rays(middle: Point, reach: float, share: float, start: float = 0, count: int = 18) -> Iterator[Ray]:
    """Rays around a place, `reach` px long: each fills `share` (0 to 1) of its part of the circle.

    They go clockwise; the first begins `start` parts after three o'clock.
    """
    x, y = middle
    for ray in range(count):
        edges = (2 * pi * (ray + start + side) / count for side in (0, share))
        one, other = ((x + reach * cos(edge), y + reach * sin(edge)) for edge in edges)
        yield middle, one, other


def confetti(sheet: Sheet, inks: Sequence[Colour], box: Box, kept_free: Sequence[Box], count: int) -> None:
    """Scatter confetti over a box of the sheet, always in the same places, except near what is kept free."""
    left, top, right, bottom = box
    for number in range(1, count + 1):
        x = round(left + number * 0.754877 % 1 * (right - left))
        y = round(top + number * 0.569840 % 1 * (bottom - top))
        if any(
            one[0] - _CLEAR < x < one[2] + _CLEAR and one[1] - _CLEAR < y < one[3] + _CLEAR
            for one in kept_free
        ):
            continue
        piece = _piece(number % 3, number * 37 % 180)
        ink = sheet.palette.index(inks[number % len(inks)])
        sheet.paste(ink, (x - piece.width // 2, y - piece.height // 2), piece)


@cached
def _piece(kind: int, degrees: int) -> Picture:
    """One piece of confetti as a shape: a disc, a strip or a triangle."""
    side, angle = 26, pi * degrees / 180
    easel, middle = Easel((side, side), (0, 0, 0)), side / 2
    if kind == 0:
        easel.disc((middle, middle), 7, _WHITE)
        return shape_of(easel.finish())
    corners = ((-9, -5.5), (9, -5.5), (9, 5.5), (-9, 5.5)) if kind == 1 else ((0, -10), (9, 7), (-9, 7))
    turned = [
        (middle + x * cos(angle) - y * sin(angle), middle + x * sin(angle) + y * cos(angle))
        for x, y in corners
    ]
    easel.polygon(turned, _WHITE)
    return shape_of(easel.finish())


def crown(wide: int) -> Picture:
    """The winner's crown (RGBA), two thirds as high as wide; cached, so don't change it."""
    return sprite("games.kit.brush", "crown", (wide, wide * 2 // 3))
