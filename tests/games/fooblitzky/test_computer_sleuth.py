"""The sleuth: what it concludes, and how it plays."""

from random import Random

import pytest

from games.core import Seat
from games.engine.selfplay import selfplay
from games.fooblitzky import GAME
from games.fooblitzky.computers.appraisal import Appraisal
from games.fooblitzky.rules.city.items import ITEMS
from games.fooblitzky.rules.city.map import site_of
from games.fooblitzky.rules.knowledge.deduction import belief
from games.fooblitzky.rules.phases import Position
from games.fooblitzky.rules.view import View
from tests.deep import sized
from tests.games.fooblitzky.played import after

ITEM = {item.code: item for item in ITEMS}


def sees(position: Position, seat: int = 0) -> View:
    return GAME.view(position, Seat(seat))


def decides(position: Position) -> str:
    """What the sleuth does when it is to move."""
    seat = min(GAME.turn(position).owes)
    return GAME.write(GAME.choose(GAME.view(position, seat), "sleuth", Random(1)))


def test_odds_sum_to_one_and_its_own_choice_is_certain() -> None:
    found = belief(sees(after("* roll 1")))
    assert sum(chance for _, chance in found.sets) == pytest.approx(1)
    assert found.more_than(ITEM["pig"], 0) == pytest.approx(1)


def test_an_item_seen_on_a_shelf_is_less_likely_correct_than_its_like() -> None:
    seen = after("* roll 24\na enter UL pets\na buy fish\n* roll 1")
    found = belief(sees(seen))
    assert found.more_than(ITEM["snake"], 0) == 0
    assert found.more_than(ITEM["banana"], 0) > 0
    assert found.in_stock(ITEM["fish"], site_of("pets", "UL")) < 1


def test_an_item_missing_before_anybody_bought_it_is_correct() -> None:
    seen = after("* roll 24\na enter UL grocery\na buy hot-dog\n* roll 1")
    assert belief(sees(seen)).more_than(ITEM["hot-dog"], 0) == pytest.approx(1)


def test_a_shelf_that_was_seen_tells_nothing_more() -> None:
    before, seen = after("* roll 24\na enter UL drug"), site_of("drug", "UL")
    assert belief(sees(before)).told_by(seen) == pytest.approx(0)
    assert belief(sees(before)).told_by(site_of("drug", "LR")) > 0


def test_a_wrong_item_is_worth_selling_and_a_certain_one_is_not() -> None:
    pets = "* roll 24\na enter UL pets\na buy "
    assert Appraisal(sees(after(pets + "pig"))).dropping(ITEM["pig"]) < 0
    assert Appraisal(sees(after(pets + "snake"))).dropping(ITEM["snake"]) > 0


def test_it_calls_a_store_that_can_tell_something() -> None:
    assert decides(after("* roll 24\na enter UL phone")).startswith("call")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_sleuths_finish_by_winning(seats: int) -> None:
    record = selfplay(GAME, seats, {}, b"\x03" * 32, ["sleuth"] * seats)
    assert record.header.places is not None
    assert sorted(record.header.places) == [1] + [2] * (seats - 1)


def test_the_sleuth_beats_the_shopper() -> None:
    won = 0
    games = sized(8, 40)
    for seed in range(games):
        levels = ["sleuth", "shopper"] if seed % 2 else ["shopper", "sleuth"]
        places = selfplay(GAME, 2, {}, bytes([seed]) * 32, levels).header.places
        assert places is not None
        won += places[levels.index("sleuth")] == 1
    assert won >= games * 0.6
