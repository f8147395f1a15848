"""The lower part of FourSide's picture: both hands side by side."""

from collections.abc import Container, Iterator

from games.core import Seat
from games.fourside.pictures.offer import Offer, best
from games.fourside.pictures.pieces import (
    FAINT,
    PALE,
    PANEL,
    STAR,
    best_star,
    gold_shape,
    gold_tile,
    palette,
    tile,
)
from games.fourside.pictures.squares import EDGE, GOLD, LETTER
from games.fourside.pictures.tiles import HELD, Sign
from games.fourside.rules.fitting import score
from games.fourside.rules.position import HAND, SEATS, Place, Tile
from games.fourside.rules.view import View
from games.fourside.words.telling import signed
from games.kit.brush.lettering import put
from games.kit.brush.marks import CREAM, NIGHT, WIDTH
from games.kit.brush.palette import Colour
from games.kit.brush.sheet import Sheet

HIGH, _POINTED = 206, 292
"""How high this part is, in px, without and with what the tiles score."""
WIDE = 570
_EDGE = 10
_STEP = 110
_BAR = 8
_TOP = 22
_LINE = 166
_POINTS, _WHERE = 214, 258
"""The middles of the lines with what a tile scores most, and where, in px."""
NUMBER = 36
"""The height of the numbers, in px."""


def half_of(seat: Seat, top: int) -> tuple[int, int, int, int]:
    """The box of a seat's hand in px: left, top, right, bottom."""
    left = _EDGE if seat == SEATS[0] else WIDTH - _EDGE - WIDE
    return left, top, left + WIDE, top + HIGH


def hands_height(view: View, offer: Offer) -> int:
    """How high both hands are, in px."""
    return _POINTED if view.table.shows_points and offer.found else HIGH


def hands(sheet: Sheet, top: int, view: View, offer: Offer) -> None:
    """Draw both hands on a sheet, from `top` down; with points, what each tile can score and where."""
    can_be_placed = {place.number for place in offer.found} or range(1, HAND + 1)
    for seat in SEATS:
        left, _, right, _ = half_of(seat, top)
        box = left, top, right, top + hands_height(view, offer)
        half = _Half(sheet, box, seat, seat == view.mover)
        half.hand(view, can_be_placed)
        if seat == view.mover and view.table.shows_points:
            half.points(view, offer)


def _of(offer: Offer, number: int) -> Iterator[Place]:
    return (place for place in offer.found if place.number == number)


def _held(view: View, seat: Seat) -> Iterator[tuple[int, Tile]]:
    """The tiles of a hand with their numbers."""
    for number, values in enumerate(view.table.hands[seat], 1):
        if values is not None:
            yield number, values


class _Half:
    """One half being drawn."""

    def __init__(self, sheet: Sheet, box: tuple[int, int, int, int], seat: Seat, moves: bool) -> None:
        self._sheet, self._box, self._seat, self._moves = sheet, box, seat, moves
        self._sign = Sign("held", seat)

    def hand(self, view: View, can_be_placed: Container[int]) -> None:
        """The tiles with their numbers; the one that a hint names is gold."""
        ground = self._ground(self._moves)
        hinted = view.hint.number if view.hint is not None and self._moves else 0
        # The hinted one comes last, because its frame reaches over the others.
        for number, values in sorted(_held(view, self._seat), key=lambda held: held[0] == hinted):
            middle = self._middle(number)
            if number == hinted:
                self._in_gold(values, middle)
            else:
                self._tile(values, middle, ground)
            ink = FAINT if not self._moves else NIGHT if number in can_be_placed else PALE
            self._words(str(number), middle, _LINE, ink, ground)

    def points(self, view: View, offer: Offer) -> None:
        """Below each number what the tile scores at most, and where; a star marks the best of all."""
        found = {number: best(view.board, _of(offer, number)) for number in range(1, HAND + 1)}
        most = best(view.board, offer.found)
        for number, place in found.items():
            if place is None or most is None:
                continue
            middle = self._middle(number)
            points = score(view.board, place.square).points
            self._words(signed(points), middle, _POINTS, NIGHT, CREAM)
            self._words(str(place.square), middle, _WHERE, LETTER, CREAM)
            if points == score(view.board, most.square).points:
                self._sheet.paste(best_star(), (middle + 14, self._box[1] + _LINE - STAR // 2))

    def _middle(self, number: int) -> int:
        return self._box[0] + (WIDE - HAND * _STEP) // 2 + (number - 1) * _STEP + _STEP // 2

    def _ground(self, is_lit: bool) -> Colour:
        left, top, right, _ = self._box
        ground = CREAM if is_lit else PANEL
        self._sheet.paste(palette().index(ground), self._box)
        self._sheet.paste(palette().index(self._sign.rim), (left, top, right, top + _BAR))
        return ground

    def _tile(self, values: Tile, middle: int, ground: Colour) -> None:
        drawn = tile(values, HELD, self._sign, ground)
        self._sheet.paste(drawn, (middle - HELD // 2 - EDGE, self._box[1] + _TOP - EDGE))

    def _in_gold(self, values: Tile, middle: int) -> None:
        at = middle - HELD // 2 - GOLD, self._box[1] + _TOP - GOLD
        self._sheet.paste(gold_tile(values, HELD, self._sign), at, gold_shape(HELD))

    def _words(self, text: str, middle: int, line: int, ink: Colour, ground: Colour) -> None:
        put(self._sheet, text, NUMBER, (ink, ground), (middle, self._box[1] + line), "centre")
