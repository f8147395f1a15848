"""Checkpoints of long games, written now and then, so that a start plays only the lines after the last one.

See docs/decisions/0027-checkpoints.md.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable

from bot.tables.session import Session
from games import checkpoint
from games.table import AnyTable
from storage import Archive, StoredCheckpoint

log = logging.getLogger(__name__)

EVERY = 256
"""A game gets a checkpoint every so many lines. A start replays that many quickly."""

MOST_CHARACTERS = 2_000_000
"""A longer one isn't saved: somebody has changed a secret choice thousands of times and can undo each."""

_ROUND_SECONDS = 30.0


class Checkpoints:
    """Saves checkpoints of the games in memory while the bot runs; no press waits for it."""

    def __init__(self, archive: Archive, sessions: Callable[[], Iterable[Session]]) -> None:
        """`sessions` are the games in memory."""
        self._archive = archive
        self._sessions = sessions

    async def run(self) -> None:
        """Save those that are due, every half minute."""
        while True:
            await asyncio.sleep(_ROUND_SECONDS)
            await self.write_due()

    async def write_due(self) -> int:
        """Save a checkpoint of every game that has grown enough since its last one. Returns how many."""
        due = [one for one in self._sessions() if len(one.table.lines) - one.checkpoint_at >= EVERY]
        return sum([await self._write(one) for one in due])

    async def _write(self, session: Session) -> bool:
        table = session.table
        session.checkpoint_at = len(table.lines)  # if this one fails, the next try comes after as many lines
        try:
            made = await asyncio.to_thread(_made, table, session.stored.seed)
            if len(made.text) > MOST_CHARACTERS:
                log.warning("session %s has no new checkpoint: it would be too long", session.id)
                return False
            await self._archive.set_checkpoint(session.id, made)
        except Exception as error:
            # Only time is lost. The log gets no message, since it may name a card.
            log.error("session %s has no new checkpoint (%s)", session.id, type(error).__name__)
            return False
        return True


def _made(table: AnyTable, seed: bytes) -> StoredCheckpoint:
    text = checkpoint.write(table)
    lines = tuple(table.lines)
    return StoredCheckpoint(len(lines), text, checkpoint.seal(seed, table.header, lines, text))
