"""The bot with a PostgreSQL server instead of a file.

`DATABASE=postgres make test` runs all of the bot's tests like this.
"""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Row, Select, select

from bench.postgres import end_all_connections
from bot.config import Settings
from bot.host import play as cast
from local_discord.server import LocalDiscord
from storage.schema import processes, shards
from tests.bot.conftest import Meet, running
from tests.bot.finished import leaderboard
from tests.bot.process import environment, running_process, start
from tests.bot.tables import lines, resign, toss, type_moves
from tests.databases import on_a_server as on_a_server

pytestmark = pytest.mark.real


async def test_a_game_goes_on_after_a_restart_and_counts(settings: Settings, meet: Meet) -> None:
    async with running(settings) as bot:
        chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
        shown = await toss(chiara, dmitri)
        await type_moves(bot, chiara, dmitri, count=3)
        before = lines(bot)
    async with running(settings) as bot:
        await bot.tables.load_channel(int(cast.GAMES))
        assert lines(bot) == before
        await type_moves(bot, chiara, dmitri)
        await resign(chiara, shown)
        assert [result.place for result in await bot.archive.record.results()] == [2, 1]
        assert "<@" in await leaderboard(chiara)
        for table in (processes, shards):  # one process shares nothing
            assert await bot.archive.database.read(partial(_rows, query=select(table))) == []


def _rows(connection: Connection, query: Select[Any]) -> list[Row[Any]]:
    return list(connection.execute(query))


async def test_a_server_that_restarts_between_two_moves_stops_nobody(settings: Settings, meet: Meet) -> None:
    async with running(settings) as bot:
        chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
        await toss(chiara, dmitri)
        for _ in range(3):
            await end_all_connections(settings.storage.url)
            await type_moves(bot, chiara, dmitri)


async def test_a_killed_bot_makes_room_and_the_next_one_goes_on(
    discord: LocalDiscord, database: str, meet: Meet, tmp_path: Path
) -> None:
    files = tmp_path / "none.sqlite3"
    async with running_process(discord, files, PARLOUR_STORAGE__URL=database):
        second = await start(environment(discord, files, PARLOUR_STORAGE__URL=database), folder=tmp_path)
        assert await second.ended() == 1
        assert "Another bot is already running with this database" in second.said
        chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
        shown = await toss(chiara, dmitri)
    async with running_process(discord, files, PARLOUR_STORAGE__URL=database):
        await resign(chiara, shown)
    assert not files.exists()
