"""Hints: what they cost, what they name, and who sees them."""

from dataclasses import replace

import pytest
from hypothesis import given

from games.core import IllegalMove, mark
from games.fourside import GAME
from games.fourside.rules.fitting import score
from games.fourside.rules.notation import Hint
from games.fourside.rules.position import SEATS, Playing, Position, Table, other
from games.fourside.words.telling import points
from tests.games.fourside.played import BOARD, TILES, after, last_square, legal_in, playing, positions

A, B = SEATS


def test_each_player_starts_with_three_hints() -> None:
    assert Table(9).hints == (3, 3)


@given(positions)
def test_a_hint_is_a_legal_move_and_costs_one(position: Position) -> None:
    if not isinstance(position, Playing):
        return
    position = replace(position, hint=None)  # a second hint of a turn names another square
    mover, left = position.mover, position.table.hints[position.mover]
    if not left:
        with pytest.raises(IllegalMove, match="used all three hints"):
            GAME.apply(position, mover, Hint())
        return
    step = GAME.apply(position, mover, Hint())
    assert isinstance(step.state, Playing)
    assert step.state.mover == mover
    assert step.state.table.hints[mover] == left - 1
    hint = step.state.hint
    assert hint is not None
    assert hint in GAME.legal(GAME.view(step.state, mover))
    scored = score(position.table.board, hint.square).points
    assert scored == max(score(position.table.board, place.square).points for place in legal_in(position))
    (event,) = step.events
    done = "turn tile" if hint.quarters else "place tile"
    assert f"hint: {done} {hint.number} " in event.heard_by(mover)
    assert f" on {hint.square} " in event.heard_by(mover)
    assert f"for {points(scored)}. You have " in event.heard_by(mover)
    for viewer in (None, other(mover)):
        assert event.heard_by(viewer).startswith(f"{mark(mover)} asks for a hint and has ")
        assert str(hint.square) not in event.heard_by(viewer)
    assert GAME.apply(step.state, mover, hint).state.table.hints[mover] == left - 1


def test_there_are_three_and_no_more() -> None:
    position = after(BOARD, TILES, "hint", "hint", "hint")
    assert Hint() not in GAME.legal(GAME.view(position, A))
    with pytest.raises(IllegalMove, match="used all three hints"):
        GAME.apply(position, A, Hint())


def test_nobody_asks_for_one_out_of_turn() -> None:
    with pytest.raises(IllegalMove, match="not your turn"):
        GAME.apply(after(BOARD, TILES), B, Hint())


def test_a_second_hint_in_a_turn_names_the_next_best_square() -> None:
    position: Position = playing(5, 8)
    hints = []
    for _ in range(3):
        (mover,) = GAME.turn(position).owes
        position = GAME.apply(position, mover, Hint()).state
        assert isinstance(position, Playing)
        assert position.hint is not None
        hints.append(position.hint.square)
    assert len(set(hints)) == 3
    squares = {place.square for place in legal_in(position)}
    best = sorted((score(position.table.board, square).points for square in squares), reverse=True)
    assert [score(position.table.board, square).points for square in hints] == best[:3]


def test_a_second_hint_names_the_same_square_if_there_is_only_one() -> None:
    owed = GAME.apply(last_square((0, 0)), A, Hint()).state
    again = GAME.apply(owed, A, Hint()).state
    assert isinstance(owed, Playing)
    assert isinstance(again, Playing)
    assert owed.hint == again.hint


@given(positions)
def test_only_the_player_who_asked_can_see_it(position: Position) -> None:
    if not isinstance(position, Playing):
        return
    hinted = [replace(position, hint=place) for place in legal_in(position)[:3]]
    for viewer in (None, other(position.mover)):
        assert len({GAME.view(one, viewer) for one in hinted}) == 1
    assert len({GAME.view(one, position.mover) for one in hinted}) == len(hinted)


def test_it_is_gone_after_the_next_tile() -> None:
    position = after(BOARD, TILES, "hint", "3@D4", "tiles 2222")
    assert isinstance(position, Playing)
    assert position.hint is None
