"""Whole random matches of Calabresella."""

from functools import cache
from random import Random

from games.calabresella.rules import rulebook as rules
from games.calabresella.rules import sight
from games.calabresella.rules.notation import Bid, GoOn, Move, Reject
from games.calabresella.rules.options import Options
from games.calabresella.rules.position import HAND, Position
from games.calabresella.words import prompts
from games.core import CHANCE, Seat

SHORT = Options(game_point=30)
_ONE_OR_TWO = HAND + HAND * (HAND - 1) // 2
"""How many ways there are to reject one or two cards."""


@cache
def played(seed: int, options: Options = SHORT) -> tuple[Position, ...]:
    """The positions of a match, in which bids of both rounds, calls and small rejects come up."""
    rng, found = Random(seed), [rules.new(3, options)]
    while owes := rules.turn(found[-1]).owes:
        seat = min(owes)
        found.append(rules.apply(found[-1], seat, _move(found[-1], seat, rng)).state)
    return tuple(found)


def _move(position: Position, seat: Seat, rng: Random) -> Move:
    if seat == CHANCE:
        return rules.chance(position, rng)
    moves = prompts.legal(sight.see(position, seat))
    if isinstance(moves[0], Bid):
        return moves[rng.random() < 0.2]
    if isinstance(moves[0], GoOn):
        return moves[0] if rng.random() < 0.8 else rng.choice(moves)
    if isinstance(moves[0], Reject):
        return moves[rng.randrange(_ONE_OR_TWO)]
    return rng.choice(moves)
