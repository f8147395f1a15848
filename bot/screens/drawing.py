"""What the process that draws runs. Imports games only, so that it is small and starts fast.

It sends a None when it's ready. Then it reads a pickled `Asked` at a time and answers each with a pickled
`Drawn`, or None if it couldn't draw it. The length of either comes first.
"""

import pickle
import socket
import struct
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from bot.workers import serve_the_bot
from games import registry
from games.core import Highlight
from games.course import course
from games.faces import Face, PlainDrawing, Timeline
from games.game import AnyGame
from games.kit.brush import cached
from games.kit.brush.result import result_card
from games.record import Header, Line
from games.results import PLAIN, Ended

LENGTH = struct.Struct("!I")
"""How many bytes follow."""


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


class ViewPicture(NamedTuple):
    """A view to draw after `answers`, with this sentence, highlight and time line if there are."""

    view: Any
    answers: tuple[str, ...]
    saying: str
    kept: Kept | None
    timeline: Timeline | None

    def drawn(self, game: AnyGame, faces: tuple[Face, ...]) -> Drawn:
        """The picture with these faces."""
        return draw(game, self.view, self.answers, faces, self.saying, self.kept, self.timeline)


class ResultPicture(NamedTuple):
    """A result card to draw, and the record from which the course of the game follows."""

    ended: Ended
    header: Header
    lines: tuple[Line, ...]

    def drawn(self, game: AnyGame, faces: tuple[Face, ...]) -> Drawn:
        """The card with these faces; what it says is its description, seats as marks."""
        look = PLAIN if game.look is None else game.look()
        ended = replace(self.ended, course=course(game, self.header, self.lines, look))
        return Drawn(result_card(ended, look, faces), (ended.description(look),))


class Asked(NamedTuple):
    """A picture to draw. Faces have numbers, so that avatars are sent once; `new` are those not sent yet."""

    game: str
    what: ViewPicture | ResultPicture
    faces: tuple[int, ...]
    new: dict[int, Face]


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
    assert game.draw is not None
    drawing = game.draw(view, answers)
    if saying:
        drawing = drawing.saying(saying)
    if kept is not None:
        drawing = drawing.keeping(*kept)
    if timeline is not None:
        drawing = drawing.following(timeline)
    return Drawn(drawing.png(faces), drawing.said(faces), not isinstance(drawing, PlainDrawing))


def draw_for_the_bot(bot: socket.socket, most_parts: int) -> None:
    """Draw what the bot asks for until it hangs up, with at most this many bytes of parts cached."""
    serve_the_bot()
    registry.all_games()
    cached.PARTS.most = most_parts
    faces: dict[int, Face] = {}
    with suppress(ConnectionError), bot, bot.makefile("rb") as asked:
        bot.sendall(packed(None))  # ready
        while length := asked.read(LENGTH.size):
            one: Asked = pickle.loads(asked.read(*LENGTH.unpack(length)))  # noqa: S301 - from the bot
            faces |= one.new
            bot.sendall(packed(_drawn(one, tuple(faces[number] for number in one.faces))))


def _drawn(asked: Asked, faces: tuple[Face, ...]) -> Drawn | None:
    try:
        return asked.what.drawn(registry.find(asked.game), faces)
    except Exception:
        return None  # the bot draws it again itself, and its log says what's wrong


def packed(thing: object) -> bytes:
    """The thing as it is sent, with its length first."""
    body = pickle.dumps(thing, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(body)) + body
