"""What the header shows for each player: match points, and their role in this deal."""

from games.calabresella.pictures.sprites import role, star
from games.calabresella.rules.position import SEATS, Bidding, DealerOwed
from games.calabresella.rules.view import View
from games.calabresella.words.captions import passes
from games.core import Seat
from games.kit.brush.header import Cell, Painted, Piece
from games.kit.brush.palette import Colour, Picture

_GAP = 4
"""Extra space between the score and the role, in px."""


def cells(view: View) -> list[Cell]:
    """The cells, with marks for the players who have to move and, after the match, the winner."""
    return [
        Cell(seat, str(view.totals[seat]), _role(view, seat), seat in view.owes, seat in view.first)
        for seat in SEATS
    ]


def _role(view: View, seat: Seat) -> tuple[Piece, ...]:
    if seat == view.soloist:
        return (Painted(_star),)
    words = _is(view, seat)
    return (Painted(_words, (words,)),) if words else ()


def _star(ground: Colour) -> Picture:
    return star(ground, _GAP, "solo")


def _is(view: View, seat: Seat) -> str:
    if view.soloist is not None:
        return "partner"
    if view.phase is Bidding and passes(view, seat):
        return "passed"
    return "dealer" if seat == view.dealer and view.phase is not DealerOwed else ""


def _words(words: str, ground: Colour) -> Picture:
    return role(words, ground, _GAP)
