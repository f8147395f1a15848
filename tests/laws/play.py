"""Games played at random: the settled chance and the moves come from one seed, so a play can be had again."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, cast

from hypothesis.vendor.pretty import RepresentationPrinter

from games import record
from games.core import CHANCE, AnyGame, BadNotation, Event, IllegalMove, Seat, Step, Viewer
from games.record import Header, Line, Record

SUBSTITUTES = 24
"""How many other moves are tried in the place of one, when a play is varied."""


class OnlyRandom:
    """A generator that has nothing but `random()`; nothing else is the same in every Python."""

    def __init__(self, seed: float) -> None:
        self.random = Random(seed).random


@dataclass(frozen=True, slots=True, repr=False)
class Play:
    """A game under way without a table: every position, the lines between them, and what each line told."""

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
        """The position it came to."""
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
        """Chance for what a law picks out of this play; the same at every call."""
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
    return Play(game, header, seed, (game.new(seats, game.options.model_validate(dict(options))),))


def play_on(play: Play, length: int) -> Play:
    """The play after `length` random lines, or fewer where it was over before."""
    rng = Random(play.seed)
    states, lines, told = [play.state], list[Line](), list[tuple[Event, ...]]()
    while len(lines) < length and play.game.turn(states[-1]).owes:
        who, move = random_move(play.game, states[-1], rng)
        step = play.game.apply(states[-1], who, move)
        states.append(step.state)
        lines.append(Line(who, play.game.write(move)))
        told.append(step.events)
    return replace(play, states=tuple(states), lines=tuple(lines), told=tuple(told))


def random_move(game: AnyGame, state: Any, rng: Random) -> tuple[Seat, Any]:
    """Somebody who owes a move, seldom somebody who may make one, and any legal move of his."""
    turn = game.turn(state)
    if CHANCE in turn.owes:
        return CHANCE, draw(game, state, rng)
    who = rng.choice(sorted(turn.may if turn.may and rng.random() < 0.2 else turn.owes))
    moves = list(game.legal(game.view(state, who)))
    if not moves and who in turn.may:
        who = rng.choice(sorted(turn.owes))
        moves = list(game.legal(game.view(state, who)))
    assert moves, f"{who} owes a move and has no legal one: {state}"
    return who, rng.choice(moves)


def draw(game: AnyGame, state: Any, rng: Random) -> Any:
    """A move of chance, which is owed."""
    return game.chance(state, cast("Random", OnlyRandom(rng.random())))


def heard(events: tuple[Event, ...], viewer: Viewer) -> tuple[str, ...]:
    """What a viewer hears of a line."""
    return tuple(text for text in (event.heard_by(viewer) for event in events) if text)


def varied(play: Play, listeners: tuple[Viewer, ...], rng: Random, tries: int) -> Iterator[Play]:
    """Other plays in which the same seats moved at the same time and that no listener can tell from this one.

    Lines of a listener stay as they are, and every other line is told to each listener in the same words.
    Without listeners anything goes. A line is exchanged for another legal move or another draw, or for the
    same draw with two words exchanged (so that a deal can be varied without touching a listener's hand);
    later lines that this makes impossible are exchanged too, and where they cannot be, the try is given up.
    """
    for _ in range(tries):
        numbers = [number for number, line in enumerate(play.lines) if line.who not in listeners]
        if not numbers:
            return
        other = _exchanged(play, rng.choice(numbers), listeners, rng)
        if other is not None:
            play = other
            yield other


def _exchanged(play: Play, number: int, listeners: tuple[Viewer, ...], rng: Random) -> Play | None:
    start = play.before(number)
    for text in _substitutes(start, play.lines[number], rng):
        other = _alike(start, play, text, listeners)
        if other is not None and other.state != play.states[number + 1]:
            return _continued(other, play, listeners, rng)
    return None


def _continued(other: Play, play: Play, listeners: tuple[Viewer, ...], rng: Random) -> Play | None:
    """`other` with the rest of the lines of `play`, or with such as sound alike in their place."""
    for line in play.lines[len(other.lines) :]:
        texts = [line.text]
        if line.who not in listeners:
            texts += _substitutes(other, line, rng)
        after = (_alike(other, play, text, listeners) for text in texts)
        following = next((found for found in after if found is not None), None)
        if following is None:
            return None
        other = following
    return other


def _alike(start: Play, play: Play, text: str, listeners: tuple[Viewer, ...]) -> Play | None:
    """One more line, if it is allowed and every listener hears what he heard at this point of `play`."""
    number = len(start.lines)
    try:
        after = start.then(Line(play.lines[number].who, text))
    except (IllegalMove, BadNotation):
        return None
    told = after.told[number], play.told[number]
    same = all(heard(told[0], listener) == heard(told[1], listener) for listener in listeners)
    return after if same else None


def _substitutes(play: Play, line: Line, rng: Random) -> list[str]:
    """Other texts that may stand in the place of `line`, in random order."""
    turn = play.game.turn(play.state)
    if line.who not in turn.owes | turn.may:
        return []
    if line.who != CHANCE:
        moves = play.legal(line.who)
        return list(map(play.game.write, rng.sample(moves, min(SUBSTITUTES, len(moves)))))
    draws = [draw(play.game, play.state, rng) for _ in range(SUBSTITUTES)]
    texts = list(map(play.game.write, draws)) + [_swapped(line.text, rng) for _ in range(SUBSTITUTES)]
    rng.shuffle(texts)
    return texts


def _swapped(text: str, rng: Random) -> str:
    words = text.split()
    first, second = rng.randrange(len(words)), rng.randrange(len(words))
    words[first], words[second] = words[second], words[first]
    return " ".join(words)
