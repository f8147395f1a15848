"""The options, and how long a game lasts with them."""

from games.foozle import GAME
from games.foozle.rules.options import Options


def test_a_quick_game_is_to_three_colours_or_twelve_turns_and_over_in_about_ten_minutes() -> None:
    quick = Options.model_validate(GAME.quick)
    assert quick == Options(colours=3, limit=12)
    assert GAME.lasts is not None
    assert [GAME.lasts(seats, quick) for seats in GAME.about.seats] == [10] * 5


def test_a_game_to_more_colours_lasts_longer() -> None:
    assert GAME.lasts is not None
    assert [GAME.lasts(2, Options(colours=colours)) for colours in (3, 4, 5)] == [10, 18, 30]
    assert GAME.lasts(4, Options()) == GAME.about.minutes
    assert GAME.lasts(4, Options(limit=14)) == 14, "a limit ends a longer game"
