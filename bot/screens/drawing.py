"""What a picture is, and how one is drawn.

It stands alone because it imports no Discord: what draws doesn't depend on how pictures are sent.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.core import Highlight
from games.faces import Face, PlainDrawing
from games.game import AnyGame


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture as a PNG, and what the sentence below the board says: see `Drawing.said`."""

    png: bytes
    said: tuple[str, ...] = ()
    shows_players: bool = field(default=True, compare=False)
    """Whether it says who has which seat."""

    def __len__(self) -> int:
        return len(self.png)


class Kept(NamedTuple):
    """A highlight that stays in a picture, and the short form of its event."""

    highlight: Highlight
    told: str


def draw(
    game: AnyGame,
    view: Any,
    answers: tuple[str, ...],
    faces: tuple[Face, ...],
    saying: str,
    kept: Kept | None = None,
) -> Drawn:
    """The picture of a view with these faces, with this sentence below it and this highlight if there are."""
    assert game.draw is not None
    drawing = game.draw(view, answers)
    if saying:
        drawing = drawing.saying(saying)
    if kept is not None:
        drawing = drawing.keeping(*kept)
    return Drawn(drawing.png(faces), drawing.said(faces), not isinstance(drawing, PlainDrawing))
