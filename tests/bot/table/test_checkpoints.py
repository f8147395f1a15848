"""A long game has a checkpoint, and a start goes on from there. If it's bad, the start replays the lines."""

import logging
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from bot.config import Settings
from bot.host import play as cast
from bot.table.open_tables import EVERY
from games.core import Seat
from games.engine import record
from games.engine.record import Line
from local_discord.person import text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests import long_records
from tests.bot.conftest import Meet, running
from tests.bot.kept import PLAYERS, Kept, are_alike, keep, play_on
from tests.bot.kept import kept as kept
from tests.bot.process import running_process
from tests.bot.tables import board, choose, keep_lines, legal_at, until
from tests.databases import in_a_file as in_a_file


@pytest.mark.parametrize("game", PLAYERS)
async def test_a_table_comes_up_from_its_checkpoint_as_its_lines_say(settings: Settings, game: str) -> None:
    made = await keep(settings, game)
    async with running(settings) as bot:
        assert await bot.checkpoints.write_due() == 1
        before = (await bot.tables.session(1)).table
    table, checkpoint_at = await made.resumed()
    assert checkpoint_at == len(made.told.lines)
    are_alike(table, made.whole)
    asked = [viewer for viewer in (*table.seats, None) if before.prompt(viewer) is not None]
    assert [table.prompt_version(one) for one in asked] == [before.prompt_version(one) for one in asked]


async def test_a_checkpoint_is_written_only_when_the_game_has_grown(kept: Kept) -> None:
    async with running(kept.settings) as bot:
        session = await bot.tables.session(1)
        assert await bot.checkpoints.write_due() == 0
        await play_on(bot, EVERY - 1)
        assert await bot.checkpoints.write_due() == 0
        await play_on(bot, 1)
        assert await bot.checkpoints.write_due() == 1
        assert (await kept.checkpoint()).lines == len(session.table.lines)
    assert kept.rows("SELECT count(*) FROM checkpoints") == [(1,)]


async def test_a_short_game_has_no_checkpoint(settings: Settings) -> None:
    async with Archive.open(settings.storage.url) as archive:
        lines = record.read(long_records.undone(lines=EVERY)).lines[: EVERY - 1]
        await keep_lines(archive, "doublolo", PLAYERS["doublolo"], lines, options={"first": "red"})
    async with running(settings) as bot:
        await bot.tables.session(1)
        assert await bot.checkpoints.write_due() == 0


async def test_what_a_checkpoint_holds_is_in_no_log(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    made = await keep(settings, "calabresella")
    async with running(settings) as bot:
        await bot.checkpoints.write_due()
    one = await made.checkpoint()
    assert one.text not in repr(one)
    await made.resumed()
    await made.put(replace(one, text=one.text[:-1]))
    await made.resumed()
    said = "\n".join(each.getMessage() + (each.exc_text or "") for each in caplog.records)
    assert one.text[:-1] not in said
    hands = [str(hand) for hand in made.whole.state.dealt.hands]
    assert all(hand in one.text and hand not in said for hand in hands)


@pytest.mark.real
async def test_a_long_game_that_is_killed_comes_back_from_its_checkpoint_and_goes_on(
    discord: LocalDiscord, settings: Settings, tmp_path: Path, meet: Meet
) -> None:
    made = await keep(settings, "doublolo")
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    database = tmp_path / "parlour.sqlite3"
    table = made.whole
    often = {"bot.table.open_tables._ROUND_SECONDS": 0.05}
    async with running_process(discord, database, constants=often) as process:
        shown = await chiara.wait_for(lambda m: "to place" in text_of(m))
        await until(lambda: made.rows("SELECT 1 FROM checkpoints"))
        first = legal_at(table)[0]
        await choose(chiara, shown, first)
        await board(dmitri, shown, f"plays {first}")
        await process.end(signal.SIGKILL)
    table = table.play(Line(Seat(0), first))
    async with running_process(discord, database):
        shown = await board(dmitri, shown, "I've restarted. Nothing was lost")
        second = legal_at(table)[0]
        await choose(dmitri, shown, second)
        await board(chiara, shown, f"plays {second}")
    lines = made.rows('SELECT text FROM lines ORDER BY "index"')
    assert [text for (text,) in lines] == [line.text for line in made.told.lines] + [first, second]
