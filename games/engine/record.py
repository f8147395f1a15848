"""The record is the game: a header and one line per move, readable by a person, replayable by anyone.

    [Game "doublolo"]
    [Edition "1"]
    [Seats "2"]
    [Option.blocked "30"]

    * board C3 …
    a call heads
    b E12              # what follows is a note

`a`, `b`, `c`, … are seats and `*` is chance. A text that begins with `/` is for the table, not for the
game (`a /undo 12`). In rule cards a line `! b E7` must be refused, and `> …` is what the channel hears.

A record is text in UTF-8, and may begin with a byte order mark. Only `\n` ends a line. Around a line, and
between its words, any white space is as good as a space: a tab, a no-break space, a `\r` and whatever else
Python's `str.isspace` says. Only the one right after the seat has to be a space. Lines without anything else
are left out, and so are those that begin with `#`. The same is read by docs/verify.py and docs/verify.html,
and tests/grammar.toml holds all of them to it.

Records can come from strangers, so they have limits, which are checked before anything else:
2,000,000 bytes, 50,000 lines of the file, 1,000 characters in a line, 50 tags and 26 seats. The longest game
in Parlour, a match of Calabresella to 9,999 points, can come to as many lines.
"""

import re
from dataclasses import dataclass, field

from games.core import CHANCE, Seat, letter
from games.kit.prose import quoted

MOST_BYTES = 2_000_000
"""Of a whole record in UTF-8."""

MOST_LINES = 50_000
"""Lines of the file, with its tags, notes and empty lines."""

MOST_CHARACTERS = 1_000
"""In a line of the file."""

MOST_TAGS = 50
"""In a header, including its options."""

MOST_SEATS = 26
"""As many as there are letters for them."""

MOST_MOVES = MOST_LINES - MOST_TAGS - 1
"""How many lines of a game fit, whatever the header."""

MOST_TEXT = 500
"""Characters of a move or a word to the table; this leaves room for a note on the line."""

NUMBER = re.compile("-?[0-9]+")
"""How a whole number is written."""

_TAG = re.compile(
    r"\[(Game|Edition|Seats|From|Copied|Commit|Joins|Seed|Places|Scores|Option\.[a-z0-9_]+)"
    r' "(.*)"\]'
)
_LINE = re.compile(r"([a-z*]) ([^\s#][^#]*)(?:#(.*))?")
_CLICK = re.compile("[0-9A-Za-z_-]+")
_SEED = re.compile("(?:[0-9A-Fa-f]{2})*")


class BadRecord(ValueError):
    """The text isn't a record; the message names the line."""


@dataclass(frozen=True, slots=True)
class Line:
    """Who moved and what, with a note for the reader that no rule depends on.

    Text and note are one line each: any run of spaces and line breaks in them becomes one space.
    """

    who: Seat
    text: str
    note: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", " ".join(self.text.split()))
        object.__setattr__(self, "note", " ".join(self.note.split()))

    @property
    def is_talk(self) -> bool:
        """Whether this is said to the table (`games.engine.talk`) rather than a move."""
        return self.text.startswith("/")

    @property
    def by(self) -> Seat | None:
        """Who did it: a seat, or None for chance."""
        return None if self.who == CHANCE else self.who


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

    `commit` is `sha256:` and the hash of the secret seed, `interaction_ids` the presses with which people
    joined, and `seed` the seed in hexadecimal once the game is over. `places` and `scores`, if given, are
    how the record says it ended.

    A game that was played on from a move of another one says which in `origin`. Its first `copied` lines are
    that game's: their chance doesn't come from this seed, and none of them can be undone.
    """

    game: str
    edition: str
    seats: int
    options: tuple[tuple[str, str], ...] = ()
    commit: str = ""
    interaction_ids: tuple[str, ...] = ()
    seed: str = ""
    places: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None
    origin: str = ""
    copied: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """A header and its lines; `checks` belong to rule cards: (number of lines before it, what must hold).

    `places` are the line numbers in the file of the lines, and `check_places` those of the checks; both are
    empty if there was no file.
    """

    header: Header
    lines: tuple[Line, ...] = ()
    checks: tuple[tuple[int, Refusal | Heard], ...] = ()
    places: tuple[int, ...] = field(default=(), compare=False, repr=False)
    check_places: tuple[int, ...] = field(default=(), compare=False, repr=False)

    def place(self, index: int) -> str:
        """Where to find the line with this index: `Line 20` of the file, or `Move 12` if there's no file."""
        return f"Line {self.places[index]}" if self.places else move_number(index)


def move_number(index: int) -> str:
    """The place of a line that doesn't come from a file: `Move 12`."""
    return f"Move {index + 1}"


def shortened(text: str, most: int = 60) -> str:
    """The text, cut to `most` characters with `…` at the end."""
    return text if len(text) <= most else text[: most - 1] + "…"


def write_line(line: Line) -> str:
    """`b E12`, with `  # note` after it if there is one."""
    return f"{letter(line.who)} {line.text}" + (f"  # {line.note}" if line.note else "")


