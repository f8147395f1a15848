"""The caption: what just happened, and what the viewer can do."""

from games.core import Stopped
from games.foozle.pictures.asked import Named
from games.foozle.rules.position import Played, Taking
from games.foozle.rules.view import View
from games.foozle.words.news import DREW, did, drawn_words, laid_words, latest, taken_words, you_did
from games.kit.brush.scene import Caption

_LONGEST = 46
"""The most letters of a question that fit in the caption."""


def caption(view: View, asked: Named) -> Caption:
    """One sentence: the latest news, or the question if the viewer is asked."""
    if view.phase is Stopped:
        return Caption("The game ended early.")
    if view.asked:
        return _ask(view, asked)
    told = latest(view)
    return Caption(told.text, told.by, tells=told.tells)


def _ask(view: View, asked: Named) -> Caption:
    if asked.text:
        return Caption(asked.text if len(asked.text) <= _LONGEST else _shorter(asked), asks=True)
    if view.phase is Taking:
        if not view.news:
            return Caption("You start: take a card.", asks=True)
        told = latest(view)
        return Caption(f"Your turn. {told.text}", told.by, asks=True, tells=(told.text, *told.tells))
    turn = view.table.turns[-1] if view.table.turns else None
    if turn is None or turn.seat != view.viewer:
        return Caption("Your turn: lay cards or discard.", asks=True)
    what_next = "Discard a card." if asked.open else "Lay or discard."
    done = _done(turn)
    own = you_did(done)
    return Caption(f"{own} {what_next}", asks=True, tells=(own, did(turn.seat, done)))


def _done(turn: Played) -> str:
    """The last thing that the viewer has done in their own turn."""
    if turn.laid:
        return laid_words(turn.laid[-1])
    if turn.taken is not None:
        return taken_words(turn.taken)
    return DREW if turn.drawn is None else drawn_words(turn.drawn)


def _shorter(asked: Named) -> str:
    if asked.open:
        return "Pick the cards to lay with it."
    if asked.groups:
        return "Which group do they join?"
    return "Lay these cards down?" if asked.chosen else "Which group do you lay?"
