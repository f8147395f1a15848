"""How a try at the game of the day is told in squares: what they say, and what a game says of its moves."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Any, Self

MOST_SQUARES = 12


class Grade(StrEnum):
    """What one square says: how much of what was to be gained somebody gained. The values are for storage."""

    BEST = "b"
    GOOD = "g"
    FAIR = "f"
    MISSED = "m"

    @classmethod
    def of(cls, share: float) -> Self:
        """The grade for this share of what the best moves gain; a worse choice than most is below 0."""
        if share >= 0.95:
            return cls.BEST
        return cls.GOOD if share >= 0.75 else cls.FAIR if share >= 0.45 else cls.MISSED


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """Which moves are a square, and how moves are compared. A game with a judge needs no more than this.

    A square begins with each move that `begins` one, and the moves that follow belong to it; those before the
    first don't count. There are at most `most`: of a longer game, each is an equal part.

    `worths` says what moves are worth, from the view of their player alone: the best, others to compare with,
    and the one that was made, its second argument; nothing if there was nothing to know or choose. It's the
    same for the same arguments, in any unit, of which less than `slight` means nothing. Without it, the
    game's judge compares moves, with its own `noise`.
    """

    begins: Callable[[Any], bool] = lambda _: True
    most: int = MOST_SQUARES
    worths: Callable[[Any, Any, Random], Mapping[Any, float]] | None = None
    slight: float = 0
