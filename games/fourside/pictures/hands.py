"""The lower part of FourSide's picture: both hands side by side."""

from collections.abc import Container, Iterator

from games.core import Seat
from games.fourside.pictures.offer import Offer
from games.fourside.pictures.pieces import FAINT, PALE, PANEL, gold_shape, gold_tile, palette, tile
from games.fourside.pictures.squares import EDGE, GOLD
from games.fourside.pictures.tiles import HELD, Sign
from games.fourside.rules.position import HAND, SEATS, Tile
from games.fourside.rules.view import View
from games.kit.brush.lettering import label
from games.kit.brush.marks import CREAM, NIGHT, WIDTH
from games.kit.brush.palette import Colour
from games.kit.brush.sheet import Sheet

HIGH = 206
"""How high this part is, in px."""
WIDE = 570
_EDGE = 10
_STEP = 110
_BAR = 8
_TOP = 22
_LINE = 166
NUMBER = 36
"""The height of the numbers, in px."""


def half_of(seat: Seat, top: int) -> tuple[int, int, int, int]:
    """The box of a seat's hand in px: left, top, right, bottom."""
    left = _EDGE if seat == SEATS[0] else WIDTH - _EDGE - WIDE
    return left, top, left + WIDE, top + HIGH


def hands(sheet: Sheet, top: int, view: View, offer: Offer) -> None:
    """Draw both hands on a sheet, from `top` down."""
    can_be_placed = {place.number for place in offer.found} or range(1, HAND + 1)
    for seat in SEATS:
        _Half(sheet, half_of(seat, top), seat, seat == view.mover).hand(view, can_be_placed)


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
        left = self._box[0] + (WIDE - 5 * _STEP) // 2
        hinted = view.hint.number if view.hint is not None and self._moves else 0
        # The hinted one comes last, because its frame reaches over the others.
        for number, values in sorted(_held(view, self._seat), key=lambda held: held[0] == hinted):
            middle = left + (number - 1) * _STEP + _STEP // 2
            if number == hinted:
                self._in_gold(values, middle)
            else:
                self._tile(values, middle, ground)
            ink = FAINT if not self._moves else NIGHT if number in can_be_placed else PALE
            self._words(str(number), middle, NUMBER, ink, ground)

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

    def _words(self, text: str, middle: int, capitals: int, ink: Colour, ground: Colour) -> None:
        words = label(palette(), text, capitals, ink, ground)
        self._sheet.paste(words, (middle - words.width // 2, self._box[1] + _LINE - words.height // 2))
