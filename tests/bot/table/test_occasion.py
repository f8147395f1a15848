"""What a table is played for, by what is stored of it."""

from dataclasses import replace

import pytest

from bot.daily.occasion import OfTheDay
from bot.duels.occasion import OfADuel
from bot.table.occasion import Occasion, occasion_of
from storage import StoredSession

GAME = StoredSession(
    id=7,
    guild_id=None,
    channel_id=20,
    game="doublolo",
    edition="1",
    options="{}",
    seed=bytes(32),
    host_id=30,
    phase="playing",
    created_at=1_000,
)


def test_a_table_is_played_for_itself_for_a_day_or_for_a_duel() -> None:
    assert type(occasion_of(GAME)) is Occasion
    assert isinstance(occasion_of(replace(GAME, day=3)), OfTheDay)
    assert isinstance(occasion_of(replace(GAME, duel=4)), OfADuel)


def test_a_try_of_a_feature_that_is_not_there_is_refused_so_that_nothing_of_it_is_shown_too_early(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.table.occasion._kinds", [])
    assert type(occasion_of(GAME)) is Occasion
    with pytest.raises(LookupError, match="table 7"):
        occasion_of(replace(GAME, duel=4))
