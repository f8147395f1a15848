"""What a judge of moves is, for hints, for those who ask why, and for reviews of games that are over."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, NamedTuple

from games.core import M, V


class Judged(NamedTuple, Generic[M]):
    """The best move a judge has found, and by how much the player will be ahead with it and with another.

    That's in points of the end of the game, or behind if it's negative; against several players, ahead of the
    best of them. `is_certain` says that both have been followed to the end, so that there's no perhaps.
    """

    best: M
    with_best: float
    with_played: float
    is_certain: bool = False

    @property
    def loss(self) -> float:
        """What the other move costs."""
        return self.with_best - self.with_played


def _never(_: Any) -> bool:
    return False


def _nothing(*_: Any) -> None:
    """There's nothing to know."""


@dataclass(frozen=True, kw_only=True)
class Judge(Generic[V, M]):
    """Says what the moves of a player were for and worth, from what they knew at the time.

    `why` says to the view's player what this legal move does, good or bad, and what speaks for it: true of
    every legal move, in one or two sentences, 200 characters at most, without markup; seats as marks. It's
    made from the view alone. `adviser` is the level whose moves are given as hints with these reasons, empty
    for a game that gives none or has its own. `is_even` says whether all moves of the view's player are as
    good as each other, such as calls of a coin: there is nothing to know then, so a hint costs nothing.

    The rest is for a judge that reviews games; it has a `name`. `weigh` is a strong computer that compares a
    legal move of the view's player with the best it finds, from that player's view alone; None if there was
    nothing to know or choose. It's the same for the same arguments: the number is how carefully it looks, 1
    for a glance, which takes about 30 ms, or up to 10. A difference below `noise` means nothing, and one
    below twice that only perhaps something.
    """

    why: Callable[[V, M], str]
    adviser: str = ""
    is_even: Callable[[V], bool] = _never
    name: str = ""
    weigh: Callable[[V, M, int, Random], Judged[M] | None] = _nothing
    noise: float = 0
