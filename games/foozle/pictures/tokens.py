"""Tokens: six outlines for six colours, filled if a seat has them and hollow if it doesn't."""

from collections.abc import Iterator
from functools import lru_cache
from math import cos, pi, sin

from games.foozle.pictures.court import HOLLOW, INKS, PEARL, code
from games.foozle.rules.cards import COLOURS
from games.kit.brush.marks import CREAM
from games.kit.brush.palette import Colour

WHITE = len(COLOURS)
"""The index of white tokens, which come after the five colours."""

_DROP = "M0 -50Q40 0 38 14A38 36 0 1 1 -38 14Q-40 0 0 -50Z"


def ring(corners: int, radius: float, turn: float = 0) -> Iterator[tuple[float, float]]:
    """The corners of a regular polygon, the first `turn` of a circle from the top."""
    for corner in range(corners):
        angle = 2 * pi * (corner / corners + turn)
        yield radius * sin(angle), -radius * cos(angle)


def star(corners: int, outer: float, inner: float) -> Iterator[tuple[float, float]]:
    """The corners of a star, points and notches alternating."""
    between = ring(corners, inner, 1 / corners / 2)
    for point, notch in zip(ring(corners, outer), between, strict=True):
        yield from (point, notch)


def outline(points: Iterator[tuple[float, float]]) -> str:
    """A closed path through these points."""
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points) + "Z"


def disc(radius: float) -> str:
    """A circle as a path."""
    return f"M{-radius} 0a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0 {-2 * radius} 0Z"


_OUTLINES = (
    outline(ring(8, 46, 1 / 16)),
    _DROP,
    outline(ring(4, 56, 1 / 8)),
    outline(ring(6, 48)),
    outline(star(8, 51, 38)),
    disc(44),
)
"""Octagon, drop, square, hexagon, star and pearl."""
_FACETS = (
    (outline(ring(8, 27, 1 / 16)), outline(ring(8, 20, 1 / 16))),
    None,
    (outline(ring(4, 32, 1 / 8)), outline(ring(4, 24, 1 / 8))),
    (outline(ring(6, 29)), outline(ring(6, 20))),
    (disc(25), disc(17)),
    None,
)
"""A light ring inside, as an outer and an inner edge."""
_GLEAMS = (
    "M-14 -20L-26 -10",
    "M-16 20A20 20 0 0 0 6 34M0 -26Q-14 -6 -18 4",
    "",
    "",
    "",
    "M-26 -8A28 28 0 0 1 -4 -28",
)


def _path(shape: str, fill: str, stroke: Colour, thick: float) -> str:
    return f'<path d="{shape}" fill="{fill}" stroke="{code(stroke)}" stroke-width="{thick}"/>'


@lru_cache(64)
def gem(number: int, *, has: bool = True, thick: float = 7) -> str:
    """A token around the origin, about 100 units wide; the outline of a missing one is `thick` units."""
    shape = _OUTLINES[number]
    if not has:
        return f'<g stroke-linejoin="round">{_path(shape, "none", HOLLOW, thick)}</g>'
    inks = PEARL if number == WHITE else INKS[number]
    parts = [_path(shape, code(inks.ink), CREAM, 9), _path(shape, code(inks.ink), inks.dark, 3)]
    facet = _FACETS[number]
    if facet is not None:
        outer, inner = facet
        parts += [
            f'<path d="{outer}" fill="{code(inks.light)}"/>',
            f'<path d="{inner}" fill="{code(inks.ink)}"/>',
        ]
    if _GLEAMS[number]:
        gleam = "#C9BFD2" if number == WHITE else "#FFFFFF" if number == 0 else code(inks.light)
        stroke = f'stroke="{gleam}" stroke-width="7" stroke-linecap="round"'
        parts.append(f'<path d="{_GLEAMS[number]}" fill="none" {stroke}/>')
    return f'<g stroke-linejoin="round">{"".join(parts)}</g>'
