"""Discord's clock, as its answers tell it."""

import pytest

from bot.chat.discord_time import DiscordTime

MOMENT, LATER = "Sun, 22 Nov 2026 20:00:00 GMT", "Sun, 22 Nov 2026 21:00:00 GMT"
SECONDS = 1795377600.0
"""The first of them, since the epoch."""


def test_each_new_date_of_an_answer_tells_the_time() -> None:
    clock = DiscordTime()
    clock.dated(MOMENT)
    assert clock.now() == pytest.approx(SECONDS, abs=5)
    clock.dated(LATER)
    assert clock.now() == pytest.approx(SECONDS + 3600, abs=5)


def test_many_answers_with_one_date_drive_out_no_reading_that_was_nearer() -> None:
    clock = DiscordTime()
    clock.observe(SECONDS + 60)
    for _ in range(100):
        clock.dated(MOMENT)
    assert clock.now() == pytest.approx(SECONDS + 60, abs=5)


@pytest.mark.parametrize("header", ["", "yesterday"])
def test_a_date_that_cannot_be_read_tells_nothing(header: str) -> None:
    clock = DiscordTime()
    clock.dated(MOMENT)
    clock.dated(header)
    assert clock.now() == pytest.approx(SECONDS, abs=5)
