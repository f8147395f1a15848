"""Servers that Discord announces late, or that are unavailable: their tables wait, and nothing is lost."""

import pytest

from bot.config import Settings
from bot.host import play as cast
from local_discord.codec import Json
from local_discord.pytest_plugin import LocalDiscordOptions
from local_discord.ratelimit import Limits
from local_discord.server import LocalDiscord
from local_discord.shards import Sharding
from tests.bot.conftest import PATIENT, Meet, running
from tests.bot.resting import all_current
from tests.bot.tables import board, toss, type_moves, until
from tests.openapi import Recording


@pytest.fixture
def local_discord_options(recording: Recording) -> LocalDiscordOptions:
    """A Discord that takes a while to announce a server."""
    slow = Sharding(identify_seconds=0, guild_seconds=0.5)
    return LocalDiscordOptions(
        cast.WORLD, limits=Limits(), deadlines=PATIENT, record=recording, sharding=slow
    )


def sent_since(recording: Recording, before: int) -> list[str]:
    """What the bot has posted or changed in #games since then."""
    recorded = recording.exchanges[before:]
    return [one.path for one in recorded if one.method != "GET" and cast.GAMES in one.path]


async def test_a_start_leaves_tables_at_rest_alone_though_their_server_comes_late(
    settings: Settings, meet: Meet, recording: Recording
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(settings) as bot:
        await until(lambda: bot.client.guilds[0].channels)
        shown = await toss(chiara, dmitri)
        await all_current(bot)
    before = len(recording.exchanges)
    async with running(settings) as bot:
        assert bot.client.guilds[0].unavailable
        await until(bot.resuming.has_begun.is_set)
        await until(lambda: looked_for(recording, before, shown))
        await until(lambda: bot.client.guilds[0].channels)
        assert len(bot.tables.in_memory) == 0
        assert sent_since(recording, before) == []
        await bot.tables.load_channel(int(cast.GAMES))
        square = await type_moves(bot, chiara, dmitri)
        await board(dmitri, shown, f"plays {square}")


@pytest.mark.parametrize("code", [503, 10003])
async def test_a_start_in_an_outage_ends_no_game_and_shows_it_when_the_server_is_back(
    settings: Settings, discord: LocalDiscord, meet: Meet, recording: Recording, code: int
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(settings) as bot:
        await until(lambda: bot.client.guilds[0].channels)
        shown = await toss(chiara, dmitri)
        await all_current(bot)
    discord.servers.set_outages({cast.GUILD_ID: code})
    before = len(recording.exchanges)
    async with running(settings) as bot:
        assert bot.client.guilds[0].unavailable
        await until(bot.resuming.has_begun.is_set)
        await until(lambda: code == 503 or looked_for(recording, before, shown))
        assert bot.tables.channels.id_in(int(cast.GAMES)) is not None
        discord.servers.set_outages({})
        await until(lambda: bot.client.guilds[0].channels)
        await bot.tables.load_channel(int(cast.GAMES))
        square = await type_moves(bot, chiara, dmitri)
        await board(dmitri, shown, f"plays {square}")


def looked_for(recording: Recording, before: int, shown: Json) -> bool:
    return any(one.path.endswith(f"/messages/{shown['id']}") for one in recording.exchanges[before:])
