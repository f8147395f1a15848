"""The saved record of a game under way: who sits where, and line after line.

Every line takes the same path, under the lock: the table judges it, chance draws what follows from it,
storage makes all of that durable, and only then does the position here move on.
"""

import logging
import math
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Self

from bot.chat.discord_time import DISCORD_TIME
from bot.chat.players import Player, is_former
from bot.refusal import Elsewhere, Refusal
from bot.table.occasion import occasion_of
from bot.table.options import TableOptions, makes_forced_moves
from bot.table.seats import SeatHistory, results_of, to_stored
from bot.table.standings import COUNT
from bot.table.table import ALONE, HostedTable, Ownership
from bot.telemetry.logs import Stage, reached
from bot.telemetry.metrics import ENDED, SAVING
from games.core import CHANCE, Seat
from games.engine.fold import play_on
from games.engine.record import Line
from games.engine.table import AnyTable
from games.engine.vector import Vector
from storage import (
    AlreadyWritten,
    Archive,
    IndexTaken,
    LoggedAction,
    Phase,
    PhasePassed,
    SeatsChanged,
    StorageFailed,
    StoredHints,
    StoredLine,
    StoredSession,
    StoredTime,
    Unconfirmed,
)

log = logging.getLogger(__name__)


ONLY = "the only move"
"""The note on a line that the table made because its player could make no other."""


def only_move(table: AnyTable) -> Line | None:
    """The line of the one seat that has a single legal move, if everybody can see that; else None.

    That a player has no choice can be as secret as their cards, so in games with hands they move themselves,
    unless the game says that everybody knows it (`Game.forced`). It's also None while others may move, or are
    asked to agree to an undo.
    """
    turn, game = table.turn, table.game
    if not makes_forced_moves(game) or table.ask or turn.may or len(turn.owes) != 1 or CHANCE in turn.owes:
        return None
    (seat,) = turn.owes
    if game.forced is not None:
        move = game.forced(table.view(None))
        return None if move is None else Line(seat, game.write(move), ONLY)
    own, known = (list(islice(game.legal(table.view(viewer)), 2)) for viewer in (seat, None))
    return Line(seat, game.write(own[0]), ONLY) if len(own) == 1 and own == known else None


FASTER = "Someone moved first. Check the board and try again."

LONG_AGO = -math.inf
"""Stands for when the lines found in storage were written."""


