"""Everything that is derived from the records, computed again: results, and standings from those.

The records stay the source of truth.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from bot.chat.tasks import Backoff
from bot.config import Settings
from bot.table.journal import milliseconds
from bot.table.open_tables import Incompatible, fold
from bot.table.seats import SeatHistory, results_of
from bot.table.standings import COUNT
from storage import Archive, StorageFailed, StoredSession, only_bot
from storage.standings import Standings

log = logging.getLogger(__name__)

TELLING_SECONDS = 30.0
"""How often a long count says in the log how far it has come."""

FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 2.0, 900.0
"""The pauses between tries while storage fails."""

GAMES_AT_ONCE = 100
"""How many games `rebuild` reads at once."""

Tell = Callable[[str], None]
"""Called from time to time with how far it has come, in a sentence."""


async def bring_up_to_date(archive: Archive, turns: Callable[[], AbstractAsyncContextManager[None]]) -> None:
    """Count all results again if that's needed: after an update, or if an older version ended games.

    It's done behind everything else, and goes on where an earlier start was stopped. Of several processes one
    does it, as `turns` say. If storage fails, it waits and tries again.
    """
    backoff = Backoff(FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS)
    while True:
        try:
            async with turns():
                return await _count_behind(archive.standings)
        except StorageFailed as failed:
            seconds = backoff.pause()
            log.error("the results can't be counted for now, trying again in %d s: %s", seconds, failed)
        await asyncio.sleep(seconds)


async def _count_behind(standings: Standings) -> None:
    if await standings.is_counted(COUNT):
        return
    log.info("counting all results again for the leaderboards; people can play meanwhile")
    await standings.begin_count(COUNT, milliseconds())
    began = told = time.monotonic()
    while await standings.count_on(COUNT):
        now = time.monotonic()
        if now - told > TELLING_SECONDS:
            log.info("counted %d of %d games so far", *await standings.progress())
            told = now
        await asyncio.sleep(now - began)  # half of the time is for those who play
        began = time.monotonic()
    log.info("counted %d games", (await standings.progress())[0])


async def rebuild(settings: Settings, tell: Tell = lambda _: None) -> tuple[int, int]:
    """Recompute the results of every finished session, and the standings from all results.

    Returns how many sessions were recomputed and how many weren't: a session keeps its old results if the
    current rules can't replay its record to the end. It can be stopped at any time and done again. Raises
    StorageFailed, also if a bot is running with this database.
    """
    url = settings.storage.url
    async with only_bot(url, patience=0), Archive.open(url) as archive:
        made = done = 0
        of = await archive.sessions.count_finished()
        async for stored in archive.sessions.finished(GAMES_AT_ONCE):
            made += await _is_rebuilt(archive, stored)
            done += 1
            if done % GAMES_AT_ONCE == 0:
                tell(f"Recomputed {done:,} of {of:,} games.")
        await archive.standings.begin_count(COUNT, milliseconds(), again=True)
        while await archive.standings.count_on(COUNT):
            tell("Counted {:,} of {:,} games.".format(*await archive.standings.progress()))
    return made, done - made


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
