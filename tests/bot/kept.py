"""A database with a long game in it, and the checkpoint of that game."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace

import pytest

from bot.app.parlour import Parlour
from bot.chat.players import Player
from bot.config import Settings
from bot.host import play as cast
from bot.table.open_tables import EVERY
from games.core import Seat
from games.engine import checkpoint, record, registry
from games.engine.fold import catch_up
from games.engine.record import Header, Line, Record
from games.engine.table import AnyTable, Table
from storage import Archive, StoredCheckpoint
from tests import long_records
from tests.bot.conftest import running
from tests.bot.tables import keep_lines, legal_at, people

PLAYERS = {
    "doublolo": people(cast.CHIARA, cast.DMITRI),
    "calabresella": people(cast.ADA, cast.CHIARA, cast.DMITRI),
    "foozle": people(cast.CHIARA, cast.DMITRI),
    "fooblitzky": people(cast.ADA, cast.CHIARA, cast.DMITRI, cast.EMI),
    "fourside": people(cast.CHIARA, cast.DMITRI),
}


def long_record(game: str) -> Record:
    """A record of this game with more lines than there are between two checkpoints."""
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
    """The first moves of a game, then one that is made and undone again and again."""
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
    """A database with a long game that no bot has loaded yet."""

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
            found = await archive.record.checkpoint(1)
        assert found is not None
        return found

    async def put(self, one: StoredCheckpoint) -> None:
        async with Archive.open(self.settings.storage.url) as archive:
            await archive.record.set_checkpoint(1, one)

    async def resumed(self) -> tuple[AnyTable, int]:
        """The table as a start loads it, and how many of its lines the start didn't have to replay."""
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


async def play_on(bot: Parlour, lines: int) -> None:
    """A player makes a move and undoes it, again and again."""
    session = await bot.tables.session(1)
    async with session.lock:
        for _ in range(lines):
            undo = Line(Seat(0), "/undo")
            line = undo if session.table.plies else Line(Seat(0), legal_at(session.table)[0])
            await session.write(line)
