"""What happened last, where words alone say too little: an item and a thumb, check marks, two bags."""

from collections.abc import Iterator
from typing import TypeAlias

from games.core import Seat
from games.fooblitzky.city.board import Last
from games.fooblitzky.city.items import Bag, Item
from games.fooblitzky.phases import Bumping
from games.fooblitzky.pictures import looks
from games.fooblitzky.pictures.colours import BOARD, Hour
from games.fooblitzky.pictures.looks import drawn, item_name
from games.fooblitzky.pictures.words import write
from games.fooblitzky.view import View
from games.kit.brush.easel import Easel
from games.kit.brush.kept import kept
from games.kit.brush.lettering import width
from games.kit.brush.marks import CREAM, NIGHT, seat_mark
from games.kit.brush.palette import Picture

SIDE = 66
_EDGE = 8

Sign: TypeAlias = Item | Seat | str
"""A thing, a player, the name of a mark, or words such as `+6`."""
Rows: TypeAlias = tuple[tuple[Sign, ...], ...]


def news(view: View, hour: Hour) -> Picture | None:
    """The bubble (P) of what happened last, if there is anything that the streets do not show."""
    last = view.last
    if last is None or view.over:
        return None
    if last.bumped is not None:
        if isinstance(view.phase, Bumping):
            return None
        rows = tuple((seat, *_bag(view, seat)) for seat in (last.seat, last.bumped))
        return looks.tile(hour, _bubble, rows)
    row = tuple(_row(view, last))
    return looks.tile(hour, _bubble, (row,)) if row else None


def _row(view: View, last: Last) -> Iterator[Sign]:
    match last.fate:
        case "car":
            yield "car"
        case "gift" | "robbery":
            yield from ("friend", f"+{last.foobles}") if last.fate == "gift" else ("foe", f"−{last.foobles}")
            yield "coin"
        case "turn":
            yield from ("friend", "turn")
        case "theft" | "piano":
            yield from ("foe", "sack" if last.fate == "theft" else "piano")
    if last.item is not None:
        yield last.item
        yield "up" if last.thumb else "down"
    checks = view.checks
    if last.site and last.site.kind == "check" and checks and checks[-1].seat == last.seat:
        yield from ("yes",) * checks[-1].ticks + ("no",) * checks[-1].crosses


def _bag(view: View, seat: Seat) -> Bag:
    return view.people[seat].bag or ()


@kept
def _bubble(rows: Rows) -> Picture:
    """The signs in rows on a light ground (RGB)."""
    wide = max(sum(map(_width, row)) for row in rows) + 2 * _EDGE
    high = SIDE * len(rows) + 2 * _EDGE
    easel = Easel((wide, high), BOARD)
    easel.plate((3, 3, wide - 3, high - 3), 3, CREAM)
    image = easel.finish()
    for line, row in enumerate(rows):
        left, top = _EDGE, _EDGE + line * SIDE
        for sign in row:
            _put(image, sign, left, top)
            left += _width(sign)
    return image


def _put(image: Picture, sign: Sign, left: int, top: int) -> None:
    if isinstance(sign, str) and not _is_mark(sign):
        write(image, sign, (left + _width(sign) / 2, top + SIDE / 2), NIGHT, _width(sign))
    elif isinstance(sign, int):
        image.paste(seat_mark(Seat(sign), SIDE - 8, CREAM), (left + 4, top + 4))
    else:
        name = item_name(sign.name) if isinstance(sign, Item) else f"marks/{sign}"
        mark = drawn(name, SIDE - 8)
        image.paste(mark, (left + 4, top + 4), mark)


def _width(sign: Sign) -> int:
    return width(sign, 33) + 12 if isinstance(sign, str) and not _is_mark(sign) else SIDE


def _is_mark(sign: str) -> bool:
    return sign[0] not in "+−"
