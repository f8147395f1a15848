"""The record is the game: a header and one line a move, readable by a person, replayable by anyone.

    [Game "doublolo"]
    [Edition "1"]
    [Seats "2"]
    [Option.blocked "30"]

    * board C3 …
    a call heads
    b E12              # what follows is a note

`a`, `b`, `c`, … are seats and `*` is chance. A text that begins with `/` speaks to the table and not to
the game (`a /undo`). In rule cards a line `! b E7` must be refused, and `> …` is what the channel hears.
"""

import re
from dataclasses import dataclass

from games.core import Seat, letter

_TAG = re.compile(r'\[([A-Za-z]+(?:\.[a-z0-9_]+)?) "(.*)"\]')
_LINE = re.compile(r"(?:(!) )?([a-z*]) ([^#\s][^#]*?)\s*(?:#\s*(.*))?")
_KNOWN = ("Game", "Edition", "Seats", "Commit", "Joins", "Seed", "Places", "Scores")


class BadRecord(ValueError):
    """The text is no record; the message names the line."""


@dataclass(frozen=True, slots=True)
class Line:
    """Who moved and what, with a note for the reader that no rule depends on.

    Text and note are each one line: any run of blanks and line breaks in them becomes one blank.
    """

    who: Seat
    text: str
    note: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", " ".join(self.text.split()))
        object.__setattr__(self, "note", " ".join(self.note.split()))


@dataclass(frozen=True, slots=True)
class Refusal:
    """In a rule card: this line must be refused here."""

    line: Line


@dataclass(frozen=True, slots=True)
class Heard:
    """In a rule card: the last thing the channel heard."""

    text: str


@dataclass(frozen=True, slots=True)
class Header:
    """What is settled before the first line.

    `commit` is `sha256:` and the hash of the secret seed, `joins` the ids of the clicks by which people sat
    down, and `seed` the seed in hexadecimal once the game is over. `places` and `scores`, when given, are
    what the record claims of its end.
    """

    game: str
    edition: str
    seats: int
    options: tuple[tuple[str, str], ...] = ()
    commit: str = ""
    joins: tuple[str, ...] = ()
    seed: str = ""
    places: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A header and its lines; `checks` belong to rule cards: (number of lines before it, what must hold)."""

    header: Header
    lines: tuple[Line, ...] = ()
    checks: tuple[tuple[int, Refusal | Heard], ...] = ()


def write_line(line: Line) -> str:
    """`b E12`, with `  # note` behind it where there is one."""
    return f"{letter(line.who)} {line.text}" + (f"  # {line.note}" if line.note else "")


def write(record: Record) -> str:
    """The record as text that `read` understands, without its checks; ends with a newline."""
    head = record.header
    tags = [("Game", head.game), ("Edition", head.edition), ("Seats", str(head.seats))]
    tags += [(f"Option.{key}", value) for key, value in head.options]
    ending = [("Commit", head.commit), ("Joins", " ".join(head.joins)), ("Seed", head.seed)]
    ending += [("Places", _numbers(head.places)), ("Scores", _numbers(head.scores))]
    tags += [(name, value) for name, value in ending if value]
    rows = [f'[{name} "{value}"]' for name, value in tags]
    return "\n".join([*rows, "", *map(write_line, record.lines)]) + "\n"


def read(text: str) -> Record:
    """The record a text spells. Raises BadRecord with the number of the line that is wrong."""
    tags: dict[str, str] = {}
    lines: list[Line] = []
    checks: list[tuple[int, Refusal | Heard]] = []
    for number, row in enumerate(map(str.strip, text.split("\n")), 1):
        if not row or row.startswith("#"):
            continue
        if row.startswith("["):
            _read_tag(row, number, tags)
        elif row.startswith("> "):
            checks.append((len(lines), Heard(row[2:].strip())))
        else:
            line, refused = _read_line(row, number)
            if refused:
                checks.append((len(lines), Refusal(line)))
            else:
                lines.append(line)
    return Record(_header(tags), tuple(lines), tuple(checks))


def _numbers(values: tuple[int, ...] | None) -> str:
    return "" if values is None else " ".join(map(str, values))


def _read_tag(row: str, number: int, tags: dict[str, str]) -> None:
    found = _TAG.fullmatch(row)
    if not found or not (found[1] in _KNOWN or found[1].startswith("Option.")):
        raise BadRecord(f'Line {number}: “{row}” is not a tag such as [Game "doublolo"].')
    if found[1] in tags:
        raise BadRecord(f"Line {number}: the tag {found[1]} stands twice.")
    tags[found[1]] = found[2]


def _read_line(row: str, number: int) -> tuple[Line, bool]:
    found = _LINE.fullmatch(row)
    if not found:
        raise BadRecord(f"Line {number}: “{row}” is not a line such as “b E12”.")
    who = Seat(-1 if found[2] == "*" else ord(found[2]) - ord("a"))
    return Line(who, found[3], found[4] or ""), bool(found[1])


def _header(tags: dict[str, str]) -> Header:
    if "Game" not in tags:
        raise BadRecord('There is no tag [Game "…"] that says which game this is.')
    try:
        return Header(
            game=tags["Game"],
            edition=tags.get("Edition", "1"),
            seats=int(tags.get("Seats", "2")),
            options=tuple((key[7:], value) for key, value in tags.items() if key.startswith("Option.")),
            commit=tags.get("Commit", ""),
            joins=tuple(tags.get("Joins", "").split()),
            seed=tags.get("Seed", ""),
            places=_tuple(tags.get("Places")),
            scores=_tuple(tags.get("Scores")),
        )
    except ValueError:
        raise BadRecord("Seats, Places and Scores are whole numbers.") from None


def _tuple(text: str | None) -> tuple[int, ...] | None:
    return None if text is None else tuple(map(int, text.split()))
