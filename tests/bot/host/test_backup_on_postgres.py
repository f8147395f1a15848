"""`backup` and `restore` with a PostgreSQL server: saved while a bot plays, and played on from."""

import signal
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from sqlalchemy import make_url

from bench import loopback
from bench.postgres import empty_database
from bot.config import Settings
from bot.host import play as cast
from local_discord.person import labels_of
from local_discord.server import LocalDiscord
from storage.copies import back_up, restore
from tests.bot import tables
from tests.bot.conftest import Meet, running
from tests.bot.finished import leaderboard
from tests.bot.host.test_backup import typed, words
from tests.bot.process import running_process
from tests.bot.tables import board, resign, toss, type_moves
from tests.databases import on_a_server as on_a_server

pytestmark = pytest.mark.real


@pytest.fixture
def host(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of the database that the commands use."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PARLOUR_STORAGE__URL", database)
    return f"{make_url(database).database} on this machine"


def names_in(folder: Path) -> list[str]:
    """The files there."""
    return [one.name for one in folder.iterdir()]


@pytest.mark.thorough
@pytest.mark.parametrize("place", ["another server", "a file"])
async def test_people_play_on_from_a_backup_that_was_made_while_they_played(
    discord: LocalDiscord, settings: Settings, tmp_path: Path, meet: Meet, place: str
) -> None:
    copy = tmp_path / "copy.sqlite3"
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(settings) as bot:
        shown = await toss(chiara, dmitri)
        first = await type_moves(bot, chiara, dmitri)
        await board(dmitri, shown, f"plays {first}")
        kept = tables.lines(bot)
        await back_up(settings.storage.url, copy)
        await type_moves(bot, chiara, dmitri)
    async with AsyncExitStack() as stack:
        other = str(tmp_path / "another.sqlite3")
        if place == "another server":
            other = await stack.enter_async_context(empty_database(is_laid_out=False))
        await restore(copy, other)
        async with running(loopback.settings_for(discord, other)) as bot:
            await bot.tables.load_channel(int(cast.GAMES))
            assert tables.lines(bot) == kept
            again = await type_moves(bot, chiara, dmitri)
            await resign(chiara, await board(chiara, shown, f"plays {again}"))
            assert "<@" in await leaderboard(chiara)


async def test_a_host_saves_and_restores_by_command(
    discord: LocalDiscord,
    host: str,
    database: str,
    tmp_path: Path,
    meet: Meet,
    capsys: pytest.CaptureFixture[str],
) -> None:
    nowhere = tmp_path / "none.sqlite3"
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running_process(discord, nowhere, PARLOUR_STORAGE__URL=database) as process:
        shown = await toss(chiara, dmitri)
        assert await typed(["backup", "copy.sqlite3"]) == 0
        assert words(capsys).startswith(f"Saved {host} as copy.sqlite3. Games in it: 1 (")
        assert await typed(["backup", "copy.sqlite3"]) == 1
        assert "copy.sqlite3 already exists. Choose another name, or add --replace." in words(capsys)
        assert await typed(["restore", "copy.sqlite3", "--replace"]) == 1
        assert words(capsys) == f"A bot is running with {host}. Stop it first.\n"
        await resign(chiara, shown)
        assert await process.end(signal.SIGTERM) == 0
    assert await typed(["restore", "copy.sqlite3"]) == 1
    assert f"There are games in {host} already. Add --replace" in words(capsys)
    assert await typed(["restore", "missing", "--replace"]) == 1
    assert words(capsys) == "There's no copy at missing.\n"
    assert await typed(["restore", "copy.sqlite3", "--replace"]) == 0
    said = words(capsys)
    assert f"Restored {host} from copy.sqlite3.\nYour old database is now " in said
    (kept,) = (name for name in names_in(tmp_path) if ".replaced-" in name)
    assert kept in said
    async with running_process(discord, nowhere, PARLOUR_STORAGE__URL=database):
        await resign(
            chiara, await chiara.wait_for(lambda m: m["id"] == shown["id"] and "Resign" in labels_of(m))
        )


async def test_what_cannot_be_a_copy_is_refused_and_nothing_changes(
    host: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "letter").write_text("Dear host, " * 500)
    assert await typed(["restore", "letter"]) == 1
    assert words(capsys).startswith("This file isn't a Parlour database.")
    assert await typed(["backup", "no/such/folder/copy"]) == 1
    assert "Can't write no/such/folder/copy: No such file or directory." in words(capsys)
    monkeypatch.setenv("PARLOUR_STORAGE__URL", "postgresql://parlour:password@127.0.0.1:9/parlour")
    for command in (["backup", "copy"], ["restore", "letter"]):
        assert await typed(command) == 1
        assert words(capsys).startswith("Can't reach the database server.")
    assert names_in(tmp_path) == ["letter"]
