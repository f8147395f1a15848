"""Which cards a question offers and which are already chosen: what pictures dim and light up."""

from dataclasses import dataclass

from games.core import IllegalMove, Question, Ready
from games.foozle.cards import Card, Cards, each, key
from games.foozle.notation import Lay, Take
from games.foozle.prompts import prompt
from games.foozle.sprites import Look
from games.foozle.view import View


@dataclass(frozen=True, slots=True)
class Named:
    """Cards that can be chosen, all in the hand or all in the tableau, and earlier choices, by key."""

    open: frozenset[str] = frozenset()
    chosen: frozenset[str] = frozenset()
    in_tableau: bool = False

    def look(self, card: Card, of_tableau: bool) -> Look:
        """How this card is shown."""
        if key(card) in self.chosen:
            return "lit"
        if not self.open or of_tableau != self.in_tableau:
            return "plain"
        return "plain" if key(card) in self.open else "dim"

    @property
    def groups(self) -> frozenset[int]:
        """The numbers, from 1, of the chosen groups."""
        return frozenset(int(answer) for answer in self.chosen if answer.isdecimal())


def named(view: View, answers: tuple[str, ...]) -> Named:
    """The cards the question after `answers` offers; none if the answers don't fit."""
    try:
        asked = prompt(view, answers)
    except IllegalMove:
        return Named()
    if not isinstance(asked, Question):
        return Named()
    chosen = frozenset(part for answer in answers for part in answer.split("+"))
    keys = frozenset(choice.key for choice in asked.choices)
    for in_tableau, cards in ((False, each(view.hand)), (True, iter(view.table.tableau))):
        if keys <= set(map(key, cards)):
            return Named(keys, chosen, in_tableau)
    is_picked = any("+" in answer for answer in answers)
    return Named(chosen=chosen if is_picked else chosen | _agreed(view, asked, answers))


def _agreed(view: View, asked: Question, answers: tuple[str, ...]) -> frozenset[str]:
    """The cards that every remaining choice lays down, if one more answer makes the move."""
    laid = set[Cards]()
    for choice in asked.choices:
        match prompt(view, (*answers, choice.key)):
            case Ready(Lay(cards) | Take(_, Lay(cards))):
                laid.add(cards)
            case _:
                return frozenset()
    return frozenset(map(key, each(laid.pop()))) if len(laid) == 1 else frozenset()
