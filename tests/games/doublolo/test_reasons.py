"""Why a move is good, as hints say it: each reason comes up, and every statement is true."""

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

import pytest
from hypothesis import given, settings

from games.core import Seat
from games.doublolo import GAME
from games.doublolo.rules.notation import Call, Place
from games.doublolo.rules.position import GRID, RED, WHITE, CallOwed, Finished, Playing, Position, other
from games.doublolo.words.why import FEW, why
from games.kit.grid import Square
from tests.deep import examples
from tests.games.doublolo.played import played, positions
from tests.games.doublolo.test_rules import playing


def reason(text: str, square: str, mover: Seat = RED) -> str:
    move = GAME.read(square)
    told = why(GAME.view(playing(text, mover), mover), move)
    start = re.match(rf"{square} flips \d+ (red|white) stones?\. ", told)
    assert start, told
    return told[start.end() :]


def test_it_names_the_square_and_how_many_stones_of_which_colour_it_flips() -> None:
    assert why(GAME.view(playing(".WWR.WR"), RED), GAME.read("A1")).startswith("A1 flips 2 white stones. ")
    assert why(GAME.view(playing(".WR.RRW", WHITE), WHITE), GAME.read("D1")).startswith("D1 flips 3 red ")


@pytest.mark.parametrize(
    ("before", "square", "told"),
    [
        (".WWR", "A1", "That ends the game, and you win 4 to 0."),
        (".WR#RW.", "A1", "Then {b} can't flip anything, so it's your turn again."),
        (".WR.WR..", "A1", "It's a corner: every line ends there, so your stone can never be flipped back."),
    ],
)
def test_the_strongest_reason_is_told(before: str, square: str, told: str) -> None:
    assert reason(before, square) == told


def test_heads_and_tails_are_equally_good() -> None:
    position = played(1, 1)
    assert isinstance(position, CallOwed)
    told = {why(GAME.view(position, RED), Call(face)) for face in ("heads", "tails")}
    assert told == {"Heads and tails are equally likely, so call either. If you're right, you go first."}


def squares(position: Playing) -> list[Square]:
    """Where the mover can place."""
    found = GAME.legal(GAME.view(position, position.mover))
    return [move.square for move in found if isinstance(move, Place)]


class Tried:
    """A move made by the rules, with what can be seen afterwards."""

    def __init__(self, position: Playing, square: Square) -> None:
        self.before, self.square, self.mover = position, square, position.mover
        self.after: Position = GAME.apply(position, self.mover, Place(square)).state

    def scores(self) -> tuple[int, int]:
        """The player's stones and the rival's."""
        scores = self.after.board.scores
        return scores[self.mover], scores[other(self.mover)]

    def answers(self) -> list[Square]:
        return self.moves_of(other(self.mover))

    def moves_of(self, seat: Seat) -> list[Square]:
        return squares(Playing(self.after.board, seat))

    @staticmethod
    def rivals(position: Playing) -> list[Square]:
        """Where the rival could place if it were their turn."""
        return squares(Playing(position.board, other(position.mover)))

    def others(self) -> Iterator["Tried"]:
        return (Tried(self.before, square) for square in squares(self.before) if square != self.square)

    def flips(self) -> int:
        return GAME.view(self.before, self.mover).flips(self.square)

    def lost(self) -> set[Square]:
        """All of the player's squares that any answer flips."""
        board, seat = self.after.board, other(self.mover)
        grid = board.grid
        own = set(grid.squares(board.stones[self.mover]))
        lost: set[Square] = set()
        for answer in self.answers():
            then = GAME.apply(Playing(board, seat), seat, Place(answer)).state.board
            lost |= own - set(grid.squares(then.stones[self.mover]))
        return lost

    def gained(self) -> set[Square]:
        grid = self.before.board.grid
        return set(grid.squares(self.after.board.stones[self.mover] & ~self.before.board.stones[self.mover]))


