"""The caption while the viewer has to take or lay: what they can do."""

from games.core import Caption
from games.foozle.pictures.asked import Named
from games.foozle.rules.position import Taking
from games.foozle.rules.view import View

_LONGEST = 46
"""The most letters of a question that fit in the caption."""


def caption(view: View, asked: Named) -> Caption | None:
    """The question in one sentence; None if the viewer isn't asked."""
    if not view.asked:
        return None
    if asked.text:
        return Caption(asked.text if len(asked.text) <= _LONGEST else _shorter(asked))
    if view.phase is Taking:
        return Caption("Your turn.", follows=True)
    return Caption("Discard a card." if asked.open else "Lay or discard.", follows=True)


def _shorter(asked: Named) -> str:
    if asked.open:
        return "Pick the cards to lay with it."
    if asked.groups:
        return "Which group do they join?"
    return "Lay these cards down?" if asked.chosen else "Which group do you lay?"
