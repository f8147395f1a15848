"""What the answers to the questions so far leave open, for the picture to show."""

from dataclasses import dataclass

from games.core import IllegalMove, Question
from games.fourside.position import ALL_SQUARES, Place
from games.fourside.prompts import answers_of, prompt
from games.fourside.view import View
from games.kit.grid import Square


@dataclass(frozen=True)
class Offer:
    """The placements that are left, and the question about them; nothing for who isn't asked.

    `begun` says that a question has been answered. `named` are the squares to choose from, or the chosen one.
    """

    found: tuple[Place, ...] = ()
    question: Question | None = None
    begun: bool = False
    named: frozenset[Square] = frozenset()

    @property
    def chosen(self) -> Place | None:
        """A placement of the chosen tile; None as long as none is chosen."""
        return self.found[0] if self.begun else None

    @property
    def turns(self) -> tuple[int, ...]:
        """The quarters by which the chosen tile can be turned; nothing if no tile is chosen."""
        return tuple(sorted({place.quarters for place in self.found})) if self.begun else ()


def offer_of(view: View, answers: tuple[str, ...]) -> Offer:
    """For answers that lead to no square, the same as before the first one."""
    if not view.asked:
        return Offer()
    found = tuple(place for place in view.placements if answers_of(place).issuperset(answers))
    try:
        asked = prompt(view, answers)
    except IllegalMove:
        found, asked = (), None
    if not found:
        return offer_of(view, ()) if answers else Offer()
    question = asked if isinstance(asked, Question) else None
    keys = {choice.key for choice in question.choices} if question else set(answers)
    named = frozenset(square for square in ALL_SQUARES if str(square) in keys)
    return Offer(found, question, bool(answers), named)