def write(record: Record) -> str:
    """The record as text that `read` understands, without its checks; ends with a newline."""
    head = record.header
    tags = [("Game", head.game), ("Edition", head.edition), ("Seats", str(head.seats))]
    tags += [(f"Option.{key}", value) for key, value in head.options]
    if head.copied:
        tags += [("From", head.origin), ("Copied", str(head.copied))]
    ending = [("Commit", head.commit), ("Joins", " ".join(head.interaction_ids)), ("Seed", head.seed)]
    ending += [("Places", _numbers(head.places)), ("Scores", _numbers(head.scores))]
    tags += [(name, value) for name, value in ending if value]
    rows = [f'[{name} "{value}"]' for name, value in tags]
    return "\n".join([*rows, "", *map(write_line, record.lines)]) + "\n"


def read(text: str) -> Record:
    """The record a text spells. Raises BadRecord with the number of the line that is wrong, or the limit."""
    if len(text.encode(errors="surrogatepass")) > MOST_BYTES:
        raise BadRecord(f"A record has at most {MOST_BYTES:,} bytes.")
    if text.count("\n") > MOST_LINES:
        raise BadRecord(f"A record has at most {MOST_LINES:,} lines.")
    tags: dict[str, str] = {}
    lines: list[Line] = []
    places: list[int] = []
    checks: list[tuple[int, Refusal | Heard]] = []
    check_places: list[int] = []
    for number, written in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if len(written) > MOST_CHARACTERS:
            raise BadRecord(f"Line {number} has more than {MOST_CHARACTERS:,} characters.")
        row = written.strip()
        if not row or row.startswith("#"):
            continue
        if row.startswith("["):
            _read_tag(row, number, tags)
        elif row[0] in "!>":
            checks.append((len(lines), _read_check(row, number)))
            check_places.append(number)
        else:
            lines.append(_read_line(row, number))
            places.append(number)
    return Record(_header(tags), tuple(lines), tuple(checks), tuple(places), tuple(check_places))


def _numbers(values: tuple[int, ...] | None) -> str:
    return "" if values is None else " ".join(map(str, values))


def _read_tag(row: str, number: int, tags: dict[str, str]) -> None:
    found = _TAG.fullmatch(row)
    if not found:
        raise BadRecord(f'Line {number}: {quoted(row)} isn\'t a tag such as [Game "doublolo"].')
    if found[1] in tags:
        raise BadRecord(f"Line {number}: the tag {shortened(found[1])} appears twice.")
    if len(tags) == MOST_TAGS:
        raise BadRecord(f"Line {number}: a record has at most {MOST_TAGS} tags.")
    tags[found[1]] = found[2]


def _read_check(row: str, number: int) -> Refusal | Heard:
    """`! b E7`: this line must be refused; `> {b} passes.`: the channel heard this last."""
    if row[0] == "!" and row[1:2] == " ":
        return Refusal(_read_line(row[2:], number, "! "))
    if row[0] == ">" and row[1:2] == " ":
        return Heard(row[2:].strip())
    form = "“! b E12”" if row[0] == "!" else "“> {b} passes.”"
    raise BadRecord(f"Line {number}: {quoted(row)} isn't a check such as {form}.")


def _read_line(line: str, number: int, before: str = "") -> Line:
    """`b E12  # note`: who, one space, and the text right after it."""
    found = _LINE.fullmatch(line)
    if not found:
        raise BadRecord(f"Line {number}: {quoted(before + line)} isn't a line such as “{before}b E12”.")
    return Line(CHANCE if found[1] == "*" else Seat(ord(found[1]) - ord("a")), found[2], found[3] or "")


def _header(tags: dict[str, str]) -> Header:
    if "Game" not in tags:
        raise BadRecord('No [Game "…"] tag says which game this is.')
    seats = _whole_numbers(tags.get("Seats", "2"))
    if len(seats) != 1 or not 0 <= seats[0] <= MOST_SEATS:
        raise BadRecord(f"Seats is one number, and at most {MOST_SEATS}.")
    copied = _whole_numbers(tags.get("Copied", "0"))
    if len(copied) != 1 or not 0 <= copied[0] <= MOST_LINES:
        raise BadRecord(f"Copied is one number, and at most {MOST_LINES:,}.")
    clicks, seed = tags.get("Joins", "").split(), tags.get("Seed", "")
    if not all(map(_CLICK.fullmatch, clicks)):
        raise BadRecord("Joins are numbers with spaces between.")
    if not _SEED.fullmatch(seed):
        raise BadRecord("The seed has to be hexadecimal.")
    return Header(
        game=tags["Game"],
        edition=tags.get("Edition", "1"),
        seats=seats[0],
        options=tuple((key[7:], value) for key, value in tags.items() if key.startswith("Option.")),
        commit=tags.get("Commit", ""),
        interaction_ids=tuple(clicks),
        seed=seed.lower(),
        places=_whole_numbers(tags["Places"]) if "Places" in tags else None,
        scores=_whole_numbers(tags["Scores"]) if "Scores" in tags else None,
        origin=tags.get("From", ""),
        copied=copied[0],
    )


def _whole_numbers(text: str) -> tuple[int, ...]:
    words = text.split()
    if not all(map(NUMBER.fullmatch, words)):
        raise BadRecord("Seats, Places and Scores are whole numbers.")
    return tuple(map(int, words))
