"""A process that may have lost its tables shows nothing new, not even where a press would let it."""

import asyncio
from typing import Any

import pytest

from bench import loopback
from bench.postgres import empty_database
from bot.app.parlour import Parlour
from bot.host import play as cast
from local_discord.person import Person
from local_discord.pytest_plugin import LocalDiscordOptions, Meet
from local_discord.ratelimit import Limits
from local_discord.server import LocalDiscord
from tests.bot import several
from tests.bot.cluster.test_cut_off import about_to_move
from tests.bot.conftest import PATIENT, WITHOUT_STORAGE
from tests.bot.resting import all_current
from tests.bot.several import QUICK, SHARDS, WORLD, answer, connected, ids_of, shards_held
from tests.bot.tables import board, lines, sit_down, until
from tests.network import Network, Proxy
from tests.openapi import Recording


def holds_something_back(bot: Parlour) -> bool:
    return bool(bot.budget.goes_on._waiters)  # noqa: SLF001 - it has no event


async def test_while_it_pauses_a_press_is_acknowledged_and_its_board_comes_later(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown = await sit_down(chiara, dmitri)
    await all_current(bot)
    before = chiara.sees.current(shown)
    bot.budget.pause(True)
    assert await chiara.outcome(await chiara.press(shown, label="Heads")) == "answered"
    assert "call heads" in str(lines(bot))
    await until(lambda: holds_something_back(bot) or chiara.sees.current(shown) != before)
    assert chiara.sees.current(shown) == before
    bot.budget.pause(False)
    await board(dmitri, shown, "to place")


@pytest.mark.real
class TestLease:
    @pytest.fixture
    def local_discord_options(self, recording: Recording) -> LocalDiscordOptions:
        return LocalDiscordOptions(WORLD, deadlines=PATIENT, limits=Limits(), record=recording)

    async def test_a_board_that_was_being_drawn_when_the_lease_ran_out_waits_for_the_database(
        self, discord: LocalDiscord, meet: Meet, faults_logged: set[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        faults_logged.update((WITHOUT_STORAGE, "bot.cluster.sharing"))
        soon = {
            "storage.shards.LEASE_SECONDS": 2.0,
            "bot.cluster.sharing.LEASE_SECONDS": 2.0,
            "bot.cluster.sharing.RENEW_SECONDS": 0.2,
            "bot.chat.first_answer.PICTURE_PATIENCE": 0.2,
        }
        for name, seconds in (QUICK | soon).items():
            monkeypatch.setattr(name, seconds)
        async with empty_database() as url, Proxy.to(url) as proxy:
            settings = loopback.settings_for(discord, proxy.url)
            settings.discord.shards = SHARDS
            async with connected(settings) as bot:
                await until(lambda: shards_held(bot) == SHARDS and bot.outages.runs)
                ada = await meet(cast.ADA)
                shown = await about_to_move(ada, await answer(ada, await several.sit_down(ada, "room-0")))
                await all_current(bot)
                draw, drawn = bot.pictures.draw, asyncio.Event()

                async def slowly(*what: Any) -> Any:
                    await drawn.wait()
                    return await draw(*what)

                monkeypatch.setattr(bot.pictures, "draw", slowly)
                pressed = await ada.press(shown, custom_id=ids_of(shown)[0])
                assert await ada.outcome(pressed) == "answered"
                before = ada.sees.current(shown)
                proxy.becomes(Network.CUT)
                await until(lambda: not bot.budget.goes_on.is_set())
                drawn.set()
                await until(lambda: holds_something_back(bot) or ada.sees.current(shown) != before)
                assert ada.sees.current(shown) == before
                proxy.becomes(Network.PASSES)
                await ada.wait_for(lambda m: m["id"] == shown["id"] and ids_of(m) not in ([], ids_of(shown)))