class Journal(HostedTable):
    """The growing record of one session; `table` is the game it leads to."""

    def __init__(
        self,
        stored: StoredSession,
        stays: SeatHistory,
        table: AnyTable,
        archive: Archive,
        share: Ownership = ALONE,
    ) -> None:
        super().__init__(stored, table.game, stays.players, archive, share)
        self.table = table
        """The game as it stands: nobody sees a position before it is saved."""
        self.stays = stays
        self.occasion = occasion_of(stored)
        """What it's played for."""
        self.times = Vector.of([LONG_AGO] * len(table.lines))
        """When each of the table's lines was written, by the monotonic clock, in seconds."""
        self.options = TableOptions.read(stored.table_options)
        """What the host has chosen for the table."""
        self.last_pause = 0.0, 0.0
        """When the last pause began and ended, in seconds since the epoch; 0 if none has ended here."""
        self.is_unsure = False
        """Whether a commit wasn't confirmed: storage may have more lines than the table here."""
        self.is_end_unsaved = False
        """Whether the game is over, and storage couldn't be told so."""
        self._only: tuple[AnyTable | None, Line | None] = (None, None)

    @property
    def is_taken_over(self) -> bool:
        """Whether another process has taken it over: nothing more is written here."""
        return not self.share.has(self.stored.guild_id)

    @property
    def removed(self) -> tuple[int, ...]:
        """See `HostedTable`."""
        return self.options.removed

    @property
    def is_open(self) -> bool:
        """Whether the game isn't over."""
        return not self.table.over

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.table.over

    @property
    def line_count(self) -> int:
        """How many lines its record has."""
        return len(self.table.lines)

    @property
    def is_deserted(self) -> bool:
        """Whether nobody plays, but somebody who left may come back: the computers wait until then."""
        if any(map(self.is_played_by_person, self.table.seats)):
            return False
        return any(self.players[seat].owner and seat not in self.table.resigned for seat in self.table.seats)

    def itself(self) -> Self:
        """The record that somebody has only a weak reference to, which is kept alive by this one."""
        return self

    def is_played_by_person(self, seat: Seat) -> bool:
        """Whether a person moves for this seat: not for chance, nor for a player who resigned."""
        return seat != CHANCE and self.players[seat].user_id is not None and seat not in self.table.resigned

    def only_move(self) -> Line | None:
        """The line that the table writes for a person with a single legal move, if the host wants that."""
        if self._only[0] is not self.table:
            self._only = self.table, only_move(self.table) if self.options.only_move else None
        only = self._only[1]
        return only if only is not None and self.is_played_by_person(only.who) else None

    def draw(self) -> Line:
        """What chance draws now. It has to owe a move."""
        return self.table.chance(self.stored.seed)

    def computer_key(self, seat: Seat) -> bytes:
        """The key to a computer's current choice for this seat; a worker gets this, never the seed."""
        return self.occasion.computer_key(self.table, seat)

    async def write(
        self,
        line: Line,
        interaction_id: int | None = None,
        then: Sequence[Line] = (),
        action: LoggedAction | None = None,
    ) -> None:
        """Judge, let chance draw, append, move on: this line, those in `then`, and chance's; all or none.

        Hold the lock. The same press twice, by its `interaction_id`, is one line. The `action` is noted with
        them. Raises IllegalMove, BadNotation, StorageFailed, and Refusal if another process was faster.
        """
        if self.is_unsure and await self.has_moved_on():
            raise Refusal("The game has moved on. Check the board and try again.")
        table, lines = self._with_chance(self.table.play(line), [line])
        for further in then:
            table, lines = self._with_chance(table.play(further), [*lines, further])
        reached(Stage.JUDGED)
        try:
            await self._append(lines, interaction_id, action)
            reached(Stage.DURABLE)
        except Unconfirmed as unconfirmed:
            known, self.is_unsure = len(self.table.lines), True
            if not await self.has_moved_on():
                raise StorageFailed(str(unconfirmed)) from unconfirmed
            if list(self.table.lines)[known : known + len(lines)] != lines:
                raise Refusal(FASTER) from None
            return
        except AlreadyWritten:
            await self._reread()
            return  # this press has its line already
        except IndexTaken:
            await self._reread()
            raise Refusal(FASTER) from None
        if table.over:
            await self.end(table)  # before anybody sees the last board, so that it finds its results
        self._move_on(table)

    async def has_moved_on(self) -> bool:
        """Whether storage has more lines than the table here had, which it now has, too. Hold the lock.

        Raises StorageFailed, which doesn't say that nothing was written.
        """
        before = self.table
        try:
            await self._reread()
        except StorageFailed as failed:
            failed.was_read = True
            raise
        self.is_unsure = False
        if self.table.over:
            await self.end()
        return len(self.table.lines) > len(before.lines)

    async def asked_at(self, seats: Collection[Seat]) -> float:
        """When the first of these seats was asked its question, in seconds since the epoch; 0 if none was."""
        if not seats:
            return 0
        first = max(min(self.table.prompt_version(seat) for seat in seats) - 1, 0)
        lines = await self._archive.record.lines(self.id, since=first)
        return lines[0].at / 1000 if lines else 0

    async def hints(self, seat: Seat) -> StoredHints:
        """The hints that this seat has had."""
        return await self._archive.record.hints(self.id, seat)

    async def count_hint(self, seat: Seat) -> StoredHints:
        """Count a hint for this seat at its current question, once. Returns its new count. Hold the lock."""
        had, now = await self.hints(seat), self.table.prompt_version(seat)
        if had.prompt_version == now:
            return had
        self._must_be_here()
        has = StoredHints(had.used + 1, now)
        await self._archive.record.set_hints(self.id, seat, has)
        return has

    @property
    def is_paused(self) -> bool:
        """Whether somebody has paused the table."""
        return self.stored.paused_at is not None and not self.table.over

    async def set_paused(
        self, by: int | None, why: str | None = None, action: LoggedAction | None = None
    ) -> None:
        """This person pauses the table, which may be paused already; None lets it go on. Hold the lock.

        `why` is given by those who manage the server, `action` is their line about it.
        """
        self._must_be_here()
        at = None if by is None else self.stored.paused_at or milliseconds()
        await self._archive.clocks.set_paused(self.id, at, by, why, action)
        if at is None and self.stored.paused_at is not None:
            self.last_pause = self.stored.paused_at / 1000, DISCORD_TIME.now()
        self.stored = replace(self.stored, paused_at=at, paused_by=by, paused_why=why)

    async def set_options(self, options: TableOptions, action: LoggedAction | None = None) -> None:
        """Replace the table's options, and note this with it. Hold the lock."""
        self._must_be_here()
        await self._archive.sessions.set_table_options(self.id, options.write(), action)
        self.options = options

    def mark_outdated(self) -> None:
        """What the table's messages show isn't current, though it was when the table was unloaded."""
        self.stored = replace(self.stored, rests_at=None)

    async def used_times(self) -> tuple[StoredTime, ...]:
        """The used time of each seat, as last saved."""
        return await self._archive.clocks.times(self.id)

    async def keep_times(self, times: Sequence[StoredTime]) -> None:
        """Save the used time of each seat."""
        await self._archive.clocks.set_times(self.id, times)

    async def change_hands(self, now: Mapping[Seat, Player], unmarked: Collection[Seat] = ()) -> None:
        """Give these seats to these players; the notebooks of `unmarked` start empty. Hold the lock.

        Raises StorageFailed, and Refusal if another process was faster.
        """
        if not now:
            return
        self._must_be_here()
        known, stays = len(self.stays.past), self.stays.with_players(now, len(self.table.lines))
        try:
            is_forgotten = await self._archive.sessions.change_hands(
                self.id, to_stored(stays.players), known, stays.stored(known), unmarked
            )
        except SeatsChanged:
            self._seat(await self._stored_stays())
            raise Refusal("Someone was faster. Check the board and try again.") from None
        if is_forgotten:
            found = await self._archive.sessions.find(self.id)
            assert found is not None
            self.options = TableOptions.read(found.table_options)
            self.stored = replace(self.stored, host_id=found.host_id, paused_why=found.paused_why)
        self._seat(await self._stored_stays() if is_forgotten else stays)
        if is_former(self.host_id):
            await self.pass_on(self.host_id)

    async def pass_on(self, user_id: int) -> None:
        """If this person hosts the game, another one does from now on: a host may stop it. Hold the lock."""
        heirs = [one.user_id for one in self.players if one.user_id not in (None, user_id)]
        if self.host_id == user_id and heirs:
            await self.set_host(heirs[0])

    async def end(self, table: AnyTable | None = None) -> bool:
        """Save that the game is over, at this last position: it frees its channel and has its results.

        Whether that's saved. If it fails, it's tried again until it works, and by the next /play in this
        channel.
        """
        table, self.is_end_unsaved = table or self.table, False
        phase: Phase = "stopped" if table.stopped else "finished"
        try:
            at = milliseconds()
            results = results_of(self.stored, self.stays, table, at)
            score = self.occasion.score(self.stays, table, at)
            await self._archive.sessions.end(self.id, phase, results, at, COUNT, score, owes_end=True)
            ENDED.labels(self.stored.game, phase).inc()
        except PhasePassed:
            return True
        except StorageFailed as failed:
            self.is_end_unsaved = True
            log.error("session %s: its end could not be saved, and is tried again: %s", self.id, failed)
        return not self.is_end_unsaved

    def _with_chance(self, table: AnyTable, lines: list[Line]) -> tuple[AnyTable, list[Line]]:
        while CHANCE in table.turn.owes:
            drawn = table.chance(self.stored.seed)
            table, lines = table.play(drawn), [*lines, drawn]
        return table, lines

    async def _append(
        self, lines: Sequence[Line], interaction_id: int | None, action: LoggedAction | None
    ) -> None:
        self._must_be_here()
        first, now = len(self.table.lines), milliseconds()
        written = [
            StoredLine(first + n, line.who, line.text, line.note, None if n else interaction_id, now)
            for n, line in enumerate(lines)
        ]
        with SAVING.track_inprogress():
            await self._archive.record.append_together(self.id, written, action)

    async def _stored_stays(self) -> SeatHistory:
        seats = await self._archive.sessions.seats(self.id)
        return SeatHistory.read(seats, await self._archive.sessions.stays(self.id))

    def _seat(self, stays: SeatHistory) -> None:
        self.stays, self.players = stays, stays.players

    def _must_be_here(self) -> None:
        """Raises Elsewhere if another process has taken over this table."""
        if self.is_taken_over:
            raise Elsewhere

    async def _reread(self) -> None:
        written = await self._archive.record.lines(self.id, since=len(self.table.lines))
        self._move_on(play_on(self.table, (Line(Seat(one.who), one.text, one.note) for one in written)).table)

    def _move_on(self, table: AnyTable) -> None:
        """The lines that led here have just been written."""
        more = len(table.lines) - len(self.table.lines)
        self.table, self.times = table, self.times.with_last(*[time.monotonic()] * more)


def milliseconds() -> int:
    """Now, in milliseconds since the epoch, by Discord's clock."""
    return round(DISCORD_TIME.now() * 1000)
