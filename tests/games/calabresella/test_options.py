"""The options."""

import pytest
from pydantic import ValidationError

from games.calabresella import GAME
from games.calabresella.rules.options import ONE_DEAL, Options
from games.calabresella.rules.position import Between, Finished
from tests.games.calabresella.played import played


def test_the_game_point_is_100_by_default_and_from_1_to_9999() -> None:
    assert Options() == Options(game_point=100, open_hands=False, replay=False)
    assert [Options(game_point=point).game_point for point in (1, 9999)] == [1, 9999]


@pytest.mark.parametrize("point", [0, 10_000, -5])
def test_any_other_game_point_is_refused(point: int) -> None:
    with pytest.raises(ValidationError):
        Options(game_point=point)


def test_a_quick_match_is_one_deal_and_over_in_about_six_minutes() -> None:
    assert GAME.lasts is not None
    assert GAME.lasts(3, Options(**GAME.quick)) == 6
    assert [GAME.lasts(3, Options(game_point=point)) for point in (21, 100, 200)] == [7, 35, 71]
    assert GAME.lasts(3, Options()) == GAME.about.minutes


@pytest.mark.parametrize("seed", range(8))
def test_one_deal_decides_a_quick_match_unless_the_best_are_equal_or_nobody_scores(seed: int) -> None:
    *before, last = played(seed, Options(game_point=ONE_DEAL))
    assert isinstance(last, Finished)
    between = (one.match.totals for one in before if isinstance(one, Between))
    assert all(totals.count(max(totals)) > 1 for totals in between)
