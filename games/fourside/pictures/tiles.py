"""FourSide's tiles: four facets with a value each, and a rim and a mark that show who placed the tile."""

from math import cos, pi, sin
from typing import Literal, NamedTuple, TypeAlias

from games.core import Seat
from games.fourside.rules.position import STEPS
from games.kit.brush.cached import cached
from games.kit.brush.easel import Easel, Point
from games.kit.brush.lettering import write
from games.kit.brush.marks import ACCENT, NIGHT, PAPER, SEATS
from games.kit.brush.palette import Colour, Picture, colour, mix
from games.kit.brush.sprites import sprite

PLACED, HELD, TURNED = 116, 104, 138
"""The size of a tile on the board, in a hand, and while choosing a turn, in px."""
RIM = 6
DIGIT = 33.5
"""The least height of a value, in px: 11 px on a phone."""

_BULB = 35
_INDIGO = colour("#2A2460")
_SHADOW = colour("#070B33")
PRIMER = colour("#F4F1FF")
"""The rim of the first tile, which doesn't belong to a player."""

VALUES = tuple(
    colour(code)
    for code in (
        "#FFF3DC", "#A9DCF7", "#F9B7A4", "#B9E3A0", "#D4C0F2", "#E3BE94", "#8FE0D2", "#F7B3D6", "#C6CBD8",
    )
)  # fmt: skip
"""The colours of the values 1 to 9. They help to find equal values, but the digits are enough."""

_LIGHT = ((PAPER, 0.28), (PAPER, 0.0), (_INDIGO, 0.1), (PAPER, 0.1))
"""By side, how the light from above changes a facet."""

_OWNED = 0.32
"""How much white there is in a seat's colour on the tiles of a finished game."""

Kind: TypeAlias = Literal["held", "placed", "final", "hint"]


class Sign(NamedTuple):
    """What a tile shows besides its values: who placed or holds it (None for the primer).

    A `held` tile has no mark in the middle, a `hint` has a light bulb, and after the end a `final` tile has
    facets in its player's colour.
    """

    kind: Kind
    seat: Seat | None = None

    @property
    def rim(self) -> Colour:
        """The colour of the rim."""
        if self.kind == "hint":
            return ACCENT
        return PRIMER if self.seat is None else SEATS[self.seat].colour

    @property
    def on_facets(self) -> "Sign":
        """The sign that decides how the facets look: in a hand, they're the same for both players."""
        return Sign("held") if self.kind == "held" else self


def facet_colour(side: int, value: int, sign: Sign) -> Colour:
    """A value's colour, or a player's, as the light falls on this side; gold is never one of them."""
    ink, share = _LIGHT[side]
    if sign.kind == "final":
        return mix(mix(sign.rim, PAPER, _OWNED), ink, share)
    return mix(VALUES[value - 1], ink, share)


def paint_facet(side: int, value: int, size: int, sign: Sign, lit: bool) -> Picture:
    """One side of a tile of `size` px (RGB), as large as everything inside the rim; the rest is filler."""
    inside, middle = size - 2 * RIM, size / 2 - RIM
    image = _without_digit(ACCENT if lit else facet_colour(side, value, sign), inside, sign).copy()
    across, down = STEPS[side]
    digit = DIGIT * max(1, size / PLACED)
    reach = inside / 2 - digit / 2 - 1
    at = middle + across * (reach + 1), middle + down * reach
    write(image, str(value), at, digit, NIGHT)
    return image


@cached
def _without_digit(ink: Colour, inside: int, sign: Sign) -> Picture:
    easel = Easel((inside, inside), ink)
    _cross(easel, inside)
    _mark(easel, sign, (inside / 2, inside / 2))
    image = easel.finish()
    if sign.kind == "hint":
        bulb = sprite("games.fourside", "bulb", (_BULB, _BULB))
        image.paste(bulb, ((inside - _BULB) // 2, (inside - _BULB) // 2), bulb)
    return image


def paint_side(side: int, inside: int) -> Picture:
    """The shape of one side inside the rim (RGB): white on black."""
    easel = Easel((inside, inside), (0, 0, 0))
    corners: list[Point] = [(0, 0), (inside, 0), (inside, inside), (0, inside)]
    easel.polygon([corners[side], corners[(side + 1) % 4], (inside / 2, inside / 2)], PAPER)
    return easel.finish()


def paint_rim(size: int, sign: Sign, ground: Colour, edge: int) -> Picture:
    """The plate under the facets, with its shadow and `edge` px of ground around it (RGB)."""
    easel = Easel((size + 2 * edge,) * 2, ground)
    low, high = edge, edge + size
    easel.plate((low + 1, low + 3, high + 1, high + 3), 10, _SHADOW)
    easel.plate((low, low, high, high), 10, sign.rim)
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
    if sign.kind not in ("placed", "final"):
        return
    if sign.seat is not None:
        mark = SEATS[sign.seat]
        mark.shape(easel, middle, 13, NIGHT)
        mark.shape(easel, middle, 10, mark.colour)
        return
    angles = [pi * corner / 5 for corner in range(10)]
    points = [
        (middle[0] + far * sin(angle), middle[1] - far * cos(angle))
        for far, angle in zip(5 * (14, 6.4), angles, strict=True)
    ]
    easel.polygon(points, _INDIGO)
