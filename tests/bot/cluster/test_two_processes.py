"""Two bots on one file: each press counts once, and the slower bot finds out."""

from collections.abc import AsyncIterator

import pytest

from bot.config import Settings
from bot.host import play as cast
from bot.refusal import Refusal
from bot.table import moves
from bot.table.computers import Computers
from bot.table.open_tables import OpenTables
from bot.table.session import Pace, Session
from storage import Archive
from tests.bot import tables
from tests.bot.tables import (
    people,
    to_move,
)


@pytest.fixture
async def two_sessions(settings: Settings) -> AsyncIterator[tuple[Session, Session]]:
    """One game as two processes on the same file have it; Chiara is to move."""
    async with Archive.open(settings.storage.url) as one, Archive.open(settings.storage.url) as other:
        await tables.keep(one, people(cast.CHIARA, cast.DMITRI), to_move(0))
        idle = Computers(workers=1, patience=1)
        houses = [OpenTables(archive, idle, lambda _: None, Pace(0, 60)) for archive in (one, other)]
        yield await houses[0].session(1), await houses[1].session(1)


async def test_a_click_that_two_processes_take_is_one_move(two_sessions: tuple[Session, Session]) -> None:
    one, other = two_sessions
    square = tables.legal_at(one.table)[0]
    await moves.type_move(one, int(cast.CHIARA), square, 77)
    await moves.type_move(other, int(cast.CHIARA), square, 77)
    assert other.table.lines == one.table.lines


async def test_the_slower_of_two_processes_is_told_and_catches_up(
    two_sessions: tuple[Session, Session],
) -> None:
    one, other = two_sessions
    squares = tables.legal_at(one.table)
    await moves.type_move(one, int(cast.CHIARA), squares[0], 77)
    with pytest.raises(Refusal, match="Someone moved first"):
        await moves.type_move(other, int(cast.CHIARA), squares[1], 78)
    assert other.table.lines == one.table.lines