def open_lines(position: Playing, square: Square) -> int:
    """The number of the four lines along which a stone on the square can ever be flipped."""
    board = position.board
    used = set(board.grid.squares(board.grid.full & ~board.blocked))
    ways = ((1, 0), (0, 1), (1, 1), (1, -1))
    return sum(
        all(Square(square.column + side * x, square.row + side * y) in used for side in (1, -1))
        for x, y in ways
    )


Check: TypeAlias = Callable[[Tried, tuple[int, ...]], bool]


def _fewest(tried: Tried, said: tuple[int, ...]) -> bool:
    count = len(tried.answers())
    return said == (count,) and all(len(one.answers()) >= count for one in tried.others())


def _gives_no_corner(tried: Tried, _: tuple[int, ...]) -> bool:
    def gives(one: Tried) -> bool:
        return any(open_lines(tried.before, answer) == 0 for answer in one.answers())

    return not gives(tried) and any(map(gives, tried.others()))


CHECKS: dict[str, Check] = {
    r"That ends the game, and you win (\d+) to (\d+)\.": lambda tried, said: (
        isinstance(tried.after, Finished) and tried.scores() == said and said[0] > said[1]
    ),
    r"Then \{.\} can't flip anything, so it's your turn again\.": lambda tried, _: (
        isinstance(tried.after, Playing) and tried.after.mover == tried.mover
    ),
    r"It's a corner: every line ends there, so your stone can never be flipped back\.": lambda tried, _: (
        open_lines(tried.before, tried.square) == 0
    ),
    r"It's on an edge: .* can be flipped along one line only, and not right away\.": lambda tried, _: (
        open_lines(tried.before, tried.square) == 1 and tried.square not in tried.lost()
    ),
    r"Then \{.\} has (\d+) squares? to choose from: no other move leaves them fewer\.": _fewest,
    r"Then \{.\} has only (\d+) squares? to choose from\.": lambda tried, said: (
        said == (len(tried.answers()),) and said[0] <= FEW
    ),
    r"Not every move keeps \{.\} out of the corners, but this one does\.": _gives_no_corner,
    r"On the next move \{.\} can't flip back any of the stones you gain\.": lambda tried, _: (
        not tried.lost() & tried.gained()
    ),
    r"On the next move \{.\} can't flip your new stone back\.": lambda tried, _: (
        tried.square not in tried.lost()
    ),
    r"No other square flips more\.": lambda tried, _: all(
        one.flips() <= tried.flips() for one in tried.others()
    ),
    r"Then you can flip stones from (\d+) squares, \{.\} from only (\d+)\.": lambda tried, said: (
        said == (len(tried.moves_of(tried.mover)), len(tried.answers())) and said[0] > said[1]
    ),
    r"Then you have (\d+) stones? and \{.\} has (\d+)\.": lambda tried, said: tried.scores() == said,
}
"""All that can be said of a move alone, and whether it is so."""

KEPT = re.compile(r"It keeps \{.\} out of (\w+), a corner where a stone can never be flipped back\.")


def is_so(tried: Tried, reason: str) -> bool:
    if kept := KEPT.fullmatch(reason):
        corner, now = GRID.read(kept[1]), Tried.rivals(tried.before)
        return corner in now and corner not in tried.answers() and open_lines(tried.before, corner) == 0
    ((holds, said),) = [(holds, one) for form, holds in CHECKS.items() if (one := re.fullmatch(form, reason))]
    return holds(tried, tuple(map(int, said.groups())))


@settings(max_examples=examples(25), deadline=None)
@given(positions)
def test_whatever_is_said_is_true(position: Position) -> None:
    if not isinstance(position, Playing):
        return
    view = GAME.view(position, position.mover)
    for move in tuple(GAME.legal(view))[:6]:
        assert isinstance(move, Place)
        tried, told = Tried(position, move.square), why(view, move)
        start, told_reason = told.split(". ", 1)
        assert start.startswith(f"{move.square} flips {tried.flips()} ")
        assert is_so(tried, told_reason), f"{told} is not so."
