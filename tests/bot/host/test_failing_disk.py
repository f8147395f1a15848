"""A disk that fails during a game: what isn't saved doesn't count, and people are told so."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from typing import Any

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from bot.table.table_messages import SAVING_SECONDS
from local_discord.person import Person, labels_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive, StorageFailed, StoredLine
from storage.record import Record
from tests.bot import tables
from tests.bot.conftest import Meet, running
from tests.bot.finished import all_counted
from tests.bot.tables import (
    against_computer,
    board,
    finishes,
    lines,
    open_lobby,
    people,
    resign,
    session_in,
    sit_down,
    to_move,
    told,
    until,
)
from tests.databases import in_a_file as in_a_file
from tests.databases import open_sessions, pragma


@asynccontextmanager
async def failing_disk(archive: Archive) -> AsyncIterator[None]:
    """SQLite refuses every change within the block, which begins once nothing is left to count."""
    await all_counted(archive)
    await pragma(archive, "query_only=ON")
    try:
        yield
    finally:
        await pragma(archive, "query_only=OFF")


async def test_a_move_that_the_disk_refuses_is_told_as_not_done_and_can_be_made_again(
    bot: Parlour, faults_logged: set[str], caplog: pytest.LogCaptureFixture, chiara: Person, dmitri: Person
) -> None:
    faults_logged.add("bot.chat.answer")
    shown = await sit_down(chiara, dmitri)
    async with failing_disk(bot.archive):
        sentence = await told(chiara, await chiara.press(shown, label="Heads"))
        assert "couldn't save that, so nothing has changed" in sentence
        assert "read-only" in caplog.text, "the host can do something about it"
        assert "read-only" not in sentence, "players can't"
        assert "call" not in str(lines(bot))
    await chiara.press(shown, label="Heads")
    await board(dmitri, shown, "to place")
    assert len(await bot.archive.record.lines(session_in(bot).id)) == len(lines(bot))


async def test_a_pause_goes_on_if_its_end_can_not_be_written(
    bot: Parlour, faults_logged: set[str], chiara: Person, dmitri: Person
) -> None:
    faults_logged.add("bot.chat.answer")
    shown = await sit_down(chiara, dmitri)
    await chiara.command("pause", channel="games")
    shown = await board(chiara, shown, "The game is paused.")
    async with failing_disk(bot.archive):
        assert "nothing has changed" in await told(chiara, await chiara.press(shown, label="Resume"))
    assert session_in(bot).is_paused
    assert session_in(bot).last_pause == (0.0, 0.0), "none has ended"


async def test_a_move_while_another_program_keeps_the_database_to_itself_is_told_and_can_be_made_again(
    bot: Parlour,
    settings: Settings,
    faults_logged: set[str],
    caplog: pytest.LogCaptureFixture,
    chiara: Person,
    dmitri: Person,
) -> None:
    faults_logged.add("bot.chat.answer")
    shown = await sit_down(chiara, dmitri)
    await pragma(bot.archive, "busy_timeout=200")
    file = settings.storage.url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        sentence = await told(chiara, await chiara.press(shown, label="Heads"))
        assert "Another program has locked the database" in caplog.text
        assert "database" not in sentence
        assert "nothing has changed" in sentence
    await chiara.press(shown, label="Heads")
    await board(dmitri, shown, "to place")


async def test_a_lobby_that_the_disk_refuses_is_told(
    bot: Parlour, faults_logged: set[str], chiara: Person
) -> None:
    faults_logged.add("bot.chat.answer")
    async with failing_disk(bot.archive):
        sentence = await told(chiara, await chiara.command("play", channel="games", game="doublolo"))
        assert "couldn't save that" in sentence
    await open_lobby(chiara)


async def test_a_computer_waits_for_a_disk_that_fails(
    settings: Settings,
    faults_logged: set[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    faults_logged |= {"bot.table.computers", "bot.table.rebuild"}
    settings.play.pace = 0.5
    async with Archive.open(settings.storage.url) as archive:
        await tables.keep(archive, against_computer(cast.CHIARA), to_move(1))
    async with running(settings) as bot:
        before = len(lines(bot))
        async with failing_disk(bot.archive):
            await until(lambda: "could not be saved" in caplog.text)
            assert len(lines(bot)) == before
        await until(lambda: len(lines(bot)) == before + 1)


async def test_a_game_whose_first_deal_the_disk_refuses_deals_as_soon_as_it_can(
    bot: Parlour, faults_logged: set[str], monkeypatch: pytest.MonkeyPatch, chiara: Person, dmitri: Person
) -> None:
    faults_logged.add("bot.table.computers")
    lobby = await tables.join(dmitri, await open_lobby(chiara))
    real = bot.archive.sessions.start

    async def start_then_fail(*arguments: Any) -> None:
        await real(*arguments)
        await pragma(bot.archive, "query_only=ON")

    monkeypatch.setattr(bot.archive.sessions, "start", start_then_fail)
    await chiara.press(lobby, label="Start")
    await board(chiara, lobby, "One moment …")
    await pragma(bot.archive, "query_only=OFF")
    await board(chiara, lobby, "Heads or tails?")


async def test_an_end_that_the_disk_refuses_is_still_the_end_and_the_channel_is_free(
    bot: Parlour, faults_logged: set[str], monkeypatch: pytest.MonkeyPatch, chiara: Person, dmitri: Person
) -> None:
    faults_logged.add("bot.table.journal")
    shown = await sit_down(chiara, dmitri)
    real = bot.archive.sessions.end

    async def fail(*args: Any, **more: Any) -> None:
        async with failing_disk(bot.archive):
            await real(*args, **more)

    monkeypatch.setattr(bot.archive.sessions, "end", fail)
    await resign(dmitri, shown)
    await until(lambda: bot.tables.channels.find(int(cast.GAMES)) is None)
    assert len(await bot.archive.sessions.open_tables()) == 1
    monkeypatch.setattr(bot.archive.sessions, "end", real)
    await open_lobby(chiara)
    assert [one.phase for one in await open_sessions(bot.archive)] == ["lobby"]
    assert len(await bot.archive.record.results()) == 2


async def test_a_lobby_that_could_neither_be_shown_nor_closed_is_shown_as_soon_as_it_can(
    bot: Parlour,
    discord: LocalDiscord,
    faults_logged: set[str],
    monkeypatch: pytest.MonkeyPatch,
    chiara: Person,
    dmitri: Person,
) -> None:
    faults_logged.add("bot.chat.answer")
    sessions = bot.archive.sessions
    real, has_failed = sessions.end, asyncio.Event()

    async def fail_once(*args: Any, **more: Any) -> None:
        monkeypatch.setattr(sessions, "end", real)
        async with failing_disk(bot.archive):
            has_failed.set()
            await real(*args, **more)

    monkeypatch.setattr(sessions, "end", fail_once)
    discord.faults.fail_next([{"status": 404, "code": 10062, "method": "POST", "path": "/callback"}])
    await chiara.command("play", channel="games", game="doublolo")
    await has_failed.wait()
    assert f"<@{chiara.id}>" in text_of(await dmitri.wait_for(lambda m: "Join" in labels_of(m)))


@pytest.mark.parametrize("change", ["end", "end_shown"])
async def test_an_end_that_the_disk_refuses_is_saved_as_soon_as_it_can(
    bot: Parlour,
    faults_logged: set[str],
    monkeypatch: pytest.MonkeyPatch,
    chiara: Person,
    dmitri: Person,
    change: str,
) -> None:
    faults_logged.add("bot.table.journal")
    shown, sessions = await sit_down(chiara, dmitri), bot.archive.sessions
    real, has_failed = getattr(sessions, change), asyncio.Event()

    async def fail_once(*args: Any, **more: Any) -> None:
        monkeypatch.setattr(sessions, change, real)
        async with failing_disk(bot.archive):
            has_failed.set()
            await real(*args, **more)

    monkeypatch.setattr(sessions, change, fail_once)
    await resign(dmitri, shown)
    await has_failed.wait()
    await asyncio.sleep(2 * SAVING_SECONDS)
    assert not await sessions.open_tables()
    assert not await sessions.owing_ends(0)
    assert len(await bot.archive.record.results()) == 2


async def test_an_unreadable_table_blocks_no_other_and_is_back_at_the_next_start(
    settings: Settings, faults_logged: set[str], meet: Meet, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults_logged.update(("bot.table.resume", "bot.chat.answer"))
    async with Archive.open(settings.storage.url) as archive:
        for channel in (cast.CARD_ROOM, cast.GAMES):
            await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0), channel)
    chiara = await meet(cast.CHIARA)
    read = Record.lines

    async def lines(record: Record, session_id: int, since: int = 0) -> tuple[StoredLine, ...]:
        if session_id == 1:
            raise StorageFailed("The database file is damaged.", is_lasting=True, was_read=True)
        return await read(record, session_id, since)

    with monkeypatch.context() as damaged:
        damaged.setattr(Record, "lines", lines)
        async with running(settings):
            await chiara.wait_for(lambda m: m["channel_id"] == cast.GAMES and "to place" in text_of(m))
            command = await chiara.command("play", channel="card-room", game="doublolo")
            assert "Tell the person who runs this bot." in await told(chiara, command)
    async with running(settings):
        await chiara.wait_for(lambda m: m["channel_id"] == cast.CARD_ROOM and "to place" in text_of(m))


async def test_an_end_that_was_not_written_down_is_written_at_the_next_start(
    settings: Settings, meet: Meet
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        table = await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), finishes)
        seat = min(table.turn.owes)
        await archive.record.append(1, len(table.lines), seat, finishes(table), "", None, 1)
    chiara = await meet(cast.CHIARA)
    async with running(settings) as bot:
        await chiara.wait_for(lambda m: "Rematch" in labels_of(m))
        assert await bot.archive.sessions.open_tables() == ()
        assert len(await bot.archive.record.results()) == 2
