"""A game under way: who sits at it, and what each of them may do."""

import asyncio
from collections.abc import Callable, Collection
from typing import Any

from bot.sessions.computers import Computers
from bot.sessions.journal import Journal
from bot.sessions.occupant import Occupant, mark_of, name_at
from bot.sessions.refusal import Old, Refusal
from bot.sessions.unasked import Unasked
from games.core import (
    CHANCE,
    Pick,
    Ready,
    Seat,
    Viewer,
)
from games.optional import Likings
from games.record import Line
from games.table import AT_FIRST, AnyTable
from storage import StoredSession


class Session:
    """A table at which people and computers play."""

    def __init__(
        self, journal: Journal, computers: Computers, changed: Callable[["Session"], None], pace: float
    ) -> None:
        self._journal = journal
        self._computers = computers
        self._changed = changed
        self._unasked = Unasked(journal, computers, pace)
        journal.moved = self._moved

    @property
    def id(self) -> int:
        """The session's number in storage and in custom ids."""
        return self.stored.id

    @property
    def lock(self) -> asyncio.Lock:
        """Held while something is judged and written."""
        return self._journal.lock

    @property
    def stored(self) -> StoredSession:
        """The session as storage had it when it was picked up."""
        return self._journal.stored

    @property
    def occupants(self) -> tuple[Occupant, ...]:
        """Who sits where, by seat."""
        return self._journal.occupants

    @property
    def players(self) -> tuple[Occupant, ...]:
        """Who plays, in the order of sitting down: each once, however many seats he holds."""
        holders = self.table.holders
        return tuple(self.occupants[holders.index(held)] for held in sorted(set(holders)))

    @property
    def table(self) -> AnyTable:
        """The game as it stands: nobody is told of a position before it is written down."""
        return self._journal.table

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

    def others_of(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats that the person on this one holds."""
        own = self.table.of_same_player(seat) if self.occupants[seat].is_person else ()
        return tuple(other for other in own if other != seat)

    def must_sit_on(self, user_id: int, seat: Seat) -> None:
        """Raises Refusal for everybody but the person on this seat."""
        if seat not in self.seats_of(user_id):
            raise Refusal("That is not your hand.")

    def must_be_playing(self, user_id: int) -> None:
        """Raises Refusal for onlookers, for those who resigned, and when it is over."""
        self._own_seat(user_id)

    def asked(
        self, seat: Seat, answers: tuple[str, ...] = (), likings: Likings = AT_FIRST
    ) -> Pick | Ready[Any] | None:
        """What the person on this seat is asked after `answers`; nothing once he has resigned.

        Raises IllegalMove.
        """
        return None if seat in self.table.resigned else self.table.prompt(seat, answers, likings)

    def waits_for(self) -> tuple[Seat, ...]:
        """The seats of people who owe an answer to a request, or else a move, in order."""
        table, ask = self.table, self.table.ask
        owes = table.turn.owes
        if ask:
            owes = frozenset(table.seats).difference(ask.agreed, table.of_same_player(ask.by))
        return tuple(seat for seat in sorted(owes) if self._journal.is_played_by_person(seat))

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
                await self._journal.write(Line(seat, self.table.game.write(asked.move)), click)
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
            await self._journal.write(Line(seat, thought.text, f"picked by {thought.note}"), click)

    async def move(self, user_id: int, text: str, click: int) -> None:
        """Make a move by text. Raises Refusal, IllegalMove or BadNotation with a sentence."""
        async with self.lock:
            move = self.table.game.read(text)
            seat = self._acting_seat(user_id, None)
            await self._journal.write(Line(seat, self.table.game.write(move)), click)

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
            seat = self._last_moved(user_id)
            alone = self._people() <= set(self.table.of_same_player(seat))
            await self._journal.write(Line(seat, "/undo" if alone else "/ask undo"), click)
            return alone

    async def answer_ask(self, user_id: int, decision: int, agrees: bool, click: int) -> None:
        """Agree to what another asked, or refuse. Raises Refusal or IllegalMove."""
        async with self.lock:
            ask = self.table.ask
            if ask is None or decision != self.table.decision(None):
                raise Refusal("There is nothing left to answer.")
            seat = self._own_seat(user_id)
            own, asker = self.table.of_same_player(seat), self.table.of_same_player(ask.by)
            if seat in asker:
                raise Refusal("The others at the table answer that.")
            if not agrees:
                await self._journal.write(Line(seat, "/refuse"), click)
                return
            all_agree = self._people() <= ask.agreed.union(own, asker)
            then = [Line(ask.by, "/undo")] if all_agree else []
            await self._journal.write(Line(seat, "/agree"), click, then)

    async def resign(self, user_id: int, click: int) -> None:
        """Give up, with all seats one holds. Raises Refusal or IllegalMove."""
        async with self.lock:
            await self._journal.write(Line(self._own_seat(user_id), "/resign"), click)

    async def stop(self, click: int | None) -> None:
        """End the game without a result. Who may is asked before."""
        async with self.lock:
            await self._journal.write(Line(CHANCE, "/stop"), click)

    async def hand_to_computer(self, user_id: int) -> tuple[Seat, ...]:
        """Somebody has left the server: computers play on for him. The seats that changed hands."""
        async with self.lock:
            if self.table.over:
                return ()
            left = await self._journal.hand_to_computer(user_id)
        self.go_on()
        return left

    def go_on(self) -> None:
        """Let chance and the computers move if it is their turn. Needs calling once after a restart."""
        self._unasked.go_on()

    async def settle(self) -> None:
        """Make chance's moves that are due, now or, where the disk fails, as soon as it takes them."""
        await self._unasked.settle()

    async def end(self) -> None:
        """Tell storage that it is over; see `Journal.end`."""
        await self._journal.end()

    async def close(self) -> None:
        """Stop thinking; what is written stays."""
        await self._unasked.close()

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

    def _last_moved(self, user_id: int) -> Seat:
        """Of the seats this person plays, the one that made the last move that can be taken back."""
        seat = self._own_seat(user_id)
        own = self.table.of_same_player(seat)
        return next((ply.seat for ply in reversed(self.table.plies) if ply.seat in own), seat)

    def _whose_turn(self) -> str:
        if self.table.over:
            return "This game is over. Rematch starts another."
        names = self.called_all(self.table.turn.owes)
        return f"It is not your turn: the table waits for {' and '.join(names) or 'the dice'}."

    def called(self, seat: Seat) -> str:
        """A seat's name for a Discord message: a person as a mention (which alone pings nobody)."""
        one = self.occupants[seat]
        if not one.is_person:
            return name_at(self.occupants, seat)
        return f"<@{one.user_id}>{mark_of(self.occupants, seat)}"

    def called_all(self, seats: Collection[Seat]) -> list[str]:
        """The names of those on these seats, in order; who holds several and all are meant stands once."""
        names = {}
        for seat in sorted(set(seats) - {CHANCE}):
            one, own = self.occupants[seat], self.table.of_same_player(seat)
            whole = one.is_person and set(own) <= set(seats)
            names[own if whole else (seat,)] = f"<@{one.user_id}>" if whole else self.called(seat)
        return list(names.values())

    def seat_at_hand(self, user_id: int) -> Seat:
        """Of a person's seats the one that owes a move, else his first. Raises Refusal for an onlooker."""
        seats = self.seats_of(user_id)
        return next((seat for seat in seats if seat in self.table.turn.owes), seats[0])

    def _people(self) -> set[Seat]:
        """The seats that people play."""
        return {seat for seat in self.table.seats if self._journal.is_played_by_person(seat)}

    def _moved(self) -> None:
        self._changed(self)
        self.go_on()
