"""A long game has a checkpoint: a start goes on from there. Where it is a bad one, the lines are followed."""

import logging
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bot.app import Parlour
from bot.config import Settings
from bot.play import world as cast
from bot.tables import checkpoints
from bot.tables.checkpoints import EVERY
from bot.tables.player import Player
from games import checkpoint, record, registry
from games.core import Seat
from games.fold import catch_up
from games.record import Header, Line, Record
from games.table import AnyTable, Table
from local_discord.person import text_of
from local_discord.server import LocalDiscord
from storage import Archive, StoredCheckpoint
from tests import long_records
from tests.bot.conftest import Meet, running
from tests.bot.process import running_process
from tests.bot.tables import SEED, board, choose, keep_lines, legal_at, people, until
from tests.databases import in_a_file as in_a_file

PLAYERS = {
    "doublolo": people(cast.CHIARA, cast.DMITRI),
    "calabresella": people(cast.ADA, cast.CHIARA, cast.DMITRI),
    "foozle": people(cast.CHIARA, cast.DMITRI),
    "fooblitzky": people(cast.ADA, cast.CHIARA, cast.DMITRI, cast.EMI),
    "fourside": people(cast.CHIARA, cast.DMITRI),
}


def long_record(game: str) -> Record:
    """A record of this game that is longer than the stretch between two checkpoints."""
    match game:
        case "calabresella":
            return record.read(long_records.passed_out(lines=EVERY + 60))
        case "foozle":
            return record.read(long_records.discarded(lines=EVERY + 60))
        case "fooblitzky":
            return record.read(long_records.chosen_again(lines=EVERY + 60))
        case "fourside":
            return fourside()
    return record.read(long_records.undone(lines=EVERY + 60))


