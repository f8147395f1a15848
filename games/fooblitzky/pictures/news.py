"""A bubble for news that needs more than words: what was checked and its marks, or both bags after a bump."""

from typing import TypeAlias

from games.core import Seat
from games.fooblitzky.pictures import looks
from games.fooblitzky.pictures.colours import BOARD, Hour
from games.fooblitzky.pictures.looks import drawn, item_name
from games.fooblitzky.rules.city.items import Bag, Item
from games.fooblitzky.rules.phases import Bumping
from games.fooblitzky.rules.view import View
from games.kit.brush.easel import Easel
from games.kit.brush.marks import CREAM, seat_mark
from games.kit.brush.palette import Picture

SIDE = 66
_EDGE = 8

Sign: TypeAlias = Item | Seat | str
"""An item, a player, or the name of a mark."""
Rows: TypeAlias = tuple[tuple[Sign, ...], ...]


def news(view: View, hour: Hour) -> Picture | None:
    """The bubble (P) for what happened last; None if the streets already show it."""
    last = view.last
    if last is None or view.over:
        return None
    if last.bumped is not None:
        if isinstance(view.phase, Bumping):
            return None
        rows = tuple((seat, *_bag(view, seat)) for seat in (last.seat, last.bumped))
        return looks.tile(hour, _bubble, rows)
    if (check := view.checked) is None:
        return None
    marks = ("yes",) * check.ticks + ("no",) * check.crosses
    return looks.tile(hour, _bubble, (check.bag, marks) if check.bag else (marks,))


def _bag(view: View, seat: Seat) -> Bag:
    return view.people[seat].bag or ()


def _bubble(rows: Rows) -> Picture:
    """The signs in rows on a light ground (RGB)."""
    wide = SIDE * max(map(len, rows)) + 2 * _EDGE
    high = SIDE * len(rows) + 2 * _EDGE
    easel = Easel((wide, high), BOARD)
    easel.plate((3, 3, wide - 3, high - 3), 3, CREAM)
    image = easel.finish()
    for line, row in enumerate(rows):
        for at, sign in enumerate(row):
            image.paste(*_sign(sign, (_EDGE + at * SIDE + 4, _EDGE + line * SIDE + 4)))
    return image


def _sign(sign: Sign, corner: tuple[int, int]) -> tuple[Picture, tuple[int, int], Picture | None]:
    """What to paste, where, and through which mask."""
    if isinstance(sign, int):
        return seat_mark(Seat(sign), SIDE - 8, CREAM), corner, None
    mark = drawn(item_name(sign) if isinstance(sign, Item) else f"marks/{sign}", SIDE - 8)
    return mark, corner, mark
