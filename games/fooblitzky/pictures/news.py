"""What happened last, in a bubble next to the dog it happened to: an item and a thumb, a deed, two bags."""

from collections.abc import Iterator
from typing import TypeAlias

from games.core import Seat
from games.fooblitzky.city.board import Last
from games.fooblitzky.city.items import Bag, Item
from games.fooblitzky.phases import Bumping
from games.fooblitzky.pictures import painting
from games.fooblitzky.pictures.panels import CARD
from games.fooblitzky.view import View
from games.kit.brush.easel import Easel
from games.kit.brush.kept import kept
from games.kit.brush.lettering import width, write
from games.kit.brush.marks import NIGHT, TEXT, seat_mark
from games.kit.brush.palette import Picture

SIDE = 62
_EDGE = 10

Sign: TypeAlias = Item | Seat | str
"""A thing, a player, the name of a mark, or words such as `+6`."""


def news(view: View) -> Picture | None:
    """The bubble (RGB) of the last move, if there is anything to say that the streets do not show."""
    last = view.last
    if last is None or view.over:
        return None
    if last.bumped is not None:
        if isinstance(view.phase, Bumping):
            return None
        return _bubble(tuple((seat, *_bag(view, seat)) for seat in (last.seat, last.bumped)))
    row = tuple(_row(last))
    return _bubble((row,)) if row else None


def _row(last: Last) -> Iterator[Sign]:
    match last.fate:
        case "car":
            yield "car"
        case "gift" | "robbery":
            yield from ("friend", f"+{last.foobles}") if last.fate == "gift" else ("foe", f"−{last.foobles}")
            yield "coin"
        case "turn":
            yield from ("friend", "turn")
        case "theft" | "piano":
            yield from ("foe", last.fate)
    if last.item is not None:
        yield last.item
        yield "up" if last.thumb else "down"


def _bag(view: View, seat: Seat) -> Bag:
    return view.people[seat].bag or ()


@kept
def _bubble(rows: tuple[tuple[Sign, ...], ...]) -> Picture:
    wide = max(sum(map(_width, row)) for row in rows) + 2 * _EDGE
    high = SIDE * len(rows) + 2 * _EDGE
    easel, words = Easel((wide, high), NIGHT), list[tuple[str, float, float]]()
    easel.plate((4, 4, wide - 4, high - 4), 8, CARD)
    for line, row in enumerate(rows):
        left, top = float(_EDGE), _EDGE + line * SIDE
        for sign in row:
            box = left + 3, top + 3, left + SIDE - 3, top + SIDE - 3
            if isinstance(sign, Item):
                painting.item(easel, sign, box)
            elif isinstance(sign, str) and _is_mark(sign):
                painting.symbol(easel, sign, box)
            elif isinstance(sign, str):
                words.append((sign, left + _width(sign) / 2, top + SIDE / 2))
            left += _width(sign)
    image = easel.finish()
    for line, row in enumerate(rows):
        if row and isinstance(row[0], int):
            image.paste(seat_mark(Seat(row[0]), SIDE - 8, CARD), (_EDGE + 4, _EDGE + line * SIDE + 4))
    for text, x, y in words:
        write(image, text, (x, y), TEXT, NIGHT)
    return image


def _width(sign: Sign) -> int:
    return width(sign, TEXT) + 12 if isinstance(sign, str) and not _is_mark(sign) else SIDE


def _is_mark(sign: str) -> bool:
    return sign[0] not in "+−"
