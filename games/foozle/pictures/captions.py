"""What the caption says: what just happened, and what the viewer is to do."""

from games.core import Stopped, mark
from games.foozle.cards import title
from games.foozle.news import laid_words, latest
from games.foozle.pictures.asked import Named
from games.foozle.position import Finished, Played, Taking
from games.foozle.view import View
from games.kit.brush.scene import Caption

_LONGEST = 46
"""Letters of a question that fit in the caption."""


def caption(view: View, asked: Named) -> Caption:
    """One sentence: the latest news, or the question where the viewer is asked."""
    if view.phase is Stopped:
        return Caption("The game was stopped.")
    if view.phase is Finished:
        return _won(view)
    if view.asked:
        return _ask(view, asked)
    told = latest(view)
    return Caption(told.text, told.by)


def _won(view: View) -> Caption:
    """Who has won, and why (rule 14)."""
    winner = view.table.winner
    assert winner is not None
    tokens = view.table.tokens[winner]
    collected = view.table.colours[winner].bit_count()
    if collected < view.table.needed:
        return Caption(f"{mark(winner)} wins: {tokens} tokens, the most.", winner)
    colours = {5: "all five", 4: "four", 3: "three"}.get(collected, str(collected))
    return Caption(f"{mark(winner)} wins: {colours} colours, most tokens.", winner)


def _ask(view: View, asked: Named) -> Caption:
    if asked.text:
        return Caption(asked.text if len(asked.text) <= _LONGEST else _shorter(asked), asks=True)
    if view.phase is Taking:
        if not view.news:
            return Caption("You start: take a card.", asks=True)
        told = latest(view)
        return Caption(f"Your turn. {told.text}", told.by, asks=True)
    turn = view.table.turns[-1] if view.table.turns else None
    if turn is None or turn.seat != view.viewer:
        return Caption("Your turn: lay cards or discard.", asks=True)
    return Caption(f"You {_done(turn)}. {'Discard a card' if asked.open else 'Lay or discard'}.", asks=True)


def _done(turn: Played) -> str:
    """The last thing that the viewer has done in their own turn."""
    if turn.laid:
        return laid_words(turn.laid[-1])
    if turn.taken is not None:
        return f"took {title(turn.taken)}"
    return "drew a card" if turn.drawn is None else f"drew {title(turn.drawn)}"


def _shorter(asked: Named) -> str:
    if asked.open:
        return "Pick the cards to lay with it."
    if asked.groups:
        return "Which group do they join?"
    return "Lay these cards down?" if asked.chosen else "Which group do you lay?"
