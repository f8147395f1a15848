"""What a move of FourSide does, for the player who made it or could make it: from their view alone."""

from games.core import mark
from games.fourside.rules.fitting import placements, score
from games.fourside.rules.notation import Hint, Move
from games.fourside.rules.position import Board, Place, other, turned
from games.fourside.rules.view import View
from games.fourside.words.telling import points
from games.kit.prose import counted


def called(_: View, move: Move) -> str:
    """A placement without its turn, which the reasons don't need either."""
    return f"tile {move.number} on {move.square}" if isinstance(move, Place) else "a hint"


def why(view: View, move: Move) -> str:
    """What a placement scores, whether another would score more, and what the opponent can answer."""
    if isinstance(move, Hint):
        left = counted(view.hints - 1, "hint") if view.hints > 1 else "no hints"
        return f"You're shown a placement that scores well, and then you have {left} left."
    assert isinstance(move, Place), "Chance needs no reasons."
    scored = score(view.board, move.square)
    total = f": {scored}" if scored.is_sum else ""
    return f"It scores {points(scored.points)}{total}. {_most(view, scored.points)} {_answer(view, move)}"


def _most(view: View, scored: int) -> str:
    most = _best(view.board, view.placements)
    if most > scored:
        return f"The most you can score is {points(most)}."
    return "No other square scores more."


def _answer(view: View, move: Place) -> str:
    """What the opponent can score next; both hands are open."""
    assert view.mover is not None
    tile, rival = view.hand[move.number - 1], other(view.mover)
    assert tile is not None
    after = view.board.with_tile(move.square, turned(tile, move.quarters))
    answers = tuple(placements(after, view.table.hands[rival]))
    if not answers:
        return f"After it, none of {mark(rival)}'s tiles fit."
    return f"After it, {mark(rival)} can score at most {points(_best(after, answers))}."


def _best(board: Board, found: tuple[Place, ...]) -> int:
    return max(score(board, square).points for square in {place.square for place in found})
