"""What the tests of Foozle's pictures look at: a table of two, and the sentence under its picture."""

from dataclasses import replace

from games.core import Seat, Stopped
from games.foozle.pictures.draw import draw
from games.foozle.rules.position import Position, Table
from games.foozle.rules.view import see
from tests.games.foozle.naive import table_with

A, B = Seat(0), Seat(1)


def table_of(hand: str, other: str = "Grue", groups: tuple[str, ...] = ("0Zu 2Zu 9Zu",)) -> Table:
    """A table at which b laid these groups down, and 0Fa and 8To lie in the tableau."""
    table = table_with((hand, other), "0Fa 8To", groups)
    return replace(table, layers=(B,) * len(groups))


def caption_of(position: Position | Stopped[Position], viewer: Seat | None = None) -> str:
    """The sentence under the picture."""
    shown = draw(see(position, viewer)).caption
    assert shown is not None
    return shown.text
