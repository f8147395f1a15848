"""The sentence below FourSide's picture: what just happened, also at the end, or what is asked."""

from games.core import mark
from games.fourside.fitting import score
from games.fourside.offer import Offer
from games.fourside.position import CENTRE, BoardOwed, Place, Playing, Table, other
from games.fourside.prompts import TURNS
from games.fourside.telling import points, signed
from games.fourside.view import View
from games.kit.brush.scene import Caption


def caption(view: View, offer: Offer) -> Caption:
    """One sentence, short enough to stand in one line with any name."""
    if view.stopped:
        return Caption("The game was stopped.")
    match view.position:
        case BoardOwed():
            return Caption("The board is being set up.")
        case Playing(mover=mover) if offer.begun and offer.question:
            return Caption(offer.question.text, mover, asks=True)
        case Playing(mover=mover, hint=Place() as hint):
            return Caption(_hinted(view, hint), mover, asks=True)
        case Playing(mover=mover, again=True):
            return Caption(f"{mark(other(mover))} has no tile that fits and loses a turn", other(mover))
        case Playing(mover=mover) if view.table.last is None:
            return Caption(f"{mark(mover)} moves first, next to the tile on {CENTRE}", mover)
    return _laid(view.table)


def _laid(table: Table) -> Caption:
    """Who laid the last tile, and the sum of its points."""
    last = table.last
    if last is None:
        return Caption(f"The first tile is on {CENTRE}")
    scored = score(table.board, last.square)
    total = str(scored).replace(" ", "")
    if last.gained != scored.points:
        told = f"{total}, now at 0"
    elif scored.extra:
        told = f"{total} = {signed(scored.points)}"
    elif len(scored.values) > 1:
        told = f"{total} = {points(scored.points)}"
    else:
        told = points(scored.points)
    return Caption(f"{mark(last.seat)} plays {last.square}: {told}", last.seat)


def _hinted(view: View, hint: Place) -> str:
    gain = signed(score(view.board, hint.square).points)
    return f"Hint: tile {hint.number}, {TURNS[hint.quarters]}, on {hint.square} for {gain}"
