"""What happens seldom in FourSide happens in its records, and in which of them."""

from collections.abc import Callable

import pytest

from games.fourside import GAME
from games.fourside.notation import Hint, Move
from games.fourside.position import Finished, Place, Playing, Position
from games.record import Line
from games.table import AnyTable
from tests.laws.cards import played

Happens = Callable[[Position, Move, Position], bool]


def _forfeits(before: Position, move: Move, after: Position) -> bool:
    return isinstance(after, Playing) and after.forfeited and not isinstance(before, Playing)


def _hints(before: Position, move: Move, after: Position) -> bool:
    return isinstance(move, Hint)


def _spends_the_last_hint(before: Position, move: Move, after: Position) -> bool:
    return isinstance(move, Hint) and 0 in after.table.hints and 0 not in before.table.hints


def _ties(before: Position, move: Move, after: Position) -> bool:
    return isinstance(after, Finished) and len(set(after.table.scores)) == 1


def _fills_the_board(before: Position, move: Move, after: Position) -> bool:
    return isinstance(after, Finished) and after.table.board.full


def _ends_with_room(before: Position, move: Move, after: Position) -> bool:
    return isinstance(after, Finished) and not after.table.board.full


def _gains(points: int) -> Happens:
    """A tile on a BONUS square, or with -20 on a MINUS square."""

    def happens(before: Position, move: Move, after: Position) -> bool:
        return isinstance(move, Place) and before.table.board.area(move.square) == points

    return happens


def _is_forgiven(before: Position, move: Move, after: Position) -> bool:
    last = after.table.last
    return isinstance(move, Place) and last is not None and last.gained > last.points


SELDOM: dict[str, tuple[Happens, set[str]]] = {
    "a turn is forfeited": (_forfeits, {"forfeits.txt", "rule-15-a-forfeited-turn.txt"}),
    "a hint": (_hints, {"hints.txt", "rule-16-three-hints.txt"}),
    "the last of three hints": (_spends_the_last_hint, {"rule-16-three-hints.txt"}),
    "both win with equal scores": (_ties, {"tie.txt", "rule-17-the-end.txt"}),
    "the board is full": (_fills_the_board, {"board-full.txt"}),
    "neither can place a tile": (_ends_with_room, {"neither-can-place.txt"}),
    "a BONUS square": (_gains(20), {"rule-12-bonus.txt", "board-full.txt"}),
    "a MINUS square": (_gains(-20), {"rule-13-minus.txt", "board-full.txt"}),
    "a score does not fall below nought": (_is_forgiven, {"rule-14-never-below-zero.txt"}),
}


@pytest.mark.parametrize("what", SELDOM)
def test_what_happens_seldom_is_in_these_records(what: str) -> None:
    happens, files = SELDOM[what]
    found = {file for file, steps in played("fourside").items() if any(_in(happens, *step) for step in steps)}
    assert files <= found, f"It happens in {', '.join(sorted(found)) or 'none'}."


def _in(happens: Happens, before: AnyTable, line: Line, after: AnyTable) -> bool:
    return not line.text.startswith("/") and happens(before.state, GAME.read(line.text), after.state)
