"""X's on the way: walked over step by step, declined, and crossed on the way to somewhere."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import BadNotation, IllegalMove, Question, Ready, Seat
from games.fooblitzky import GAME, Move, Position, View
from games.fooblitzky.rules.city.map import CROSSWALK_BETWEEN, EVERY_CROSSWALK, SQUARES, square_number
from games.fooblitzky.rules.city.walking import Walk
from games.fooblitzky.rules.phases import AtKerb, ManOwed, Walking
from games.fooblitzky.words.pad import path_of
from games.fooblitzky.words.where import PAD
from tests.deep import examples
from tests.games.fooblitzky.played import BEGUN, lines, on

A = Seat(0)
crossings = st.integers(0, EVERY_CROSSWALK).map(lambda bits: bits & EVERY_CROSSWALK)


def begun(crosswalks: str, roll: int) -> Position:
    return lines(BEGUN.replace("crosswalks none", f"crosswalks {crosswalks}") + f"* roll {roll}")[0]


def mine(position: Position) -> View:
    return GAME.view(position, A)


def labels(position: Position, *answers: str) -> dict[str, str]:
    asked = GAME.prompt(mine(position), answers)
    assert isinstance(asked, Question)
    return {choice.key: choice.label for choice in asked.choices}


@settings(max_examples=examples(37))
@given(crossings, st.integers(2, 24), st.data())
def test_steps_cross_exactly_the_xs_they_lead_over(xs: int, roll: int, data: st.DataObject) -> None:
    """Only there: someone who walks step by step over clear streets is never asked about crossing."""
    numbers = " ".join(str(n) for n in range(1, 21) if xs >> n & 1) or "none"
    position = begun(numbers, roll)
    view = mine(position)
    answers: tuple[str, ...] = (PAD,)
    while isinstance(node := GAME.prompt(view, answers), Question):
        answers = (*answers, data.draw(st.sampled_from([choice.key for choice in node.choices])))
    assert isinstance(node, Ready)
    path = path_of(Walk(view.people[A].square, roll), answers[1:])
    after = GAME.apply(position, A, node.move).state
    stepped_over = [pair for pair in pairwise(path) if (one := CROSSWALK_BETWEEN.get(pair)) and one.bit & xs]
    if not stepped_over:
        assert not isinstance(after.phase, AtKerb)
        return
    ((near, far),) = stepped_over
    assert isinstance(after.phase, AtKerb)
    assert after.phase.crosswalk == CROSSWALK_BETWEEN[near, far].number
    assert after.board.players[A].square == near
    assert after.phase.ahead == Walk(far, roll - len(path) + 1, crossed=True)
    ((_, walked),) = after.board.walks
    assert len(walked) == len(path) - 1


def test_step_by_step_the_walk_goes_on_from_the_other_side() -> None:
    """From A7 over crosswalk 1 to B20: the roll of 5 has 3 moves left there."""
    kerb, told = on(begun("1", 5), "a kerb A8 by d1")
    assert told[-1].text == "{a} comes to crosswalk 1 at A8 after 1 move. It has an X."
    across, told = on(kerb, "a cross\n* safe")
    assert told[-1].text == "{a} gets across with 3 moves left."
    assert across.phase == Walking(A, Walk(square_number("B20"), 3, crossed=True))


def test_a_record_from_before_the_way_was_written_is_still_played() -> None:
    """It says how many steps led to the X: here to crosswalk 1, around the block, as everyone saw it then."""
    kerb, told = on(begun("1", 24), "a kerb A8 19")
    assert told[-1].text == "{a} comes to crosswalk 1 at A8 after 19 moves. It has an X."
    assert on(kerb, "a cross\n* safe")[0].phase == Walking(A, Walk(square_number("B20"), 4, crossed=True))
    with pytest.raises(IllegalMove, match="rule 16"):
        on(begun("1", 24), "a kerb A8 2")


@pytest.mark.parametrize("typed", ["walk A5 by r1 d1", "walk A5 by l1", "walk A5 by l1 r1", "bump b by l2"])
def test_steps_that_do_not_lead_there_are_refused(typed: str) -> None:
    with pytest.raises(IllegalMove, match="rule 9"):
        on(begun("none", 2), f"a {typed}")


@pytest.mark.parametrize(
    "typed", ["walk a5 by l2", "WALK A5 BY left 2", "walk A5 by l l", "walk A5 by l1, left1"]
)
def test_a_way_can_be_typed_in_several_forms(typed: str) -> None:
    assert GAME.write(GAME.read(typed)) == "walk A5 by l2"


@pytest.mark.parametrize(
    "typed", ["walk A5 by", "walk A5 by x2", "walk A5 by l0", "walk A5 by l25", "kerb A8 by 3"]
)
def test_what_is_no_way_is_refused_with_the_right_form(typed: str) -> None:
    with pytest.raises(BadNotation, match="r2 d1"):
        GAME.read(typed)


def test_everyone_hears_the_steps_of_a_player_who_goes_step_by_step() -> None:
    """So people who can't see the picture know the way, too."""
    _, told = on(begun("none", 4), "a walk B2 by d1 r1 u1 r1")
    assert [event.text for event in told] == ["{a} goes down 1, right 1, up 1, right 1.", "{a} walks to B2."]


