"""Positions of FourSide: early and late ones of random games, and after given lines."""

from dataclasses import replace

from hypothesis import strategies as st

from games.fourside import GAME, Options
from games.fourside.rules.notation import read
from games.fourside.rules.options import LARGEST, Level
from games.fourside.rules.position import SEATS, Board, Place, Playing, Position, Tile
from tests.games.wandering import wandered

CENTRE = Board().centre
BOARD = "board a / 1234 / A1 A2 A3 D4 I1 I2 / B1 B2 B3 E5 I3 I7"
TILES = "tiles 1122 3333 4444 2525 6666 1111 3456 6543 1212 4141"
STUCK = "tiles 1122 3333 4444 2525 6666 6666 6666 6666 5555 5555"
"""With these, B can't place a tile after 3@D4 and 2222."""


def played(seed: int, moves: int) -> Position:
    """The position after this many random moves, including hints and chance's, or at the end."""
    options = Options(level=tuple(LARGEST)[seed % 3])
    position: Position = wandered(GAME, 2, options, seed, moves)
    return position


def playing(seed: int, moves: int) -> Playing:
    """The first position after this many moves in which a player has to place a tile."""
    for more in range(20):
        position = played(seed, moves + more)
        if isinstance(position, Playing):
            return position
    raise AssertionError("That game was over earlier.")


positions = st.builds(played, st.integers(0, 2**32), st.integers(0, 6) | st.integers(0, 150))
"""Early positions as often as all others."""


def after(*texts: str, level: Level = "intermediate") -> Position:
    """The position after these lines, each by the seat that owes a move."""
    position = GAME.new(2, Options(level=level))
    for text in texts:
        (seat,) = GAME.turn(position).owes
        position = GAME.apply(position, seat, read(text)).state
    return position


def legal_in(position: Position) -> tuple[Place, ...]:
    return GAME.view(position, None).placements


def last_square(scores: tuple[int, int]) -> Playing:
    """One square left, I7, and a tile for it."""
    position = after(BOARD, TILES)
    assert isinstance(position, Playing)
    even: Tile = (1, 1, 1, 1)
    board = replace(position.table.board, tiles=(*(even,) * 62, None), minus=0)
    hands = ((even,) * 5, (even,) * 5)
    return Playing(replace(position.table, board=board, hands=hands, scores=scores), SEATS[0])
