"""A lesson: a game learned by doing, alone, in about five minutes.

A lesson is a list of steps. At each one a coach says a few words about a position, and at some the learner
has to make a certain kind of move; any legal move of that kind will do. Steps belong to scenes, and each
scene begins with a new position. A lesson is a pure value. A learner's `Place` in it is a step and the moves
they have made. `games.engine.lesson_text` reads the files, `games.engine.lessons` finds them.
"""

from dataclasses import dataclass
from fnmatch import fnmatchcase

from games.core import Seat
from games.engine.record import Header, Line


@dataclass(frozen=True, slots=True)
class Stop:
    """A move that the learner has to make: one that fits a pattern.

    A pattern is a written move in which `*` stands for anything, `?` for one character, and `[abc]` for one
    of these. `reasons` answer a legal move that doesn't fit: the coach says the first whose pattern fits that
    move, and the last one fits any. “Show me” plays the first legal move that fits `shown`, and `why` says
    what's good about it.
    """

    patterns: tuple[str, ...]
    reasons: tuple[tuple[str, str], ...]
    shown: str
    why: str

    def fits(self, written: str) -> bool:
        """Whether this move will do."""
        return any(fnmatchcase(written, pattern) for pattern in self.patterns)

    def reason(self, written: str) -> str:
        """What the coach says about a move that won't do."""
        return next(said for pattern, said in self.reasons if fnmatchcase(written, pattern))


@dataclass(frozen=True, slots=True)
class Scene:
    """Where a part of the lesson begins: the header of its record, and the seat of the learner."""

    title: str
    header: Header
    learner: Seat


@dataclass(frozen=True, slots=True)
class Step:
    """What the coach says after these lines, and the move that the learner then has to make, if any.

    `place` is the line of the file where the words begin.
    """

    scene: Scene
    lines: tuple[Line, ...]
    words: str
    stop: Stop | None = None
    place: int = 0


@dataclass(frozen=True, slots=True)
class Lesson:
    """All steps, and the options of a short first game after them."""

    game: str
    steps: tuple[Step, ...]
    options: tuple[tuple[str, str], ...] = ()

    @property
    def last(self) -> int:
        """The number of the last step, counted from 0."""
        return len(self.steps) - 1

    def stops_before(self, step: int) -> int:
        """How many moves a learner at this step has made."""
        return sum(one.stop is not None for one in self.steps[:step])


@dataclass(frozen=True, slots=True)
class Place:
    """Where a learner is in a lesson: the step, counted from 0, and their moves at the stops before it."""

    step: int = 0
    moves: tuple[str, ...] = ()


def moved(lesson: Lesson, place: Place, written: str) -> Place:
    """Where a learner is after this move at a stop."""
    before = place.moves[: lesson.stops_before(place.step)]
    return Place(min(place.step + 1, lesson.last), (*before, written))


def turned(lesson: Lesson, place: Place, step: int) -> Place | None:
    """This place moved forward or back to another step; None if there's a stop on the way."""
    if not 0 <= step < len(lesson.steps):
        return None
    stops = lesson.stops_before(step)
    return Place(step, place.moves[:stops]) if stops <= len(place.moves) else None
