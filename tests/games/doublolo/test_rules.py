"""The consequences of a move: the rule book's examples, lost turns, the end, and refusals."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import CHANCE, IllegalMove, Outcome, Seat, Stopped
from games.doublolo import GAME, Options
from games.doublolo.rules.notation import Call, Group, Lay, Move, Place, Toss
from games.doublolo.rules.position import (
    RED,
    WHITE,
    Board,
    BoardOwed,
    CallOwed,
    Finished,
    Playing,
    Position,
    TossOwed,
)
from games.kit.grid import Square
from tests.deep import examples
from tests.games.doublolo import naive


def playing(text: str, mover: Seat = RED) -> Playing:
    return Playing(naive.board(naive.read(text)), mover)


def place(position: Position, square: str, seat: Seat) -> tuple[Position, tuple[str, ...]]:
    step = GAME.apply(position, seat, GAME.read(square))
    return step.state, tuple(event.text for event in step.events)


def after(text: str, square: str, mover: Seat = RED) -> list[str]:
    position, _ = place(playing(text, mover), square, mover)
    return naive.drawn(position.board).splitlines()


def test_a_row_between_two_stones_is_flipped() -> None:
    assert after(".WWWR", "A1") == ["RRRRR"]


def test_lines_in_several_directions_are_flipped_at_once_if_each_has_a_far_end() -> None:
    """The rule book's second example: its second row ends in W, and its topmost W has no red beyond it."""
    before = """
        RWRRR
        .RRRW
        RWRRR
        RRWRR
        RRRRR
    """
    assert after(before, "A2") == ["RWRRR", "RRRRW", "RRRRR", "RRRRR", "RRRRR"]


def test_the_topmost_stone_is_flipped_too_with_a_red_one_beyond_it() -> None:
    before = """
        ..R..
        RWRRR
        .RRRW
        RWRRR
        RRWRR
        RRRRR
    """
    assert after(before, "A3") == ["..R..", "RRRRR", "RRRRW", "RRRRR", "RRRRR", "RRRRR"]


def test_a_line_ends_at_the_first_stone_of_your_own() -> None:
    """The rule book's third example, where one flipped stone is missing in print."""
    assert after(".RRRWRRW", "A1", WHITE) == ["WWWWWRRW"]


@pytest.mark.parametrize("ending", ["#R", ".R", ""])
def test_a_line_without_a_far_end_is_not_flipped(ending: str) -> None:
    with pytest.raises(IllegalMove, match=r"A1 flips nothing.*white stone.*rule 6"):
        place(playing(f".WW{ending}"), "A1", RED)


def test_a_flipped_stone_flips_no_others() -> None:
    before = """
        .WR
        .W.
        .R.
    """
    assert after(before, "A1") == ["RRR", ".W.", ".R."]


def test_a_line_does_not_run_around_the_edge() -> None:
    before = """
        ..WW.
        R....
        WRW..
    """
    with pytest.raises(IllegalMove, match="flips nothing"):
        place(playing(before), "E1", RED)


