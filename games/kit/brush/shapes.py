"""Flat shapes as SVG, for pictures that are drawn in one go: see `sprites.svg`."""

from collections.abc import Iterable

from games.kit.brush.easel import Point
from games.kit.brush.marks import CREAM, NIGHT
from games.kit.brush.palette import Colour, Picture, colour
from games.kit.brush.sprites import svg

_RED = colour("#E0383E")


def code(ink: Colour) -> str:
    """A colour as SVG names it, such as `#D55E00`."""
    return "#{:02X}{:02X}{:02X}".format(*ink)


def box(left: float, top: float, wide: float, high: float, ink: Colour, round_by: float = 0) -> str:
    """A rectangle, its corners `round_by` px."""
    place = f'x="{left:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{high:.1f}"'
    return f'<rect {place} rx="{round_by}" fill="{code(ink)}"/>'


def frame(left: float, top: float, wide: float, high: float, ink: Colour, thick: float) -> str:
    """The edge of a rectangle, inside it."""
    size = f'width="{wide - thick:.1f}" height="{high - thick:.1f}"'
    line = f'fill="none" stroke="{code(ink)}" stroke-width="{thick}"'
    return f'<rect x="{left + thick / 2:.1f}" y="{top + thick / 2:.1f}" {size} {line}/>'


def polygon(points: Iterable[Point], ink: Colour) -> str:
    """A filled polygon."""
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polygon points="{path}" fill="{code(ink)}"/>'


def leaf(left: float, top: float, size: float) -> str:
    """A leaf of a calendar, a sixth wider than it's high; its number is written on it later."""
    wide = size * 1.16
    pins = "".join(
        f'<rect x="{left + wide * at - 6:.1f}" y="{top - size * 0.07:.1f}" width="12"'
        f' height="{size * 0.2:.1f}" rx="6" fill="#DDE4EE" stroke="{code(NIGHT)}" stroke-width="3"/>'
        for at in (0.24, 0.76)
    )
    return (
        box(left + 4, top + 6, wide, size, NIGHT, 10)
        + box(left, top, wide, size, CREAM, 10)
        + box(left, top, wide, size * 0.27, _RED, 10)
        + box(left, top + size * 0.17, wide, size * 0.1, _RED)
        + pins
    )


def flat(shapes: Iterable[str], size: tuple[int, int]) -> Picture:
    """All of them, the last on top (RGB). Raises ValueError if they can't be read."""
    wide, high = size
    whole = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">{"".join(shapes)}</svg>'
    return svg(whole, size).convert("RGB")
