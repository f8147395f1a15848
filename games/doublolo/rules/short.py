"""How a short game begins: late in a game played at random (rule 16)."""

from random import Random

from games.core import IllegalMove, Seat
from games.doublolo.rules.lines import flips, moves
from games.doublolo.rules.notation import Stones
from games.doublolo.rules.options import LATE
from games.doublolo.rules.position import RED, WHITE, Board, other
from games.kit.grid import bits
from games.kit.lots import below

EVEN = 20
"""A start is even enough if one colour leads by at most this many stones."""

_TRIES = 8
"""At most this many games are tried to find an even one; about half of them are."""


def draw(rng: Random, board: Board) -> Stones:
    """Stones placed at random by both colours until LATE squares are left, about equally many of each."""
    best, tries = None, 0
    while best is None or (_lead(best) > EVEN and tries < _TRIES):
        late, tries = _late(rng, board), tries + 1
        if late is not None and (best is None or _lead(late) < _lead(best)):
            best = late
    return Stones(*best.stones)


def laid(board: Board, stones: Stones) -> Board:
    """The board with these stones in place of the groups. Raises IllegalMove if it breaks rule 16."""
    if stones.red & stones.white or (stones.red | stones.white) & board.blocked:
        raise IllegalMove("Each square that isn't blocked holds one stone at most (rules 2 and 16).")
    after = Board(board.blocked, (stones.red, stones.white), board.grid)
    if (left := after.empty.bit_count()) != LATE:
        raise IllegalMove(f"A short game begins with {LATE} empty squares, not {left} (rule 16).")
    return after


def _lead(board: Board) -> int:
    red, white = board.scores
    return abs(red - white)


def _late(rng: Random, board: Board) -> Board | None:
    """The position after random moves with LATE squares left; None if the game ended before."""
    mover, stones = RED, board.stones
    for _ in range(board.empty.bit_count() - LATE):
        now = Board(board.blocked, stones, board.grid)
        found = _open(now, mover)
        if not found:
            mover = other(mover)
            found = _open(now, mover)
        if not found:
            return None
        bit = list(bits(found))[below(rng, found.bit_count())]
        flipped = flips(board.grid, stones[mover], stones[other(mover)], bit)
        own, opposed = stones[mover] | flipped | bit, stones[other(mover)] & ~flipped
        stones = (own, opposed) if mover == RED else (opposed, own)
        mover = other(mover)
    after = Board(board.blocked, stones, board.grid)
    return after if _open(after, RED) or _open(after, WHITE) else None


def _open(board: Board, mover: Seat) -> int:
    """The mask of the squares where this colour can flip."""
    return moves(board.grid, board.stones[mover], board.stones[other(mover)], board.empty)
