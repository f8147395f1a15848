"""The shape of a custom id: a verb and its parts, `pick:17:-:4:c,E12`, written and read by a declaration.

An id holds all the state that a press needs, so a restart loses nothing, no view stays in memory, and a press
on an old message can be recognized. Each feature declares its own in its `routes.py`.
"""

from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from functools import partial
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    Self,
    TypeAlias,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from bot.refusal import Expired
from games.core import Seat, Viewer, letter

LONGEST = 100
"""Discord's limit for a custom id, in characters."""

Answers: TypeAlias = tuple[str, ...]
"""The keys of what somebody has chosen so far."""

Page: TypeAlias = Annotated[int, "page"]
"""The number of a page, from 0. Anything that isn't a small number is read as 0."""

OwnSeat: TypeAlias = Annotated[Seat | None, "seat"]
"""A seat of the person who presses; None for the one that is to move."""

MENU = -2
"""In place of a page's number: a menu says which one."""

CHOSEN = "menu"
"""In place of a part that a menu says."""

TOO_LARGE = 2**63
"""From here on a number fits in no column of the database, and is nothing's id."""


class _Part(NamedTuple):
    """A part of an id: its name, how it's written and read, and its default, if it may be missing."""

    name: str
    write: Callable[[Any], str]
    read: Callable[[str], object]
    default: object


def _write_viewer(viewer: Viewer) -> str:
    """A seat's letter, or `-` for the channel."""
    return "-" if viewer is None else letter(viewer)


def _read_viewer(text: str) -> Viewer:
    return None if text == "-" else _read_seat(text)


def _fits(word: str) -> bool:
    is_number = word.isascii() and word.isdecimal() and len(word) < 20
    return is_number and int(word) < TOO_LARGE


def _read_number(word: str) -> int:
    if not _fits(word):
        raise ValueError(f"no number: {word}")
    return int(word)


def _write_page(page: int) -> str:
    return "menu" if page == MENU else str(page)


def id_in(word: str) -> int:
    """An id; 0 for anything else."""
    return int(word) if _fits(word) else 0


def number_in(word: str) -> int:
    """A small number; 0 for anything else."""
    return int(word) if word.isascii() and word.isdecimal() and len(word) < 7 else 0


def _read_seat(text: str) -> Seat:
    if len(text) != 1 or not "a" <= text <= "z":
        raise ValueError(f"no seat: {text}")
    return Seat(ord(text) - ord("a"))


def _same(word: str, name: str) -> bool:
    if word != name:
        raise ValueError(f"not “{name}”: {word}")
    return True


_KINDS: dict[Any, tuple[Callable[[Any], str], Callable[[str], object]]] = {
    int: (str, _read_number),
    int | None: (str, _read_number),
    Page: (_write_page, number_in),
    Page | None: (_write_page, number_in),
    str: (str, str),
    Seat: (letter, _read_seat),
    OwnSeat: (letter, _read_seat),
    Viewer: (_write_viewer, _read_viewer),
    Answers: (",".join, lambda word: tuple(word.split(",")) if word else ()),
}


def _part(name: str, kind: Any, default: object) -> _Part:
    if kind is bool:
        return _Part(name, lambda _: name, lambda word: _same(word, name), default)
    if get_origin(kind) is Literal:
        return _Part(name, str, partial(_one_of, get_args(kind)), default)
    write, read = _KINDS[kind]
    return _Part(name, write, read, default)


def _one_of(words: Sequence[str], word: str) -> str:
    if word not in words:
        raise ValueError(word)
    return word


ROUTES: dict[str, type["Route"]] = {}
"""Every route by its verb, and by those that it was called before."""


@dataclass_transform(frozen_default=True)
class Route:
    """A kind of custom id. Its fields are the parts, in order, written and read by their types.

    An `int` is at least 0, a `Literal` one of its words, a `Seat` a letter, a `Viewer` a letter or `-`,
    `Answers` are joined by commas, a `bool` is its own name or nothing. Parts with a default may be missing
    at the end, as they are in ids of older versions. A route also has the verbs that it `was` called before.
    """

    verb: ClassVar[str]
    _parts: ClassVar[tuple[_Part, ...]]

    def __init_subclass__(cls, *, verb: str = "", was: Sequence[str] = ()) -> None:
        """Declare a route with this verb. Verbs stand in old messages: one that changes goes on as `was`."""
        dataclass(frozen=True)(cls)
        types = get_type_hints(cls, include_extras=True)
        cls._parts = tuple(_part(one.name, types[one.name], one.default) for one in fields(cls))  # type: ignore[arg-type]
        if verb:
            cls.verb = verb
            for one in (verb, *was):
                assert one not in ROUTES, one
                ROUTES[one] = cls

    @property
    def id(self) -> str:
        """The custom id. Raises ValueError if it's too long or would be misread."""
        parts = list(self._parts)
        while parts and getattr(self, parts[-1].name) == parts[-1].default:
            parts.pop()
        made = ":".join([self.verb, *[one.write(getattr(self, one.name)) for one in parts]])
        if len(made) > LONGEST or made.count(":") != len(parts):
            raise ValueError(f"not a custom id: {made}")
        return made

    def ids(self, answers: Sequence[Answers]) -> list[str]:
        """The ids of the same route after each of these `answers`. Raises ValueError as `id` does."""
        return [replace(self, answers=one).id for one in answers]  # type: ignore[type-var]

    @property
    def fits(self) -> bool:
        """Whether this has an `id`."""
        try:
            return bool(self.id)
        except ValueError:
            return False

    @classmethod
    def of(cls, words: Sequence[str]) -> Self:
        """The route with these parts. Raises Expired if it can't have written them."""
        needed = sum(one.default is MISSING for one in cls._parts)
        if not needed <= len(words) <= len(cls._parts):
            raise Expired
        try:
            return cls(*(one.read(word) for one, word in zip(cls._parts, words, strict=False)))
        except ValueError:
            raise Expired from None

    def opens_form(self, chosen: Sequence[str]) -> bool:
        """Whether a form answers a press on this. It has to be the first answer, and is all that happens.

        `chosen` is what the press itself carries, from a menu or a form.
        """
        return False


class AtTable(Route):
    """A press at a table, by its number. It counts only where that table is; see `must_be_in_place`."""

    table: int


class AtSeat(AtTable):
    """A press on what one seat was shown."""

    seat: Seat


class AtQuestion(AtTable):
    """A press under a question that this viewer was asked."""

    viewer: Viewer
    version: int


class OfGame(Route):
    """A press about a game, by its name."""

    game: str


class AtStep(OfGame):
    """A press at a step of a game's lesson."""

    step: int


class OfRecord(Route):
    """A press about a game that's over: `record` is its table's number, or names a record from a file."""

    record: str


def read(custom_id: str) -> Route:
    """The route of a custom id, which may be made up. Raises Expired if there's none."""
    verb, *words = custom_id.split(":")
    if (found := ROUTES.get(verb)) is None:
        raise Expired
    return found.of(words)
