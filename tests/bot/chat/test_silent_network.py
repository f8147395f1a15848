"""The bot notices late that its network died silently, but nobody's time runs meanwhile."""

import asyncio
import logging
import math
import time

import pytest

from bot.app.parlour import Parlour
from bot.chat.failures import sentence_for
from bot.config import Settings
from bot.host import play as cast
from local_discord.interactions import Deadlines
from local_discord.person import AT_MOST, Person
from local_discord.pytest_plugin import LocalDiscordOptions
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.clocks import pass_seconds, timed
from tests.bot.tables import session_in, until
from tests.bot.time_limits import A, shown_to
from tests.bot.watching import Watcher
from tests.bot.watching import watcher as watcher

HEARTBEAT, TIMEOUT, SILENT = 0.3, 0.9, 2.5
"""Seconds between heartbeats, until discord.py gives up a connection, and of silence."""


@pytest.fixture
def local_discord_options() -> LocalDiscordOptions:
    return LocalDiscordOptions(cast.WORLD, deadlines=Deadlines(answer=AT_MOST, heartbeat=HEARTBEAT))


def spied(bot: Parlour, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The shards that are lost from now on, as they're lost."""
    lost: list[int] = []
    real = bot.outages.disconnected

    def disconnected(shard: int = 0, since: float = math.inf) -> None:
        real(shard, since)
        lost.append(shard)

    monkeypatch.setattr(bot.outages, "disconnected", disconnected)
    return lost


async def test_everybody_gets_back_the_time_since_the_last_sign_of_life(
    two: tuple[Person, Person], settings: Settings, discord: LocalDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with timed(settings, move_time="1 hour") as bot:
        await shown_to(two[0], "to place")
        clock = session_in(bot).clock
        bot.client._connection.heartbeat_timeout = TIMEOUT  # noqa: SLF001 - it's 60 seconds otherwise
        lost = spied(bot, monkeypatch)
        discord.gateway.drop(4000)
        await until(lambda: lost and bot.outages.runs)
        lost.clear()
        before = clock.at(A).ends
        discord.faults.silence_gateway(SILENT)
        silent_at = time.monotonic()
        await until(lambda: lost)
        await until(lambda: bot.outages.runs)
        lasted = time.monotonic() - silent_at
        assert lasted > SILENT
        assert lasted - (clock.at(A).ends - before) < TIMEOUT, "no time ran, except between heartbeats"


async def test_what_was_counted_meanwhile_is_given_back_and_kept(
    two: tuple[Person, Person], settings: Settings
) -> None:
    async with timed(settings, move_time="1 hour") as bot:
        await shown_to(two[0], "to place")
        clock, began = session_in(bot).clock, time.monotonic()
        pass_seconds(session_in(bot), 60)  # as if a minute had passed
        await clock.used.keep()
        bot.outages.disconnected(since=began - 20)
        bot.outages.connected()
        assert clock.at(A).ends - began == pytest.approx(3600 - 40, abs=2)
        await until(lambda: not clock.used.must_be_kept)
    async with Archive.open(settings.storage.url) as archive:
        [kept] = await archive.clocks.times(1)
    assert 40_000 <= kept.used < 42_000


async def test_a_bot_to_which_discord_is_silent_is_not_well_before_the_connection_is_given_up(
    bot: Parlour, watcher: Watcher, discord: LocalDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    await watcher.is_well()
    lost = spied(bot, monkeypatch)
    discord.faults.silence_gateway(60)
    while (said := await watcher.health())[0] == 200:  # noqa: ASYNC110 - it has no event
        await asyncio.sleep(0.5)
    assert said == (503, "Discord has stopped answering on the bot's connection.")
    assert not lost
    discord.faults.silence_gateway(0)
    discord.gateway.drop(4000)
    await watcher.is_well()


def test_a_request_that_discord_never_answers_is_told_and_logged_as_discords_failure(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    said = sentence_for(TimeoutError(), logging.getLogger("test"))
    assert said.startswith("Discord didn't take my answer.")
    assert [one.levelname for one in caplog.records] == ["WARNING"]
