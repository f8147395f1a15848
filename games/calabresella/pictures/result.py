"""How the result card looks: felt in its wooden frame, and the score from deal to deal."""

from functools import lru_cache
from typing import Any

from games.calabresella.pictures.sprites import BAND, FELT, INLAY, TAN, WELL, WOODS
from games.calabresella.rules.position import DECK, DealOwed, Solo
from games.calabresella.rules.view import View
from games.core import Seat
from games.kit.brush.easel import Easel
from games.kit.brush.festive import rays
from games.kit.brush.marks import WIDTH
from games.kit.brush.palette import Picture, colour
from games.kit.results import Look

_RIMS = (0, 6, 14, 24, 30, 36)
"""Where each of the frame's woods begins, in px from the edge."""
_CORNER = 18


@lru_cache(1)
def look() -> Look:
    """See `Game.look`."""
    return Look(
        page=BAND,
        band=colour("#4A2A17"),
        groove=colour("#1D0F0A"),
        ray=FELT,
        soft=TAN,
        part="deal",
        begins=_begins,
        alone=_soloist,
        dealt=lambda position, seat: DECK.named(position.dealt.hands[seat]),
        told_last=True,
        goal=lambda view: 0 if view.options.solos else view.options.game_point,
        hidden=_hidden,
        hero=_frame,
        frame=_RIMS[-1] + 12,
    )


def _begins(before: Any, after: Any) -> bool:
    return isinstance(before, DealOwed) and not isinstance(after, DealOwed)


def _soloist(position: Any) -> Seat | None:
    solo = getattr(position, "solo", None)
    return solo.soloist if isinstance(solo, Solo) else None


def _hidden(view: View) -> str:
    """The widow of the last deal."""
    return f"The last widow: {' '.join(map(str, view.widow))}" if view.widow else ""


def _frame(high: int, middle: tuple[int, int]) -> Picture:
    """The felt with light on it, in a frame of wood."""
    easel, inside = Easel((WIDTH, high), BAND), _RIMS[-1]
    easel.plate((0, 0, WIDTH, high), 0, WELL)
    for ray in rays(middle, 1.2 * WIDTH, 0.5, count=20):
        easel.polygon(ray, FELT)
    easel.frame((inside + 9, inside + 9, WIDTH - inside - 9, high - inside - 9), 8, INLAY, 3)
    for rim, following, wood in zip(_RIMS, (*_RIMS[1:], inside + 4), WOODS, strict=True):
        box = rim, rim, WIDTH - rim, high - rim
        easel.frame(box, max(0, _CORNER - rim / 3) if rim else 0, wood, following - rim + 1)
    return easel.finish()
