"""How players look in pictures. Games draw seats; names and faces are laid over their pictures afterwards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from games.core import Highlight


@dataclass(frozen=True, slots=True)
class Face:
    """The player on a seat: a name in any script, and an image file (PNG, JPEG, WebP or GIF), empty if none.

    A computer's name is its level, or just “Computer”; all computers have the same face.
    """

    name: str = ""
    avatar: bytes = b""
    is_computer: bool = False


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
