"""The options."""

import pytest
from pydantic import ValidationError

from games.calabresella.options import Options


def test_the_game_point_is_100_by_default_and_from_1_to_9999() -> None:
    assert Options() == Options(game_point=100, open_hands=False, replay=False)
    assert [Options(game_point=point).game_point for point in (1, 9999)] == [1, 9999]


@pytest.mark.parametrize("point", [0, 10_000, -5])
def test_any_other_game_point_is_refused(point: int) -> None:
    with pytest.raises(ValidationError):
        Options(game_point=point)
