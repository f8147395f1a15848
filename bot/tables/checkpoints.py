"""Checkpoints of long games: they are written now and then, and a start follows only what came after.

The lines stay the truth. A checkpoint that doesn't belong to them is ignored, and the whole record followed.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable

from bot.tables.session import Session
from games import checkpoint
from games.table import AnyTable
from games.typed_json import Unwritable
from storage import Archive, NoSuchSession, StorageFailed, StoredCheckpoint

log = logging.getLogger(__name__)

EVERY = 256
"""So many lines are followed soon; a game gets a checkpoint when it has so many more than at its last one."""

MOST_CHARACTERS = 2_000_000
"""A longer one isn't kept: somebody has changed a secret choice thousands of times, and could undo each."""

_ROUND_SECONDS = 30.0


class Checkpoints:
    """Writes the checkpoints of the games in memory, for as long as the bot runs; no press waits for it."""

    def __init__(self, archive: Archive, sessions: Callable[[], Iterable[Session]]) -> None:
        """`sessions` are the games in memory."""
        self._archive = archive
        self._sessions = sessions

    async def run(self) -> None:
        """Write those that are due, again and again."""
        while True:
            await asyncio.sleep(_ROUND_SECONDS)
            await self.write_due()

    async def write_due(self) -> int:
        """Write a checkpoint of every game that has grown long enough since its last one; how many."""
        due = [one for one in self._sessions() if len(one.table.lines) - one.checkpoint_at >= EVERY]
        return sum([await self._write(one) for one in due])

    async def _write(self, session: Session) -> bool:
        table, seed = session.table, session.stored.seed
        try:
            made = await asyncio.to_thread(_made, table, seed)
            session.checkpoint_at = len(table.lines)
            if len(made.text) > MOST_CHARACTERS:
                log.warning("session %s has no new checkpoint: it would be too long", session.id)
                return False
            await self._archive.set_checkpoint(session.id, made)
        except (Unwritable, StorageFailed, NoSuchSession) as failed:
            session.checkpoint_at = len(table.lines)  # the next try is as far off as another checkpoint
            log.error("session %s has no new checkpoint (%s)", session.id, type(failed).__name__)
            return False
        return True


def _made(table: AnyTable, seed: bytes) -> StoredCheckpoint:
    text = checkpoint.write(table)
    lines = tuple(table.lines)
    return StoredCheckpoint(len(lines), text, checkpoint.seal(seed, table.header, lines, text))
