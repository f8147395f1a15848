"""While nothing can be saved, no time runs: nobody loses a move because the database was away."""

import time

import pytest

from bench import loopback
from bench.postgres import empty_database
from bot.config import Settings
from local_discord.person import Person
from local_discord.pytest_plugin import LocalDiscordOptions
from local_discord.server import LocalDiscord
from storage import Archive, StorageFailed
from tests.bot.cities import type_move
from tests.bot.clocks import KEEPING_TIME
from tests.bot.cluster.test_cut_off_shards import ends, keep_in
from tests.bot.conftest import PATIENT, WITHOUT_STORAGE, running
from tests.bot.host.test_failing_disk import failing_disk
from tests.bot.resting import all_current, unload_all
from tests.bot.several import QUICK, WORLD, connected
from tests.bot.tables import session_in, told, until
from tests.bot.time_limits import MINUTE, WALK, A, keep, note, shown_to
from tests.network import Network, Proxy


class Skipping:
    """The monotonic clock, of which some seconds can be skipped."""

    skipped = 0.0

    def monotonic(self) -> float:
        return time.monotonic() + self.skipped


async def test_a_player_whose_move_could_not_be_saved_in_time_still_makes_it(
    two: tuple[Person, Person],
    settings: Settings,
    faults_logged: set[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    faults_logged.update((WITHOUT_STORAGE, "bot.chat.answer"))
    chiara, _ = two
    clocks = Skipping()
    for module in KEEPING_TIME:
        monkeypatch.setattr(f"bot.table.{module}.time", clocks)
    await keep(settings, *WALK, ago=0)
    async with running(settings) as bot:
        await shown_to(chiara, "Rolled 20")
        clock = session_in(bot).clock
        async with failing_disk(bot.archive):
            assert "nothing has changed" in await told(chiara, await type_move(chiara, "enter UL phone"))
            await until(lambda: clock.is_resting)
            clocks.skipped = 10 * MINUTE
            assert not clock.is_over(A)
        await until(lambda: not clock.is_resting)
        assert not clock.is_over(A)
        await type_move(chiara, "enter UL phone")
        await shown_to(chiara, "Which kind of store do you call?")
        assert note(bot) == ""


@pytest.mark.real
class TestServer:
    @pytest.fixture
    def local_discord_options(self) -> LocalDiscordOptions:
        return LocalDiscordOptions(WORLD, deadlines=PATIENT)

    async def test_no_time_has_run_since_the_server_last_answered_if_a_move_finds_it_away(
        self, discord: LocalDiscord, faults_logged: set[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        faults_logged.add(WITHOUT_STORAGE)
        monkeypatch.setattr("bot.table.unloading.PULSE_SECONDS", 60.0)
        async with empty_database() as url, Proxy.to(url) as proxy:
            async with Archive.open(url) as archive:
                number = await keep_in(archive, 0)
            async with connected(loopback.settings_for(discord, proxy.url)) as bot:
                await until(lambda: bot.tables.in_memory.get(number))
                session = await bot.tables.session(number)
                await all_current(bot)
                before, began = ends(session), time.monotonic()
                proxy.becomes(Network.CUT)
                await until(lambda: time.monotonic() > began + 0.5)
                asked = time.monotonic()
                with pytest.raises(StorageFailed):
                    await bot.archive.clocks.wake(number)
                await until(lambda: session.clock.is_resting)
                assert ends(session) - before >= asked - began
                proxy.becomes(Network.PASSES)
                await until(lambda: not session.clock.is_resting)

    @pytest.mark.parametrize("shards", [1, 3])
    @pytest.mark.parametrize(
        "network", [Network.CUT, pytest.param(Network.SILENT, marks=pytest.mark.deep, id="silent")]
    )
    async def test_time_stands_still_while_the_server_is_away_though_nobody_presses_anything(
        self,
        network: Network,
        shards: int,
        discord: LocalDiscord,
        faults_logged: set[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        faults_logged.update((WITHOUT_STORAGE, "bot.cluster.sharing"))
        for name, seconds in QUICK.items():
            monkeypatch.setattr(name, seconds)
        monkeypatch.setattr("bot.table.unloading.PULSE_SECONDS", 0.1)
        async with empty_database() as url, Proxy.to(url) as proxy:
            settings = loopback.settings_for(discord, proxy.url)
            settings.discord.shards = shards
            async with Archive.open(url) as archive:
                numbers = [await keep_in(archive, server) for server in (0, 1)]
            async with connected(settings) as bot:
                await until(lambda: all(map(bot.tables.in_memory.get, numbers)) and bot.outages.runs)
                before = [ends(await bot.tables.session(one)) for one in numbers]
                await unload_all(bot)
                session = await bot.tables.session(numbers[0])
                proxy.becomes(network)
                began = time.monotonic()
                await until(lambda: session.clock.is_resting)
                noticed = time.monotonic()
                proxy.becomes(Network.PASSES)
                await until(lambda: not session.clock.is_resting)
                lasted = time.monotonic() - began
                assert bot.outages.runs, "Discord could be reached"
                at_rest = await bot.tables.session(numbers[1])
                for one, ended in zip((session, at_rest), before, strict=True):
                    assert noticed - began - 0.2 <= ends(one) - ended <= lasted + 0.5
