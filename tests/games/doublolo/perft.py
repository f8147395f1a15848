"""Counts the positions that can be reached in a number of moves, by the game's own rules."""

from random import Random

from games.doublolo import GAME
from games.doublolo.rules import start
from games.doublolo.rules.position import RED, Board, Playing, Position
from tests.games.doublolo import naive

OTHELLO = naive.board(
    naive.read(
        """
        ........
        ........
        ........
        ...WR...
        ...RW...
        ........
        ........
        ........
        """
    )
)
"""Eight by eight without blocked squares; Red plays Black and starts."""

OTHELLO_COUNTS = (4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216)
"""Positions after 1 to 8 moves, as published for Othello; nobody loses a turn that early."""


def fixed_board(seed: int, blocked: int) -> Board:
    """The board of a seed, always the same."""
    return start.laid(start.draw(Random(seed), blocked), blocked)


def perft(position: Position, depth: int) -> int:
    """The number of positions after `depth` moves; a finished game has none."""
    if not isinstance(position, Playing):
        return 0
    view = GAME.view(position, position.mover)
    if depth == 1:
        return len(tuple(GAME.legal(view)))
    moves = GAME.legal(view)
    return sum(perft(GAME.apply(position, position.mover, move).state, depth - 1) for move in moves)


def othello(depth: int) -> int:
    """The number of positions of Othello after `depth` moves."""
    return perft(Playing(OTHELLO, RED), depth)
