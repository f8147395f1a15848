"""A game under way: who may do what, what is written down, and the computers' turns.

Every change goes the same way, under the session's lock: the table judges the line, storage makes it durable,
and only then the position here moves on and is shown.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from bot.logs import tell_failure
from bot.sessions.computers import Computers
from bot.sessions.occupant import Occupant, computer, name_at, to_stored
from bot.sessions.refusal import Old, Refusal
from bot.sessions.results import results_of
from games.core import CHANCE, Pick, Ready, Seat, Viewer
from games.record import Line
from games.table import AnyTable, play_on
from storage import (
    AlreadyWritten,
    Archive,
    IndexTaken,
    Phase,
    PhasePassed,
    StorageFailed,
    StoredLine,
    StoredSession,
)

log = logging.getLogger(__name__)

_RETRY_SECONDS = 2.0


class Session:
    """A table at which people and computers play."""

    def __init__(
        self,
        stored: StoredSession,
        occupants: tuple[Occupant, ...],
        table: AnyTable,
        archive: Archive,
        computers: Computers,
        changed: Callable[["Session"], None],
        pace: float,
    ) -> None:
        self.stored = stored
        self.occupants = occupants
        self.table = table
        self.lock = asyncio.Lock()
        self._archive = archive
        self._computers = computers
        self._changed = changed
        self._pace = pace
        self._computing: asyncio.Task[None] | None = None

    @property
    def id(self) -> int:
        """The session's number in storage and in custom ids."""
        return self.stored.id

    @property
    def seed(self) -> bytes | None:
        """The seed of chance; nobody is told it before the game is over."""
        return self.stored.seed if self.table.over else None

    def seats_of(self, user_id: int) -> tuple[Seat, ...]:
        """Where this person sits. Raises Refusal for an onlooker."""
        seats = tuple(Seat(seat) for seat, one in enumerate(self.occupants) if one.user_id == user_id)
        if not seats:
            raise Refusal("You do not play at this table. /play opens another one in a free channel.")
        return seats

    def must_sit_on(self, user_id: int, seat: Seat) -> None:
        """Raises Refusal for everybody but the person on this seat."""
        if seat not in self.seats_of(user_id):
            raise Refusal("That is not your hand.")

    def must_be_playing(self, user_id: int) -> None:
        """Raises Refusal for onlookers, for those who resigned, and when it is over."""
        self._own_seat(user_id)

    def asked(self, seat: Seat, answers: tuple[str, ...] = ()) -> Pick | Ready[Any] | None:
        """What the person on this seat is asked after `answers`; nothing once he has resigned.

        Raises IllegalMove.
        """
        return None if seat in self.table.resigned else self.table.prompt(seat, answers)

    def waits_for(self) -> tuple[Seat, ...]:
        """The seats of people who owe an answer to a request, or else a move, in order."""
        ask = self.table.ask
        owes = set(self.table.seats) - ask.agreed - {ask.by} if ask else self.table.turn.owes
        return tuple(seat for seat in sorted(owes) if self._is_played_by_person(seat))

    async def pick(
        self, user_id: int, viewer: Viewer, decision: int, answers: tuple[str, ...], click: int
    ) -> Pick | None:
        """Go on with a question; None when a move was made. `viewer` None: pressed where all see it.

        Raises Refusal, IllegalMove or BadNotation with a sentence.
        """
        async with self.lock:
            seat = self._acting_seat(user_id, viewer)
            if decision != self.table.decision(viewer):
                raise Old
            asked = self.table.prompt(seat, answers)
            if isinstance(asked, Ready):
                await self._play(Line(seat, self.table.game.write(asked.move)), click)
                return None
            if asked is None:
                raise Refusal(self._whose_turn())
            return asked

    async def pick_for(self, user_id: int, viewer: Viewer, decision: int, click: int) -> None:
        """Let a computer make the move that is asked. Raises Refusal or Old."""
        seat = self._acting_seat(user_id, viewer)
        table, level = self.table, self.table.game.about.pick_for_me
        if not level:
            raise Refusal(f"In {table.game.about.title} everybody chooses for himself.")
        if decision != table.decision(viewer):
            raise Old
        if table.prompt(seat) is None:
            raise Refusal(self._whose_turn())
        thought = await self._computers.choose(table, seat, level)
        async with self.lock:
            if decision != self.table.decision(viewer):
                raise Old
            await self._play(Line(seat, thought.text, f"picked by {thought.note}"), click)

    async def move(self, user_id: int, text: str, click: int) -> None:
        """Make a move by text. Raises Refusal, IllegalMove or BadNotation with a sentence."""
        async with self.lock:
            move = self.table.game.read(text)
            seat = self._acting_seat(user_id, None)
            await self._play(Line(seat, self.table.game.write(move)), click)

    def suggestions(self, user_id: int, typed: str) -> list[str]:
        """Legal moves of this person that contain what he typed, at most 25; none for anybody else."""
        try:
            seat = self._acting_seat(user_id, None)
        except Refusal:
            return []
        moves = map(self.table.game.write, self.table.game.legal(self.table.view(seat)))
        wanted = typed.strip().casefold()
        found = [move for move in moves if wanted in move.casefold()]
        return sorted(found, key=lambda move: not move.casefold().startswith(wanted))[:25]

    async def take_back(self, user_id: int, click: int) -> bool:
        """Take back one's last move; with other people at the table, ask them first.

        True when it is done, False when it was asked. Raises Refusal or IllegalMove.
        """
        async with self.lock:
            seat = self._own_seat(user_id)
            alone = not any(other != seat and self._is_played_by_person(other) for other in self.table.seats)
            await self._play(Line(seat, "/undo" if alone else "/ask undo"), click)
            return alone

    async def answer_ask(self, user_id: int, decision: int, agrees: bool, click: int) -> None:
        """Agree to what another asked, or refuse. Raises Refusal or IllegalMove."""
        async with self.lock:
            ask = self.table.ask
            if ask is None or decision != self.table.decision(None):
                raise Refusal("There is nothing left to answer.")
            seat = self._own_seat(user_id)
            if seat == ask.by:
                raise Refusal("The others at the table answer that.")
            if not agrees:
                await self._play(Line(seat, "/refuse"), click)
                return
            people = {other for other in self.table.seats if self._is_played_by_person(other)}
            all_agree = people <= ask.agreed | {seat, ask.by}
            await self._play(Line(seat, "/agree"), click, [Line(ask.by, "/undo")] if all_agree else [])

    async def resign(self, user_id: int, click: int) -> None:
        """Give up. Raises Refusal or IllegalMove."""
        async with self.lock:
            await self._play(Line(self._own_seat(user_id), "/resign"), click)

    async def stop(self, click: int | None) -> None:
        """End the game without a result. Who may is asked before."""
        async with self.lock:
            await self._play(Line(CHANCE, "/stop"), click)

    async def hand_to_computer(self, user_id: int) -> tuple[Seat, ...]:
        """Somebody has left the server: computers play on for him. The seats that changed hands."""
        async with self.lock:
            if self.table.over:
                return ()
            level = self.table.game.about.levels[-1]
            left = tuple(Seat(seat) for seat, one in enumerate(self.occupants) if one.user_id == user_id)
            occupants = list(self.occupants)
            for seat in left:
                occupants[seat] = replace(computer(level), click=occupants[seat].click)
            await self._archive.set_seats(self.id, to_stored(tuple(occupants)))
            self.occupants = tuple(occupants)
        self.go_on()
        return left

    def go_on(self) -> None:
        """Let chance and the computers move if it is their turn. Needs calling once after a restart."""
        due = CHANCE in self.table.turn.owes or self._next_computer() is not None
        if due and (self._computing is None or self._computing.done()):
            self._computing = asyncio.create_task(self._let_computers_play(), name=f"computers of {self.id}")
            self._computing.add_done_callback(tell_failure)

    async def settle(self) -> None:
        """Make chance's moves that are due, now or, where the disk fails, as soon as it takes them."""
        async with self.lock:
            if CHANCE in self.table.turn.owes:
                await self._play_unasked(self.table.chance(self.stored.seed))
        self.go_on()

    async def end(self, table: AnyTable | None = None) -> None:
        """Tell storage that it is over, with this last position: the channel is free, results are written.

        Where the disk fails this is left to the next start, or to whoever opens a table in this channel.
        """
        table = table or self.table
        phase: Phase = "stopped" if table.stopped else "finished"
        try:
            at = milliseconds()
            results = results_of(self.stored, self.occupants, table, at)
            await self._archive.end(self.id, phase, results, at)
        except PhasePassed:
            return
        except StorageFailed as failed:
            log.error("session %s: its end could not be written: %s", self.id, failed)

    async def close(self) -> None:
        """Stop thinking; what is written stays."""
        if self._computing:
            self._computing.cancel()
            await asyncio.gather(self._computing, return_exceptions=True)

    def _acting_seat(self, user_id: int, viewer: Viewer) -> Seat:
        """The seat that moves when this person does something: the one he pressed for, or one that owes."""
        seats = self.seats_of(user_id)
        if self.table.over:
            raise Refusal("This game is over. Rematch starts another.")
        if viewer is not None:
            self.must_sit_on(user_id, viewer)
            if viewer in self.table.resigned:
                raise Refusal("You have resigned: a computer plays on in your place.")
            return viewer
        turn = self.table.turn
        for seat in (*(s for s in seats if s in turn.owes), *(s for s in seats if s in turn.may)):
            if seat not in self.table.resigned:
                return seat
        raise Refusal(self._whose_turn())

    def _own_seat(self, user_id: int) -> Seat:
        seats = [seat for seat in self.seats_of(user_id) if seat not in self.table.resigned]
        if self.table.over or not seats:
            raise Refusal("This game is over for you.")
        return next((seat for seat in seats if seat in self.table.turn.owes), seats[0])

    def _whose_turn(self) -> str:
        if self.table.over:
            return "This game is over. Rematch starts another."
        names = [self.called(seat) for seat in sorted(self.table.turn.owes)]
        return f"It is not your turn: the table waits for {' and '.join(names) or 'the dice'}."

    def called(self, seat: Seat) -> str:
        """A seat's name for a Discord message: a person as a mention (which alone pings nobody)."""
        one = self.occupants[seat]
        return f"<@{one.user_id}>" if one.is_person else name_at(self.occupants, seat)

    def _is_played_by_person(self, seat: Seat) -> bool:
        return seat != CHANCE and self.occupants[seat].is_person and seat not in self.table.resigned

    async def _play(self, line: Line, click: int | None, then: Sequence[Line] = ()) -> None:
        """Judge, write down, move on, show. The lock is held."""
        table, lines = self._with_chance(self.table.play(line), [line])
        for further in then:
            table, lines = self._with_chance(table.play(further), [*lines, further])
        try:
            await self._append(lines, click)
        except AlreadyWritten:
            await self._reread()
            return  # this very press has its line already
        except IndexTaken:
            await self._reread()
            raise Refusal("Somebody was faster: look at the board again.") from None
        if table.over:
            await self.end(table)  # before anybody can see it: results are there when the last board is
        self.table = table
        self._changed(self)
        self.go_on()

    def _with_chance(self, table: AnyTable, lines: list[Line]) -> tuple[AnyTable, list[Line]]:
        while CHANCE in table.turn.owes:
            drawn = table.chance(self.stored.seed)
            table, lines = table.play(drawn), [*lines, drawn]
        return table, lines

    async def _append(self, lines: Sequence[Line], click: int | None) -> None:
        first = len(self.table.lines)
        now = milliseconds()
        await self._archive.append_together(
            self.id,
            [
                StoredLine(first + n, line.who, line.text, line.note, None if n else click, now)
                for n, line in enumerate(lines)
            ],
        )

    async def _reread(self) -> None:
        written = await self._archive.lines(self.id, since=len(self.table.lines))
        self.table = play_on(self.table, (Line(Seat(one.who), one.text, one.note) for one in written)).table

    def _next_computer(self) -> tuple[Seat, str] | None:
        for seat in sorted(self.table.turn.owes):
            if seat != CHANCE and not self._is_played_by_person(seat):
                return seat, self.occupants[seat].level or self.table.game.about.levels[-1]
        return None

    async def _let_computers_play(self) -> None:
        """Until a person is to move. Who has moved meanwhile was faster; a disk that fails is waited for."""
        while True:
            table = self.table
            line = await self._line_due()
            if line is None:
                return
            async with self.lock:
                written = self.table is not table or await self._play_unasked(line)
            if not written:
                await asyncio.sleep(_RETRY_SECONDS)

    async def _line_due(self) -> Line | None:
        """What chance draws or a computer plays now; None when a person is to move, or it is over."""
        if CHANCE in self.table.turn.owes:
            return self.table.chance(self.stored.seed)
        due = self._next_computer()
        if due is None:
            return None
        seat, level = due
        thinking = self._computers.choose(self.table, seat, level)
        thought, _ = await asyncio.gather(thinking, asyncio.sleep(self._pace))
        return Line(seat, thought.text, thought.note)

    async def _play_unasked(self, line: Line) -> bool:
        """Play for chance or a computer; False if the disk failed. The lock is held."""
        try:
            await self._play(line, None)
        except StorageFailed as failed:
            log.error("session %s: a move could not be written: %s", self.id, failed)
            return False
        except Refusal:
            log.info("session %s: another process was faster", self.id)
        return True


def milliseconds() -> int:
    """Now, in milliseconds since the epoch."""
    return time.time_ns() // 1_000_000