@pytest.mark.parametrize(
    ("square", "why"),
    [
        ("B1", r"B1 is taken.*rule 5"),
        ("D1", r"D1 is blocked.*rule 2"),
        ("E1", r"E1 flips nothing.*rule 6"),
        ("F1", r"no square F1.*rule 1"),
        ("A2", r"no square A2.*rule 1"),
    ],
)
def test_a_square_that_cannot_be_used_is_refused_with_its_rule(square: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        place(playing(".WR#."), square, RED)


def test_a_move_tells_what_it_flips_and_the_score_and_then_the_other_player_moves() -> None:
    position, told = place(playing(".WWR.WR."), "A1", RED)
    assert isinstance(position, Playing)
    assert position.mover == WHITE
    assert told == ("{a} plays A1 and flips 2 stones: Red 5, White 1.",)


def test_a_player_who_cannot_flip_loses_the_turn_and_the_other_moves_again() -> None:
    position, told = place(playing(".WR#.WR"), "A1", RED)
    assert isinstance(position, Playing)
    assert position.mover == RED
    assert position.last is not None
    assert (position.last.seat, str(position.last.square)) == (RED, "A1")
    assert told == (
        "{a} plays A1 and flips 1 stone: Red 4, White 1.",
        "{b} can't flip anything and loses a turn.",
    )


@pytest.mark.parametrize(
    ("text", "end", "outcome"),
    [
        (
            ".WR",
            "The board is full. {a} wins with Red, 3 to 0.",
            Outcome((1, 2), (3, 0), "3 stones to 0, and the board is full"),
        ),
        (
            ".WR.",
            "Nobody can flip another stone. {a} wins with Red, 3 to 0.",
            Outcome((1, 2), (3, 0), "3 stones to 0, and nobody can flip another"),
        ),
        (
            ".WR#WWW",
            "The board is full. It's a draw, 3 to 3.",
            Outcome((1, 1), (3, 3), "3 stones each, and the board is full"),
        ),
        (
            ".WR#WWWW",
            "The board is full. {b} wins with White, 4 to 3.",
            Outcome((2, 1), (3, 4), "4 stones to 3, and the board is full"),
        ),
    ],
)
def test_the_game_ends_when_neither_player_can_flip(text: str, end: str, outcome: Outcome) -> None:
    position, told = place(playing(text), "A1", RED)
    assert isinstance(position, Finished)
    assert told[1:] == (end,)
    assert GAME.outcome(position) == outcome
    assert not GAME.turn(position).owes


@pytest.mark.parametrize("call", ["heads", "tails"])
@pytest.mark.parametrize("face", ["heads", "tails"])
def test_red_starts_after_a_right_call_and_white_after_a_wrong_one(call: str, face: str) -> None:
    owed = CallOwed(naive.board(naive.read(".WR.WR.")))
    tossing = GAME.apply(owed, RED, GAME.read(call)).state
    assert isinstance(tossing, TossOwed)
    step = GAME.apply(tossing, CHANCE, GAME.read(f"toss {face}"))
    starter = RED if call == face else WHITE
    assert GAME.turn(step.state).owes == {starter}
    assert step.events[0].text == f"The coin shows {face}: {'{a}' if starter == RED else '{b}'} starts."


@pytest.mark.parametrize(("first", "owes"), [("toss", RED), ("red", RED), ("white", WHITE)])
def test_the_options_can_say_who_starts_without_a_toss(first: str, owes: Seat) -> None:
    position = GAME.new(2, Options.model_validate({"first": first}))
    position = GAME.apply(position, CHANCE, GAME.chance(position, Random(1))).state
    assert isinstance(position, CallOwed if first == "toss" else Playing)
    assert GAME.turn(position).owes == {owes}


ROW = naive.board(naive.read(".WR.WR."))
PHASES: list[tuple[Position, Seat]] = [
    (BoardOwed(None), CHANCE),
    (CallOwed(ROW), RED),
    (TossOwed(ROW, "heads"), CHANCE),
    (Playing(ROW, RED), RED),
    (Finished(ROW), RED),
]
GROUPS = Group(Square(1, 1), "red"), Group(Square(6, 1), "red")
MOVES: list[Move] = [Lay((), GROUPS), Call("heads"), Toss("heads"), Place(Square(0, 0))]


@pytest.mark.parametrize("phase", range(5))
@pytest.mark.parametrize("move", range(4))
def test_a_move_in_the_wrong_phase_is_refused_with_a_sentence(phase: int, move: int) -> None:
    position, seat = PHASES[phase]
    if phase == move and phase in (1, 2, 3):
        GAME.apply(position, seat, MOVES[move])
        return
    with pytest.raises(IllegalMove, match=r"^[A-Z].*\.$"):
        GAME.apply(position, seat, MOVES[move])


def test_a_stopped_game_keeps_its_board_and_its_last_stone() -> None:
    position, _ = place(playing(".WWR.WR."), "A1", RED)
    assert isinstance(position, Playing)
    stopped = GAME.stop(position)
    assert stopped == Stopped(position)
    assert GAME.view(stopped, None).last == position.last
    assert GAME.stop(stopped) == stopped
    assert GAME.outcome(stopped) is None


@settings(max_examples=examples(2))
@given(st.integers(0, 2**32))
def test_whole_games_agree_with_the_rules_checked_square_by_square(seed: int) -> None:
    """Every stone, lost turn and end of a random game, against the slow rules."""
    rng = Random(seed)
    position = GAME.new(2, Options(first="red"))
    position = GAME.apply(position, CHANCE, GAME.chance(position, rng)).state
    rows, colours, mover = naive.read(naive.drawn(position.board)), "RW", 0
    while any(naive.moves(rows, colour) for colour in colours):
        if not naive.moves(rows, colours[mover]):
            mover = 1 - mover
        assert isinstance(position, Playing)
        assert position.mover == mover
        open_squares = sorted(naive.moves(rows, colours[mover]))
        assert [(move.square.column, move.square.row) for move in legal(position)] == open_squares
        column, row = rng.choice(open_squares)
        rows = naive.placed(rows, colours[mover], column, row)
        position = GAME.apply(position, position.mover, Place(Square(column, row))).state
        assert naive.read(naive.drawn(position.board)) == rows
        mover = 1 - mover
    assert isinstance(position, Finished)


def legal(position: Playing) -> list[Place]:
    moves = list(GAME.legal(GAME.view(position, position.mover)))
    return [move for move in moves if isinstance(move, Place)]


def test_a_move_does_not_change_the_position_before_it() -> None:
    before = playing(".WWR.")
    kept: Board = replace(before.board)
    place(before, "A1", RED)
    assert before.board == kept
