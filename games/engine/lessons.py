"""Finds the lessons in the games' folders, and shows the table at any place in one."""

from collections.abc import Iterator
from contextlib import suppress
from fnmatch import fnmatchcase
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from games.core import BadNotation, IllegalMove
from games.engine import record, registry
from games.engine.lesson import Lesson, Place, Step, moved
from games.engine.lesson_text import read
from games.engine.record import Line
from games.engine.table import AnyTable, Moment, Table

FILE = "lesson.txt"
"""The lesson in a game's folder."""

MOST_TRIED = 24
"""How many of the moves that fit a scene's first stop are tried; at later stops fewer."""


class NoLesson(LookupError):
    """This game has no lesson; the message is a sentence."""


def has_lesson(name: str) -> bool:
    """Whether this game can be learned. Raises UnknownGame."""
    registry.find(name)
    try:
        return _folder(name).joinpath(FILE).is_file()
    except ModuleNotFoundError:  # a game outside the folder `games`
        return False


def find(name: str) -> Lesson:
    """The lesson of a game. Raises UnknownGame or NoLesson."""
    if not has_lesson(name):
        raise NoLesson(f"There's no lesson for {registry.find(name).about.title} yet. /rules has its rules.")
    return _read(name)


@lru_cache(32)
def _read(name: str) -> Lesson:
    text = _folder(name).joinpath(FILE).read_text(encoding="utf-8")
    return read(text, f"{name}/{FILE}", lambda file: _record(name, file))


def _record(name: str, file: str) -> record.Record:
    return record.read(_folder(name).joinpath("records", file).read_text(encoding="utf-8"))


def _folder(name: str) -> Traversable:
    return files(f"games.{name}")


@lru_cache(64)
def moment(lesson: Lesson, place: Place) -> Moment:
    """What the learner sees at this place, and the events since the step before.

    Where a move is missing, “Show me” plays. Raises IllegalMove or BadNotation if a line can't be played.
    """
    step = lesson.steps[place.step]
    learner = step.scene.learner
    first = next(n for n, one in enumerate(lesson.steps) if one.scene is step.scene)
    table, since = _begun(lesson, first), 0
    for number in range(first, place.step + 1):
        one = lesson.steps[number]
        for line in one.lines if number > first else ():
            table = table.play(line)
        if number == place.step:
            break
        since = len(table.lines)
        if one.stop is not None:
            made = lesson.stops_before(number)
            now = Moment(table, learner)
            table = table.play(
                Line(learner, place.moves[made] if made < len(place.moves) else shown_move(one, now))
            )
    return Moment(table, learner, table.events_for(learner, since) if place.step > first else ())


@lru_cache(64)
def _begun(lesson: Lesson, first: int) -> AnyTable:
    """The table at the first step of a scene, which may be far into a long game."""
    step = lesson.steps[first]
    table: AnyTable = Table.new(registry.find(lesson.game), step.scene.header).unasked()
    for line in step.lines:
        table = table.play(line)
    return table


def faults(lesson: Lesson) -> Iterator[str]:
    """Everything that's wrong with a lesson, as sentences with the line of the file.

    Every line has to be legal, “Show me” has to be legal and fit, and the rest of the scene has to work after
    every fitting move.
    """
    edition = registry.find(lesson.game).about.edition
    for number, step in enumerate(lesson.steps):
        if step.scene.header.edition != edition:
            yield f'Line {step.place}: the rules have edition {edition} now. Say so: [Edition "{edition}"].'
            return
        if number == 0 or step.scene is not lesson.steps[number - 1].scene:
            made = ("",) * lesson.stops_before(number)  # earlier moves don't matter in a new scene
            yield from _followed(lesson, Place(number, made), MOST_TRIED)


def _followed(lesson: Lesson, place: Place, most: int) -> Iterator[str]:
    """What's wrong from here to the end of the scene."""
    step = lesson.steps[place.step]
    try:
        now = moment(lesson, place)
    except (BadNotation, IllegalMove) as refused:
        made = " and ".join(filter(None, place.moves))
        after = made and f" after {made}"
        yield f"Line {step.place}: what comes before these words can't be played{after}: {refused}"
        return
    nexts = [place]
    if (stop := step.stop) is not None:
        written = legal_moves(now)
        fitting = [text for text in written if stop.fits(text)]
        try:
            shown = shown_move(step, now)
        except IllegalMove:
            yield f"Line {step.place}: “Show me” plays “{stop.shown}”, which isn't legal or doesn't fit here."
            return
        tried = dict.fromkeys([shown, *fitting[:: max(1, -(-len(fitting) // most))]])
        nexts = [moved(lesson, place, text) for text in tried]
    following = place.step + 1
    if following == len(lesson.steps) or lesson.steps[following].scene is not step.scene:
        return
    for one in nexts:
        wrong = list(_followed(lesson, Place(following, one.moves), max(2, most // 4)))
        yield from wrong
        if wrong:
            return


def sound(lesson: Lesson, place: Place) -> Place:
    """This place if the lesson still has it and its moves can be played; otherwise the beginning."""
    is_whole = 0 <= place.step < len(lesson.steps) and len(place.moves) == lesson.stops_before(place.step)
    if is_whole:
        with suppress(BadNotation, IllegalMove):
            moment(lesson, place)
            return place
    return Place()


def shown_move(step: Step, now: Moment) -> str:
    """What “Show me” plays at a stop. Raises IllegalMove if there is nothing to show."""
    if (stop := step.stop) is not None:
        for written in legal_moves(now):
            if stop.fits(written) and fnmatchcase(written, stop.shown):
                return written
    raise IllegalMove("There's nothing to show here.")


def legal_moves(now: Moment) -> list[str]:
    """What the learner can play at this moment, as records write it."""
    if now.viewer not in now.table.turn.owes | now.table.turn.may:
        return []
    return [now.table.game.write(move) for move in now.table.game.legal(now.view())]
