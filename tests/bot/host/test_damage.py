"""A damaged database: people are told, and the bot tries again or ends with a sentence."""

import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.host import play as cast
from local_discord.person import text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot import tables
from tests.bot.conftest import Meet
from tests.bot.process import Process, running_process
from tests.bot.tables import people, to_move, told, words_of
from tests.deep import sized

pytestmark = pytest.mark.real

PAGE = 4096
HURRIED = {"bot.table.resume.FIRST_PAUSE_SECONDS": 0.05}
"""The bot gives up after a second, not after a quarter of a minute."""

TOLD_MEANWHILE = {"bot.table.resume.FIRST_PAUSE_SECONDS": 0.5}
"""It gives up after some seconds, in which people ask it for something."""

DAMAGED = "My saved games have a problem. Nothing has changed. Tell the person who runs this bot."


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    """Two tables of the same two people, in #games and in #card-room."""
    database = tmp_path / "parlour.sqlite3"
    async with Archive.open(str(database)) as archive:
        for channel in (cast.GAMES, cast.CARD_ROOM):
            await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0), channel)
    return database


def overwrite(database: Path, table: str, content: bytes = b"\x55" * PAGE) -> bytes:
    """Overwrite the first page of a table with this; returns what it had before."""
    with closing(sqlite3.connect(database)) as file:
        found = file.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    with database.open("r+b") as raw:
        raw.seek((found[0] - 1) * PAGE)
        before = raw.read(PAGE)
        raw.seek(-PAGE, 1)
        raw.write(content)
    return before


async def ends_with(process: Process, sentence: str) -> None:
    """It ends on its own with this sentence as its last, without a traceback."""
    assert await process.ended() == 1
    assert process.said.splitlines()[-1] == sentence
    assert "Traceback" not in process.said


@pytest.mark.thorough
@pytest.mark.parametrize("table", sized(["sessions"], ["sessions", "lines", "seats"]))
async def test_players_are_told_to_tell_the_host_until_the_bot_gives_up(
    discord: LocalDiscord, database: Path, meet: Meet, table: str
) -> None:
    overwrite(database, table)
    chiara = await meet(cast.CHIARA)
    async with running_process(discord, database, constants=TOLD_MEANWHILE) as process:
        for name, options in (("play", {"game": "doublolo"}), ("board", {}), ("hand", {})):
            assert await told(chiara, await chiara.command(name, channel="games", **options)) == DAMAGED
        assert await chiara.autocomplete("move", "move", channel="games", move="") == []
        await ends_with(process, "The database file is damaged. Restore it from a copy.")


async def test_clicks_are_told_too_and_everything_continues_once_the_file_is_restored(
    discord: LocalDiscord, database: Path, meet: Meet
) -> None:
    chiara = await meet(cast.CHIARA)
    async with running_process(discord, database):
        shown = await chiara.wait_for(lambda m: m["channel_id"] == cast.GAMES and "to place" in text_of(m))
    sound = overwrite(database, "sessions")
    async with running_process(discord, database):
        sent = await tables.forge(discord, chiara, shown, "undo:1")
        assert await told(chiara, sent) == DAMAGED
        overwrite(database, "sessions", sound)
        move = ""
        while not move:  # until it has tried again
            offered = await chiara.autocomplete("move", "move", channel="games", move="")
            move = offered[0]["value"] if offered else ""
        await chiara.command("move", channel="games", move=move)
        await chiara.wait_for(lambda m: m["channel_id"] == cast.GAMES and f"plays {move}" in words_of(m))


@pytest.mark.parametrize("table", sized(["seats"], ["sessions", "seats", "messages"]))
async def test_a_missing_database_table_is_named(discord: LocalDiscord, database: Path, table: str) -> None:
    with closing(sqlite3.connect(database)) as file, file:
        file.execute(f"DROP TABLE {table}")
    async with running_process(discord, database, constants=HURRIED) as process:
        lacks = f"The database is missing something Parlour needs (no such table: {table})."
        await ends_with(process, f"{lacks} Restore it from a copy.")


async def test_a_damaged_session_blocks_no_other_and_its_contents_stay_out_of_the_log(
    discord: LocalDiscord, database: Path, meet: Meet
) -> None:
    with closing(sqlite3.connect(database)) as file, file:
        file.execute("UPDATE sessions SET options = CAST(x'41ff42' AS TEXT) WHERE id = 1")
    chiara = await meet(cast.CHIARA)
    async with running_process(discord, database) as process:
        await chiara.wait_for(lambda m: m["channel_id"] == cast.CARD_ROOM and "to place" in text_of(m))
        sent = await chiara.command("play", channel="games", game="doublolo")
        assert await told(chiara, sent) == DAMAGED
        lobby = await tables.open_lobby(chiara, "quiet-corner")
        assert "Doublolo" in text_of(lobby)
        await process.end(signal.SIGTERM)
    assert "session 1 cannot be read: The database file is damaged." in process.said
    assert "A" + chr(0xFFFD) not in process.said
