"""How Foozle's result card looks: plum and gold, with the tokens that each player has won."""

from functools import lru_cache
from typing import Any

from games.core import Seat
from games.foozle.pictures.court import PLUM, RAIL, RAY, SOFT, code, document
from games.foozle.pictures.signs import placed
from games.foozle.pictures.tokens import WHITE, gem
from games.foozle.rules.position import DealOwed
from games.foozle.rules.view import View
from games.kit.brush.cached import cached
from games.kit.brush.easel import Easel
from games.kit.brush.festive import rays
from games.kit.brush.lettering import width, write
from games.kit.brush.marks import CREAM, WIDTH
from games.kit.brush.palette import Colour, Picture, colour, mix
from games.kit.brush.sprites import on, svg
from games.kit.results import Look

_GEM, _STEP, _WORDS = 46, 54, 35
_LATTICE = 64


@lru_cache(1)
def look() -> Look:
    """See `Game.look`."""
    return Look(
        page=RAIL,
        band=colour("#602C48"),
        groove=colour("#22091A"),
        ray=RAY,
        soft=SOFT,
        unit=("token", "tokens"),
        part="hand",
        begins=_begins,
        pieces=_pieces,
        hero=_court,
        samples=lambda ground: [_tokens(31, 2, ground), _tokens(0, 0, ground)],
    )


def _begins(before: Any, after: Any) -> bool:
    return isinstance(before, DealOwed) and not isinstance(after, DealOwed)


def _court(high: int, middle: tuple[int, int]) -> Picture:
    """The court's lattice, with light on it."""
    light = "".join(
        "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in ray) + "Z" for ray in rays(middle, 1.2 * WIDTH, 0.5)
    )
    lattice = "".join(
        f"M{left} 0L{left + high} {high}M{left} {high}L{left + high} 0"
        for left in range(-high, WIDTH + high, _LATTICE)
    )
    shapes = (
        f'<path d="{light}" fill="{code(RAY)}"/>',
        f'<path d="{lattice}" stroke="{code(mix(PLUM, RAY, 0.45))}" stroke-width="2" fill="none"/>',
    )
    return on(PLUM, svg(document((WIDTH, high), *shapes), (WIDTH, high)))


def _pieces(view: View, seat: Seat, ground: Colour) -> Picture:
    return _tokens(view.table.colours[seat], view.table.whites[seat], ground)


def _tokens(colours: int, whites: int, ground: Colour) -> Picture:
    """All six tokens in a row (RGB), those that are missing hollow, and how many white ones."""
    several = f"×{whites}" if whites > 1 else ""
    room = max(width(f"×{count}", _WORDS) for count in (2, whites)) + 4
    image = Easel((_STEP * (WHITE + 1) + room, _GEM), ground).finish()
    for number in range(WHITE + 1):
        has = whites > 0 if number == WHITE else bool(colours >> number & 1)
        image.paste(_token(number, has, ground), (_STEP * number, 0))
    write(image, several, (_STEP * (WHITE + 1), _GEM / 2), _WORDS, CREAM, "left")
    return image


@cached
def _token(number: int, has: bool, ground: Colour) -> Picture:
    box, half = (_STEP, _GEM), _GEM / 2
    return on(ground, svg(document(box, placed(gem(number, has=has), _STEP / 2, half, _GEM / 104)), box))
