"""The sentence below FourSide's picture: what just happened, also at the end, or what is asked."""

from games.core import Seat
from games.fourside.pictures.offer import Offer
from games.fourside.rules.fitting import score
from games.fourside.rules.position import BoardOwed, Place, Playing, Table, other
from games.fourside.rules.view import View
from games.fourside.words.telling import (
    first_in_short,
    lost_turn_in_short,
    placed_in_short,
    suggested_in_short,
)
from games.kit.brush.scene import Caption


def caption(view: View, offer: Offer) -> Caption:
    """One sentence, short enough to fit on one line with any name."""
    if view.stopped:
        return Caption("The game ended early.")
    match view.position:
        case BoardOwed():
            return Caption("The board is being set up.")
        case Playing(mover=mover) if offer.begun and offer.question:
            return Caption(offer.question.text, mover, asks=True)
        case Playing(mover=mover, hint=Place() as hint):
            return _hinted(view, mover, hint)
        case Playing(mover=mover, again=True):
            return Caption(lost_turn_in_short(other(mover)), other(mover))
        case Playing(mover=mover) if view.table.last is None:
            return Caption(first_in_short(mover, view.board.centre), mover)
    return _laid(view.table)


def _laid(table: Table) -> Caption:
    """Who placed the last tile, and how its points add up."""
    last = table.last
    if last is None:
        return Caption(f"The first tile is on {table.board.centre}")
    scored = score(table.board, last.square)
    told = placed_in_short(last)
    total = str(scored).replace(" ", "")
    return Caption(f"{told}: {total}" if scored.is_sum else told, last.seat, tells=(told,))


def _hinted(view: View, mover: Seat, hint: Place) -> Caption:
    return Caption(suggested_in_short(hint, score(view.board, hint.square)), mover, asks=True)
