"""Everything that is derived from the records, computed again: results, and standings from those.

The records stay the source of truth. It stands alone because both the command line and the start need it.
"""

import logging

from bot.config import Settings
from bot.standings import COUNT
from bot.tables.journal import milliseconds
from bot.tables.open_tables import Incompatible, fold
from bot.tables.seats import SeatHistory, results_of
from storage import Archive, StorageFailed, StoredSession

log = logging.getLogger(__name__)


async def bring_up_to_date(archive: Archive) -> None:
    """Count all results again if that's needed: after an update, or if an older version ended games.

    If storage fails, the next start tries again.
    """
    try:
        if not await archive.standings.is_counted(COUNT):
            log.info("counting all results again for the leaderboards; this happens once after an update")
            games = await archive.standings.count_again(COUNT, milliseconds())
            log.info("counted %d games", games)
    except StorageFailed as failed:
        log.error("the results can't be counted, the next start tries again: %s", failed)


async def rebuild(settings: Settings) -> tuple[int, int]:
    """Recompute the results of every finished session, and the standings from all results.

    Returns how many sessions were recomputed and how many weren't: a session keeps its old results if the
    current rules can't replay its record to the end. Raises StorageFailed.
    """
    async with Archive.open(settings.storage.url) as archive:
        sessions = await archive.sessions.finished()
        made = sum([await _is_rebuilt(archive, stored) for stored in sessions])
        await archive.standings.count_again(COUNT, milliseconds())
    return made, len(sessions) - made


async def _is_rebuilt(archive: Archive, stored: StoredSession) -> bool:
    stays = SeatHistory.read(await archive.sessions.seats(stored.id), await archive.sessions.stays(stored.id))
    try:
        table = fold(stored, stays.players, await archive.record.lines(stored.id))
    except Incompatible:
        return False
    if not table.over:
        return False
    await archive.record.replace_results(stored.id, results_of(stored, stays, table, stored.ended_at or 0))
    return True
