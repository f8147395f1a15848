"""What moves were worth: the search of the computer players, in stones of the final score.

A judge of a game that's over has more time than a player, so it looks deeper.
"""

from bisect import bisect
from random import Random

from games.doublolo.computers.evaluation import WON
from games.doublolo.computers.search import Search
from games.doublolo.computers.tuned import tuned
from games.doublolo.rules.notation import Move, Place
from games.doublolo.rules.position import QUICK, Board, Playing, other
from games.doublolo.rules.view import View
from games.doublolo.words.why import is_even, why
from games.kit.grid import bits
from games.kit.judge import Judge, Judged
from games.kit.lots import shuffle

NODES, DEPTHS = (900, 20_000), (2, 6)
"""How many positions a glance looks at, and a careful look, and how deep each goes at most: choices by hand,
like the next two, for what a review may cost."""

EXPERT, OTHERS = 5_000, 3
"""How many positions are looked at for the day's story squares, and how many other placements."""

SOON = 9
"""With so few empty squares, all looks go on to the end."""

FILLED = (0.35, 0.65, 0.85)
STONES = (0.1, 0.1, 0.09, 0.075)
"""How many stones of the final score a point of the evaluation stands for, until each part of the board is
filled, and after the last: measured, as BUILDING.md says."""

LOST = 0.75
"""Of what a move seems to cost, this much was lost when both were played to the end: measured, too."""

NOISE = 4
"""Below this a review says nothing: a choice by hand, from how often the better one did better."""


def weigh(view: View, played: Move, care: int, _: Random) -> Judged[Move] | None:
    """See `Judge.weigh`. Both moves are searched equally deep."""
    if not isinstance(view.position, Playing) or not isinstance(played, Place):
        return None
    board, mover = view.board, view.position.mover
    own, opposed = board.stones[mover], board.stones[other(mover)]
    search = Search(board.grid, board.blocked, NODES[care > 1])
    empty = board.empty.bit_count()
    best = search.best(own, opposed, empty if empty <= SOON else DEPTHS[care > 1])
    bit = board.grid.bit(played.square)
    found = search.compared(own, opposed, {best, bit})
    if found[bit] > found[best]:  # the budget has cut off a search that had just found it
        best = bit
    certain = all(abs(one) > WON // 2 for one in found.values())
    worths = {one: _stones(board, worth) for one, worth in found.items()}
    share = 1 if certain else LOST
    with_played = worths[best] - share * (worths[best] - worths[bit])
    return Judged(Place(board.grid.square(best)), worths[best], with_played, certain)


def worths(view: View, played: Move, rng: Random) -> dict[Move, float]:
    """In stones of the final score: the best placement, this one and a few others, searched as by Expert.

    A glance isn't enough for that: it would take what Expert sees for a mistake.
    """
    assert isinstance(played, Place)
    board, mover = view.board, view.mover
    assert mover is not None
    own, opposed = board.stones[mover], board.stones[other(mover)]
    value = tuned(board.grid, board.blocked) if board.grid == QUICK else None
    search = Search(board.grid, board.blocked, EXPERT, value)
    others = shuffle(rng, bits(view.open))[:OTHERS]
    some = {search.best(own, opposed), board.grid.bit(played.square), *others}
    found = search.compared(own, opposed, some)
    return {Place(board.grid.square(bit)): _stones(board, worth) for bit, worth in found.items()}


def _stones(board: Board, worth: int) -> float:
    """By how many stones the mover will be ahead."""
    if abs(worth) > WON // 2:
        return worth - WON if worth > 0 else worth + WON
    used = (board.grid.full & ~board.blocked).bit_count()
    return worth * STONES[bisect(FILLED, 1 - board.empty.bit_count() / used)]


JUDGE: Judge[View, Move] = Judge(
    why=why,
    adviser="schooled",
    is_even=is_even,
    name="Expert",
    weigh=weigh,
    noise=NOISE,
)
