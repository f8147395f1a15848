"""The text of a lesson: a record with a coach's words, and stops at which the learner has to move.

    [Game "fourside"]
    [Play.level "beginner"]

    == Your first tile
    [You "a"]
    * board a / 1234 / A1 A2 …
    * tiles 1122 3333 …
    | This is the board. Tiles have a number on each side.

    | Place tile 2 so that its 3 touches the 3.
    ? 2*@D4
    - That's a fine place, but let's try D4 first.
    = 2@D4  # The two threes touch, so it fits.

Tags and lines are those of a record (`games.engine.record`); a line that begins with `#` is a note. Tags
before the first scene (`== title`) apply to all scenes, those in a scene only to that one. Besides the tags
of a record there are

    [You "b"]                     the learner's seat; the first if left out
    [Record "board-full.txt"]     the scene begins as a record in the game's folder `records`,
    [Lines "61"]                  with its header and this many of its lines
    [Play.blocked "40"]           an option of the short game that can be played after the lesson

Each block of `|` lines is one step, and an empty line ends it. `?` is a pattern of moves that will do (there
can be several), `-` what the coach says about any other move (`- (hint) …` only about moves that fit `hint`),
`=` what “Show me” plays and, after `#`, why. After a stop the scene goes on with at least one more step,
which has to work whichever move was played.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from games.core import Seat, letter
from games.engine import record
from games.engine.lesson import Lesson, Scene, Step, Stop
from games.engine.record import BadRecord, Header, Line, Record
from games.kit.prose import quoted

WORDS = 300
"""The most characters in a step."""

REASON = 200
"""The most characters in a reason or a `why`."""

TITLE = 40
"""The most characters in a scene's title."""

_OWN = re.compile(r'\[(You|Record|Lines|Play\.[a-z0-9_]+) "(.*)"\]')
_ABOUT = re.compile(r"\(([^)]+)\) +(.+)")
_FORMS = {
    "==": "“== The end of the game”",
    "|": "“| Place a tile.”",
    "?": "“? 2*@D4”",
    "-": "“- That fits, but let's try D4 first.”",
    "=": "“= 2@D4  # The two threes touch.”",
}


class BadLesson(ValueError):
    """The text isn't a lesson. The message names the file, the line and the right form."""


@dataclass(slots=True)
class _Step:
    """A step as far as it has been read; `place` is its first line in the file."""

    place: int
    words: list[str] = field(default_factory=list)
    patterns: list[str] = field(default_factory=list)
    reasons: list[tuple[str, str]] = field(default_factory=list)
    shown: Line | None = None
    is_open: bool = True


@dataclass(slots=True)
class _Scene:
    """A scene as far as it has been read; `rows` are the lines of its record, by line number in the file."""

    title: str
    place: int
    own: dict[str, str] = field(default_factory=dict)
    rows: dict[int, str] = field(default_factory=dict)
    steps: list[_Step] = field(default_factory=list)


def read(text: str, file: str, find_record: Callable[[str], Record]) -> Lesson:
    """The lesson that a text spells; `find_record` gives the records it begins with. Raises BadLesson."""
    try:
        return _Reader().read(text, find_record)
    except (BadRecord, _Wrong) as wrong:
        raise BadLesson(f"{file}: {wrong}") from None


class _Wrong(ValueError):
    """What's wrong, with the line number."""


