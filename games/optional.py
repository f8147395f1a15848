"""What a game may have beside its rules: each a small protocol, looked for with `isinstance`.

Whoever is shown or told something by these has only his view, as everywhere.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Protocol, TypeAlias, TypeVar, runtime_checkable

from games.core import About, Choice, M_co, Outcome, S, V

V_contra = TypeVar("V_contra", contravariant=True)
M_contra = TypeVar("M_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Liking:
    """One thing in which every player has his hand as he likes, such as the order of his cards.

    Of its two or more `values` the first is what everybody has at first; a value's label is what the button
    says that brings it. A name or key has 1 to 6 characters, and no key stands in two likings of a game.
    """

    name: str
    values: tuple[Choice, ...]


Likings: TypeAlias = Mapping[str, str]
"""What one player likes: by the name of a liking the key of its value. Whatever is missing is as at first."""


@runtime_checkable
class Draws(Protocol[V_contra]):
    """A game with pictures."""

    def draw(self, view: V_contra, answers: tuple[str, ...] = ()) -> bytes:
        """A PNG of what the viewer knows, with what can be chosen after `answers` labelled."""
        ...


@runtime_checkable
class HasEmblems(Protocol):
    """A game whose choices have small pictures of their own: suits, items, places.

    They help to find a choice and never stand for its words.
    """

    about: ClassVar[About]
    emblems: ClassVar[tuple[str, ...]]
    """Their names: 2 to 20 small letters, digits and `_`."""

    def emblem(self, name: str) -> bytes:
        """A PNG of 128 by 128 px, at most 256 KiB. Raises KeyError for a name that is not in `emblems`."""
        ...


@runtime_checkable
class Describes(Protocol[V_contra]):
    """A game that can be told in words."""

    def describe(self, view: V_contra) -> str:
        """Prose of at most 1,000 characters that says what the picture shows; seats as marks."""
        ...


@runtime_checkable
class Likes(Protocol[V]):
    """A game in which players see their hands as they like."""

    likings: ClassVar[tuple[Liking, ...]]

    def liked(self, view: V, likings: Likings) -> V:
        """A seat's view as its player likes it, made of that view alone.

        Pictures and words may differ. Legal moves are the same; so are questions, but for their words and
        the order of their choices, and whatever answers one of them answers all.
        """
        ...


@runtime_checkable
class HasShorthand(Protocol[V_contra]):
    """A game in which players may type in short what they see, such as the number of a card they hold."""

    def longhand(self, view: V_contra, text: str) -> str:
        """`text`, typed by whoever has this view, as `read` takes it; unchanged where nothing is short.

        It goes into the record only as `write` writes the move. Raises BadNotation.
        """
        ...


@runtime_checkable
class Plays(Protocol[V_contra, M_co]):
    """A game with computer players."""

    def choose(self, view: V_contra, level: str, rng: Random) -> M_co:
        """A legal move, the same for the same view, level and state of `rng`; bounded in nodes, not time."""
        ...


@runtime_checkable
class SharesSeats(Protocol):
    """A game in which the options say who may sit down together, and who holds several seats."""

    def seating(self, options: Any) -> Mapping[int, tuple[int, ...]]:
        """For each number of players that the options allow: by seat, which of them holds it, counted from 0.

        `{2: (0, 1, 0, 1)}`: two players, the first with the seats a and c. No two are of the same length.
        """
        ...


@runtime_checkable
class ShowsPlaces(Protocol[S]):
    """A game that may go on without those who resigned, and whose views show who has won."""

    def ranked(self, state: S, outcome: Outcome) -> S:
        """The finished position with these places and this reason, in which those who resigned are last."""
        ...


@runtime_checkable
class KeepsNotes(Protocol[V_contra]):
    """A game that keeps a notebook for every seat, unless its options take it away."""

    def keeps_notes(self, options: Any) -> bool:
        """Whether there is a notebook with these options."""
        ...

    def notes(self, view: V_contra) -> tuple[str, ...]:
        """What the viewer was shown and what follows from it, one sentence each; seats as marks.

        At most 3,500 characters with names of 32 characters; empty while there is nothing to note.
        """
        ...


@runtime_checkable
class LimitsTime(Protocol[M_contra]):
    """A game whose options limit the time of a move; it knows no clock, whoever hosts it does."""

    def minutes(self, options: Any) -> int:
        """How many minutes a move may take; 0 for as long as one likes."""
        ...

    def begins_move(self, move: M_contra) -> bool:
        """Whether after this draw of chance a player's time runs anew, as after a roll."""
        ...


@runtime_checkable
class Defaults(Protocol[V_contra, M_co]):
    """A game that says what is played for an absent seat."""

    def default(self, view: V_contra) -> M_co:
        """A legal move that risks and changes little.

        Where everybody is asked (the channel has the question) it depends on nothing that only this seat
        knows. Raises IllegalMove for a secret choice: a computer makes that.
        """
        ...
