"""A toy with an open board: two heaps of pebbles, and taking the last pebble wins."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field

from games.core import (
    CHANCE,
    BadNotation,
    Choice,
    Event,
    IllegalMove,
    Outcome,
    Question,
    Ready,
    Seat,
    Step,
    Stopped,
    Turn,
    Viewer,
    letter,
    mark,
)
from games.game import About, Daily, Level
from games.kit.faces import Drawing
from tests.laws.png import png
from tests.laws.toys import as_game

HEAPS = ("left", "right")


class Options(BaseModel):
    """How many pebbles are in each heap."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    heap: int = Field(default=6, ge=1, le=9)


@dataclass(frozen=True, slots=True)
class Start:
    """The toss says who begins."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Take:
    """This many pebbles from that heap."""

    number: int
    heap: int


@dataclass(frozen=True, slots=True)
class Heaps:
    """The position; `mover` is CHANCE before the toss, and at the end the player who took the last pebble."""

    heaps: tuple[int, int]
    mover: Seat
    taken: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """Everybody sees the heaps."""

    viewer: Viewer
    heaps: Heaps
    stopped: bool = False


class Pebbles:
    """Take one to three pebbles from one heap."""

    about: ClassVar[About] = About(
        "pebbles", "Pebbles", "1", (2, 4), "Take the last one.", 2, (Level("easy", "Easy", "Guesses."),), True
    )
    options: ClassVar[type[BaseModel]] = Options
    daily: ClassVar[Daily] = Daily(
        options={},
        seats=2,
        rival="easy",
        line="Two heaps of pebbles.",
        unit=("pebble", "pebbles"),
        counts="Your score is the pebbles you take.",
    )

    def new(self, seats: int, options: Options) -> Heaps:
        return Heaps((options.heap, options.heap), CHANCE, (0,) * seats)

    def turn(self, state: Heaps) -> Turn:
        return Turn(frozenset({state.mover})) if any(state.heaps) else Turn()

    def chance(self, state: Heaps, rng: Random) -> Start | Take:
        return Start(Seat(int(rng.random() * len(state.taken))))

    def apply(self, state: Heaps, seat: Seat, move: Start | Take) -> Step[Heaps]:
        match move:
            case Start(first) if seat == CHANCE and first < len(state.taken):
                return Step(replace(state, mover=first), (Event(f"{mark(first)} begins.", first),))
            case Take() if seat != CHANCE and move in self.legal(View(seat, state)):
                return self._taken(state, move)
        raise IllegalMove("One to three pebbles are taken from a heap that has as many.")

    def _taken(self, state: Heaps, take: Take) -> Step[Heaps]:
        seat = state.mover
        heaps = (
            state.heaps[0] - take.number * (take.heap == 0),
            state.heaps[1] - take.number * (take.heap == 1),
        )
        taken = tuple(had + take.number * (place == seat) for place, had in enumerate(state.taken))
        following = Seat((seat + 1) % len(taken)) if any(heaps) else seat
        told = Event(f"{mark(seat)} takes {self.write(take)}.", seat)
        return Step(Heaps(heaps, following, taken), (told,))

    def outcome(self, state: Heaps) -> Outcome | None:
        if any(state.heaps):
            return None
        places = tuple(1 if seat == state.mover else 2 for seat in range(len(state.taken)))
        return Outcome(places, state.taken, "the heaps are empty")

    def scores(self, state: Heaps, _stopped: bool) -> tuple[int, ...]:
        return state.taken

    def view(self, state: Heaps | Stopped[Heaps], viewer: Viewer) -> View:
        return View(viewer, state.at, True) if isinstance(state, Stopped) else View(viewer, state)

    def legal(self, view: View) -> Iterable[Start | Take]:
        if view.stopped or view.heaps.mover == CHANCE or view.viewer not in (None, view.heaps.mover):
            return []
        return [Take(n, heap) for heap, has in enumerate(view.heaps.heaps) for n in range(1, min(3, has) + 1)]

    def prompt(self, view: View, answers: tuple[str, ...]) -> Question | Ready[Start | Take] | None:
        moves = [move for move in self.legal(view) if isinstance(move, Take)]
        if not moves and not answers:
            return None
        for depth, answer in enumerate(answers):
            moves = [move for move in moves if answer == (HEAPS[move.heap], str(move.number))[depth % 2]]
        if not moves or len(answers) > 2:
            raise IllegalMove("That heap doesn't have that many pebbles.")
        if len(answers) == 2:
            return Ready(moves[0])
        keys = [str(move.number) if answers else HEAPS[move.heap] for move in moves]
        question = "How many?" if answers else "From which heap?"
        return Question(question, tuple(Choice(key, key.capitalize()) for key in dict.fromkeys(keys)))

    def write(self, move: Start | Take) -> str:
        return (
            f"start {letter(move.seat)}" if isinstance(move, Start) else f"{move.number} {HEAPS[move.heap]}"
        )

    def read(self, text: str) -> Start | Take:
        match text.split():
            case ["start", ("a" | "b" | "c" | "d") as first]:
                return Start(Seat(ord(first) - ord("a")))
            case [("1" | "2" | "3") as number, ("left" | "right") as heap]:
                return Take(int(number), HEAPS.index(heap))
        raise BadNotation("Say how many pebbles and from which heap, such as “2 left”.")

    def draw(self, view: View, answers: tuple[str, ...] = ()) -> Drawing:
        return png(view, answers)

    def describe(self, view: View) -> str:
        return "There are {} pebbles left and {} right.".format(*view.heaps.heaps)

    def choose(self, view: View, level: str, rng: Random) -> Start | Take:
        moves = list(self.legal(view))
        return moves[int(rng.random() * len(moves))]


class FewPebbles(Options):
    """The same, with two pebbles in each heap if nobody wants more."""

    heap: int = Field(default=2, ge=1, le=9)


class Quarrel(Pebbles):
    """Players who have all taken equally many lose together: nobody wins."""

    about: ClassVar[About] = replace(Pebbles.about, name="quarrel", title="Quarrel")
    options: ClassVar[type[BaseModel]] = FewPebbles

    def outcome(self, state: Heaps) -> Outcome | None:
        if any(state.heaps) or len(set(state.taken)) > 1:
            return super().outcome(state)
        return Outcome((2,) * len(state.taken), state.taken, "everybody took equally many")


PEBBLES = as_game(Pebbles())
QUARREL = as_game(Quarrel())
