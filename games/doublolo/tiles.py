"""The squares of Doublolo's board as small opaque pictures, and how they are marked."""

from typing import Literal, NamedTuple, TypeAlias

from games.core import Seat
from games.doublolo.position import RED
from games.kit.brush.easel import Easel, Point
from games.kit.brush.lettering import write
from games.kit.brush.marks import ACCENT, PAPER, choice
from games.kit.brush.palette import Colour, Picture, colour, mix

CELL = 46

PAGE = colour("#101C52")
FIELD = colour("#2A4DB8")
FIELD_LIT = colour("#5F88EE")
PIT = (colour("#050920"), colour("#0E1848"))

_MIDDLE: Point = (CELL / 2, CELL / 2)
_BODY = (1.5, 1.5, CELL - 1.5, CELL - 1.5)

Told: TypeAlias = Literal["", "last", "flipped"]


class Tile(NamedTuple):
    """One square. `stone`: whose stone is there; `open`: who can place one; `lit`: in the chosen column.

    `told` marks the last move and the stones it flipped.
    """

    stone: Seat | None = None
    open: Seat | None = None
    told: Told = ""
    label: str = ""
    blocked: bool = False
    lit: bool = False


class Lacquer(NamedTuple):
    """The colours of a stone: rim, face from top to bottom, gleam and engraving."""

    rim: Colour
    top: Colour
    bottom: Colour
    gleam: Colour
    groove: Colour


LACQUERS = (
    Lacquer(colour("#6E0A14"), colour("#EE4050"), colour("#B8141F"), colour("#FFA6A2"), colour("#FFC4B8")),
    Lacquer(colour("#8E93A8"), colour("#FFFFFF"), colour("#D9DEEA"), colour("#FFFFFF"), colour("#7F8AAE")),
)
"""By seat."""

INKS = (colour("#FFA899"), PAPER)
"""By seat: the frame of a square where that player can place a stone."""


OPEN_FILL = (colour("#5A0F28"), PAGE)
"""By seat: the fill of that frame."""


def paint(tile: Tile) -> Picture:
    """The square as an image (RGB), CELL px square."""
    easel = Easel((CELL, CELL), ACCENT if tile.told == "last" else PAGE)
    _ground(easel, tile)
    if tile.stone is not None:
        stone(easel, tile.stone, _MIDDLE, CELL * 0.42)
    if tile.told == "flipped":
        easel.ring(_MIDDLE, CELL * 0.467, ACCENT, 3)
    image = easel.finish()
    if tile.label:
        write(image, tile.label, _MIDDLE, 14, PAPER)
    return image


def _ground(easel: Easel, tile: Tile) -> None:
    if tile.blocked:
        easel.plate(_BODY, 4, mix(PAGE, FIELD, 0.4))
        easel.lit_plate((1.5, 1.5, CELL - 1.5, CELL - 3), 4, *PIT)
        return
    if tile.told == "last":
        return
    fill = FIELD_LIT if tile.lit else FIELD
    easel.plate(_BODY, 4, mix(fill, PAPER, 0.14))
    easel.plate((1.5, 2.5, CELL - 1.5, CELL - 1.5), 4, fill)
    if tile.open is not None:
        _invitation(easel, tile.open, bool(tile.label))


def _invitation(easel: Easel, seat: Seat, named: bool) -> None:
    """A frame in the colour that can be placed here; a small ring if the question isn't about this square."""
    if named:
        choice(easel, (2, 2, CELL - 2, CELL - 2), 7, INKS[seat], OPEN_FILL[seat])
    else:
        easel.ring(_MIDDLE, CELL * 0.17, INKS[seat], 3)


def stone(easel: Easel, seat: Seat, centre: Point, radius: float) -> None:
    """A lacquered chip: Red's has an inlaid ring, White's a dot."""
    (x, y), lacquer = centre, LACQUERS[seat]
    easel.shadow((x + 0.6, y + 1.8), radius, 1.4, 150)
    easel.disc(centre, radius, lacquer.rim)
    easel.lit_disc(centre, radius - 1.2, lacquer.top, lacquer.bottom)
    easel.arc(centre, radius - 2.4, (205, 320), lacquer.gleam, 1.6)
    if seat == RED:
        easel.ring(centre, radius * 0.56, lacquer.groove, radius * 0.12)
    else:
        easel.disc(centre, radius * 0.24, lacquer.groove)
