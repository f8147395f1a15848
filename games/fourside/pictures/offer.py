"""What the answers so far leave open, for the picture."""

from dataclasses import dataclass
from operator import attrgetter

from games.core import IllegalMove, Question
from games.fourside.rules.position import ALL_SQUARES, Place
from games.fourside.rules.view import View
from games.fourside.words.prompts import answers_of, prompt
from games.kit.grid import Square


@dataclass(frozen=True)
class Offer:
    """The placements that are left, and the question about them; empty for viewers who aren't asked.

    `begun`: a question has been answered. `named` are the squares to choose from, or the chosen one.
    """

    found: tuple[Place, ...] = ()
    question: Question | None = None
    begun: bool = False
    named: frozenset[Square] = frozenset()

    @property
    def ways(self) -> tuple[Place, ...]:
        """What fits on the chosen square, by tile and turn; empty if no square has been chosen."""
        is_chosen = self.begun and len({place.square for place in self.found}) == 1
        return tuple(sorted(self.found, key=attrgetter("number", "quarters"))) if is_chosen else ()


def offer_of(view: View, answers: tuple[str, ...]) -> Offer:
    """The offer after these answers; if they don't lead to a square, the one before the first answer."""
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
    keys = {*answers, *(choice.key for choice in question.choices)} if question else set(answers)
    named = frozenset(square for square in ALL_SQUARES if str(square) in keys)
    return Offer(found, question, bool(answers), named)
