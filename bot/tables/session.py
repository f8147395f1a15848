"""A game under way, and what each of those who sit at it may do."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from bot.tables.autoplay import Autoplay
from bot.tables.clock import OVER, Clock
from bot.tables.computers import Computers
from bot.tables.journal import Journal
from bot.tables.refusal import Old, Refusal
from bot.tables.seated import Seated
from games.core import CHANCE, BadNotation, Question, Ready, Seat, Viewer, mark
from games.record import Line


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a table goes: seconds between two moves of computers, and of a minute of a time limit."""

    pause: float
    minute: float


LEFT_ALONE = "nobody is left to play against"
"""The note on the line by which a computer gives up after the last person has."""


PICK_FOR_ME = "."
"""Typed in the place of a move: a computer picks one."""

SUGGESTIONS = 25
"""Discord shows no more while one types."""


class Suggestion(NamedTuple):
    """What is offered while somebody types: as it is shown, and the text of the move."""

    shown: str
    move: str


PICKED = Suggestion(f"{PICK_FOR_ME} (a computer picks for you)", PICK_FOR_ME)


class Session(Seated):
    """A table at which people and computers play."""

    def __init__(
        self, journal: Journal, computers: Computers, changed: Callable[["Session"], None], pace: Pace
    ) -> None:
        super().__init__(journal, Clock(journal, pace.minute, self._moved))
        self._computers = computers
        self._changed = changed
        self._autoplay = Autoplay(journal, self.clock, computers, pace.pause)
        journal.moved = self._moved

    def must_be_playing(self, user_id: int) -> None:
        """Raises Refusal for onlookers, for those who resigned, and when it is over."""
        self._own_seat(user_id)

    async def pick(
        self, user_id: int, viewer: Viewer, prompt_version: int, answers: tuple[str, ...], interaction_id: int
    ) -> Question | None:
        """Go on with a question; None when a move was made. `viewer` None: pressed where all see it.

        Raises Refusal, IllegalMove or BadNotation with a sentence.
        """
        async with self.lock:
            acting = self._acting(user_id, viewer)
            if prompt_version != self.table.prompt_version(viewer):
                raise Old
            # What is pressed where all see it is read with the eyes of all, whoever presses.
            asked = self.table.prompt(viewer, answers)
            if isinstance(asked, Ready):
                await self._journal.write(acting.line(self.table.game.write(asked.move)), interaction_id)
                return None
            if asked is None:
                raise Refusal(self._whose_turn())
            return asked

    async def auto_pick(self, user_id: int, viewer: Viewer, prompt_version: int, interaction_id: int) -> None:
        """Let a computer make the move that is asked. Raises Refusal or Old."""
        seat = self._own_acting_seat(user_id, viewer)
        table, level = self.table, self.table.game.about.pick_for_me
        if not level:
            raise Refusal(f"In {table.game.about.title} you choose for yourself.")
        if prompt_version != table.prompt_version(viewer):
            raise Old
        if table.prompt(seat) is None:
            raise Refusal(self._whose_turn())
        thought = await self._computers.choose(table, seat, level, self._journal.computer_key(seat))
        async with self.lock:
            if prompt_version != self.table.prompt_version(viewer):
                raise Old
            await self._journal.write(Line(seat, thought.text, f"picked by {thought.note}"), interaction_id)

    async def move(self, user_id: int, text: str, interaction_id: int) -> None:
        """Make a move by text; `.` lets a computer make it, where the game has that.

        Raises Refusal, IllegalMove or BadNotation with a sentence.
        """
        if text.strip() == PICK_FOR_ME and self.table.game.about.pick_for_me:
            seat = self._own_acting_seat(user_id, None)
            await self.auto_pick(user_id, seat, self.table.prompt_version(seat), interaction_id)
            return
        async with self.lock:
            acting = self._acting(user_id, None)
            move = self.table.game.read(self._longhand(acting.eyes, text))
            if acting.eyes is None and move not in self.table.game.legal(self.table.view(None)):
                raise Refusal("That is not among the choices that everybody sees under the board.")
            await self._journal.write(acting.line(self.table.game.write(move)), interaction_id)

    def suggestions(self, user_id: int, typed: str) -> list[Suggestion]:
        """Legal moves of this person that contain what they typed or that it stands for, at most 25.

        There are none for anybody else.
        """
        try:
            acting = self._acting(user_id, None)
        except Refusal:
            return []
        game, wanted = self.table.game, typed.strip().casefold()
        moves = list(map(game.write, game.legal(self.table.view(acting.eyes))))
        meant = [move for move in (self._meant(acting.eyes, typed),) if move in moves]
        found = [move for move in moves if wanted in move.casefold() and move not in meant]
        found.sort(key=lambda move: not move.casefold().startswith(wanted))
        offered = [Suggestion(f"{typed.strip()}: {move}", move) for move in meant]
        offered += (Suggestion(move, move) for move in found)
        lends = moves and acting.instead is None and game.about.pick_for_me and wanted in ("", PICK_FOR_ME)
        return [*offered[: SUGGESTIONS - 1], PICKED] if lends else offered[:SUGGESTIONS]

    async def take_back(self, user_id: int, interaction_id: int) -> bool:
        """Take back one's last move; with other people at the table, ask them first.

        True when it is done, False when it was asked. Raises Refusal or IllegalMove.
        """
        async with self.lock:
            seat = self._last_moved(user_id)
            alone = self._people() <= set(self.table.of_same_player(seat))
            await self._journal.write(Line(seat, "/undo" if alone else "/ask undo"), interaction_id)
            return alone

    async def answer_ask(self, user_id: int, prompt_version: int, agrees: bool, interaction_id: int) -> None:
        """Agree to what another asked, or refuse. Raises Refusal or IllegalMove."""
        async with self.lock:
            ask = self.table.ask
            if ask is None or prompt_version != self.table.prompt_version(None):
                raise Refusal("There is nothing left to answer.")
            seat = self._own_seat(user_id)
            own, asker = self.table.of_same_player(seat), self.table.of_same_player(ask.by)
            if seat in asker:
                raise Refusal("The others at the table answer that.")
            if not agrees:
                await self._journal.write(Line(seat, "/refuse"), interaction_id)
                return
            all_agree = self._people() <= ask.agreed.union(own, asker)
            then = [Line(ask.by, "/undo")] if all_agree else []
            await self._journal.write(Line(seat, "/agree"), interaction_id, then)

    async def resign(self, user_id: int, interaction_id: int) -> None:
        """Give up, with all seats one holds. Raises Refusal or IllegalMove."""
        async with self.lock:
            line = Line(self._own_seat(user_id), "/resign")
            await self._journal.write(line, interaction_id, self._following(line))

    async def stop(self, interaction_id: int | None) -> None:
        """End the game without a result. Who may is asked before."""
        async with self.lock:
            await self._journal.write(Line(CHANCE, "/stop"), interaction_id)

    async def hand_to_computer(self, user_id: int) -> tuple[Seat, ...]:
        """Somebody has left the server: computers play on for him. The seats that changed hands."""
        async with self.lock:
            if self.table.over:
                return ()
            left = await self._journal.hand_to_computer(user_id)
        self.go_on()
        return left

    def go_on(self) -> None:
        """Make the moves that nobody is asked for, and watch the clock. Needs calling after a restart."""
        self._autoplay.go_on()
        self.clock.go_on()

    async def settle(self) -> None:
        """Make chance's moves that are due, now or, where the disk fails, as soon as it takes them; go on."""
        await self._autoplay.settle()
        self.clock.go_on()

    async def end(self) -> None:
        """Tell storage that it is over; see `Journal.end`."""
        await self._journal.end()

    async def close(self) -> None:
        """Stop thinking and watching; what is written stays."""
        await self._autoplay.close()
        await self.clock.close()

    def _acting(self, user_id: int, viewer: Viewer) -> "_Acting":
        """Who moves when this person does something: he himself, or he finishes the move of another.

        That he does through the channel's eyes: he learns nothing of what the other holds. Raises Refusal.
        """
        late = self.finished_by(user_id) if viewer is None else None
        if late is not None and not set(self.seats_of(user_id)) & self.table.turn.owes:
            return _Acting(late, None, self.clock.next_player(late))
        seat = self._own_acting_seat(user_id, viewer)
        return _Acting(seat, seat)

    def _longhand(self, eyes: Viewer, text: str) -> str:
        """What is typed in short, as the notation has it. Raises BadNotation."""
        game = self.table.game
        return game.longhand(self.table.view(eyes), text) if game.longhand is not None else text

    def _meant(self, eyes: Viewer, typed: str) -> str:
        """The move that is typed in short; empty where it is none."""
        try:
            text = self._longhand(eyes, typed)
            return self.table.game.write(self.table.game.read(text)) if text != typed else ""
        except BadNotation:
            return ""

    def _own_acting_seat(self, user_id: int, viewer: Viewer) -> Seat:
        """Of his own seats the one that moves: the one he pressed for, or one that owes. Raises Refusal."""
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

    def _following(self, resigning: Line) -> list[Line]:
        """Where nobody is left to play against, the computers give up too, whoever has least first."""
        table, lines = self.table.play(resigning), []
        scores = table.game.scores(table.state)
        while not table.over and self._people() <= set(table.resigned):
            staying = (seat for seat in table.seats if seat not in table.resigned)
            lines.append(Line(min(staying, key=lambda seat: scores[seat]), "/resign", LEFT_ALONE))
            table = table.play(lines[-1])
        return lines

    def _whose_turn(self) -> str:
        if self.table.over:
            return "This game is over. Rematch starts another."
        names = self.called_all(self.table.turn.owes)
        return f"It is not your turn: the table waits for {' and '.join(names) or 'the dice'}."

    def _people(self) -> set[Seat]:
        """The seats that people play."""
        return {seat for seat in self.table.seats if self._journal.is_played_by_person(seat)}

    def _moved(self) -> None:
        self._changed(self)
        self.go_on()


@dataclass(frozen=True, slots=True)
class _Acting:
    """The seat that moves, through whose eyes, and whose person moves for it where it is not its own."""

    seat: Seat
    eyes: Viewer
    instead: Seat | None = None

    def line(self, text: str) -> Line:
        """The move as it is written down, with who finished it."""
        note = "" if self.instead is None else f"{OVER}finished by {mark(self.instead)}"
        return Line(self.seat, text, note)
