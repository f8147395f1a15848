"""Keeping games small that are over: packed behind play, or all at once by a command."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from bot.config import Settings
from bot.table.journal import milliseconds
from storage import Archive, StorageFailed, only_bot
from storage.opening import look_at

log = logging.getLogger(__name__)

QUIET_MILLISECONDS = 24 * 60 * 60 * 1000
"""How long a game has been over before it's packed: nobody presses anything there any more."""

ROUND_SECONDS = 600.0
"""How often the bot looks for more games to pack. A start, and an update, have other work first."""

PAUSE_SECONDS = 0.1
"""The pause after each few games: those who play come first."""


@dataclass(frozen=True, slots=True)
class Packed:
    """How many games were packed, and the size of the database in bytes before and after it."""

    games: int
    before: int
    after: int


async def keep_packed(archive: Archive, turns: Callable[[], AbstractAsyncContextManager[None]]) -> None:
    """Pack the games that are over, as long as the bot runs. Of several processes one does it."""
    while True:
        await asyncio.sleep(ROUND_SECONDS)
        try:
            async with turns():
                games = await _pack(archive, PAUSE_SECONDS)
        except StorageFailed as failed:
            log.error("games that are over stay as they are for now, since storage failed: %s", failed)
        else:
            if games:
                log.info("packed %d games that are over", games)


async def pack_all(settings: Settings, tell: Callable[[str], None]) -> Packed:
    """Pack all games that are over, and give the space back to the system, while no bot runs.

    It can be stopped at any time and done again. Raises StorageFailed, also if a bot runs.
    """
    url = settings.storage.url
    async with only_bot(url, patience=0):
        async with Archive.open(url) as archive:
            before = (await look_at(url)).size
            games = await _pack(archive, 0.0, tell)
            tell("Making the database smaller.")
            await archive.database.shrink()
        return Packed(games, before, (await look_at(url)).size)


async def _pack(archive: Archive, pause: float, tell: Callable[[str], None] = lambda _: None) -> int:
    games = 0
    while (done := await archive.packing.pack_some(milliseconds() - QUIET_MILLISECONDS)) is not None:
        games += done
        tell(f"Packed {games:,} games.")
        await asyncio.sleep(pause)
    return games
