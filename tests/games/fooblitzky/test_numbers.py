"""The numbers of the old rules, one by one."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from games.core import IllegalMove, Seat
from games.fooblitzky import GAME, Options
from games.fooblitzky.rules import chance_man, start, travel, turns
from games.fooblitzky.rules.city import clock
from games.fooblitzky.rules.city.board import shelf
from games.fooblitzky.rules.city.items import ITEMS, PRICES, Item
from games.fooblitzky.rules.city.map import QUADRANTS, Quadrant
from games.fooblitzky.rules.moves import Enter, Nobody, Offer, Robbery, TakeOut
from games.fooblitzky.rules.options import Level
from games.fooblitzky.rules.phases import Indoors, ManOwed, Walking
from games.fooblitzky.rules.sites import places
from tests.games.fooblitzky.played import after, lines, on

A, B = Seat(0), Seat(1)
IDLE = "* roll 20\nb walk H17\n* nobody\n* flip none\n"
TO_HOSPITAL = "* roll 20\na walk A7\n* man piano\n" + IDLE
DRAWS = 4000


def item(name: str) -> Item:
    return next(one for one in ITEMS if one.name == name)


def test_three_stays_in_hospital_cost_twelve_foobles() -> None:
    before = after("")
    there = after(TO_HOSPITAL + ("* roll 23\na stay\n" + IDLE) * 3)
    assert GAME.scores(before)[A] - GAME.scores(there)[A] == 12
    assert there.board.players[A].inside is None
    assert isinstance(on(there, "* roll 5")[0].phase, Walking)


def test_a_second_hospital_stay_counts_from_the_start() -> None:
    left = after(
        TO_HOSPITAL + ("* roll 23\na stay\n" + IDLE) * 2 + "* roll 20\na leave\na walk F14\n* nobody\n"
    )
    again = on(left, IDLE + "* roll 20\na walk F14\n* man piano\n" + IDLE)[0]
    for inside in (True, True, False):
        again = on(again, "* roll 23\na stay\n" + IDLE)[0]
        assert bool(again.board.players[A].inside) is inside


@pytest.mark.parametrize("roll", range(1, 25))
def test_a_multiple_of_three_lets_out_of_hospital_and_nothing_else(roll: int) -> None:
    rolled = after(TO_HOSPITAL + f"* roll {roll}")
    assert isinstance(rolled.phase, Walking if roll in (3, 6, 9, 12, 15, 18, 21, 24) else Indoors)
    assert GAME.scores(rolled)[A] == 80 - 3


def test_leaving_the_hospital_early_costs_ten_foobles() -> None:
    assert GAME.scores(after(TO_HOSPITAL + "* roll 23\na leave"))[A] == 80 - 3 - 10


def test_a_pawn_shop_buys_a_sixteen_for_eight_and_sells_it_for_twelve() -> None:
    bought = after("* roll 2\na enter UL drug\na buy eyedropper\n" + IDLE)
    sold = on(bought, "* roll 24\na enter UR pawn\na sell eyedropper\n")[0]
    assert GAME.scores(sold)[A] - GAME.scores(bought)[A] == 8
    had, _ = on(sold, "* roll 24\nb enter UR pawn\nb buy eyedropper\n")
    assert GAME.scores(sold)[B] - GAME.scores(had)[B] == 12


def test_two_equal_choices_leave_six_in_the_stores_and_up_to_two_in_each() -> None:
    pig, seen = item("pig"), set()
    for seed in range(200):
        drawn = _with_two_pigs(seed)
        shelves = [drawn[shelf(pig, quadrant)] for quadrant in QUADRANTS]
        assert sum(shelves) == 6
        seen |= set(shelves)
    assert seen == {0, 1, 2}


@pytest.mark.parametrize(("times", "left"), [(1, 3), (2, 6), (3, 9), (4, 12)])
def test_an_item_that_is_correct_n_times_leaves_three_n(times: int, left: int) -> None:
    chosen = ["pig"] * times + ["saw", "fish", "banana"][: 4 - times]
    chose = "".join(f"{seat} choose {name}\n" for seat, name in zip("abcd", chosen, strict=True))
    owed = lines(chose, seats=4)[0]
    for seed in range(50):
        board = start.take_out(owed.board, start.draw_stock(owed.board, Random(seed))).state.board
        assert sum(board.stock[shelf(item("pig"), quadrant)] for quadrant in QUADRANTS) == left
        assert min(board.stock) >= 0


def test_every_store_has_one_copy_of_what_is_not_correct() -> None:
    board = after("").board
    for one in ITEMS:
        shelves = [board.stock[shelf(one, quadrant)] for quadrant in QUADRANTS]
        assert sum(shelves) == (3 if one in board.correct else 4)


@pytest.mark.parametrize(("option", "foobles"), [("standard", 88), ("low", 44), ("high", 128)])
def test_four_eight_sixteen_and_sixteen_start_with(option: Level, foobles: int) -> None:
    chosen = "a choose fish\nb choose snake\n* missing pig saw"
    position, told = lines(chosen, Options(start_foobles=option))
    assert GAME.scores(position) == (foobles, foobles)
    assert "cost 4, 8, 16 and 16 foobles" in told[-1].text


def test_three_turns_in_a_restaurant_earn_twelve() -> None:
    earned = after("* roll 24\na enter UL restaurant\n" + IDLE + ("* roll 1\na stay\n" + IDLE) * 2)
    assert GAME.scores(earned)[A] == 80 + 12


def test_wages_are_an_option() -> None:
    earned = after("* roll 24\na enter UL restaurant", Options(wage="10"))
    assert GAME.scores(earned)[A] == 90


def test_the_ugh_costs_six_once_and_goes_round_in_four_turns() -> None:
    riding = after("* roll 24\na enter UL ugh-clockwise\n" + IDLE + ("* roll 1\na stay\n" + IDLE) * 3)
    assert GAME.scores(riding)[A] == 80 - 6
    inside = riding.board.players[A].inside
    assert inside is not None
    assert inside.code == "UL ugh-clockwise"


@pytest.mark.parametrize(("stolen", "rides"), [(10, True), (8, True), (4, False)])
def test_six_foobles_are_enough_for_the_ugh(stolen: int, rides: bool) -> None:
    """Sixteen at the start: ten go, or eight, or four and eight for an item at eight."""
    chosen = (
        "a choose yo-yo\nb choose banana\n* missing fish screwdriver\n* stock UL UL UL UL\n* lockers UL UL\n"
    )
    robbed = chosen + f"* crosswalks none\n* roll 1\na walk A6\n* man takes {stolen}\n" + IDLE
    spent = robbed if rides else robbed + "* roll 1\na enter UL drug\na buy toothpaste\n" + IDLE
    there, _ = lines(spent + "* roll 24", Options(start_foobles="low"))
    kinds = {move.site.kind for move in GAME.legal(GAME.view(there, A)) if isinstance(move, Enter)}
    assert ({"clockwise", "counter"} <= kinds) is rides
    assert "hospital" not in kinds


def test_nobody_can_walk_into_the_hospital_at_its_door() -> None:
    there = after("* roll 19\na walk F14\n* nobody\n" + IDLE + "* roll 1")
    moves = tuple(GAME.legal(GAME.view(there, A)))
    assert not [move for move in moves if isinstance(move, Enter)]
    assert {GAME.write(move).partition(" by ")[0] for move in moves} == {"walk F13", "walk F15"}


@pytest.mark.parametrize(("loop", "way"), [("clockwise", "UR LR LL UL"), ("counter", "LL LR UR UL")])
def test_the_loops_run_opposite_ways(loop: str, way: str) -> None:
    position, found = after(f"* roll 24\na enter UL ugh-{loop}"), []
    for _ in range(4):
        inside = position.board.players[A].inside
        assert inside is not None
        found.append(inside.quadrant)
        position = on(position, IDLE + "* roll 1\na stay")[0]
    assert found == way.split()


def test_prices_are_four_eight_and_sixteen() -> None:
    assert [sum(one.price == price for one in ITEMS) for price in PRICES] == [6, 6, 6]
    assert item("light bulb").price == item("teddy bear").price == item("basketball").price == 8


def test_the_clock_has_forty_rounds_a_day_and_three_rush_hours() -> None:
    times = [clock.time(number) for number in range(clock.ROUNDS_A_DAY)]
    assert (times[0], times[16], times[-1], clock.time(40)) == ("8:00 AM", "12:00 PM", "5:45 PM", "8:00 AM")
    rush = [times[number] for number in range(40) if clock.is_rush(number)]
    assert rush == [
        "8:00 AM", "8:15 AM", "8:30 AM", "8:45 AM",
        "12:00 PM", "12:15 PM", "12:30 PM", "12:45 PM",
        "4:00 PM", "4:15 PM", "4:30 PM", "4:45 PM",
    ]  # fmt: skip


def test_the_wheel_shows_each_number_equally_often() -> None:
    rng = Random(1)
    drawn = [turns.draw_roll(rng).number for _ in range(24 * 200)]
    counts = [drawn.count(number) for number in range(1, 25)]
    assert sum(counts) == len(drawn)
    assert all(140 < count < 260 for count in counts)


@pytest.mark.parametrize(
    ("risk", "quiet", "rush"), [("low", 1 / 8, 1 / 4), ("standard", 1 / 4, 1 / 2), ("high", 1 / 2, 3 / 4)]
)
def test_a_crossing_is_as_dangerous_as_option_and_hour_say(risk: Level, quiet: float, rush: float) -> None:
    board, rng = after("", Options(crossing_risk=risk)).board, Random(2)
    hits = sum(travel.draw_traffic(board, rng).hit for _ in range(DRAWS))
    assert hits / DRAWS == pytest.approx(rush, abs=0.03)
    late = on(after("", Options(crossing_risk=risk)), ("* roll 20\na walk A7\n* nobody\n" + IDLE) * 4)[
        0
    ].board
    hits = sum(travel.draw_traffic(late, rng).hit for _ in range(DRAWS))
    assert hits / DRAWS == pytest.approx(quiet, abs=0.03)


@pytest.mark.parametrize(("frequency", "share"), [("low", 0.1), ("standard", 0.2), ("high", 0.4)])
def test_the_chance_man_comes_as_often_as_the_option_says(frequency: Level, share: float) -> None:
    owed = after("* roll 20\na walk A7", Options(man_frequency=frequency))
    assert isinstance(owed.phase, ManOwed)
    rng = Random(3)
    deeds = [chance_man.draw(owed.board, A, rng) for _ in range(DRAWS)]
    comes = [deed for deed in deeds if not isinstance(deed, Nobody)]
    assert len(comes) / DRAWS == pytest.approx(share, abs=0.03)


def test_the_chance_man_offers_one_correct_item_and_two_others() -> None:
    board, rng = (
        after("* roll 20\na walk A7", Options(man_frequency="high", man_mood="friendly")).board,
        Random(8),
    )
    offers = [deed for _ in range(DRAWS) if isinstance(deed := chance_man.draw(board, A, rng), Offer)]
    right = Counter(item.name for offer in offers for item in offer.items if item in board.correct)
    assert {len(set(offer.items)) for offer in offers} == {3}
    assert right.total() == len(offers)
    assert set(right) == {"hot dog", "fish", "pig", "yo-yo"}
    assert min(right.values()) / len(offers) > 0.2


@pytest.mark.parametrize(
    ("foobles", "stolen"), [(-3, set()), (0, set()), (3, {2, 3}), (80, {2, 4, 6, 8, 10})]
)
def test_the_chance_man_never_steals_more_foobles_than_there_are(foobles: int, stolen: set[int]) -> None:
    owed = after("* roll 20\na walk A7", Options(man_frequency="high", man_mood="unfriendly"))
    board, rng = owed.board.paid(A, foobles - owed.board.players[A].foobles), Random(9)
    deeds = [chance_man.draw(board, A, rng) for _ in range(DRAWS)]
    assert {deed.foobles for deed in deeds if isinstance(deed, Robbery)} == stolen


def test_each_gift_goes_to_either_pawn_shop_evenly() -> None:
    board = replace(after("").board, underway=ITEMS[:4])
    rng = Random(10)
    drawn = [quadrant for _ in range(500) for quadrant in places.draw_shops(board, rng).quadrants]
    assert len(drawn) == 2000
    assert 900 < drawn.count("UR") < 1100


def _with_two_pigs(seed: int) -> tuple[int, ...]:
    owed = lines("a choose pig\nb choose pig\n* missing fish saw")[0]
    return start.take_out(owed.board, start.draw_stock(owed.board, Random(seed))).state.board.stock


def test_copies_are_taken_out_evenly() -> None:
    """Of eight pigs two go: both from one store in 4 of 28 cases, since each pair is equally likely."""
    owed = lines("a choose pig\nb choose pig\n* missing fish saw")[0]
    rng = Random(4)
    drawn: list[tuple[Quadrant, ...]] = [
        start.draw_stock(owed.board, rng).quadrants[2:] for _ in range(DRAWS)
    ]
    assert sum(len(set(pair)) == 1 for pair in drawn) / DRAWS == pytest.approx(4 / 28, abs=0.025)


def test_stock_is_taken_out_four_times() -> None:
    owed = lines("a choose pig\nb choose pig\n* missing fish saw")[0]
    with pytest.raises(IllegalMove, match="rule 4"):
        start.take_out(owed.board, TakeOut(("UL",)))
