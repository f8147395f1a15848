"""A pooler before the database: PgBouncer works with its own settings, and a mode that can't work is told."""

from pathlib import Path

import pytest

from bench.postgres import connected, empty_database
from local_discord.server import LocalDiscord
from storage import Archive, StorageFailed, only_bot, open_shared
from storage.copies import back_up, restore
from tests.bot.hosts import Host
from tests.bot.hosts import host as host
from tests.bot.process import environment, running_process, start
from tests.pooler import pooled

pytestmark = pytest.mark.real

GIVES_AWAY = "The connection pooler before the database gives each transaction another session"

LOCKS = (
    "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database "
    "WHERE locktype = 'advisory' AND datname = current_database()"
)


async def test_everything_works_through_a_pooler_that_keeps_sessions(
    discord: LocalDiscord, host: Host, tmp_path: Path
) -> None:
    async with empty_database(is_laid_out=False) as server, pooled(server, "session") as url:
        async with running_process(discord, tmp_path / "unused", PARLOUR_STORAGE__URL=url):
            with pytest.raises(StorageFailed, match="Another bot is already running"):
                async with only_bot(url, patience=0):
                    pass
            said = await host.types("doctor", environment(discord, tmp_path, PARLOUR_STORAGE__URL=url))
            assert said.status == 0
            assert "A bot is running with it now." in said.of("Database")
        async with open_shared(url, 2, secret="s") as opened:
            assert await opened.archive.sessions.open_tables() == ()
        await back_up(url, tmp_path / "copy.sqlite3")
        await restore(tmp_path / "copy.sqlite3", url, replaces=True)


@pytest.mark.thorough
@pytest.mark.parametrize("mode", ["transaction", "statement"])
async def test_a_pooler_that_gives_sessions_away_is_told_and_no_lock_stays_behind(
    discord: LocalDiscord, host: Host, tmp_path: Path, mode: str
) -> None:
    async with empty_database() as server, pooled(server, mode) as url:
        for opening in (only_bot(url), Archive.open(url), open_shared(url, 2, secret="s")):
            with pytest.raises(StorageFailed) as refused:
                async with opening:
                    pass
            assert GIVES_AWAY in str(refused.value)
        settings = environment(discord, tmp_path, PARLOUR_STORAGE__URL=url)
        said = await host.types("doctor", settings)
        assert (said.status, GIVES_AWAY in said.of("Database")) == (1, True)
        bot = await start(settings, folder=tmp_path)
        assert (await bot.ended(), GIVES_AWAY in bot.said) == (1, True)
        async with connected(server) as direct:
            assert await direct.fetchval(LOCKS) == 0
