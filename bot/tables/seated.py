"""A table and those who sit at it: what anybody may ask about a game under way."""

import asyncio
from collections.abc import Collection
from typing import Any

from bot.tables.clock import Clock
from bot.tables.journal import Journal
from bot.tables.player import Player, mark_of, name_at
from bot.tables.refusal import Refusal
from games.core import AT_FIRST, CHANCE, Preferences, Question, Ready, Seat
from games.table import AnyTable
from storage import StoredSession

DOUBLE_CLICK = 1.0
"""Seconds within which a second press of the same question is the same click."""


class Seated:
    """Who sits where, what they are called, and for whom the table waits."""

    def __init__(self, journal: Journal, clock: Clock) -> None:
        self.clock = clock
        self._journal = journal

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
    def players(self) -> tuple[Player, ...]:
        """Who sits where, by seat."""
        return self._journal.players

    @property
    def participants(self) -> tuple[Player, ...]:
        """Who plays, in the order of sitting down: each once, however many seats he holds."""
        holders = self.table.holders
        return tuple(self.players[holders.index(held)] for held in sorted(set(holders)))

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
        seats = tuple(Seat(seat) for seat, one in enumerate(self.players) if one.user_id == user_id)
        if not seats:
            raise Refusal("You do not play at this table. /play opens another one in a free channel.")
        return seats

    def others_of(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats that the person on this one holds."""
        own = self.table.of_same_player(seat) if self.players[seat].is_person else ()
        return tuple(other for other in own if other != seat)

    def must_sit_on(self, user_id: int, seat: Seat) -> None:
        """Raises Refusal for everybody but the person on this seat."""
        if seat not in self.seats_of(user_id):
            raise Refusal("That is not your hand.")

    def asked(
        self, seat: Seat, answers: tuple[str, ...] = (), preferences: Preferences = AT_FIRST
    ) -> Question | Ready[Any] | None:
        """What the person on this seat is asked after `answers`; nothing once he has resigned.

        Raises IllegalMove.
        """
        return None if seat in self.table.resigned else self.table.prompt(seat, answers, preferences)

    def waits_for(self) -> tuple[Seat, ...]:
        """The seats of people who owe an answer to a request, or else a move, in order.

        Where the time of a seat is over, the seat of the player who may finish its move stands for it.
        """
        table, ask = self.table, self.table.ask
        if ask:
            owes = frozenset(table.seats).difference(ask.agreed, table.of_same_player(ask.by))
        else:
            owes = frozenset(map(self._waited_for, table.turn.owes))
        return tuple(seat for seat in sorted(owes) if self._journal.is_played_by_person(seat))

    def has_just_answered(self, user_id: int, prompt_version: int, at: float) -> bool:
        """Whether a press of this question was made before he could see what his own last move has changed.

        `at` is when the press arrived, by the monotonic clock. Raises Refusal for an onlooker.
        """
        own = self.seats_of(user_id)
        lines = self.table.lines
        last = next((at for at in reversed(range(len(lines))) if lines[at].who in own), None)
        if last is None or prompt_version > last:
            return False
        return at - self._journal.times[last] < DOUBLE_CLICK

    def late(self) -> Seat | None:
        """The seat whose time is over and whose move another player may finish."""
        return next((seat for seat in self.table.turn.owes if self._waited_for(seat) != seat), None)

    def finished_by(self, user_id: int) -> Seat | None:
        """The late seat, if it is this person who may finish its move."""
        late = self.late()
        follower = None if late is None else self.clock.next_player(late)
        return late if follower is not None and self.players[follower].user_id == user_id else None

    def _waited_for(self, seat: Seat) -> Seat:
        follower = self.clock.next_player(seat) if self.clock.is_over(seat) else None
        return seat if follower is None else follower

    def called(self, seat: Seat) -> str:
        """A seat's name for a Discord message: a person as a mention (which alone pings nobody)."""
        one = self.players[seat]
        if not one.is_person:
            return name_at(self.players, seat)
        return f"<@{one.user_id}>{mark_of(self.players, seat)}"

    def called_all(self, seats: Collection[Seat]) -> list[str]:
        """The names of those on these seats, in order; who holds several and all are meant stands once."""
        names = {}
        for seat in sorted(set(seats) - {CHANCE}):
            one, own = self.players[seat], self.table.of_same_player(seat)
            whole = one.is_person and set(own) <= set(seats)
            names[own if whole else (seat,)] = f"<@{one.user_id}>" if whole else self.called(seat)
        return list(names.values())

    def seat_at_hand(self, user_id: int) -> Seat:
        """Of a person's seats the one that owes a move, else his first. Raises Refusal for an onlooker."""
        seats = self.seats_of(user_id)
        return next((seat for seat in seats if seat in self.table.turn.owes), seats[0])
