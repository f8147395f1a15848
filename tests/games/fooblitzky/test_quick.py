"""The Quick form, and how long games last."""

import pytest

from games.fooblitzky import GAME, Options


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
