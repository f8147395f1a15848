"""The squares of Doublolo's board as small opaque pictures: what lies there, and what is told of it."""

from typing import Literal, NamedTuple, TypeAlias

from games.core import Seat
from games.doublolo.position import RED
from games.kit.brush.easel import Easel, Point
from games.kit.brush.lettering import write
from games.kit.brush.marks import ACCENT, NIGHT, PAPER
from games.kit.brush.palette import Colour, Picture, colour, mix

CELL = 46

PAGE = colour("#101C52")
FIELD = colour("#2A4DB8")
FIELD_LIT = colour("#4268D6")
BLOCKED = colour("#0B143B")
RED_INK = colour("#FF6B5E")
WHITE_INK = colour("#FFFFFF")

_MIDDLE: Point = (CELL / 2, CELL / 2)
_BODY = (1.5, 1.5, CELL - 1.5, CELL - 1.5)

Told: TypeAlias = Literal["", "last", "flipped"]


class Tile(NamedTuple):
    """One square. `stone`: whose lies there; `open`: who may place there; `lit`: in the chosen column."""

    stone: Seat | None = None
    open: Seat | None = None
    told: Told = ""
    label: str = ""
    blocked: bool = False
    lit: bool = False


class Lacquer(NamedTuple):
    """The colours of a stone: its rim, its face from above to below, its gleam and its engraving."""

    rim: Colour
    top: Colour
    bottom: Colour
    gleam: Colour
    groove: Colour


LACQUERS = (
    Lacquer(colour("#6E0A14"), colour("#E8394A"), colour("#B5121F"), colour("#FF9A98"), colour("#7E0C18")),
    Lacquer(colour("#8E93A8"), colour("#FFFFFF"), colour("#DDE2EE"), colour("#FFFFFF"), colour("#8C97B8")),
)
"""By seat."""

INKS = (RED_INK, WHITE_INK)


def paint(tile: Tile) -> Picture:
    """The square as an image (RGB), CELL px square."""
    easel = Easel((CELL, CELL), PAGE)
    if tile.blocked:
        _pit(easel)
    else:
        _ground(easel, tile)
    if tile.stone is not None:
        _stone(easel, tile.stone, _MIDDLE, CELL * 0.405)
    if tile.told == "last":
        easel.frame((0, 0, CELL, CELL), 6, NIGHT, 5.5)
        easel.frame((0, 0, CELL, CELL), 6, ACCENT, 4.5)
    if tile.told == "flipped":
        for x in (6.5, CELL - 6.5):
            for y in (6.5, CELL - 6.5):
                easel.disc((x, y), 2.6, ACCENT)
    image = easel.finish()
    if tile.label:
        write(image, tile.label, _MIDDLE, 13, PAPER)
    return image


def _ground(easel: Easel, tile: Tile) -> None:
    fill = FIELD_LIT if tile.lit else FIELD
    easel.plate(_BODY, 4, mix(fill, PAPER, 0.14))
    easel.plate((1.5, 2.5, CELL - 1.5, CELL - 1.5), 4, fill)
    if tile.open is not None:
        ink = INKS[tile.open]
        easel.frame((4, 4, CELL - 4, CELL - 4), 6, ink, 3)


def _pit(easel: Easel) -> None:
    easel.plate(_BODY, 4, mix(PAGE, FIELD, 0.25))
    easel.plate((1.5, 1.5, CELL - 1.5, CELL - 3), 4, BLOCKED)


def _stone(easel: Easel, seat: Seat, centre: Point, radius: float) -> None:
    """A lacquered chip: Red's has a ring engraved in it, White's a dot."""
    (x, y), lacquer = centre, LACQUERS[seat]
    easel.shadow((x + 0.6, y + 1.8), radius, 1.4, 150)
    easel.disc(centre, radius, lacquer.rim)
    easel.lit_disc(centre, radius - 1.2, lacquer.top, lacquer.bottom)
    easel.arc(centre, radius - 2.4, (205, 320), lacquer.gleam, 1.6)
    if seat == RED:
        easel.ring(centre, radius * 0.58, lacquer.groove, 2.4)
    else:
        easel.disc(centre, radius * 0.24, lacquer.groove)
