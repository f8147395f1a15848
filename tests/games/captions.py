"""The caption of a picture, as a table's picture has it: with the newest thing that its viewer heard."""

from collections.abc import Iterable
from typing import Any

from games.core import CHANCE, Caption, Seat, Viewer
from games.engine.record import Header, Line
from games.engine.table import AnyTable, Table
from games.game import AnyGame
from games.kit.brush.scene import Scene
from games.kit.faces import Told


def table_after(game: AnyGame, lines: Iterable[str], seats: int, **options: str) -> AnyTable:
    """The table after lines such as `a pass`."""
    header = Header(game.about.name, game.about.edition, seats, tuple(options.items()))
    table: AnyTable = Table.new(game, header)
    for line in filter(None, map(str.strip, lines)):
        who, _, text = line.partition(" ")
        table = table.play(Line(CHANCE if who == "*" else Seat(ord(who) - ord("a")), text))
    return table


def caption_of(table: AnyTable, viewer: Viewer = None, answers: tuple[str, ...] = ()) -> Caption | None:
    """What stands below this viewer's picture, with letters instead of names."""
    return shown(table.game.draw(table.view(viewer), answers), table.newest(viewer))


def shown(drawing: Any, news: Caption | None = None) -> Caption | None:
    """What stands below this picture after this news."""
    assert isinstance(drawing, Scene)
    told: Scene = drawing.telling(Told(news))
    return told.caption()
