"""Rare events in FourSide happen in its records, and the test names the record."""

from collections.abc import Callable

import pytest

from games.fourside import GAME
from games.fourside.rules.notation import Hint, Move
from games.fourside.rules.position import Finished, Place, Playing, Position
from tests.laws.cards import files_in_which

Happens = Callable[[Position, Move, Position], bool]


def _loses_a_turn(before: Position, move: Move, after: Position) -> bool:
    return isinstance(after, Playing) and after.again and not isinstance(before, Playing)


def _hints(before: Position, move: Move, after: Position) -> bool:
    return isinstance(move, Hint)


def _uses_the_last_hint(before: Position, move: Move, after: Position) -> bool:
    return isinstance(move, Hint) and 0 in after.table.hints and 0 not in before.table.hints


def _ties(before: Position, move: Move, after: Position) -> bool:
    return isinstance(after, Finished) and len(set(after.table.scores)) == 1


def _fills_the_board(before: Position, move: Move, after: Position) -> bool:
    return isinstance(after, Finished) and after.table.board.full


def _ends_with_room(before: Position, move: Move, after: Position) -> bool:
    return isinstance(after, Finished) and not after.table.board.full


def _gains(points: int) -> Happens:
    """A tile on a BONUS square, or a MINUS square for -20."""

    def happens(before: Position, move: Move, after: Position) -> bool:
        return isinstance(move, Place) and before.table.board.area(move.square) == points

    return happens


def _stays_at_zero(before: Position, move: Move, after: Position) -> bool:
    last = after.table.last
    return isinstance(move, Place) and last is not None and last.gained > last.points


RARE: dict[str, tuple[Happens, set[str]]] = {
    "a turn is lost": (_loses_a_turn, {"lost-turns.txt", "rule-15-a-lost-turn.txt"}),
    "a hint": (_hints, {"hints.txt", "rule-16-three-hints.txt"}),
    "the last of three hints": (_uses_the_last_hint, {"rule-16-three-hints.txt"}),
    "both win with equal scores": (_ties, {"tie.txt", "rule-17-the-end.txt"}),
    "the board is full": (_fills_the_board, {"board-full.txt"}),
    "nobody can place a tile": (_ends_with_room, {"neither-can-place.txt"}),
    "a BONUS square": (_gains(20), {"rule-12-bonus.txt", "board-full.txt"}),
    "a MINUS square": (_gains(-20), {"rule-13-minus.txt", "board-full.txt"}),
    "a score does not drop below 0": (_stays_at_zero, {"rule-14-never-below-zero.txt"}),
}


@pytest.mark.parametrize("what", RARE)
def test_rare_events_happen_in_these_records(what: str) -> None:
    happens, files = RARE[what]
    found = files_in_which(GAME, happens)
    assert files <= found, f"It happens in {', '.join(sorted(found)) or 'none'}."
