"""What all games' pictures share: seat marks, accents and sizes."""

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin

from games.core import Seat
from games.kit.brush.cached import cached
from games.kit.brush.easel import Easel, Ink, Point
from games.kit.brush.lettering import write
from games.kit.brush.palette import Colour, Picture, colour
from games.kit.brush.sheet import shape_of

WIDTH = 1180
"""Pictures are this wide, in px."""
TEXT = 37
"""The least height of capitals, in px: 1/32 of the width, 12 px on a phone."""
ICON = 128
"""The sides of an icon, in px; Discord shows it at a sixth of that on a button."""

NIGHT = colour("#0B1026")
"""The dark colour of outlines and dark letters."""
PAPER = colour("#FFFFFF")
CREAM = colour("#FFF6DF")
"""The tab that marks whose turn it is, and words on dark grounds."""
ACCENT = colour("#FFD23F")
"""What changed last, in every game."""


Shape = Callable[[Easel, Point, float, Ink], None]


def _circle(easel: Easel, centre: Point, radius: float, ink: Ink) -> None:
    easel.disc(centre, radius, ink)


def _square(easel: Easel, centre: Point, radius: float, ink: Ink) -> None:
    half, (x, y) = radius * 0.9, centre
    easel.plate((x - half, y - half, x + half, y + half), radius * 0.25, ink)


def _regular(sides: int, turn: float, grow: float, drop: float = 0) -> Shape:
    """A polygon with equal sides, its first corner `turn` of a circle from the top."""

    def draw(easel: Easel, centre: Point, radius: float, ink: Ink) -> None:
        angles = (2 * pi * (corner / sides + turn) for corner in range(sides))
        reach, (x, y) = radius * grow, (centre[0], centre[1] + radius * drop)
        easel.polygon([(x + reach * sin(angle), y - reach * cos(angle)) for angle in angles], ink)

    return draw


def _cross(easel: Easel, centre: Point, radius: float, ink: Ink) -> None:
    (x, y), arm = centre, radius * 0.58
    easel.plate((x - radius, y - arm, x + radius, y + arm), radius * 0.15, ink)
    easel.plate((x - arm, y - radius, x + arm, y + radius), radius * 0.15, ink)


@dataclass(frozen=True)
class SeatMark:
    """How pictures show a seat: by colour, by letter and by shape."""

    letter: str
    colour: Colour
    ink: Colour
    shape: Shape


SEATS = (
    SeatMark("A", colour("#D55E00"), PAPER, _circle),
    SeatMark("B", colour("#56B4E9"), NIGHT, _square),
    SeatMark("C", colour("#009E73"), PAPER, _regular(3, 0, 1.24, 0.25)),
    SeatMark("D", colour("#F0E442"), NIGHT, _regular(4, 0, 1.08)),
    SeatMark("E", colour("#CC79A7"), NIGHT, _cross),
    SeatMark("F", colour("#0072B2"), PAPER, _regular(6, 1 / 12, 1.06)),
)
"""By seat; the colours are Okabe and Ito's, which colour-blind people can tell apart too."""


@cached
def seat_mark(seat: Seat, size: int, ground: Colour) -> Picture:
    """The mark of a seat, `size` px square (RGB), outlined so that it shows on dark and light grounds."""
    mark, easel, middle = SEATS[seat], Easel((size, size), ground), (size / 2, size / 2)
    for share, ink in ((0.46, PAPER), (0.43, NIGHT), (0.38, mark.colour)):
        mark.shape(easel, middle, size * share, ink)
    image = easel.finish()
    write(image, mark.letter, (middle[0], middle[1] + size * 0.01), size * 0.44, mark.ink)
    return image


@cached
def seat_outline(seat: Seat, size: int) -> Picture:
    """A mask (L) of that mark, 0 or 255, to paste it over several colours."""
    easel = Easel((size, size), (0, 0, 0))
    SEATS[seat].shape(easel, (size / 2, size / 2), size * 0.46, PAPER)
    return shape_of(easel.finish())
