"""A short week of a busy server: the laws hold at its end, and the program says so if one doesn't."""

from functools import partial
from random import Random

import pytest
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bench.week import __main__ as program
from bench.week.events import A_WEEK, Fate, schedule
from bench.week.places import Kind
from bench.week.week import Plan, live

HOUR = 0.25
"""How many real seconds a simulated hour takes."""


@pytest.fixture(autouse=True)
def _point_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py keeps Discord's address in its classes; each test leaves them as they were."""
    for one, name in ((Route, "BASE"), (Asset, "BASE"), (DiscordWebSocket, "DEFAULT_GATEWAY")):
        monkeypatch.setattr(one, name, getattr(one, name))


@pytest.mark.waits
async def test_after_a_day_of_events_every_board_is_current_and_every_result_was_shown() -> None:
    told: list[str] = []
    found = await live(Plan(tables=6, hours=24, hour=HOUR, seed=2), told.append)
    assert found.broken == []
    assert sum(found.happened.values()) >= 10
    assert found.done.presses > 0
    assert any("the week is over" in one for one in told)


def lose_boards(fate: Fate) -> None:
    """Boards are gone of which nobody tells the bot; some may be of games that are over."""
    for place in fate.places:
        channel = fate.discord.world.channels[place.channel_id]
        if place.kind is Kind.CHANNEL and (boards := fate.boards(channel)):
            for one in boards:
                del channel.messages[one]


@pytest.mark.waits
def test_the_program_fails_if_a_board_is_gone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(program, "live", partial(live, spoil=lose_boards))
    given = ["--tables", "4", "--days", "0.25", "--hour", str(HOUR), "--seed", "3", "--quiet"]
    assert program.main(given) == 1
    assert "has no board" in capsys.readouterr().out


def test_each_event_happens_in_a_week() -> None:
    planned = schedule(168, Random(1))
    assert {event for _, event in planned} == {event for event, _ in A_WEEK}
    assert all(0 < at < 168 for at, _ in planned)
    assert planned == sorted(planned, key=lambda one: one[0])
