"""What a picture is, and how one is drawn. What draws imports no Discord."""

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol

from games.core import Highlight
from games.engine.course import course
from games.engine.record import Header, Line
from games.game import AnyGame
from games.kit.brush.result import result_card
from games.kit.faces import Face, PlainDrawing, Timeline
from games.kit.results import Ended


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture as a PNG, and what the sentence below the board says: see `Drawing.said`."""

    png: bytes
    said: tuple[str, ...] = ()
    shows_players: bool = field(default=True, compare=False)
    """Whether it says who has which seat."""

    def __len__(self) -> int:
        return len(self.png)


class Card(Protocol):
    """A picture that isn't of a table: a value that says all that's on it."""

    def png(self) -> bytes:
        """A PNG, 1180 px wide."""
        ...

    def __hash__(self) -> int: ...


class Kept(NamedTuple):
    """A highlight that stays in a picture, and the short form of its event."""

    highlight: Highlight
    told: str


class ResultPicture(NamedTuple):
    """A result card to draw, and the record from which the course of the game follows."""

    ended: Ended
    header: Header
    lines: tuple[Line, ...]

    def drawn(self, game: AnyGame, faces: tuple[Face, ...]) -> Drawn:
        """The card with these faces; what it says is its description, seats as marks."""
        look = game.look()
        ended = replace(self.ended, course=course(game, self.header, self.lines, look))
        return Drawn(result_card(ended, look, faces), (ended.description(look),))


def draw(
    game: AnyGame,
    view: Any,
    answers: tuple[str, ...],
    faces: tuple[Face, ...],
    saying: str,
    kept: Kept | None = None,
    timeline: Timeline | None = None,
) -> Drawn:
    """The picture of a view with these faces; with this sentence, highlight and time line if there are."""
    drawing = game.draw(view, answers if timeline is None else None)
    if saying:
        drawing = drawing.saying(saying)
    if kept is not None:
        drawing = drawing.keeping(*kept)
    if timeline is not None:
        drawing = drawing.following(timeline)
    return Drawn(drawing.png(faces), drawing.said(faces), not isinstance(drawing, PlainDrawing))
