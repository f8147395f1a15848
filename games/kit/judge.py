"""What a judge of moves is, for reviews of games that are over."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, NamedTuple

from games.core import M, V
from games.kit.results import Ink


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


@dataclass(frozen=True, kw_only=True)
class Judge(Generic[V, M]):
    """A strong computer that says what the moves of a player were worth, from what they knew at the time.

    `weigh` compares a legal move of the view's player with the best it finds, from that player's view alone;
    None if there was nothing to know or choose. It's the same for the same arguments: the number is how
    carefully it looks, 1 for a glance, which takes about 30 ms, or up to 10. A difference below `noise` means
    nothing, and one below twice that only perhaps something. `name` is what people call it.

    `glimpse` draws what a move was about (RGB, at most 330 by 245 px) on a ground, from the same view and the
    move that was made; if a better one is given, it's marked with a star.
    """

    name: str
    weigh: Callable[[V, M, int, Random], Judged[M] | None]
    noise: float
    glimpse: Callable[[V, M, M | None, Ink], Any]
