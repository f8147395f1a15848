"""The lower part of FourSide's picture after the end: both players, the winner crowned."""

from collections.abc import Iterator
from math import cos, pi, sin

from games.core import Seat
from games.fourside.hands import HIGH, WIDE, half_of
from games.fourside.pieces import FAINT, PANEL, RAY, palette
from games.fourside.position import SEATS, Table
from games.fourside.telling import signed
from games.kit.brush.easel import Easel, Point
from games.kit.brush.kept import kept
from games.kit.brush.lettering import label
from games.kit.brush.marks import ACCENT, CREAM, NIGHT
from games.kit.brush.marks import SEATS as SEAT_MARKS
from games.kit.brush.palette import Picture
from games.kit.brush.scene import Spot
from games.kit.brush.sprites import sprite
from games.kit.prose import counted

_FACE = 112
_MIDDLE = 104
_CROWN = 96, 64
_WORDS = 206
_CAPITALS = 37


def winners(table: Table) -> tuple[Seat, ...]:
    """Who has the most points; both if they have the same."""
    most = max(table.scores)
    return tuple(seat for seat in SEATS if table.scores[seat] == most)


def ending(sheet: Picture, top: int, table: Table) -> Iterator[Spot]:
    """Draw this part on a sheet (P), from `top` down, but for the faces: where they belong comes back."""
    for seat in SEATS:
        won = seat in winners(table)
        left = half_of(seat, top)[0]
        sheet.paste(_half(seat, won), (left, top))
        ink, ground = (NIGHT, CREAM) if won else (FAINT, PANEL)
        for line, text in enumerate(_told(table, seat)):
            words = label(palette(), text, _CAPITALS, ink, ground)
            sheet.paste(words, (left + _WORDS, top + 78 + 66 * line - words.height // 2))
        yield Spot(seat, (left + _MIDDLE, top + (132 if won else 112)), _FACE, ground)


def _told(table: Table, seat: Seat) -> Iterator[str]:
    """How many tiles they laid, and the best of them."""
    laid = [placed for placed in table.laid if placed.seat == seat]
    yield counted(len(laid), "tile")
    if laid:
        best = max(laid, key=lambda placed: placed.points)
        yield f"Best: {signed(best.points)} on {best.square}"


@kept
def _half(seat: Seat, won: bool) -> Picture:
    return palette().fit(_paint_half(seat, won))


def _paint_half(seat: Seat, won: bool) -> Picture:
    easel = Easel((WIDE, HIGH), CREAM if won else PANEL)
    if won:
        _rays(easel, (_MIDDLE, 132))
        easel.plate((_WORDS - 14, 40, WIDE - 14, HIGH - 24), 0, CREAM)
        _confetti(easel)
    easel.plate((0, 0, WIDE, 8), 0, SEAT_MARKS[seat].colour)
    image = easel.finish()
    if won:
        crown = sprite("games.kit.brush", "crown", _CROWN)
        image.paste(crown, (_MIDDLE - _CROWN[0] // 2, 14), crown)
    return image


def _rays(easel: Easel, middle: Point) -> None:
    """Rays of light behind the winner."""
    far, rays = 700, 18
    for ray in range(rays):
        angles = (2 * pi * (ray + part) / rays for part in (0, 0.5))
        (x, y), ends = middle, [(far * sin(angle), far * cos(angle)) for angle in angles]
        easel.polygon([middle, *((x + across, y + down) for across, down in ends)], RAY)


def _confetti(easel: Easel) -> None:
    """Bits of paper above and below the words."""
    inks = [*(mark.colour for mark in SEAT_MARKS[:3]), ACCENT]
    for number in range(22):
        x = 20 + number * 97 % (WIDE - 30)
        y = (22, HIGH - 14)[number % 2] + number * 7 % 9
        ink = inks[number % len(inks)]
        if number % 3 == 0:
            easel.disc((x, y), 5, ink)
        elif number % 3 == 1:
            easel.polygon([(x, y - 6), (x + 7, y + 5), (x - 6, y + 4)], ink)
        else:
            easel.polygon([(x - 8, y - 1), (x + 6, y - 6), (x + 8, y), (x - 6, y + 5)], ink)
