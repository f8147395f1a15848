"""`python -m bot rebuild`: recompute all results from the records, which are the source of truth."""

from bot.config import Settings
from bot.tables.restore import Incompatible, fold
from bot.tables.results import results_of
from bot.tables.stays import Stays
from storage import Archive, StoredSession


async def rebuild(settings: Settings) -> tuple[int, int]:
    """Recompute the results of every finished session. Returns how many were recomputed and how many weren't.

    A session keeps its old results if the current rules can't replay its record to the end.
    Raises StorageFailed.
    """
    async with Archive.open(settings.storage.url) as archive:
        sessions = await archive.finished_sessions()
        made = sum([await _is_rebuilt(archive, stored) for stored in sessions])
    return made, len(sessions) - made


async def _is_rebuilt(archive: Archive, stored: StoredSession) -> bool:
    stays = Stays.read(await archive.seats(stored.id), await archive.stays(stored.id))
    try:
        table = fold(stored, stays.players, await archive.lines(stored.id))
    except Incompatible:
        return False
    if not table.over:
        return False
    await archive.replace_results(stored.id, results_of(stored, stays, table, stored.ended_at or 0))
    return True
