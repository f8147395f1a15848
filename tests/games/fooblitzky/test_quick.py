"""The Quick form, and how long games last."""

import pytest

from games.fooblitzky import GAME, Options
from games.fooblitzky.rules.phases import Finished
from games.fooblitzky.words.describe import describe
from tests.games.fooblitzky.played import lines, on


def test_quick_is_about_ten_minutes_and_made_of_house_rules() -> None:
    quick = Options(**GAME.quick)
    assert quick != Options()
    assert GAME.lasts is not None
    assert all(8 <= GAME.lasts(players, quick) <= 14 for players in GAME.about.seats)


@pytest.mark.parametrize("options", [Options(three_of_four=True), Options(open_choice=True)])
def test_a_hurried_game_is_shorter(options: Options) -> None:
    assert GAME.lasts is not None
    for players in GAME.about.seats:
        assert GAME.lasts(players, options) < GAME.lasts(players, Options())


def test_two_tokens_each_last_as_long_as_four_players() -> None:
    assert GAME.lasts is not None
    assert GAME.lasts(2, Options(two_tokens=True)) == GAME.lasts(4, Options())
    assert GAME.lasts(2, Options()) == 16
    assert GAME.about.minutes == 20


def test_half_a_day_ends_at_one_after_a_last_call() -> None:
    """Twenty rounds: about forty presses for somebody who never finds the items."""
    begun = """
        a choose pig
        b choose hot-dog
        * missing fish yo-yo
        * stock UL UR LL LR
        * lockers UL LR
        * crosswalks none
    """
    idle = "* roll 20\na walk A7\n* nobody\n* roll 20\nb walk H17\n* nobody\n* flip none\n"
    quick = Options(**GAME.quick)
    called, told = lines(begun + idle * 16, quick)
    assert told[-1].text == "12:00 PM. The city closes in an hour."
    assert told[-1].highlights[None].title == "The city closes in an hour"
    assert "the city closes at 1:00 PM" in describe(GAME.view(called, None))
    closed, told = on(called, idle * 4)
    assert GAME.outcome(closed) is not None
    assert told[-1].text.startswith("The city closes.")
    assert isinstance(closed.phase, Finished)
    assert closed.phase.reason == "the same number of correct items when the city closed after half a day"
    assert GAME.outcome(lines(begun + idle * 20, Options(days=1))[0]) is None
