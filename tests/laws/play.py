"""Games played at random: the settled chance and the moves come from one seed, so a play can be repeated."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from functools import cache, wraps
from random import Random
from types import SimpleNamespace
from typing import Any, cast

from hypothesis.vendor.pretty import RepresentationPrinter

from games.core import CHANCE, BadNotation, Event, IllegalMove, Seat, Step, Viewer
from games.engine import record
from games.engine.fold import Fold
from games.engine.fold import play_on as play_lines
from games.engine.record import Header, Line, Record
from games.engine.table import Table
from games.game import AnyGame
from tests.laws.toys import RULES


def fold(game: AnyGame, told: Record) -> Fold:
    """A record's lines, played while they are valid."""
    return play_lines(Table.new(game, told.header), told.lines, told.place)


class OnlyRandom:
    """A generator with only `random()`, the one method that is the same in every version of Python."""

    def __init__(self, seed: float) -> None:
        self.random = Random(seed).random


_SHOWN = (
    "It's called for every seat and for None, which is the channel; also before the first deal, "
    "after the end, and for a game that was stopped."
)
_ADVICE = {
    "apply": "A move that isn't allowed raises IllegalMove with a sentence.",
    "read": "A text that isn't a move raises BadNotation with a sentence.",
    "prompt": f"Answers that lead nowhere raise IllegalMove with a sentence. {_SHOWN}",
    "chance": "It can call nothing but rng.random().",
    "plays": "It's called with the view of a seat that owes a move.",
    "default": "It's called with the view of a seat that owes a move.",
    "why": "It's called with every legal move.",
    "preferred": "Preferences that have their defaults are left out.",
} | dict.fromkeys(("view", "legal", "draw", "describe", "notes"), _SHOWN)
"""What a part of a game has to expect."""


@cache
def explaining(game: AnyGame) -> AnyGame:
    """The game; an error that one of its parts shouldn't raise says how it was called and what it needs."""
    judged = {name: getattr(game.rules, name) for name in RULES} | _explaining(game.rules, RULES)
    parts = _explaining(game, [field.name for field in fields(game)])
    for name, inside in (("notation", "read"), ("judge", "why"), ("notebook", "notes")):
        if (part := getattr(game, name)) is not None:
            parts[name] = replace(part, **_explaining(part, [inside]))
    levels = tuple(replace(one, **_explaining(one, ["plays"])) for one in game.about.computers)
    if (drawn := game.pictures) is not None:
        parts["pictures"] = cache(lambda: replace(drawn(), **_explaining(drawn(), ["draw"])))
    about = replace(game.about, computers=levels)
    return replace(game, **parts, about=about, rules=SimpleNamespace(**judged))


def _explaining(value: Any, names: Iterable[str]) -> dict[str, Any]:
    parts = {name: getattr(value, name) for name in names if name in _ADVICE}
    return {name: _explained(name, part) for name, part in parts.items() if part is not None}


def _explained(name: str, part: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(part)
    def called(*given: Any, **named: Any) -> Any:
        try:
            return part(*given, **named)
        except (IllegalMove, BadNotation, AssertionError):
            raise
        except Exception as failed:
            shown = ", ".join(f"{one!r:.200}" for one in given)
            failed.add_note(f"`{name}` was called with {shown}. {_ADVICE[name]}")
            raise

    return called


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Play:
    """A game played without a table: every position, the lines between them, and each line's events."""

    game: AnyGame
    header: Header
    seed: int
    states: tuple[Any, ...]
    lines: tuple[Line, ...] = ()
    told: tuple[tuple[Event, ...], ...] = ()

    def __repr__(self) -> str:
        return f"a play of seed {self.seed}:\n{record.write(self.record)}"

    def _repr_pretty_(self, printer: RepresentationPrinter, _cycle: bool) -> None:
        printer.text(repr(self))

    @property
    def record(self) -> Record:
        return Record(self.header, self.lines)

    @property
    def state(self) -> Any:
        """The position it reached."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        return not self.game.turn(self.state).owes

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(map(Seat, range(self.header.seats)))

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        return (None, *self.seats)

    @property
    def rng(self) -> Random:
        """The generator for what a law picks from this play; the same at every call."""
        return Random(f"{self.seed} {len(self.lines)}")

    def before(self, number: int) -> "Play":
        """The play up to line `number`, counted from 0 and not yet played."""
        states, lines, told = self.states[: number + 1], self.lines[:number], self.told[:number]
        return replace(self, states=states, lines=lines, told=told)

    def then(self, line: Line) -> "Play":
        """The play with one more line. Raises IllegalMove or BadNotation."""
        step: Step[Any] = self.game.apply(self.state, line.who, self.game.read(line.text))
        return replace(
            self,
            states=(*self.states, step.state),
            lines=(*self.lines, line),
            told=(*self.told, step.events),
        )

    def legal(self, seat: Seat) -> list[Any]:
        return list(self.game.legal(self.game.view(self.state, seat)))


def begin(game: AnyGame, seats: int, options: tuple[tuple[str, str], ...] = (), seed: int = 0) -> Play:
    """The play before its first line."""
    header = Header(game.about.name, game.about.edition, seats, options)
    first = game.new(seats, game.options.model_validate(dict(options)))
    return Play(explaining(game), header, seed, (first,))


def play_on(play: Play, length: int) -> Play:
    """The play after `length` more random lines, or fewer if it ended before."""
    rng = Random(play.seed)
    states, lines, told = list(play.states), list(play.lines), list(play.told)
    while len(lines) < len(play.lines) + length and play.game.turn(states[-1]).owes:
        who, move = random_move(play.game, states[-1], rng)
        try:
            step = play.game.apply(states[-1], who, move)
        except IllegalMove as refused:
            drawn = f"Chance draws {move}" if who == CHANCE else f"Seat {who} has the legal move {move}"
            raise AssertionError(f"{drawn}, and `apply` refuses it: {refused}") from refused
        states.append(step.state)
        lines.append(Line(who, play.game.write(move)))
        told.append(step.events)
    return replace(play, states=tuple(states), lines=tuple(lines), told=tuple(told))


def random_move(game: AnyGame, state: Any, rng: Random) -> tuple[Seat, Any]:
    """A seat that owes a move, or seldom one that may make one, and any of its legal moves."""
    turn = game.turn(state)
    if CHANCE in turn.owes:
        return CHANCE, draw(game, state, rng)
    who = rng.choice(sorted(turn.may if turn.may and rng.random() < 0.2 else turn.owes))
    moves = list(game.legal(game.view(state, who)))
    if not moves and who in turn.may:
        who = rng.choice(sorted(turn.owes))
        moves = list(game.legal(game.view(state, who)))
    assert moves, f"Seat {who} owes a move and has no legal one: {state}"
    return who, rng.choice(moves)


def draw(game: AnyGame, state: Any, rng: Random) -> Any:
    """A move that chance owes."""
    return game.chance(state, cast("Random", OnlyRandom(rng.random())))


def heard(events: tuple[Event, ...], viewer: Viewer) -> tuple[str, ...]:
    """What a viewer hears of a line."""
    return tuple(text for text in (event.heard_by(viewer) for event in events) if text)


def deals_secrets(play: Play) -> bool:
    """Whether chance told one seat something that others did not hear."""
    told = zip(play.lines, play.told, strict=True)
    return any(event.secret for line, events in told if line.who == CHANCE for event in events)
