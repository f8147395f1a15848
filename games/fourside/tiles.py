"""FourSide's tiles: four facets with a value each, a rim and a mark that say who placed it."""

from math import cos, pi, sin
from typing import Literal, TypeAlias

from games.core import Seat
from games.fourside.position import SEATS, STEPS
from games.kit.brush.easel import Easel, Point
from games.kit.brush.lettering import write
from games.kit.brush.marks import ACCENT, NIGHT, PAPER
from games.kit.brush.marks import SEATS as SEAT_MARKS
from games.kit.brush.palette import Colour, Picture, colour, mix
from games.kit.brush.sprites import sprite

PLACED, HELD = 116, 104
"""How large a tile is on the board and in a hand, in px."""
RIM = 6
DIGIT = 33.5
"""The height of a value, in px: 11 px on a phone."""

_INDIGO = colour("#2A2460")
_SHADOW = colour("#070B33")
PRIMER = colour("#F4F1FF")
"""The rim of the first tile, which is nobody's."""

VALUES = tuple(
    colour(code)
    for code in (
        "#FFF3DC", "#A9DCF7", "#F9B7A4", "#B9E3A0", "#D4C0F2", "#E3BE94", "#8FE0D2", "#F7B3D6", "#C6CBD8",
    )
)  # fmt: skip
"""The colours of the values 1 to 9. They help to find equal values; the figures are enough without them."""

_LIGHT = ((PAPER, 0.28), (PAPER, 0.0), (_INDIGO, 0.1), (PAPER, 0.1))
"""By side, how the light from above changes a facet."""

Sign: TypeAlias = Literal["", "a", "b", "primer", "hint"]
"""What a tile says of itself: whose it is, that it's the primer or only a hint; in a hand, nothing."""


def sign_of(seat: Seat) -> Sign:
    """The sign of a tile that this seat has placed."""
    return "b" if seat else "a"


def rim_of(sign: Sign) -> Colour:
    """The colour of the rim around such a tile."""
    if sign in ("a", "b"):
        return SEAT_MARKS[_seat(sign)].colour
    return ACCENT if sign == "hint" else PRIMER


def facet_colour(side: int, value: int) -> Colour:
    """A value's colour as the light falls on this side; gold is never one of them."""
    ink, share = _LIGHT[side]
    return mix(VALUES[value - 1], ink, share)


def paint_facet(side: int, value: int, size: int, sign: Sign, lit: bool) -> Picture:
    """One side of a tile of `size` px (RGB, as large as what is within the rim); the rest of it is filler."""
    inside = size - 2 * RIM
    easel = Easel((inside, inside), ACCENT if lit else facet_colour(side, value))
    _cross(easel, inside)
    middle: Point = (inside / 2, inside / 2)
    _mark(easel, sign, middle)
    image = easel.finish()
    if sign == "hint":
        bulb = sprite("games.fourside", "bulb", (24, 30))
        image.paste(bulb, (round(middle[0]) - 12, round(middle[1]) - 15), bulb)
    across, down = STEPS[side]
    reach = inside / 2 - DIGIT / 2 - 1
    at = middle[0] + across * (reach + 1), middle[1] + down * reach
    write(image, str(value), at, DIGIT, NIGHT)
    return image


def paint_side(side: int, inside: int) -> Picture:
    """What one side takes of the square within the rim (RGB): white on black."""
    easel = Easel((inside, inside), (0, 0, 0))
    corners: list[Point] = [(0, 0), (inside, 0), (inside, inside), (0, inside)]
    easel.polygon([corners[side], corners[(side + 1) % 4], (inside / 2, inside / 2)], PAPER)
    return easel.finish()


def paint_rim(size: int, sign: Sign, ground: Colour, edge: int) -> Picture:
    """The plate below the facets with its shadow, `edge` px of ground around it (RGB)."""
    easel = Easel((size + 2 * edge,) * 2, ground)
    low, high = edge, edge + size
    easel.plate((low + 1, low + 3, high + 1, high + 3), 10, _SHADOW)
    easel.plate((low, low, high, high), 10, rim_of(sign))
    return easel.finish()


def _cross(easel: Easel, inside: int) -> None:
    """The white lines between the facets."""
    near, far = 0.9, inside - 0.9
    for points in (
        [(-near, near), (near, -near), (inside + near, far), (far, inside + near)],
        [(far, -near), (inside + near, near), (near, inside + near), (-near, far)],
    ):
        easel.polygon(points, (*PAPER, 215))


def _mark(easel: Easel, sign: Sign, middle: Point) -> None:
    if sign == "primer":
        angles = [pi * corner / 5 for corner in range(10)]
        reach = [14 if corner % 2 == 0 else 6.4 for corner in range(10)]
        points = [
            (middle[0] + far * sin(angle), middle[1] - far * cos(angle))
            for far, angle in zip(reach, angles, strict=True)
        ]
        easel.polygon(points, _INDIGO)
    elif sign in ("a", "b"):
        mark = SEAT_MARKS[_seat(sign)]
        mark.shape(easel, middle, 13, NIGHT)
        mark.shape(easel, middle, 10, mark.colour)


def _seat(sign: Sign) -> Seat:
    return SEATS[sign == "b"]
