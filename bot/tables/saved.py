"""Continuing a saved table under the current rules, from its lines and its checkpoint.

See docs/decisions/0027-checkpoints.md.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from bot.refusal import Refusal
from bot.tables.journal import Journal, milliseconds
from bot.tables.lobby import heading
from bot.tables.seats import Player
from bot.tables.session import Session
from games import checkpoint, registry
from games.core import Seat
from games.fold import catch_up
from games.record import Header, Line, Record
from games.table import AnyTable, Table
from storage import (
    Archive,
    OpenTable,
    PhasePassed,
    StorageFailed,
    StoredCheckpoint,
    StoredLine,
    StoredSession,
)

log = logging.getLogger(__name__)


class Incompatible(Refusal):
    """A table that can't continue under the current rules. `why` is the reason, worded to follow a colon."""

    def __init__(self, stored: StoredSession, why: str) -> None:
        super().__init__(f"This game can't continue: {why}. Its record is kept. /play starts a new one.")
        self.stored = stored
        self.why = why

    @property
    def title(self) -> str:
        """What the game is called, even if this version doesn't have it."""
        game = registry.all_games().get(self.stored.game)
        return game.about.title if game else self.stored.game.capitalize()


class NotOfThisRecord(ValueError):
    """A checkpoint that doesn't belong to a table's lines or to this program."""


def must_be_compatible(stored: StoredSession) -> None:
    """Raises Incompatible unless the game is here with the edition and the options of this table."""
    game = registry.all_games().get(stored.game)
    if game is None:
        raise Incompatible(stored, "Parlour no longer has this game")
    if game.about.edition != stored.edition:
        raise Incompatible(stored, "its rules have changed since it started")
    try:
        game.options.model_validate(json.loads(stored.options))
    except ValueError:  # from pydantic, or because the text isn't JSON
        raise Incompatible(stored, "its options have changed since it started") from None


def can_continue(table: OpenTable) -> bool:
    """Whether the game is here with this table's edition; its options and its record may still not fit."""
    game = registry.all_games().get(table.game)
    return game is not None and game.about.edition == table.edition


async def stop(archive: Archive, incompatible: Incompatible) -> None:
    """Free the channel of a table that can't continue; its lines stay as they are."""
    log.warning("session %s is stopped: %s", incompatible.stored.id, incompatible.why)
    try:
        await archive.sessions.end(incompatible.stored.id, "stopped", (), milliseconds())
    except (PhasePassed, StorageFailed) as failed:
        log.error("session %s could not be stopped: %s", incompatible.stored.id, failed)


def fold(stored: StoredSession, players: tuple[Player, ...], written: Sequence[StoredLine]) -> AnyTable:
    """The table that the lines lead to. Raises Incompatible if they can't be replayed, for any reason."""
    must_be_compatible(stored)
    try:
        table = Table.new(registry.find(stored.game), _header(stored, players))
        folded = catch_up(table, _lines(written))
    except Exception as error:
        why, place = type(error).__name__, "somewhere"
    else:
        if folded.fault is None:
            return folded.table
        why, place = "refused", f"at line {len(folded.table.lines) + 1}"
    # The log gets neither the line nor the refusal: they may name a card.
    log.error("session %s: its record doesn't fit the current rules (%s, %s)", stored.id, why, place)
    raise Incompatible(stored, "its record doesn't fit the current rules")


def fold_on(
    stored: StoredSession,
    players: tuple[Player, ...],
    written: Sequence[StoredLine],
    kept: StoredCheckpoint | None,
) -> tuple[AnyTable, int]:
    """The same table as from `fold`, and how many lines the checkpoint spared us from replaying.

    A checkpoint that can't be used spares none: the lines are the truth. Raises Incompatible.
    """
    must_be_compatible(stored)
    if kept is not None:
        try:
            return _since(stored, players, _lines(written), kept), kept.lines
        except Exception as error:
            # The log gets no message, since it may name a card.
            log.info("session %s: its checkpoint isn't used (%s)", stored.id, type(error).__name__)
    return fold(stored, players, written), 0


def _since(
    stored: StoredSession, players: tuple[Player, ...], lines: list[Line], kept: StoredCheckpoint
) -> AnyTable:
    """The table after the lines that follow the checkpoint. A bad one can raise almost anything."""
    begun, before = Table.new(registry.find(stored.game), _header(stored, players)), lines[: kept.lines]
    if not 0 < kept.lines == len(before):
        raise NotOfThisRecord("It has more lines than there are.")
    if not checkpoint.is_sealed(kept.seal, stored.seed, begun.header, before, kept.text):
        raise NotOfThisRecord("It's of other lines, or of another version of the games.")
    folded = catch_up(checkpoint.read(begun, before, kept.text), lines[kept.lines :])
    if folded.fault:
        raise NotOfThisRecord("A line after it is refused.")
    return folded.table


def unfolded(stored: StoredSession, players: tuple[Player, ...], written: Sequence[StoredLine]) -> Record:
    """The whole record as it was written, with the seed, and without an outcome, since no rules are asked."""
    return Record(replace(_header(stored, players), seed=stored.seed.hex()), tuple(_lines(written)))


def _header(stored: StoredSession, players: tuple[Player, ...]) -> Header:
    return heading(stored, players, json.loads(stored.options))


def _lines(written: Sequence[StoredLine]) -> list[Line]:
    return [Line(Seat(one.who), one.text, one.note) for one in written]


JUST_NOW = 5 * 60_000
"""How many milliseconds after the last line players still count as playing."""


def interrupted_after(lines: Sequence[StoredLine]) -> int | None:
    """The number of these lines if the last one is so recent that somebody waits for the next; else None."""
    return len(lines) if lines and milliseconds() - lines[-1].at < JUST_NOW else None


def is_interrupted(journal: Journal, after: int | None) -> bool:
    """Whether the game goes on and no person has moved since that number of lines."""
    if after is None or journal.table.over:
        return False
    return not any(journal.is_played_by_person(line.who) for line in journal.table.lines[after:])


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
            await self._archive.record.set_checkpoint(session.id, made)
        except Exception as error:
            # Only time is lost. The log gets no message, since it may name a card.
            log.error("session %s has no new checkpoint (%s)", session.id, type(error).__name__)
            return False
        return True


def _made(table: AnyTable, seed: bytes) -> StoredCheckpoint:
    text = checkpoint.write(table)
    lines = tuple(table.lines)
    return StoredCheckpoint(len(lines), text, checkpoint.seal(seed, table.header, lines, text))
