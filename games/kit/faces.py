"""How players look in pictures. Games draw seats; names and faces are laid over their pictures afterwards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from games.core import Highlight, Seat

LEVELS = ("Beginner", "Easy", "Medium", "Hard", "Expert")
"""The titles of computer players, from weakest to strongest, as far as a game has them."""


@dataclass(frozen=True, slots=True)
class Face:
    """The player on a seat: a name in any script, and an image file (PNG, JPEG, WebP or GIF), empty if none.

    A computer's name is its level, or just “Computer”, and `computer` is the title of its level, by which it
    has one of five faces; that's empty for a person.
    """

    name: str = ""
    avatar: bytes = b""
    computer: str = ""


@dataclass(frozen=True, slots=True)
class Gain:
    """A mark on a time line: after this move, this seat had more points."""

    at: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Timeline:
    """Where a picture is in a game that's over: after move `now` of `last`.

    `gains` are at most 18, in order; `deals` are the moves with which a new deal began, and `turning` is the
    move with which the game turned. `words` stand below the line, and `told` is the picture's caption: what
    `by` did, with seats as marks. It's a whole picture's, so a picture has no other caption then.
    """

    now: int
    last: int
    gains: tuple[Gain, ...] = ()
    deals: tuple[int, ...] = ()
    turning: int | None = None
    words: str = ""
    told: str = ""
    by: Seat | None = None


class Drawing(Protocol):
    """What a game has drawn: everything but the players' names and faces."""

    def png(self, faces: Sequence[Face] = ()) -> bytes:
        """A PNG, 1180 px wide, with these faces by seat; a seat without one shows its letter.

        Equal drawings with equal faces give equal bytes on one machine, and equal pixels on all.
        """
        ...

    def said(self, faces: Sequence[Face] = ()) -> tuple[str, ...]:
        """The sentence below the picture, and the short forms of events that it tells in other words.

        Seats are marks. It's empty if there's no sentence, or if long names cut it off.
        """
        ...

    def saying(self, text: str) -> "Drawing":
        """The same drawing with this sentence below the picture, if there's room for one."""
        ...

    def keeping(self, highlight: Highlight, told: str) -> "Drawing":
        """The same drawing with a highlight in it, if there's room for one.

        `told` is the short form of its event: the drawing doesn't say that in other words too.
        """
        ...

    def following(self, timeline: Timeline) -> "Drawing":
        """The same drawing with a time line and its caption below it, if there's room for them."""
        ...


@dataclass(frozen=True, slots=True)
class PlainDrawing:
    """A drawing without players: a PNG, and the sentence it shows."""

    file: bytes
    caption: str = ""

    def png(self, faces: Sequence[Face] = ()) -> bytes:
        """The PNG: the same for all players."""
        return self.file

    def said(self, faces: Sequence[Face] = ()) -> tuple[str, ...]:
        """The sentence: the same for all players."""
        return (self.caption,) if self.caption else ()

    def saying(self, text: str) -> "PlainDrawing":
        """The same drawing: its picture is already finished."""
        return self

    def keeping(self, highlight: Highlight, told: str) -> "PlainDrawing":
        """The same drawing: its picture is already finished."""
        return self

    def following(self, timeline: Timeline) -> "PlainDrawing":
        """The same drawing: its picture is already finished."""
        return self
