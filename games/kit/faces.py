"""How players look in pictures. Games draw seats; names and faces are laid over their pictures afterwards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from games.core import Caption, Highlight, Seat

LEVELS = ("Beginner", "Easy", "Medium", "Hard", "Expert")
"""The titles of computer players, from weakest to strongest, as far as a game has them."""


@dataclass(frozen=True, slots=True)
class Face:
    """The player on a seat: a name in any script, and an image file (PNG, JPEG, WebP or GIF), empty if none.

    A computer's name is its level, or just “Computer”, and `computer` is the title of its level, by which it
    has one of five faces; that's empty for a person. `ground` is the colour behind it at a table, so that
    computers of one level differ; None for the one that they have elsewhere.
    """

    name: str = ""
    avatar: bytes = b""
    computer: str = ""
    ground: tuple[int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class Gain:
    """A mark on a time line: after this move, this seat had more points."""

    at: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Timeline:
    """Where a picture is in a game that's over: after move `now` of `last`.

    `gains` are at most 18, in order; `deals` are the moves with which a new deal began, and `turning` is the
    move with which the game turned. `words` stand below the line.
    """

    now: int
    last: int
    gains: tuple[Gain, ...] = ()
    deals: tuple[int, ...] = ()
    turning: int | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Kept:
    """A highlight that stays in a picture, and its event as a caption tells it."""

    highlight: Highlight
    told: Caption


@dataclass(frozen=True, slots=True)
class Told:
    """What a picture tells its viewer besides what the game has drawn.

    `news` is the newest thing that they heard, and `kept` the highlight that stays until they move. With
    `asks`, what the game asks them stands in place of the news, or after them; a picture with a `timeline`
    is of the past, so it asks nothing.
    """

    news: Caption | None = None
    kept: Kept | None = None
    timeline: Timeline | None = None
    asks: bool = True


NOTHING = Told()


class Drawing(Protocol):
    """What a game has drawn: everything but the players' names and faces."""

    def png(self, faces: Sequence[Face] = ()) -> bytes:
        """A PNG, 1180 px wide, with these faces by seat; a seat without one shows its letter.

        Equal drawings with equal faces give equal bytes on one machine, and equal pixels on all.
        """
        ...

    def telling(self, told: Told) -> "Drawing":
        """The same drawing with these words, as far as there's room for them."""
        ...

    def said(self, faces: Sequence[Face] = ()) -> tuple[Caption, ...]:
        """What it tells of the news and the highlight, except what long names cut off."""
        ...


@dataclass(frozen=True, slots=True)
class PlainDrawing:
    """A drawing without players, as a PNG that tells nothing more."""

    file: bytes

    def png(self, faces: Sequence[Face] = ()) -> bytes:
        """The PNG: the same for all players."""
        return self.file

    def telling(self, told: Told) -> "PlainDrawing":
        """The same drawing: its picture is already finished."""
        return self

    def said(self, faces: Sequence[Face] = ()) -> tuple[Caption, ...]:
        """Nothing."""
        return ()
