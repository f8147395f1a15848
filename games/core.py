"""What a game is: a pure value with about ten small methods, and the few types they speak in.

The referee (`new`, `turn`, `chance`, `apply`, `outcome`, `scores`) sees the whole position. Everything a
player touches (`legal`, `prompt`, pictures, descriptions, computers) sees only his view, and `view` is the
one door between the two.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Generic, NewType, Protocol, TypeAlias, TypeVar

from pydantic import BaseModel

Seat = NewType("Seat", int)
"""A place at the table, counted from 0 in the order of joining; never a Discord id."""

CHANCE = Seat(-1)
"""The seat of dice, shuffles and coins: its moves are drawn, and stand in the record as `*`."""

Viewer: TypeAlias = Seat | None
"""Who looks: a seat, or None for the channel, which knows what everybody knows."""

_SEAT_MARK = re.compile(r"\{([a-z])\}")


class BadNotation(ValueError):
    """The text is not a move in any position of this game. The message is a sentence for the player."""


class IllegalMove(ValueError):
    """A move, but not here and not now. The message is a sentence for the player that names the rule."""


def letter(seat: Seat) -> str:
    """`a` for the first seat, `b` for the second, …, `*` for chance."""
    return "*" if seat == CHANCE else chr(ord("a") + seat)


def mark(seat: Seat) -> str:
    """How texts of a game name a seat, `{a}`; `say` puts the name in its place."""
    return "{" + letter(seat) + "}"


def say(text: str, name: Callable[[Seat], str]) -> str:
    """`text` with every seat mark replaced by that seat's name; names are never read as marks."""
    return _SEAT_MARK.sub(lambda found: name(Seat(ord(found[1]) - ord("a"))), text)


@dataclass(frozen=True, slots=True)
class Event:
    """What a move told: `text` to all, but to a seat in `secret` that text in its place."""

    text: str
    secret: Mapping[Seat, str] = field(default_factory=dict)

    def heard_by(self, viewer: Viewer) -> str:
        """The sentence this viewer hears; empty when he hears nothing."""
        return self.text if viewer is None else self.secret.get(viewer, self.text)


@dataclass(frozen=True, slots=True)
class Turn:
    """Who must move before the game goes on (`owes`), and who else may (`may`: revise a secret, claim).

    Chance owes alone. The game is over when nobody owes.
    """

    owes: frozenset[Seat] = frozenset()
    may: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended, by seat: `places` (1 is first, equals share) and `scores` in the game's points.

    `reason` is said after who won or that all are equal, and a colon: it names no winner again.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can be chosen: `key` is what the answer becomes, `label` what button and picture say.

    A key has 1 to 12 characters and none of `:`, `,` and `+`. `emblem` names the small picture that may stand
    before the label, one of the game's `optional.HasEmblems.emblems`; empty for none.
    """

    key: str
    label: str
    note: str = ""
    emblem: str = ""


@dataclass(frozen=True, slots=True)
class Pick:
    """A question with 1 to 25 choices, of which `least` to `most` are picked.

    The answer is the key of the choice; of several, the keys joined by `+` in the order of `choices`.
    """

    text: str
    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1


S = TypeVar("S")
V = TypeVar("V", bound=Hashable)
M = TypeVar("M", bound=Hashable)
S_co = TypeVar("S_co", covariant=True)
M_co = TypeVar("M_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Ready(Generic[M_co]):
    """The answers spell this move."""

    move: M_co


@dataclass(frozen=True, slots=True)
class Step(Generic[S_co]):
    """The position after a move, and what the move told."""

    state: S_co
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class About:
    """What the lobby says of a game.

    `edition` changes whenever an old record would read otherwise: a table is played by its own edition alone.
    `seats` are the numbers of players it takes, `levels` its computers from weakest to strongest,
    `minutes` a usual length, `takebacks` whether a move may be taken back at all. `hands` says that seats
    have something of their own to see, and `pick_for_me` is the level that moves for a player who asks for
    it, where the rule book lets him; empty where it does not.

    `ties_win` says that all have won where all are equal; elsewhere that is a draw. With `host_first` the
    first seat is the host's, or a person's against a computer, in a rematch too; elsewhere a rematch turns
    the sides by one.
    """

    name: str
    title: str
    edition: str
    seats: tuple[int, ...]
    line: str
    minutes: int
    levels: tuple[str, ...]
    takebacks: bool
    hands: bool = False
    pick_for_me: str = ""
    ties_win: bool = False
    host_first: bool = False

    def winners(self, places: Sequence[int]) -> tuple[Seat, ...]:
        """By everybody's places, who has won: all who are first, or nobody in a draw."""
        first = tuple(Seat(seat) for seat, place in enumerate(places) if place == 1)
        return () if len(first) == len(places) and not self.ties_win else first


class Game(Protocol[S, V, M]):
    """S: the whole position. V: what one viewer knows. M: a move. All three are frozen and hashable."""

    about: ClassVar[About]
    options: ClassVar[type[BaseModel]]

    def new(self, seats: int, options: Any) -> S:
        """The position before the first move, for one of `about.seats` and an instance of `options`."""
        ...

    def turn(self, state: S) -> Turn:
        """Who owes a move and who may make one."""
        ...

    def chance(self, state: S, rng: Random) -> M:
        """Draw chance's move, which is owed; only `rng.random()` may be called."""
        ...

    def apply(self, state: S, seat: Seat, move: M) -> Step[S]:
        """The position after `move`. Raises IllegalMove and changes nothing if it is not allowed."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """The outcome of a finished position, else None."""
        ...

    def stop(self, state: S) -> S:
        """The position broken off, by /stop or by resigning: nobody owes a move, every view shows all.

        Such a position has no outcome of its own.
        """
        ...

    def scores(self, state: S) -> tuple[int, ...]:
        """Each seat's points so far, as everybody at the table may know them."""
        ...

    def view(self, state: S, viewer: Viewer) -> V:
        """All that this viewer knows; after the end, everything."""
        ...

    def legal(self, view: V) -> Iterable[M]:
        """The viewer's legal moves, in a fixed order; for the channel, those everybody may know."""
        ...

    def prompt(self, view: V, answers: tuple[str, ...]) -> Pick | Ready[M] | None:
        """The next question on the way to a move, the move, or None when there is nothing to choose.

        The channel's view gives the question only where everybody may see its choices, and then the very
        one that the seat to move is asked. Raises IllegalMove when the answers lead nowhere.
        """
        ...

    def write(self, move: M) -> str:
        """The move as text; one line, without `#`, not beginning with `/`."""
        ...

    def read(self, text: str) -> M:
        """The move a text spells, as forgiving as can be. Raises BadNotation."""
        ...


AnyGame: TypeAlias = Game[Any, Any, Any]
