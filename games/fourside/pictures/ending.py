"""The lower part of FourSide's picture after the end: both players, the winner crowned."""

from collections.abc import Iterator

from games.core import Seat
from games.fourside.pictures.hands import HIGH, WIDE, half_of
from games.fourside.pictures.pieces import FAINT, PANEL, RAY, palette
from games.fourside.rules.position import SEATS, Table
from games.fourside.words.telling import signed
from games.kit.brush.cached import cached
from games.kit.brush.easel import Easel
from games.kit.brush.festive import crown, rays
from games.kit.brush.lettering import write
from games.kit.brush.marks import CREAM, NIGHT
from games.kit.brush.marks import SEATS as SEAT_MARKS
from games.kit.brush.palette import Picture
from games.kit.brush.scene import Spot
from games.kit.brush.sheet import Sheet
from games.kit.prose import counted

_FACE = 112
_MIDDLE = 104
_CROWNED = 132
_WORDS = 206
_CAPITALS = 37


def winners(table: Table) -> tuple[Seat, ...]:
    """Who has the most points; both if they're equal."""
    most = max(table.scores)
    return tuple(seat for seat in SEATS if table.scores[seat] == most)


def ending(sheet: Sheet, top: int, table: Table) -> Iterator[Spot]:
    """Draw this part on a sheet, from `top` down, and return the places for the faces."""
    for seat in SEATS:
        won = seat in winners(table)
        left = half_of(seat, top)[0]
        sheet.paste(_half(seat, won, tuple(_told(table, seat))), (left, top))
        middle = left + _MIDDLE, top + (_CROWNED if won else HIGH // 2 + 4)
        yield Spot(seat, middle, _FACE, CREAM if won else PANEL)


def _told(table: Table, seat: Seat) -> Iterator[str]:
    """How many tiles they placed, and the best of them."""
    yield counted(sum(placed.seat == seat for placed in table.laid), "tile")
    if best := table.best(seat):
        yield f"Best: {signed(best.points)} on {best.square}"


@cached
def _half(seat: Seat, won: bool, told: tuple[str, ...]) -> Picture:
    easel = Easel((WIDE, HIGH), CREAM if won else PANEL)
    if won:
        for ray in rays((_CROWNED, _MIDDLE), 700, 0.5):  # down first, so they go counterclockwise
            easel.polygon([(across, down) for down, across in ray], RAY)
        _confetti(easel)
    easel.plate((0, 0, WIDE, 8), 0, SEAT_MARKS[seat].colour)
    image = easel.finish()
    if won:
        gold = crown(96)
        image.paste(gold, (_MIDDLE - gold.width // 2, 14), gold)
    for line, text in enumerate(told):
        write(image, text, (_WORDS, 76 + 64 * line), _CAPITALS, NIGHT if won else FAINT, "left")
    return palette().fit(image)


def _confetti(easel: Easel) -> None:
    """Bits of paper next to the face, above and below the words."""
    inks = [mark.colour for mark in SEAT_MARKS[:3]]
    for number in range(28):
        x, y = 18 + number * 19.6, (26, HIGH - 22)[number % 2] + number * 13 % 17
        if abs(x - _MIDDLE) < _FACE // 2 + 12:
            continue
        ink = inks[number * 2 % 3]
        if number % 3 == 0:
            easel.disc((x, y), 6, ink)
        elif number % 3 == 1:
            easel.polygon([(x, y - 7), (x + 8, y + 6), (x - 7, y + 5)], ink)
        else:
            easel.polygon([(x - 9, y - 1), (x + 7, y - 7), (x + 9, y), (x - 7, y + 6)], ink)
