"""`python -m bot rebuild`: make all results anew from the records, which alone are the truth."""

import json

from bot.config import Settings
from bot.sessions.lobby import heading
from bot.sessions.occupant import from_stored
from bot.sessions.results import results_of
from games import shelf
from games.core import Seat
from games.record import Line
from games.table import Table, play_on
from storage import Archive, StoredSession


async def rebuild(settings: Settings) -> int:
    """Replace the results of every finished session by what its record says. The number of sessions."""
    async with Archive.open(settings.storage.url) as archive:
        sessions = await archive.finished_sessions()
        for stored in sessions:
            await _rebuild_one(archive, stored)
    return len(sessions)


async def _rebuild_one(archive: Archive, stored: StoredSession) -> None:
    occupants = from_stored(await archive.seats(stored.id))
    header = heading(stored, occupants, json.loads(stored.options))
    written = await archive.lines(stored.id)
    lines = (Line(Seat(one.who), one.text, one.note) for one in written)
    table = play_on(Table.new(shelf.find(stored.game), header), lines).table
    results = results_of(stored, occupants, table, stored.ended_at or 0)
    await archive.replace_results(stored.id, results)
