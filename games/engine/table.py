"""A game replayed from its lines: the position, who owes a move, and what each viewer heard."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, Generic, TypeAlias

from games.core import (
    AT_FIRST,
    CHANCE,
    BadNotation,
    Caption,
    Event,
    IllegalMove,
    M,
    Outcome,
    Preferences,
    Question,
    Ready,
    S,
    Seat,
    Step,
    Stopped,
    Turn,
    V,
    Viewer,
    letter,
)
from games.engine import fair
from games.engine.plies import Ply, few, last_ply, name_of, shows
from games.engine.record import MOST_TEXT, Header, Line, Record
from games.engine.resigned import is_left_to_one, with_resigned
from games.engine.seating import Holders, held_with, holders
from games.engine.talk import NOTHING_SAID, Ask, Talk, Word, undone_number
from games.engine.vector import EMPTY, Vector
from games.game import Game
from games.kit.faces import Told


@dataclass(frozen=True, slots=True)
class Table(Generic[S, V, M]):
    """A game under way. A value: `play` returns the next one and leaves this as it was.

    The history grows without being copied, so a line costs the same however many came before. `log` pairs
    each event with the number of lines after which it was announced; a table from a checkpoint no longer has
    the events of the first `told_since` lines. `prompt_versions` are, by seat and last for the channel, the
    number of lines after which that viewer's question last changed; empty if this table asks no questions.
    `holders` says by seat which player holds it.

    `standing` is how many of the lines haven't been undone, and `drawn` how many of these are chance's.
    Chance and computers choose by these numbers, so after an undo the same moves lead to the same game. (An
    undo that doesn't name its move counts them on, as older records did.) `friendly` says that the game
    counts for nothing: it was played on from another one, or something was undone that somebody had seen, a
    draw of chance, or a move that showed what not everybody knew.
    """

    game: Game[S, V, M]
    header: Header
    state: S
    holders: Holders
    lines: Vector[Line] = EMPTY
    log: Vector[tuple[int, Event]] = EMPTY
    told_since: int = 0
    plies: Vector[Ply[S]] = EMPTY
    prompt_versions: tuple[int, ...] = ()
    standing: int = 0
    drawn: int = 0
    friendly: bool = False
    talk: Talk = NOTHING_SAID
    _found: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What follows from this position: the board, presses on it and the next line want it again and again."""

    @classmethod
    def new(cls, game: Game[S, V, M], header: Header) -> "Table[S, V, M]":
        """An empty table. Raises ValidationError for options out of bounds, NoSuchTable for the seats."""
        options = game.options.model_validate(dict(header.options))
        held = holders(game, options, header.seats)
        asked, begun = (0,) * (header.seats + 1), game.new(header.seats, options)
        return cls(game, header, begun, held, prompt_versions=asked, friendly=bool(header.copied))

    def unasked(self) -> "Table[S, V, M]":
        """This table without `prompt_versions`, which makes playing lines faster when nobody is asked."""
        return replace(self, prompt_versions=())

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, in order."""
        return tuple(Seat(number) for number in range(self.header.seats))

    @property
    def ask(self) -> Ask | None:
        """The open request that the other players still have to answer."""
        return self.talk.ask

    @property
    def resigned(self) -> tuple[Seat, ...]:
        """The seats that resigned, in order."""
        return self.talk.resigned

    @property
    def stopped(self) -> bool:
        """Whether the game was stopped for everyone."""
        return self.talk.stopped

    @property
    def turn(self) -> Turn:
        """Who owes a move and who may make one; nobody once it is over."""
        turn: Turn = self._once("turn", lambda: Turn() if self.over else self.game.turn(self.state))
        return turn

    @property
    def asked(self) -> frozenset[Viewer]:
        """Who may have a question: the seats that may move, and the channel."""
        turn = self.turn
        seats = (turn.owes | turn.may) - {CHANCE}
        return frozenset({*seats, None}) if seats else frozenset()

    @property
    def over(self) -> bool:
        """Whether nothing more can be played: finished, resigned or stopped."""
        return self.stopped or self.outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, with players who resigned behind all others; None if unfinished or stopped."""
        outcome: Outcome | None = self._once("outcome", self._ended)
        return outcome

    def _ended(self) -> Outcome | None:
        finished = self.game.outcome(self.position)
        if self.resigned and (finished or is_left_to_one(self.holders, self.resigned)):
            return with_resigned(finished, self.resigned, self.holders, self.game.scores(self.position))
        return finished

    @property
    def position(self) -> S | Stopped[S]:
        """What the referee judges and views are made of: the state, stopped if nobody can go on."""
        return Stopped(self.state) if self.talk.is_broken_off(self.holders) else self.state

    def of_same_player(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats of the player who holds this one, including it, in order."""
        return held_with(self.holders, seat)

    def view(self, viewer: Viewer, preferences: Preferences = AT_FIRST) -> V:
        """What this viewer knows, as they prefer to see it if the game has preferences."""
        view: V = self._once(("view", viewer), lambda: self.game.view(self.position, viewer))
        return (
            self.game.preferred(view, preferences)
            if preferences and self.game.preferred is not None
            else view
        )

    def opened(self) -> V:
        """The channel's view with nothing hidden. Only for a game that's over by now: a later table is."""
        if self.over or self.game.opened is None:
            return self.view(None)
        return self.game.opened(self.state)

    def prompt(
        self, viewer: Viewer, answers: tuple[str, ...] = (), preferences: Preferences = AT_FIRST
    ) -> Question | Ready[M] | None:
        """The viewer's question after `answers`; None if they may not move. Raises IllegalMove."""
        if viewer not in self.asked:
            return None
        if preferences:
            return self.game.prompt(self.view(viewer, preferences), answers)
        asked: Question | Ready[M] | None = self._once(
            ("prompt", viewer, answers), lambda: self.game.prompt(self.view(viewer), answers)
        )
        return asked

    def prompt_version(self, viewer: Viewer) -> int:
        """The number of lines after which this viewer's question last changed: what a button must match."""
        return self.prompt_versions[-1 if viewer is None else viewer]

    def heard(self, viewer: Viewer, since: int = 0) -> tuple[str, ...]:
        """What this viewer heard after the first `since` lines, oldest first."""
        return tuple(event.heard_by(viewer) for event in self.events_for(viewer, since))

    def events_for(self, viewer: Viewer, since: int = 0) -> tuple[Event, ...]:
        """The events after the first `since` lines that this viewer heard, oldest first."""
        new = takewhile(lambda one: one[0] > since, reversed(self.log))
        return tuple(event for _, event in new if event.heard_by(viewer))[::-1]

    def newest(self, viewer: Viewer, lines: int | None = None) -> Caption | None:
        """The newest thing that this viewer heard, or had heard after so many lines, for a caption.

        The outcome and minor things aren't for captions.
        """
        ended = len(self.lines) if lines is None else lines
        heard = (one for at, one in reversed(self.log) if at <= ended and one.heard_by(viewer))
        return next((one.caption(viewer) for one in heard if not (one.is_outcome or one.is_minor)), None)

    def play(self, line: Line) -> "Table[S, V, M]":
        """The table after this line. Raises BadNotation or IllegalMove with a sentence for the player."""
        if self.over:
            raise IllegalMove("This game is over.")
        if not CHANCE <= line.who < self.header.seats:
            raise IllegalMove(f"There's no seat {letter(line.who)} at this table.")
        if "#" in line.text:
            raise BadNotation("Leave out “#”: it starts a note in the record.")
        if len(line.text) > MOST_TEXT:
            raise BadNotation(f"A move has at most {MOST_TEXT} characters.")
        after = self._said(line) if line.is_talk else self._moved(line)
        if len(after.lines) == self.header.copied:
            after = replace(after, plies=EMPTY)  # what was played in another game stays as it is
        if not self.prompt_versions:
            return after
        return replace(after, prompt_versions=_prompt_versions(self, after, line))

    def chance(self, seed: bytes) -> Line:
        """Chance's next line, drawn from the seed, the join clicks and the number of `*` moves that stand."""
        rng = fair.chance_rng(seed, self.drawn, self.header.interaction_ids)
        return Line(CHANCE, self.game.write(self.game.chance(self.state, rng)))

    def computer_key(self, seed: bytes, seat: Seat) -> bytes:
        """The key of the generator with which a computer chooses this seat's next move: `fair.computer_rng`.

        Once a game is over and its seed is shown, anyone can make this key again after any number of lines.
        """
        return fair.computer_key(seed, self.standing, seat, self.header.interaction_ids)

    def takeback(self, seat: Seat) -> int:
        """How many plies come before the one `seat` would undo. Raises IllegalMove if there is none.

        A record may undo any of them. `games.engine.undoing` says whether a player has to ask first.
        """
        return last_ply(self.plies, self.game, seat)

    @property
    def keeps_notes(self) -> bool:
        """Whether the game has a notebook for every seat, and the options keep it on."""
        game, chosen = self.game, dict(self.header.options)
        return game.notebook is not None and game.notebook.keeps(game.options.model_validate(chosen))

    def record(self, seed: bytes | None = None) -> Record:
        """The record so far, with the seed if given: only show it once the game is over."""
        outcome = self.outcome
        header = replace(
            self.header,
            seed=seed.hex() if seed else self.header.seed,
            places=outcome.places if outcome else None,
            scores=outcome.scores if outcome else None,
        )
        return Record(header, tuple(self.lines))

    def _once(self, key: Hashable, find: Callable[[], Any]) -> Any:
        """What `find` returns, called once per key."""
        if key not in self._found:
            self._found[key] = find()
        return self._found[key]

    def _moved(self, line: Line) -> "Table[S, V, M]":
        game, is_chance = self.game, line.who == CHANCE
        move = game.read(line.text)
        step = game.apply(self.state, line.who, move)
        at = len(self.lines) + 1
        state = self._as_it_ended(step.state)
        return replace(
            self,
            state=state,
            lines=self.lines.with_last(line),
            log=self.log.with_last(*[(at, event) for event in step.events]),
            plies=few(self.plies) if is_chance else self.plies.with_last(self._ply(line, move, step)),
            standing=self.standing + 1,
            drawn=self.drawn + is_chance,
            talk=self.talk.settled(),
        )

    def _ply(self, line: Line, move: M, step: Step[S]) -> Ply[S]:
        game = self.game
        return Ply(
            line.who,
            name_of(game, line, step),
            self.state,
            len(self.lines),
            shows=shows(game, move, step),
            spends=game.spent is not None and game.spent(self.state, step.state) != self.state,
        )

    def _as_it_ended(self, state: S) -> S:
        """The position; if players resigned and the game shows a ranking, with their places in it."""
        finished = self.game.outcome(state) if self.resigned else None
        if finished is None or self.game.ranked is None:
            return state
        ranked = with_resigned(finished, self.resigned, self.holders, finished.scores)
        shown: S = self.game.ranked(state, ranked)
        return shown

    def _said(self, line: Line) -> "Table[S, V, M]":
        word = Word.said(line)
        back, undone = replace(self, standing=self.standing + 1), ""
        if word is Word.UNDO:
            back, undone = self._undone(line)
        elif word is Word.ASK:
            last_ply(self.plies, self.game, line.who, spending=True)
        said, told = self.talk.after(line.who, word, undone, self.holders)
        return replace(
            back,
            lines=self.lines.with_last(line),
            log=self.log.with_last((len(self.lines) + 1, Event(told, line.by))) if told else self.log,
            plies=EMPTY if said.stopped else back.plies,
            talk=said,
        )

    def _undone(self, line: Line) -> tuple["Table[S, V, M]", str]:
        """The table before the move that this line undoes, and how to name that move."""
        number = undone_number(line)
        count = last_ply(self.plies, self.game, line.who, spending=number is None)
        ply, *_ = gone = self.plies[count:]
        lines = _standing(self.lines[ply.at :], ply.number)
        drawn = sum(one.who == CHANCE for one in lines)
        back = replace(
            self,
            state=ply.before,
            plies=self.plies.first(count),
            standing=self.standing + 1,
            friendly=self.friendly or bool(drawn) or any(one.shows for one in gone),
        )
        if number is None:  # a record from before undo named its move
            return back, ply.told
        if number != ply.number:
            raise IllegalMove("That isn't your last move anymore.")
        state = ply.before if self.game.spent is None else self.game.spent(ply.before, self.state)
        standing, drawn = self.standing - len(lines), self.drawn - drawn
        return replace(back, state=state, standing=standing, drawn=drawn), ply.told


def _standing(lines: Iterable[Line], first: int) -> list[Line]:
    """Those of these lines that still count for chance; `first` is the number of the first one."""
    left: list[tuple[int, Line]] = []
    for number, line in enumerate(lines, first):
        undone = undone_number(line)
        if undone is None:
            left.append((number, line))
        while undone is not None and left and left[-1][0] >= undone:
            left.pop()
    return [line for _, line in left]


AnyTable: TypeAlias = Table[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Moment:
    """A table as one viewer sees it, in a lesson or an example, and the events since the moment before."""

    table: AnyTable
    viewer: Viewer
    events: tuple[Event, ...] = ()

    def view(self) -> Any:
        """What the viewer knows."""
        return self.table.view(self.viewer)

    def told(self) -> Told:
        """What the viewer's picture tells."""
        return Told(self.table.newest(self.viewer))


def _prompt_versions(before: Table[S, V, M], after: Table[S, V, M], line: Line) -> tuple[int, ...]:
    viewers: tuple[Viewer, ...] = (*after.seats, None)
    now = len(before.lines) + 1
    return tuple(
        now if asks_again(before, after, line, viewer) else before.prompt_version(viewer)
        for viewer in viewers
    )


def asks_again(before: Table[S, V, M], after: Table[S, V, M], line: Line, viewer: Viewer) -> bool:
    """Whether this viewer's question is new after the line that leads from one table to the other.

    It's new for the player who moved, for everyone after a word to the table, and whenever it changed. The
    channel's question is the one of the seat that owes, so any move answers it, and the next one is new even
    if the words are the same.
    """
    if line.is_talk or viewer == line.who:
        return True
    if viewer not in before.asked | after.asked:
        return False
    asked = before.prompt(viewer)
    answered = viewer is None and asked is not None
    return answered or asked != after.prompt(viewer)
