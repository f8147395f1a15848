"""Everyone is shown all walks since the previous turn of the player who moves now."""

from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import Question, Ready, Seat
from games.fooblitzky import GAME, Position
from games.fooblitzky.rules.city.map import SQUARES
from games.fooblitzky.rules.moves import WalkTo
from games.fooblitzky.words.describe import describe
from games.fooblitzky.words.ways import within_reach
from games.fooblitzky.words.where import PAD
from tests.deep import examples
from tests.games.fooblitzky.played import BEGUN, lines, on

A = Seat(0)

IDLE = "* roll 20\nb walk H17\n* nobody\n* flip none\n"
"""B goes once around their block."""

THREE = """
    a choose pig
    b choose hot-dog
    c choose saw
    * missing fish
    * stock UL UR LL LR
    * lockers UL LR UL
    * crosswalks 1
"""


def walks(position: Position) -> list[str]:
    """As `a A7 A9`: whose, from where to where."""
    seen = GAME.view(position, None).walks
    assert all(GAME.view(position, seat).walks == seen for seat in position.board.seats)
    return [" ".join(["abcd"[seat], SQUARES[path[0]].name, SQUARES[path[-1]].name]) for seat, path in seen]


def test_the_walks_since_the_movers_previous_turn_are_shown() -> None:
    position, _ = lines(
        f"{THREE}* roll 2\na walk A9\n* nobody\n* roll 1\nb walk H16\n* nobody\n* roll 1", seats=3
    )
    assert walks(position) == ["a A7 A9", "b H17 H16"]
    position, _ = on(position, "c walk D2\n* nobody\n* flip none\n* roll 2")
    assert walks(position) == ["b H17 H16", "c D1 D2"], "not A's own walk of the turn before"
    position, _ = on(position, "a walk A11\n* nobody\n* roll 3")
    assert walks(position) == ["c D1 D2", "a A9 A11"]


def test_both_walks_of_a_free_turn_are_shown() -> None:
    position, _ = lines(f"{BEGUN}* roll 2\na walk A9\n* man again\n* roll 2")
    assert walks(position) == ["a A7 A9"]
    position, _ = on(position, "a walk A11\n* nobody\n* roll 5")
    assert walks(position) == ["a A7 A9", "a A9 A11"]


def test_a_walk_up_to_an_x_that_is_not_crossed_is_taken_back() -> None:
    begun, _ = lines(BEGUN.replace("crosswalks none", "crosswalks 1") + "* roll 5")
    kerb, _ = on(begun, "a kerb A8 by d1")
    assert walks(kerb) == ["a A7 A8"]
    assert walks(on(kerb, "a stay")[0]) == []


def test_what_was_walked_before_a_second_x_stays_when_that_one_is_not_crossed() -> None:
    """Crosswalk 1 from A8 to B20, then on to B8, where crosswalk 2 has an X."""
    begun, _ = lines(BEGUN.replace("crosswalks none", "crosswalks 1 2") + "* roll 20")
    second, _ = on(begun, "a kerb A8 by d1\na cross\n* safe\na kerb B8 by u1 r6 d1")
    assert walks(second) == ["a A7 B8"]
    assert walks(on(second, "a stay")[0]) == ["a A7 B20"]


def test_a_walk_ends_where_the_car_came() -> None:
    begun, _ = lines(BEGUN.replace("crosswalks none", "crosswalks 1") + "* roll 5")
    hit, _ = on(begun, "a kerb A8 by d1\na cross\n* hit\n* roll 3")
    assert walks(hit) == ["a A7 A8"]


def test_the_picture_is_described_with_its_walks() -> None:
    position, _ = lines(f"{BEGUN}* roll 2\na walk A9\n* nobody\n* roll 5")
    assert "{a} walked from A7 to A9." in describe(GAME.view(position, None))
    assert "walked" not in describe(
        GAME.view(on(position, "b walk H12\n* nobody\n* flip none\n* roll 5")[0], Seat(0))
    ).replace("{b} walked from H17 to H12.", "")


ANY_XS = st.sets(st.integers(1, 20)).map(lambda xs: " ".join(map(str, sorted(xs))) or "none")


@settings(max_examples=examples(60))
@given(ANY_XS, st.integers(1, 24), st.integers(1, 24), st.data())
def test_the_trail_shown_is_the_way_that_was_stepped(
    xs: str, before: int, roll: int, data: st.DataObject
) -> None:
    """Over X's too, with steps back on the way, and after the move was written down and read again."""
    start, _ = lines(BEGUN.replace("crosswalks none", f"crosswalks {xs}") + f"* roll {before}")
    ends = [one for one in within_reach(GAME.view(start, A)) if not one.dangers]
    somewhere = data.draw(st.sampled_from([one.move for one in ends if isinstance(one.move, WalkTo)]))
    position, _ = on(start, f"a {GAME.write(somewhere)}\n* nobody\n{IDLE}* roll {roll}")
    stepped, answers = [SQUARES[somewhere.square].name], [PAD]
    while isinstance(asked := GAME.prompt(GAME.view(position, A), tuple(answers)), Question):
        if len(answers) > 1 and data.draw(st.integers(0, 3)) == 3:
            del answers[-1], stepped[-1]  # the button Back
            continue
        picked = data.draw(st.sampled_from(asked.choices))
        answers.append(picked.key)
        if "over an X" in picked.label:
            kerb = made(position, answers)
            assert (shown(kerb) or stepped[:1]) == stepped
            position, _ = on(kerb, "a cross\n* safe")
            answers = [PAD]
        stepped += [picked.note] if picked.note else []
        if answers == [PAD] and not GAME.view(position, A).moves_left:
            break
    else:
        position = made(position, answers)
    assert (shown(position) or stepped[:1]) == stepped


def made(position: Position, answers: list[str]) -> Position:
    """The position after the move that these answers spell, read from its text."""
    ready = GAME.prompt(GAME.view(position, A), tuple(answers))
    assert isinstance(ready, Ready)
    return GAME.apply(position, A, GAME.read(GAME.write(ready.move))).state


def shown(position: Position) -> list[str]:
    """The squares of A's walk this turn, the same for everyone."""
    (trails,) = {GAME.view(position, viewer).walks for viewer in (None, *position.board.seats)}
    return [SQUARES[square].name for walk in trails for square in walk.path if walk.seat == A]
