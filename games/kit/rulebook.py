"""The sequence of play as one table: which rule handles which move in which phase."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from games.core import IllegalMove, Seat, Step

P = TypeVar("P")
"""The positions of a game."""
Phase = TypeVar("Phase")
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class When(Generic[Phase, Made, P]):
    """In this phase this rule handles this kind of move; it gets the position, the seat and the move."""

    phase: type[Phase]
    move: type[Made]
    rule: Callable[[Phase, Seat, Made], Step[P]]


class Rulebook(Generic[P]):
    """All of a game's rules for moves.

    `owed` says what to do in a position, as a sentence for a player who tries another kind of move.
    """

    def __init__(self, *rules: When[Any, Any, P], owed: Callable[[P], str]) -> None:
        self._rules: Mapping[tuple[type, type], Callable[[Any, Seat, Any], Step[P]]] = {
            (rule.phase, rule.move): rule.rule for rule in rules
        }
        if len(self._rules) != len(rules):
            raise ValueError("Two rules handle the same move in the same phase.")
        self._owed = owed

    def apply(self, position: P, seat: Seat, move: object) -> Step[P]:
        """The position after `move`. Raises IllegalMove if no rule allows it here."""
        rule = self._rules.get((type(position), type(move)))
        if rule is None:
            raise IllegalMove(self._owed(position))
        return rule(position, seat, move)
