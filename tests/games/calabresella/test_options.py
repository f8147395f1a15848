"""What can be settled before a match."""

import pytest
from pydantic import ValidationError

from games.calabresella.options import Options


def test_the_game_point_lies_between_1_and_9999_and_is_100_unless_said() -> None:
    assert Options() == Options(game_point=100, open_hands=False, replay=False)
    assert [Options(game_point=point).game_point for point in (1, 9999)] == [1, 9999]


@pytest.mark.parametrize("point", [0, 10_000, -5])
def test_no_other_game_point_can_be_set(point: int) -> None:
    with pytest.raises(ValidationError):
        Options(game_point=point)
