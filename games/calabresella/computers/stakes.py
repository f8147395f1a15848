"""What the points of a deal are worth to one seat: how likely they make it win the match."""

from collections.abc import Callable, Sequence
from math import exp, sqrt

from games.calabresella.rules.position import MADE, SEATS, BySeat

_A_DEAL, _SPREAD = 19.3, 9.5
"""What a deal brings the highest score, and how far it drives two players' scores apart, as the scale of a
logistic curve. Both from matches between Experts, by `python -m bench.tune calabresella`. That half a deal
more is counted than seems to be left is a choice by hand."""

Stake = Callable[[Sequence[float]], float]
"""From the points that each seat takes in a deal to what they're worth."""


def stake(totals: BySeat, game_point: int, soloist: int, me: int, thrift: float) -> Stake:
    """The chance to win the match, plus `thrift` for each point taken from the other side.

    While nobody can have won, it's close to what is won and lost in points.
    """

    def worth(took: Sequence[float]) -> float:
        lack = MADE - took[soloist]
        after = [
            had + mine + (max(0.0, -lack) if seat == soloist else max(0.0, lack))
            for seat, had, mine in zip(SEATS, totals, took, strict=True)
        ]
        side = took[soloist] if me == soloist else -took[soloist]
        return chance(after, game_point, me) + thrift * side

    return worth


def chance(totals: Sequence[float], game_point: int, me: int) -> float:
    """How likely this seat wins a match with these totals, if all play alike from here on."""
    most = max(totals)
    if most >= game_point and sum(most - one < 0.5 for one in totals) == 1:
        return float(totals[me] == most)
    deals = 0.5 + max(0.0, game_point - most) / _A_DEAL
    scale = 1.0 / (_SPREAD * sqrt(deals))
    odds = [exp((one - most) * scale) for one in totals]
    return odds[me] / sum(odds)
