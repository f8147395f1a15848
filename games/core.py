"""The few types that games and tables share: seats, events, turns, outcomes, questions."""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Generic, NewType, TypeAlias, TypeVar

Seat = NewType("Seat", int)
"""A place at the table, counted from 0 in the order of joining; never a Discord id."""

CHANCE = Seat(-1)
"""The seat of dice, shuffles and coins: its moves are drawn, and the record marks them `*`."""

Viewer: TypeAlias = Seat | None
"""Who is looking: a seat, or None for the channel, which knows what everybody knows."""

_SEAT_MARK = re.compile(r"\{([a-z])\}")


class BadNotation(ValueError):
    """The text is not a move in any position of this game. The message is a sentence for the player."""


class IllegalMove(ValueError):
    """A move that isn't allowed here or now. The message is a sentence for the player that names the rule."""


def letter(seat: Seat) -> str:
    """`a` for the first seat, `b` for the second, …, `*` for chance."""
    return "*" if seat == CHANCE else chr(ord("a") + seat)


def mark(seat: Seat) -> str:
    """How texts of a game name a seat, `{a}`; `name_seats` puts the name in its place."""
    return "{" + letter(seat) + "}"


def name_seats(text: str, name: Callable[[Seat], str]) -> str:
    """`text` with every seat mark replaced by that seat's name; names are never read as marks."""
    return _SEAT_MARK.sub(lambda found: name(Seat(ord(found[1]) - ord("a"))), text)


@dataclass(frozen=True, slots=True)
class Highlight:
    """What stays in a viewer's picture until they move: a few big words, and a line of smaller ones.

    At most 26 and 44 characters, without a full stop; seats as marks. They say only what this viewer has been
    told. `icon` names a small picture that the game's `draw` knows; empty for none.
    """

    title: str
    line: str = ""
    icon: str = ""

    @property
    def words(self) -> str:
        """What the picture shows, in sentences."""
        return " ".join(f"{words}." for words in (self.title, self.line) if words)


@dataclass(frozen=True, slots=True)
class Caption:
    """A sentence below a picture, of about 42 letters, with seats as marks such as `{a}`.

    `by` is who did it, None for what nobody did. A question with `follows` stands after the newest thing that
    its reader heard, if there's room for both.
    """

    text: str
    by: Seat | None = None
    follows: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """What a move announces: `text` to everyone, except that a seat in `secret` hears its own text.

    `by` is who did it: the seat that moved, or one that the move or chance made do something, such as win a
    trick; the first of several. It's None for what chance, the rules or everybody did. `short` is `text` as a
    picture's caption says it, and `secret_short` what single seats hear; without one, the sentence is its own
    short form. With `is_shown`, pictures show what it says, such as a dealt hand or a card on the table.
    With `is_outcome`, it announces the outcome, which the board shows on top. With `is_minor`, captions go on
    telling what came before, such as what a turn led to when the next one begins. `highlights` stay in
    pictures: by seat in that player's, and by None in everybody else's.
    """

    text: str
    by: Seat | None
    secret: Mapping[Seat, str] = field(default_factory=dict)
    short: str = ""
    secret_short: Mapping[Seat, str] = field(default_factory=dict)
    is_shown: bool = False
    is_outcome: bool = False
    is_minor: bool = False
    highlights: Mapping[Viewer, Highlight] = field(default_factory=dict)

    def heard_by(self, viewer: Viewer) -> str:
        """The sentence this viewer hears; empty if they hear nothing."""
        return self.text if viewer is None else self.secret.get(viewer, self.text)

    def in_short(self, viewer: Viewer) -> str:
        """What this viewer hears, as a caption says it."""
        if viewer is not None and viewer in self.secret and not self.is_shown:
            return self.secret_short.get(viewer, self.secret[viewer])
        return self.short or self.text

    def caption(self, viewer: Viewer) -> Caption:
        """What this viewer hears, below their picture."""
        return Caption(self.in_short(viewer), None if self.by == CHANCE else self.by)

    def highlight(self, viewer: Viewer) -> Highlight | None:
        """What stays in this viewer's picture until they move; None if nothing does."""
        return self.highlights.get(viewer) or self.highlights.get(None)


@dataclass(frozen=True, slots=True)
class Turn:
    """Who must move before the game goes on (`owes`), and who else may (`may`: revise a secret, claim).

    While chance owes a move, no seat does. The game is over when nobody owes one.
    """

    owes: frozenset[Seat] = frozenset()
    may: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended, by seat: `places` (1 is first, ties share a place) and `scores` in the game's points.

    If nobody wins, because all have lost together, all are in place 2. `reason` follows a sentence about who
    won and a colon, so it doesn't name the winner again.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str

    @property
    def is_defeat(self) -> bool:
        """Whether nobody has won, which is worse than a draw."""
        return is_defeat(self.places)


def is_defeat(places: Iterable[int]) -> bool:
    """Whether nobody is first in these places."""
    return 1 not in places


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice: `key` becomes the answer, `label` is what the button and the picture say.

    A key has 1 to 12 characters, without `:`, `,` or `+`. `icon` names the small picture that may
    appear before the label, one of `Game.icons`; empty for none. A choice that doesn't lead to a move
    on the board, such as a hint, has `is_move` False, and a grey button.
    """

    key: str
    label: str
    note: str = ""
    icon: str = ""
    is_move: bool = True


@dataclass(frozen=True, slots=True)
class Question:
    """A question with 1 to 25 choices; the player picks `least` to `most` of them.

    The answer is the key of the choice, or the keys of several joined by `+` in the order of `choices`.
    A few choices are buttons, many are a menu. With `rows`, the number of buttons in each row (1 to 5), even
    twenty choices are buttons: use it for choices that always look alike, such as squares of a board. With
    `likely`, only that many choices are buttons, the first ones, and all others are in a menu below, which is
    called `rest`. `tip` helps somebody who plays for the first time to answer just this question, in 200
    characters at most.
    """

    text: str
    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1
    rows: tuple[int, ...] = ()
    likely: int = 0
    rest: str = "More choices"
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Preference:
    """Something about their hand that players can set, such as the order of the cards.

    There are two or more `values`, and the first is the default; a value's label is the text of its button.
    A name or key has 1 to 6 characters, and no two preferences of a game share a key.
    """

    name: str
    values: tuple[Choice, ...]


Preferences: TypeAlias = Mapping[str, str]
"""What one player prefers: by the name of each preference, the key of its value; defaults are left out."""

MARKS = (Choice("sure", "Sure"), Choice("maybe", "Possible"), Choice("out", "Out"))
"""What a player can write in their notebook about a thing."""

AT_FIRST: Preferences = MappingProxyType({})
"""The preferences of a player who hasn't chosen any."""


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
class Stopped(Generic[S]):
    """The position in which the game was stopped: nobody owes a move, and every view shows everything."""

    at: S


@dataclass(frozen=True, slots=True)
class Step(Generic[S_co]):
    """The position after a move, and what the move announced."""

    state: S_co
    events: tuple[Event, ...] = ()