def test_a_declined_x_is_not_offered_again_in_that_turn() -> None:
    position = begun("1", 2)
    assert labels(position, "squares")["B20"] == "B20, over an X"
    assert "e" in labels(position, PAD, "s")
    stayed, _ = on(position, "a walk B20\na stay")
    assert "B20" not in labels(stayed, "squares")
    assert "e" not in labels(stayed, PAD, "s")
    for again in ("a walk B20", "a kerb A8 by d1"):
        with pytest.raises(IllegalMove):
            on(stayed, again)


def test_in_the_next_turn_a_declined_x_is_offered_again() -> None:
    stayed, _ = on(
        begun("1", 2), "a walk B20\na stay\na walk A9\n* nobody\n* roll 20\nb walk H17\n* nobody\n* flip none"
    )
    assert "B20, over an X" in labels(on(stayed, "* roll 2")[0], "squares").values()


def test_after_getting_across_a_player_goes_on_to_where_they_were_going() -> None:
    kerb, told = on(begun("1", 9), "a enter UL phone")
    assert isinstance(kerb.phase, AtKerb)
    assert ", on the way to the Howl Hill phone booth. It has an X." in told[-1].text
    inside, _ = on(kerb, "a cross\n* safe")
    assert inside.phase.__class__.__name__ == "Phoning"


def test_another_x_on_the_way_is_asked_about_and_declined_for_itself() -> None:
    every = " ".join(map(str, range(1, 21)))
    position = begun(every, 24)
    found = next(move for move in GAME.legal(mine(position)) if _xs_on_the_way(position, move) == 2)
    second, _ = on(position, f"a {GAME.write(found)}\na cross\n* safe")
    assert isinstance(second.phase, AtKerb)
    stayed, _ = on(second, "a stay")
    assert isinstance(stayed.phase, Walking)
    assert stayed.phase.declined == 1 << second.phase.crosswalk
    assert stayed.phase.walk == second.phase.back


def _xs_on_the_way(position: Position, move: Move) -> int:
    count, here = 0, GAME.apply(position, A, move).state
    while isinstance(here.phase, AtKerb) and count < 3:
        count, here = count + 1, on(here, "a cross\n* safe")[0]
    return count


def test_everyone_sees_the_whole_way_of_a_player_who_got_across() -> None:
    there, _ = on(begun("1", 3), "a walk B1\na cross\n* safe")
    assert isinstance(there.phase, ManOwed)
    ((walker, path),) = there.board.walks
    assert walker == A
    assert [SQUARES[square].name for square in path] == ["A7", "A8", "B20", "B1"]
