"""A table has one board, though the bot may have died or lost its database just when it posted another."""

import pytest

from bench import loopback
from bot.config import Settings
from bot.host import play as cast
from local_discord.codec import Json
from local_discord.person import Person, is_ephemeral
from local_discord.pytest_plugin import Meet
from local_discord.server import LocalDiscord
from tests.bot.conftest import WITHOUT_STORAGE, running
from tests.bot.resting import all_current
from tests.bot.tables import told, toss, until, visible
from tests.network import Network, Proxy


def boards_seen(person: Person) -> list[Json]:
    return [one for one in visible(person) if not is_ephemeral(one)]


@pytest.mark.parametrize("presses_newer", [True, False], ids=["newer", "older"])
async def test_a_board_that_the_bot_never_heard_of_is_recognised_when_it_is_pressed(
    settings: Settings, discord: LocalDiscord, meet: Meet, tries_at_once: None, presses_newer: bool
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(settings):
        known = await toss(chiara, dmitri)
        lost = {"method": "POST", "path": "/messages$", "after": True, "reset": True, "times": 99}
        discord.faults.fail_next([lost])
        await told(chiara, await chiara.command("board", channel="games"))
    discord.faults.fail_next([])
    assert len(boards_seen(chiara)) == 2
    unknown = boards_seen(chiara)[-1]
    async with running(settings) as bot:
        await until(bot.resuming.has_begun.is_set)
        if not presses_newer:  # a board that is newer than the unknown one
            await chiara.command("board", channel="games")
            await chiara.wait_gone(known)
        await chiara.press(unknown, label="Resign")
        await chiara.wait_gone(known if presses_newer else unknown)
        await all_current(bot)
        assert len(boards_seen(chiara)) == 1
        assert (boards_seen(chiara)[0]["id"] == unknown["id"]) is presses_newer


@pytest.fixture
def on_a_server(discord: LocalDiscord, proxy: Proxy) -> Settings:
    return loopback.settings_for(discord, proxy.url)


@pytest.mark.real
async def test_a_board_stays_where_it_is_while_nothing_can_be_saved(
    on_a_server: Settings, proxy: Proxy, meet: Meet, faults_logged: set[str]
) -> None:
    faults_logged.add(WITHOUT_STORAGE)
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(on_a_server) as bot:
        shown = await toss(chiara, dmitri)
        await (await bot.messages.of(await bot.tables.lobby_or_session(1))).sent()
        proxy.becomes(Network.CUT)
        await told(chiara, await chiara.command("board", channel="games"))
        assert [one["id"] for one in boards_seen(chiara)] == [shown["id"]]
        proxy.becomes(Network.PASSES)
        await chiara.command("board", channel="games")
        await chiara.wait_gone(shown)
        assert len(boards_seen(chiara)) == 1