class _Reader:
    """Reads line by line: first what applies to all scenes, then scene by scene."""

    def __init__(self) -> None:
        self._all = _Scene("", 0)
        self._scenes: list[_Scene] = []

    def read(self, text: str, find_record: Callable[[str], Record]) -> Lesson:
        """The lesson. Raises _Wrong or BadRecord."""
        for number, written in enumerate(text.split("\n"), 1):
            self._row(written.strip(), number)
        if not self._scenes:
            raise _Wrong(f"There's no scene. A scene begins with a line such as {_FORMS['==']}.")
        game = record.read(_spread(self._all.rows)).header.game
        steps = [step for scene in self._scenes for step in self._steps(scene, find_record)]
        options = {key[5:]: value for key, value in self._all.own.items() if key.startswith("Play.")}
        return Lesson(game, tuple(steps), tuple(options.items()))

    @property
    def _scene(self) -> _Scene:
        return self._scenes[-1] if self._scenes else self._all

    def _row(self, row: str, number: int) -> None:
        match row[:1]:
            case "" | "#":
                self._end_step()
            case "=" if row.startswith("=="):
                self._scenes.append(_Scene(_said(row, "==", number, TITLE), number))
            case "|":
                self._words(row, number)
            case "?" | "-" | "=":
                self._stop(row, number)
            case "!" | ">":
                raise _Wrong(f"Line {number}: {quoted(row)} belongs in a rule card; a lesson has no checks.")
            case _ if found := _OWN.fullmatch(row):
                self._tag(found[1], found[2], number)
            case _:
                self._end_step()
                self._scene.rows[number] = row

    def _end_step(self) -> None:
        if self._scene.steps:
            self._scene.steps[-1].is_open = False

    def _tag(self, name: str, value: str, number: int) -> None:
        if name in self._scene.own:
            raise _Wrong(f"Line {number}: the tag {name} appears twice.")
        if name.startswith("Play.") and self._scenes:
            raise _Wrong(f"Line {number}: the tag {name} belongs at the top, before the first scene.")
        self._scene.own[name] = value

    def _words(self, row: str, number: int) -> None:
        if not self._scenes:
            raise _Wrong(f"Line {number}: words come in a scene, after a line such as {_FORMS['==']}.")
        steps = self._scene.steps
        if not steps or not steps[-1].is_open:
            steps.append(_Step(number))
        said = row[1:].strip()
        steps[-1].words.append(said)
        if len(_joined(steps[-1].words)) > WORDS:
            raise _Wrong(
                f"Line {number}: a step has at most {WORDS} characters; leave an empty line before it."
            )

    def _stop(self, row: str, number: int) -> None:
        steps = self._scene.steps
        if not steps or steps[-1].place < max(self._scene.rows, default=0):
            raise _Wrong(f"Line {number}: a stop follows words such as {_FORMS['|']}.")
        step, said = steps[-1], _said(row, row[0], number, REASON)
        step.is_open = False
        if row[0] == "?":
            step.patterns.append(said)
        elif row[0] == "-":
            found = _ABOUT.fullmatch(said)
            step.reasons.append((found[1], found[2]) if found else ("*", said))
        else:
            move, _, why = said.partition("#")
            if not move.strip() or not why.strip():
                raise _Wrong(f"Line {number}: {quoted(row)} has to say why, such as {_FORMS['=']}.")
            step.shown = Line(Seat(0), move, why)

    def _steps(self, scene: _Scene, find_record: Callable[[str], Record]) -> Iterator[Step]:
        own = self._all.own | scene.own
        found = record.read(_spread(self._all.rows | scene.rows))
        header, lines = found.header, [*zip(found.places, found.lines, strict=True)]
        if "Record" in own:
            header, before = _beginning(own, header, find_record, scene.place)
            lines = [*((scene.place, line) for line in before), *lines]
        if not scene.steps:
            raise _Wrong(f"Line {scene.place}: this scene has no words such as {_FORMS['|']}.")
        whole = Scene(scene.title, header, _seat(own.get("You", "a"), header, scene.place))
        if _read_stop(scene.steps[-1]) is not None:
            raise _Wrong(
                f"Line {scene.steps[-1].place}: say something after this stop, such as {_FORMS['|']}."
            )
        since = 0
        for step in scene.steps:
            played = tuple(line for place, line in lines if since <= place < step.place)
            yield Step(whole, played, _joined(step.words), _read_stop(step), step.place)
            since = step.place
        if late := next((place for place, _ in lines if place > since), None):
            raise _Wrong(f"Line {late}: nothing is said after this line. Add words such as {_FORMS['|']}.")


def _spread(rows: dict[int, str]) -> str:
    """The rows on their lines in the file, so that errors name the right line."""
    return "\n".join(rows.get(number, "") for number in range(1, max(rows, default=0) + 1))


def _joined(words: list[str]) -> str:
    """One paragraph, or several where a line is empty."""
    paragraphs = "\n".join(words).split("\n\n")
    return "\n".join(" ".join(one.split()) for one in paragraphs).strip()


def _said(row: str, sign: str, number: int, most: int) -> str:
    """The text after the sign."""
    said = row.removeprefix(sign)
    if not said.startswith(" ") or not said.strip():
        raise _Wrong(f"Line {number}: {quoted(row)} isn't a line such as {_FORMS[sign]}.")
    if len(said.strip()) > most:
        raise _Wrong(f"Line {number} has more than {most} characters.")
    return said.strip()


def _read_stop(step: _Step) -> Stop | None:
    if not step.patterns and not step.reasons and step.shown is None:
        return None
    missing = {"?": not step.patterns, "-": ("*" not in dict(step.reasons)), "=": step.shown is None}
    lacking = next((sign for sign, is_missing in missing.items() if is_missing), None)
    if lacking:
        raise _Wrong(f"Line {step.place}: this stop needs a line such as {_FORMS[lacking]}.")
    assert step.shown is not None
    reasons = tuple(sorted(step.reasons, key=lambda one: one[0] == "*"))
    return Stop(tuple(step.patterns), reasons, step.shown.text, step.shown.note)


def _beginning(
    own: dict[str, str], header: Header, find_record: Callable[[str], Record], place: int
) -> tuple[Header, tuple[Line, ...]]:
    """The header and the first lines of a record in the game's folder."""
    form = 'such as [Record "board-full.txt"] and [Lines "61"]'
    count = own.get("Lines", "")
    try:
        found = find_record(own["Record"])
    except OSError:
        raise _Wrong(f"Line {place}: there's no record {quoted(own['Record'])}; name one, {form}.") from None
    if not count.isdecimal() or int(count) > len(found.lines):
        raise _Wrong(f"Line {place}: say how many of the {len(found.lines)} lines of the record, {form}.")
    if found.header.game != header.game:
        raise _Wrong(f"Line {place}: {quoted(own['Record'])} is a record of another game.")
    begun = replace(found.header, commit="", seed="", interaction_ids=(), places=None, scores=None)
    return begun, found.lines[: int(count)]


def _seat(written: str, header: Header, place: int) -> Seat:
    for number in range(header.seats):
        if written == letter(Seat(number)):
            return Seat(number)
    raise _Wrong(f'Line {place}: {quoted(written)} isn\'t a seat here. Write it like this: [You "a"].')
