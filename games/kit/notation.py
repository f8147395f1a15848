"""How moves are written and read: a verb and its fields, each of which can read what it writes.

`Notation` is a table of forms, one for each kind of move, so everything written can be read again (law 2).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from games.core import BadNotation, Seat, letter

M = TypeVar("M")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Field(Generic[T]):
    """One value as text. `read` is forgiving, and raises BadNotation with a sentence."""

    write: Callable[[T], str]
    read: Callable[[str], T]


@dataclass(frozen=True, slots=True)
class Form(Generic[M]):
    """How one kind of move is written: `verb`, then what `field` writes.

    A form without a verb is for the move that is made most often, such as a square or a card on its own.
    """

    move: type[M]
    verb: str
    field: Field[M]


class Notation(Generic[M]):
    """All forms of a game.

    `others` are alternative spellings: the left is read as the right. `refused` are words that people try
    although they aren't moves, each with a sentence that says why. `example`, such as “E12”, is for players
    who type something else.
    """

    def __init__(
        self,
        *forms: Form[Any],
        others: Mapping[str, str] | None = None,
        refused: Mapping[str, str] | None = None,
        example: str = "",
    ) -> None:
        self._by_move = {form.move: form for form in forms}
        self._by_verb = {form.verb: form for form in forms}
        self._others = dict(others or {})
        self._refused = dict(refused or {})
        self._example = example

    def write(self, move: M) -> str:
        """The one way to write this move."""
        form = self._by_move[type(move)]
        return f"{form.verb} {form.field.write(move)}".strip()

    def read(self, text: str) -> M:
        """The move a text spells, in capitals or not. Raises BadNotation."""
        spelt = " ".join(text.casefold().split())
        spelt = self._others.get(spelt, spelt)
        if spelt in self._refused:
            raise BadNotation(self._refused[spelt])
        verb, _, rest = spelt.partition(" ")
        form = self._by_verb.get(verb)
        if form is None:
            form, rest = self._by_verb.get(""), spelt
        if form is None:
            raise BadNotation(f"Type a move such as {self._example}.")
        move: M = form.field.read(rest)
        return move


def nothing(move: Callable[[], M]) -> Field[M]:
    """For a move that is just its verb."""

    def read(text: str) -> M:
        if text:
            raise BadNotation("Type just the first word, with nothing after it.")
        return move()

    return Field(lambda _: "", read)


def one_of(*words: str) -> Field[str]:
    """One of these words."""

    def read(text: str) -> str:
        if text not in words:
            raise BadNotation(f"Choose one of these: {', '.join(words)}.")
        return text

    return Field(str, read)


def seat_of(seats: int) -> Field[Seat]:
    """A seat by its letter, `a` for the first."""
    letters = [letter(Seat(number)) for number in range(seats)]

    def read(text: str) -> Seat:
        if text not in letters:
            raise BadNotation(f"The seats are {', '.join(letters)}.")
        return Seat(letters.index(text))

    return Field(letter, read)


def several(field: Field[T]) -> Field[tuple[T, ...]]:
    """Values with spaces between; commas work too."""
    return Field(
        lambda values: " ".join(map(field.write, values)),
        lambda text: tuple(map(field.read, text.replace(",", " ").split())),
    )


def parted(*fields: Field[Any]) -> Field[tuple[Any, ...]]:
    """Groups with ` / ` between them, one for each field."""

    def write(groups: Iterable[Any]) -> str:
        return " / ".join(field.write(group) for field, group in zip(fields, groups, strict=True))

    def read(text: str) -> tuple[Any, ...]:
        parts = [part.strip() for part in text.split("/")]
        if len(parts) != len(fields):
            raise BadNotation(f"There are {len(fields)} groups with “/” between them, not {len(parts)}.")
        return tuple(field.read(part) for field, part in zip(fields, parts, strict=True))

    return Field(write, read)


def of(move: Callable[[T], M], value: Callable[[M], T], field: Field[T]) -> Field[M]:
    """A move with one value: how to make the move from the value, and get the value from the move."""
    return Field(lambda made: field.write(value(made)), lambda text: move(field.read(text)))
