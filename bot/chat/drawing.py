"""What a picture is, and how one is drawn. What draws imports no Discord."""

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol

from games.core import Caption
from games.engine.course import course
from games.engine.record import Header, Line
from games.game import AnyGame
from games.kit.brush.result import result_card
from games.kit.faces import NOTHING, Face, PlainDrawing, Told
from games.kit.results import Ended


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture as a PNG, and what it tells of the game's events: see `Drawing.said`.

    `alt` describes a picture that isn't of a table, seats as marks.
    """

    png: bytes
    said: tuple[Caption, ...] = ()
    alt: str = ""
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


class ResultPicture(NamedTuple):
    """A result card to draw, and the record from which the course of the game follows."""

    ended: Ended
    header: Header
    lines: tuple[Line, ...]

    def drawn(self, game: AnyGame, faces: tuple[Face, ...]) -> Drawn:
        """The card with these faces, and its description."""
        look = game.look()
        ended = replace(self.ended, course=course(game, self.header, self.lines, look))
        return Drawn(result_card(ended, look, faces), alt=ended.description(look))


def draw(
    game: AnyGame, view: Any, answers: tuple[str, ...], faces: tuple[Face, ...], told: Told = NOTHING
) -> Drawn:
    """The picture of a view with these faces and these words."""
    drawing = game.draw(view, answers if told.timeline is None else None).telling(told)
    return Drawn(drawing.png(faces), drawing.said(faces), shows_players=not isinstance(drawing, PlainDrawing))