def fourside() -> Record:
    """The first moves of a game, and then one that is made and undone again and again."""
    (text, *_) = [
        file.read_text("utf-8")
        for file in sorted((long_records.GAMES / "fourside/records").glob("[!r]*.txt"))
    ]
    told = record.read(text)
    first = next(number for number, line in enumerate(told.lines) if line.who >= 0)
    undone = [told.lines[first], Line(told.lines[first].who, "/undo")]
    return Record(told.header, (*told.lines[:first], *undone * (EVERY // 2 + 10)))


@dataclass
class Kept:
    """A database with a long game in it, of which no bot knows yet."""

    settings: Settings
    told: Record
    players: tuple[Player, ...]

    @property
    def whole(self) -> AnyTable:
        """What all the lines lead to."""
        head = self.told.header
        clicks = tuple(one.interaction_id for one in self.players)
        header = Header(head.game, head.edition, head.seats, head.options, "", clicks)
        return catch_up(Table.new(registry.find(head.game), header), self.told.lines).table

    def rows(self, query: str) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(self._file)) as file, file:
            return file.execute(query).fetchall()

    async def checkpoint(self) -> StoredCheckpoint:
        async with Archive.open(self.settings.storage.url) as archive:
            found = await archive.checkpoint(1)
        assert found is not None
        return found

    async def put(self, one: StoredCheckpoint) -> None:
        async with Archive.open(self.settings.storage.url) as archive:
            await archive.set_checkpoint(1, one)

    async def resumed(self) -> tuple[AnyTable, int]:
        """The table as a start brings it up, and how many of its lines that start didn't follow."""
        async with running(self.settings) as bot:
            session = await bot.tables.session(1)
            return session.table, session.checkpoint_at

    @property
    def _file(self) -> str:
        return self.settings.storage.url.removeprefix("sqlite:///")


async def keep(settings: Settings, game: str) -> Kept:
    told = long_record(game)
    async with Archive.open(settings.storage.url) as archive:
        await keep_lines(archive, game, PLAYERS[game], told.lines, options=dict(told.header.options))
    return Kept(settings, told, PLAYERS[game])


@pytest.fixture
async def kept(settings: Settings) -> Kept:
    """A long game with the checkpoint that a bot wrote."""
    made = await keep(settings, "doublolo")
    async with running(settings) as bot:
        assert await bot.checkpoints.write_due() == 1
    return made


def are_alike(one: AnyTable, other: AnyTable) -> None:
    one, other = (
        replace(checkpoint.shortened(each), header=other.header, prompt_versions=()) for each in (one, other)
    )
    assert one == other


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


async def play_on(bot: Parlour, lines: int) -> None:
    """Somebody makes a move and takes it back, again and again."""
    session = await bot.tables.session(1)
    async with session.lock:
        for _ in range(lines):
            undo = Line(Seat(0), "/undo")
            line = undo if session.table.plies else Line(Seat(0), legal_at(session.table)[0])
            await session.journal.write(line)


async def test_a_short_game_has_no_checkpoint(settings: Settings) -> None:
    async with Archive.open(settings.storage.url) as archive:
        lines = record.read(long_records.undone(lines=EVERY)).lines[: EVERY - 1]
        await keep_lines(archive, "doublolo", PLAYERS["doublolo"], lines, options={"first": "red"})
    async with running(settings) as bot:
        await bot.tables.session(1)
        assert await bot.checkpoints.write_due() == 0


def sealed(one: StoredCheckpoint, made: Kept) -> StoredCheckpoint:
    """The checkpoint with the seal of somebody who has the seed."""
    seal = checkpoint.seal(SEED, made.whole.header, made.told.lines[: one.lines], one.text)
    return replace(one, seal=seal)


BAD: dict[str, Callable[[StoredCheckpoint, Kept], StoredCheckpoint]] = {
    "cut": lambda one, _: replace(one, text=one.text[:-1]),
    "changed": lambda one, _: replace(one, text=one.text.replace("I5", "J5")),
    "without a seal": lambda one, _: replace(one, seal=""),
    "with a seal that nobody makes": lambda one, _: replace(one, seal="ü" * 64),
    "of fewer lines": lambda one, _: replace(one, lines=one.lines - 1),
    "of more lines than there are": lambda one, made: sealed(replace(one, lines=one.lines + 1), made),
    "of no lines": lambda one, made: sealed(replace(one, lines=0), made),
    "of fewer than none": lambda one, made: sealed(replace(one, lines=-5), made),
    "sealed, and no JSON": lambda one, made: sealed(replace(one, text="["), made),
    "sealed, and cut": lambda one, made: sealed(replace(one, text=one.text[:-9]), made),
    "sealed, and deep": lambda one, made: sealed(replace(one, text="[" * 100_000), made),
    "sealed, and of other types": lambda one, made: sealed(
        replace(one, text=one.text.replace("true", "1").replace("false", "0")), made
    ),
}


@pytest.mark.parametrize("bad", BAD)
async def test_a_bad_checkpoint_is_ignored_and_the_lines_are_followed(
    kept: Kept, caplog: pytest.LogCaptureFixture, bad: str
) -> None:
    caplog.set_level(logging.INFO)
    one = await kept.checkpoint()
    other = BAD[bad](one, kept)
    assert other != one
    await kept.put(other)
    table, checkpoint_at = await kept.resumed()
    assert checkpoint_at == 0
    are_alike(table, kept.whole)
    (said,) = [each.getMessage() for each in caplog.records if each.name == "bot.tables.restore"]
    assert "its checkpoint isn't used" in said


async def test_a_checkpoint_of_another_version_of_the_games_is_ignored_and_replaced(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await kept.checkpoint()
    monkeypatch.setattr(checkpoint, "SOURCE", "of tomorrow")
    async with running(kept.settings) as bot:
        session = await bot.tables.session(1)
        assert session.checkpoint_at == 0
        are_alike(session.table, kept.whole)
        assert await bot.checkpoints.write_due() == 1
    assert (await kept.checkpoint()).seal != before.seal
    assert (await kept.resumed())[1] == len(kept.told.lines)


async def test_lines_that_were_changed_behind_a_checkpoint_are_followed(kept: Kept) -> None:
    kept.rows('DELETE FROM lines WHERE "index" > 40')
    table, checkpoint_at = await kept.resumed()
    assert (len(table.lines), checkpoint_at) == (41, 0)


async def test_a_disk_that_fails_costs_no_more_than_the_checkpoint(
    settings: Settings, faults_logged: set[str]
) -> None:
    faults_logged.add(checkpoints.__name__)
    made = await keep(settings, "doublolo")
    async with running(settings) as bot:
        session = await bot.tables.session(1)
        made.rows("ALTER TABLE checkpoints RENAME TO gone")
        assert await bot.checkpoints.write_due() == 0
        await play_on(bot, 1)
        assert len(session.table.lines) == len(made.told.lines) + 1
        made.rows("ALTER TABLE gone RENAME TO checkpoints")


async def test_a_checkpoint_that_would_be_too_long_is_not_kept(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "MOST_CHARACTERS", 1_000)
    made = await keep(settings, "doublolo")
    async with running(settings) as bot:
        await bot.tables.session(1)
        assert await bot.checkpoints.write_due() == 0
    assert made.rows("SELECT count(*) FROM checkpoints") == [(0,)]


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


async def test_a_long_game_that_is_killed_comes_back_from_its_checkpoint_and_goes_on(
    discord: LocalDiscord, settings: Settings, tmp_path: Path, meet: Meet
) -> None:
    made = await keep(settings, "doublolo")
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    database = tmp_path / "parlour.sqlite3"
    table = made.whole
    often = {"bot.tables.checkpoints._ROUND_SECONDS": 0.05}
    async with running_process(discord, database, constants=often) as process:
        shown = await chiara.wait_for(lambda m: "to place" in text_of(m))
        await until(lambda: made.rows("SELECT 1 FROM checkpoints"))
        first = legal_at(table)[0]
        await choose(chiara, shown, first)
        await board(dmitri, shown, f"plays {first}")
        await process.end(signal.SIGKILL)
    table = table.play(Line(Seat(0), first))
    async with running_process(discord, database):
        shown = await board(dmitri, shown, "I was restarted. Nothing was lost")
        second = legal_at(table)[0]
        await choose(dmitri, shown, second)
        await board(chiara, shown, f"plays {second}")
    lines = made.rows('SELECT text FROM lines ORDER BY "index"')
    assert [text for (text,) in lines] == [line.text for line in made.told.lines] + [first, second]
