"""Crossings, and what waits on the other side; who can pay for the UGH; what happens after a walk."""

from dataclasses import replace

import pytest

from games.core import IllegalMove, Seat
from games.fooblitzky import GAME, Options
from games.fooblitzky.rules.city.map import square_number
from games.fooblitzky.rules.moves import Approach, Bump, WalkTo
from games.fooblitzky.rules.phases import AtKerb, ManOwed, Position, TrafficOwed, Walking, WheelOwed
from games.fooblitzky.words.ways import within_reach
from tests.games.fooblitzky.played import after, on

A, B = Seat(0), Seat(1)
IDLE = "* roll 20\na walk A7\n* nobody\n"
ACROSS = (
    IDLE
    + "* roll 20\nb walk B4\n* nobody\n* flip 1\n"
    + IDLE
    + "* roll 4\nb walk B20\n* nobody\n* flip none\n"
)
"""b stands at B20, and crosswalk 1 between A8 and B20 has an X."""


def legal(position: Position) -> set[object]:
    (seat,) = GAME.turn(position).owes
    return set(GAME.legal(GAME.view(position, seat)))


def test_at_the_kerb_the_moves_left_are_kept() -> None:
    kerb = after(ACROSS + "* roll 5\na walk B3")
    assert isinstance(kerb.phase, AtKerb)
    assert kerb.phase.crosswalk == 1
    assert kerb.board.players[A].square == square_number("A8")
    assert (kerb.phase.back.left, kerb.phase.ahead.left) == (5, 3)


def test_a_player_who_stays_has_all_their_moves_where_they_were() -> None:
    before = after(ACROSS + "* roll 5")
    stayed = on(before, "a walk B3\na stay")[0]
    assert stayed.board.players == before.board.players
    assert isinstance(before.phase, Walking)
    assert stayed.phase == replace(before.phase, declined=1 << 1)
    over = {WalkTo(square_number("B3")), Bump(B), Approach(square_number("A8"), "s")}
    assert legal(stayed) < legal(before)
    assert over <= legal(before) - legal(stayed)


def test_a_player_on_the_way_to_a_bump_bumps_after_crossing() -> None:
    _, told = on(after(ACROSS), "* roll 2\na bump b\na cross\n* safe")
    assert told[-1].text == "{a} now carries nothing; {b} now carries nothing."


def test_across_with_no_move_left_a_player_stops_or_bumps() -> None:
    there = after(ACROSS + "* roll 2\na kerb A8 by d1\na cross\n* safe")
    assert isinstance(there.phase, Walking)
    assert there.phase.walk.left == 0
    assert legal(there) == {WalkTo(square_number("B20")), Bump(B)}
    assert isinstance(on(there, "a walk B20")[0].phase, ManOwed)
    assert on(there, "a bump b")[1][-1].text == "{a} now carries nothing; {b} now carries nothing."


def test_across_with_no_move_left_and_nobody_there_the_walk_is_over() -> None:
    gone = ACROSS + IDLE + "* roll 2\nb walk B2\n* nobody\n* flip none\n"
    there = on(after(gone + "* roll 2\na walk B20\na cross"), "* safe")[0]
    assert isinstance(there.phase, ManOwed)
    assert there.board.players[A].square == square_number("B20")


def test_a_car_ends_the_turn_in_hospital() -> None:
    crossing = after(ACROSS + "* roll 5\na walk B3\na cross")
    assert isinstance(crossing.phase, TrafficOwed)
    hit = on(crossing, "* hit")[0]
    assert hit.phase == WheelOwed(B)
    inside = hit.board.players[A].inside
    assert inside is not None
    assert inside.kind == "hospital"


def test_nobody_can_be_bumped_in_a_place() -> None:
    inside = after(IDLE + "* roll 24\nb enter LR restaurant\n* flip none\n* roll 24")
    assert not any(isinstance(move, Bump) for move in legal(inside))


def test_another_turn_comes_at_once() -> None:
    again = after("* roll 1\na walk A6\n* man again")
    assert again.phase == WheelOwed(A)


def test_the_ugh_is_offered_to_those_who_can_pay() -> None:
    rich = after("* roll 5")
    idle = "* roll 20\nb walk H17\n* nobody\n* flip none\n"
    spent = "".join(
        f"* roll 2\na enter UL drug\na buy {item}\n{idle}"
        for item in ("eyedropper", "toothpaste", "hair-spray")
    )
    poor = after(f"{spent}* roll 20\na walk A6\n* man takes 8\n{idle}* roll 20", Options(start_foobles="low"))
    station = GAME.read("enter UL ugh-clockwise")
    assert GAME.scores(rich)[A] >= 6
    assert GAME.scores(poor)[A] == 40 - 16 - 8 - 4 - 8 < 6
    assert station not in legal(poor)
    with pytest.raises(IllegalMove, match="rule 22"):
        on(poor, "a enter UL ugh-clockwise")


def test_what_a_picture_labels_is_what_can_be_answered() -> None:
    view = GAME.view(after("* roll 24"), A)
    offered = {one.move for one in within_reach(view)}
    assert offered == {move for move in GAME.legal(view) if " by " not in GAME.write(move)}
