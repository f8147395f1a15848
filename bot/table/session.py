"""A game under way: its record, its seats, its clock, and the moves that no person makes."""

import asyncio
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from weakref import proxy

from bot.chat.players import Player, is_shared, mark_of, mention, name_at
from bot.chat.tasks import weakly
from bot.refusal import Refusal
from bot.table.clock.clock import Clock
from bot.table.clock.own_time import StoppedTime
from bot.table.clock.timer import ClockTimer
from bot.table.computers import Autoplay, Computers
from bot.table.journal import Journal
from bot.table.pace import paced
from bot.table.seats import SeatHistory
from bot.table.table import ALONE, HostedTable, Ownership
from games.core import AT_FIRST, CHANCE, Preferences, Question, Ready, Seat, Viewer
from games.engine.record import Line
from games.engine.table import AnyTable
from games.engine.talk import Word
from storage import Archive, LoggedAction, StorageFailed, StoredSession

AWAY = "You left this game, and a computer is playing for you. Press Come back under the board to play on."


class Seats:
    """The seats of one table, and the people and computers in them."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    @property
    def participants(self) -> tuple[Player, ...]:
        """Who plays, in the order of sitting down: each once, however many seats they hold."""
        return self._each_once(self.named)

    @property
    def returning(self) -> tuple[Player, ...]:
        """Who plays another game: those at the table now, and those whose seats were kept for them."""
        players = self._journal.players
        return self._each_once(
            tuple(one.owner if one.owner is not None and not one.is_open else one for one in players)
        )

    @property
    def named(self) -> tuple[Player, ...]:
        """The player each seat is named after: who has it, or in a finished game who it counts for."""
        table, stays = self._journal.table, self._journal.stays
        return stays.counted(table) if stays.past and table.over else stays.players

    def of(self, user_id: int) -> tuple[Seat, ...]:
        """Where this person sits. Raises Refusal for a spectator."""
        players = self._journal.players
        seats = tuple(Seat(seat) for seat, one in enumerate(players) if one.user_id == user_id)
        if not seats and self.is_away(user_id):
            raise Refusal(AWAY)
        if not seats:
            raise Refusal("You're not playing in this game. Use /play in another channel to start one.")
        return seats

    def is_away(self, user_id: int) -> bool:
        """Whether this person has left the game, and a computer is playing for them."""
        players, over = self._journal.players, self._journal.table.over
        return not over and any(one.owner is not None and one.reader_id == user_id for one in players)

    def others_of(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats that the person in this one holds."""
        journal = self._journal
        own = journal.table.of_same_player(seat) if journal.players[seat].is_person else ()
        return tuple(other for other in own if other != seat)

    def must_be_of(self, user_id: int, seat: Seat) -> None:
        """Raises Refusal unless this person sits there."""
        if seat not in self.of(user_id):
            raise Refusal("That isn't your hand. Use /hand to see yours.")

    def at_hand(self, user_id: int) -> Seat:
        """A person's seat that owes a move, else their first. Raises Refusal for a spectator."""
        seats = self.of(user_id)
        return next((seat for seat in seats if seat in self._journal.table.turn.owes), seats[0])

    def called(self, seat: Seat) -> str:
        """A seat's name for a Discord message: a person as a mention (which pings nobody on its own)."""
        players = self.named
        one = players[seat]
        if not one.is_person:
            return name_at(players, seat)
        return f"{mention(one.user_id, one.name)}{mark_of(players, seat)}"

    def called_all(self, seats: Collection[Seat]) -> list[str]:
        """The names of these seats, in order; a player is named once if all their seats are among them."""
        names = {}
        for seat in sorted(set(seats) - {CHANCE}):
            one, own = self.named[seat], self._journal.table.of_same_player(seat)
            whole = one.is_person and set(own) <= set(seats)
            is_known = whole and len(own) > 1 and not is_shared(self.named, seat)
            names[own if whole else (seat,)] = (
                mention(one.user_id, one.name) if is_known else self.called(seat)
            )
        return list(names.values())

    def _each_once(self, players: tuple[Player, ...]) -> tuple[Player, ...]:
        holders = self._journal.table.holders
        return tuple(players[holders.index(held)] for held in sorted(set(holders)))


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a table goes: the seconds between two computer moves, and in a minute of a time limit."""

    pause: float
    minute: float


@dataclass(frozen=True, slots=True)
class TableContext:
    """What all tables of this process share.

    `moved` is called after a change that no press caused: a computer's move, or time running out. The code
    that deals with a press shows what it changed.
    """

    archive: Archive
    computers: Computers
    moved: Callable[["Session"], None]
    pace: Pace
    stopped: StoppedTime
    share: Ownership = ALONE


class Session(Journal):
    """A table where people and computers play. What people do there is in `moves` and `requests`."""

    def __init__(
        self, context: TableContext, stored: StoredSession, stays: SeatHistory, table: AnyTable
    ) -> None:
        super().__init__(stored, stays, table, context.archive, context.share)
        # Its parts don't keep it alive, so a table that leaves memory is freed at once.
        journal: Journal = proxy(self)
        self.computers = context.computers
        self.seats = Seats(journal)
        self.clock = Clock(journal, context.stopped, context.pace.minute)
        self.timer = ClockTimer(journal, self.clock, weakly(self._rings))
        self.autoplay = Autoplay(
            journal, self.clock, context.computers, context.pace.pause, weakly(self._autoplayed)
        )
        self.interrupted_after: int | None = None
        """The number of lines after which a restart interrupted somebody's play; None if none did."""
        self.checkpoint_at = 0
        """The number of lines at its last checkpoint, or the last try to write one; 0 if there's none."""
        self.played_before: dict[int, bool] = {}
        """Whether these people had played the game before this table, as far as anybody has asked."""
        self.tips: dict[tuple[Seat, str], int] = {}
        """The tips that each seat was given, by how many questions it had answered before.

        A restart forgets which were given; at worst, someone sees a tip twice.
        """
        self._moved = context.moved
        self._found: tuple[AnyTable | None, tuple[Player, ...], dict[Hashable, Any]] = (None, (), {})

    @property
    def named(self) -> tuple[Player, ...]:
        """The player each seat is named after; see `Seats.named`."""
        return self.seats.named

    def once(self, key: Hashable, find: Callable[[], T]) -> T:
        """What `find` returns, cached by this key for the current position and players."""
        table, players, found = self._found
        if table is not self.table or players is not self.players:
            found = {}
            self._found = self.table, self.players, found
        if key not in found:
            found[key] = find()
        answer: T = found[key]
        return answer

    def must_go_on(self) -> None:
        """Raises Refusal while the table is paused."""
        self.must_not_be_held()
        if self.is_paused:
            who = "The host, or anyone who manages messages here,"
            raise Refusal(f"This game is paused. {who} can go on with /resume.")

    @property
    def held(self) -> str:
        """Who has paused it and why, if only people who manage the server can resume it; else empty."""
        why = self.stored.paused_why
        if why is None or not self.is_paused:
            return ""
        told = "The people who manage this server have paused this game, and only they can resume it"
        return f"{told}: “{why}”" if why else f"{told}."

    def must_not_be_held(self) -> None:
        """Raises Refusal while only people who manage the server can resume the table."""
        if self.held:
            raise Refusal(self.held)

    @property
    def seed(self) -> bytes | None:
        """The seed of chance; None until the game is over, since nobody may know it before."""
        return self.stored.seed if self.table.over else None

    def asked(
        self, seat: Seat, answers: tuple[str, ...] = (), preferences: Preferences = AT_FIRST
    ) -> Question | Ready[Any] | None:
        """What the person in this seat is asked after `answers`. Raises IllegalMove.

        None if they have resigned, while the table is paused, or if it makes their only move for them.
        """
        only = self.only_move()
        is_asked = (
            not self.is_paused and seat not in self.table.resigned and (only is None or only.who != seat)
        )
        return None if not is_asked else self.table.prompt(seat, answers, preferences)

    def last_heard(self, viewer: Viewer) -> int:
        """The number of lines after which this viewer was last told something."""
        heard = (number for number, event in reversed(self.table.log) if event.heard_by(viewer))
        return next(heard, 0)

    def waits_for(self) -> tuple[Seat, ...]:
        """The seats of people who owe an answer to a request, or else a move, in order.

        Empty while the table is paused, or if it makes a seat's only move itself. When a seat's time is up,
        the seat of the player who may finish its move takes its place.
        """
        return () if self.is_paused else self.awaits()

    def awaits(self) -> tuple[Seat, ...]:
        """The same as `waits_for`, but while the table is paused, the seats it will wait for afterwards."""
        owes = self.once("owes", self._owed)
        if not self.clock.limit or self.table.ask or not owes:
            return owes
        late = self.clock.late()
        return tuple(sorted({late.get(seat, seat) for seat in owes}))

    def late(self) -> Seat | None:
        """The seat whose time is up and whose move another player may finish."""
        return next(iter(self.clock.late()), None)

    async def play(
        self,
        line: Line,
        interaction_id: int | None,
        then: Sequence[Line] = (),
        action: LoggedAction | None = None,
    ) -> None:
        """Judge the line, append it and what chance draws, and go on; see `write`. Hold the lock."""
        before = self.table
        try:
            await self.write(line, interaction_id, then, action)
        except (Refusal, StorageFailed):
            if self.table is not before:
                self._moved(self)  # the person is told to look at the board
            self.go_on()
            raise
        self.go_on()

    async def hand_to_computer(self, user_id: int) -> tuple[Seat, ...]:
        """Computers play on for this person, who can come back. Returns the seats that changed hands."""
        return await self._hand_over(user_id, is_open=False)

    async def free(self, user_id: int, *, by_others: bool = False) -> tuple[Seat, ...]:
        """Computers play on until this person or others take the seats. Returns those that changed hands.

        `by_others` says that it wasn't their own wish.
        """
        return await self._hand_over(user_id, is_open=True, by_others=by_others)

    def set_pause(self, seconds: float) -> None:
        """The server's pause between two computer moves, which the table's own pace changes."""
        self.autoplay.pace = paced(seconds, self.options.pace)

    def go_on(self) -> None:
        """Make the moves that no person makes, and watch the clock. Call it after a restart."""
        self.autoplay.go_on()
        self.timer.go_on()

    async def settle(self) -> None:
        """Make the moves of chance that are due, now or as soon as they can be saved, and go on."""
        await self.autoplay.settle()
        self.go_on()

    async def close(self) -> None:
        """Stop thinking and watching; what is saved stays."""
        await self.autoplay.close()
        await self.timer.close()

    async def _hand_over(self, user_id: int, *, is_open: bool, by_others: bool = False) -> tuple[Seat, ...]:
        async with self.lock:
            if self.table.over:
                return ()
            now = self.stays.left_by(user_id, self.table, is_open=is_open)
            if owing := sorted(set(now) & set(self._owe_answer())):
                await self.write(Line(owing[0], Word.REFUSE))  # nobody else can answer it for them
            if by_others and user_id not in self.options.freed:
                freed = {"freed": (*self.options.freed, user_id)}
                await self.set_options(self.options.model_copy(update=freed))
            try:
                await self.change_hands(now)
            except Refusal:  # another process moved them first
                return ()
        self.go_on()
        return tuple(now)

    def _owed(self) -> tuple[Seat, ...]:
        """The seats of people who have to answer or to move, as if nobody's time could run out.

        None if the table makes the only move for its player.
        """
        if self.only_move() is not None:
            return ()
        owes = self._owe_answer() if self.table.ask else self.table.turn.owes
        return tuple(filter(self.is_played_by_person, sorted(owes)))

    def _owe_answer(self) -> frozenset[Seat]:
        """The seats of people who are asked to agree to something."""
        ask = self.table.ask
        if ask is None:
            return frozenset()
        asked = frozenset(self.table.seats).difference(ask.agreed, self.table.of_same_player(ask.by))
        return frozenset(filter(self.is_played_by_person, asked))

    def _rings(self) -> None:
        self._moved(self)
        self.go_on()

    def _autoplayed(self) -> None:
        self._moved(self)
        self.timer.go_on()


async def close_all(tables: Iterable[HostedTable]) -> None:
    """Stop thinking and watching at all of these; what is saved stays."""
    await asyncio.gather(*(one.close() for one in tables))
