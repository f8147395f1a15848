"""In a replay, everybody's secrets below the city: what each picked, carries and has in their lockers."""

from collections.abc import Iterator
from typing import NamedTuple

from games.core import Seat
from games.fooblitzky.pictures import looks, things
from games.fooblitzky.pictures.colours import DEEP, GROUND, LILAC, OFF_RIM, Hour
from games.fooblitzky.pictures.words import write
from games.fooblitzky.rules.city.board import Player
from games.fooblitzky.rules.city.items import MOST_CARRIED, Item
from games.fooblitzky.rules.view import View
from games.kit.brush.easel import Easel
from games.kit.brush.marks import WIDTH
from games.kit.brush.palette import Picture
from games.kit.brush.scene import Spot
from games.kit.brush.sheet import Sheet

_HEADING, _ROW, _SIDE, _STEP = 62, 92, 82, 96
_FACE = 56
_PICKED, _BAG, _LOCKERS = 210, 420, 940
"""The x of the middle of the first thing of each kind."""


class Row(NamedTuple):
    """What one player has: their pick, their bag and their two lockers."""

    picked: Item | None
    bag: tuple[Item, ...]
    lockers: tuple[Item | None, ...]


def high(view: View) -> int:
    """The height of this part, in px; 0 unless it's a replay that shows everything."""
    return _HEADING + _ROW * len(view.people) + 12 if view.whole is not None and not view.over else 0


def panel(view: View, at: Hour) -> Sheet:
    """This part (P), with room for the faces."""
    sheet = Sheet.of(looks.palette(at), (WIDTH, high(view)), GROUND)
    looks.put(sheet, at, (0, 0), _headings)
    assert view.whole is not None
    for seat, player in enumerate(view.whole.players):
        looks.put(sheet, at, (100, _HEADING + seat * _ROW), _row, _of(view, seat, player))
    return sheet


def spots(view: View, top: int) -> Iterator[Spot]:
    """Everybody's face at the left, if this part begins at `top`."""
    for seat in range(len(view.people) if high(view) else 0):
        yield Spot(Seat(seat), (60, top + _HEADING + seat * _ROW + _ROW // 2), _FACE, GROUND)


def _of(view: View, seat: int, player: Player) -> Row:
    lockers = tuple(one if isinstance(one, Item) else None for one in player.lockers)
    return Row(view.chosen[seat], player.bag, lockers)


def _headings() -> Picture:
    image = Easel((WIDTH, _HEADING), GROUND).finish()
    image.paste(DEEP, (0, 0, WIDTH, 4))
    for x, words in ((_PICKED, "picked"), (_BAG + 1.5 * _STEP, "bag"), (_LOCKERS + _STEP / 2, "lockers")):
        write(image, words, (x, _HEADING / 2 + 4), LILAC, 300, 35)
    return image


def _row(row: Row) -> Picture:
    image = Easel((WIDTH - 100, _ROW), GROUND).finish()
    _thing(image, row.picked, _PICKED)
    for at in range(MOST_CARRIED):
        _thing(image, row.bag[at] if at < len(row.bag) else None, _BAG + at * _STEP)
    for at, item in enumerate(row.lockers):
        _thing(image, item, _LOCKERS + at * _STEP)
    return image


def _thing(image: Picture, item: Item | None, x: int) -> None:
    middle = x - 100, _ROW // 2
    if item is not None:
        things.disc(image, things.of(item), middle, _SIDE)
        return
    easel = Easel((_SIDE, _SIDE), GROUND)
    easel.ring((_SIDE / 2, _SIDE / 2), _SIDE / 2 - 1, OFF_RIM, 4)
    image.paste(easel.finish(), (middle[0] - _SIDE // 2, middle[1] - _SIDE // 2))
