"""How Doublolo's result card looks: deep blue like the board, with each player's stone."""

from functools import lru_cache

from games.core import Seat
from games.doublolo.pictures.tiles import AXIS, BAND, PACKAGE, PAGE, RAY, STONES
from games.doublolo.rules.position import RED, WHITE
from games.doublolo.rules.view import View
from games.kit.brush.palette import Colour, Picture, colour
from games.kit.brush.sprites import on, sprite
from games.kit.results import Look

_STONE = 56


@lru_cache(1)
def look() -> Look:
    """See `Game.look`."""
    return Look(
        page=PAGE,
        band=BAND,
        groove=colour("#080C3C"),
        ray=RAY,
        soft=AXIS,
        unit=("stone", "stones"),
        pieces=_stone,
        samples=lambda ground: [_on(ground, seat) for seat in (RED, WHITE)],
    )


def _stone(_: View, seat: Seat, ground: Colour) -> Picture:
    return _on(ground, seat)


def _on(ground: Colour, seat: Seat) -> Picture:
    return on(ground, sprite(PACKAGE, STONES[seat], (_STONE, _STONE)))
