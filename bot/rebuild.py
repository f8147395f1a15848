"""`python -m bot rebuild`: make all results anew from the records, which alone are the truth."""

from bot.config import Settings
from bot.tables.player import from_stored
from bot.tables.restore import Incompatible, fold
from bot.tables.results import results_of
from storage import Archive, StoredSession


async def rebuild(settings: Settings) -> tuple[int, int]:
    """Replace the results of every finished session by what its record says. The number of sessions.

    The second number is of those that keep the results they have, since the rules here do not lead to the end
    of their records. Raises StorageFailed.
    """
    async with Archive.open(settings.storage.url) as archive:
        sessions = await archive.finished_sessions()
        made = sum([await _is_rebuilt(archive, stored) for stored in sessions])
    return made, len(sessions) - made


async def _is_rebuilt(archive: Archive, stored: StoredSession) -> bool:
    players = from_stored(await archive.seats(stored.id))
    try:
        table = fold(stored, players, await archive.lines(stored.id))
    except Incompatible:
        return False
    if not table.over:
        return False
    await archive.replace_results(stored.id, results_of(stored, players, table, stored.ended_at or 0))
    return True
