"""Everyone is shown all walks since the previous turn of the player who moves now."""

from games.core import Seat
from games.fooblitzky import GAME, Position
from games.fooblitzky.city.map import SQUARES
from games.fooblitzky.knowledge.describe import describe
from tests.games.fooblitzky.played import BEGUN, lines, on

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
    kerb, _ = on(begun, "a kerb A8 1")
    assert walks(kerb) == ["a A7 A8"]
    assert walks(on(kerb, "a stay")[0]) == []


def test_what_was_walked_before_a_second_x_stays_when_that_one_is_not_crossed() -> None:
    """Crosswalk 1 from A8 to B20, then on to B8, where crosswalk 2 has an X."""
    begun, _ = lines(BEGUN.replace("crosswalks none", "crosswalks 1 2") + "* roll 20")
    second, _ = on(begun, "a kerb A8 1\na cross\n* safe\na kerb B8 8")
    assert walks(second) == ["a A7 B8"]
    assert walks(on(second, "a stay")[0]) == ["a A7 B20"]


def test_a_walk_ends_where_the_car_came() -> None:
    begun, _ = lines(BEGUN.replace("crosswalks none", "crosswalks 1") + "* roll 5")
    hit, _ = on(begun, "a kerb A8 1\na cross\n* hit\n* roll 3")
    assert walks(hit) == ["a A7 A8"]


def test_the_picture_is_described_with_its_walks() -> None:
    position, _ = lines(f"{BEGUN}* roll 2\na walk A9\n* nobody\n* roll 5")
    assert "{a} walked from A7 to A9." in describe(GAME.view(position, None))
    assert "walked" not in describe(
        GAME.view(on(position, "b walk H12\n* nobody\n* flip none\n* roll 5")[0], Seat(0))
    ).replace("{b} walked from H17 to H12.", "")
