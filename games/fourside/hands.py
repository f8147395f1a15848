"""The lower part of FourSide's picture: both hands side by side, and the turns of the chosen tile."""

from games.core import Seat
from games.fourside.offer import Offer
from games.fourside.pieces import FAINT, PALE, PANEL, gold_shape, gold_tile, palette, tile
from games.fourside.position import HAND, SEATS, Tile, turned
from games.fourside.prompts import TURN_LABELS
from games.fourside.squares import EDGE, GOLD
from games.fourside.tiles import HELD, Sign
from games.fourside.view import View
from games.kit.brush.lettering import label
from games.kit.brush.marks import CREAM, NIGHT, WIDTH
from games.kit.brush.marks import SEATS as SEAT_MARKS
from games.kit.brush.palette import Colour, Picture

HIGH = 206
"""How high this part is, in px."""
WIDE = 570
_EDGE = 10
_STEP = 110
_BAR = 8
_TOP = 22
_LINE = 166
NUMBER, WORD = 36, 33
"""The height of the capitals of numbers and of the words for turns, in px."""


def half_of(seat: Seat, top: int) -> tuple[int, int, int, int]:
    """The box of a seat's hand in px: left, top, right, bottom."""
    left = _EDGE if seat == SEATS[0] else WIDTH - _EDGE - WIDE
    return left, top, left + WIDE, top + HIGH


def hands(sheet: Picture, top: int, view: View, offer: Offer) -> None:
    """Draw this part on a sheet (P), from `top` down.

    As long as the chosen tile has several turns, the opponent's half shows those.
    """
    for seat in SEATS:
        half = _Half(sheet, half_of(seat, top), seat, seat == view.mover)
        if seat != view.mover and len(offer.turns) > 1:
            half.turns(view, offer)
        else:
            half.hand(view, offer)


class _Half:
    """One half being drawn."""

    def __init__(self, sheet: Picture, box: tuple[int, int, int, int], seat: Seat, moves: bool) -> None:
        self._sheet, self._box, self._seat, self._moves = sheet, box, seat, moves

    def hand(self, view: View, offer: Offer) -> None:
        """The tiles with their numbers; the chosen one in gold, and as it is turned once that is settled."""
        ground = self._ground(self._moves, self._seat)
        can_be_placed = {place.number for place in offer.found} or range(1, HAND + 1)
        left = self._box[0] + (WIDE - 5 * _STEP) // 2
        chosen = offer.chosen if self._moves else None
        for place, values in enumerate(view.table.hands[self._seat]):
            if values is None:
                continue
            middle = left + place * _STEP + _STEP // 2
            is_chosen = chosen is not None and chosen.number == place + 1
            quarters = offer.turns[0] if is_chosen and len(offer.turns) == 1 else 0
            self._tile(turned(values, quarters), middle, ground, is_chosen)
            ink = FAINT if not self._moves else NIGHT if place + 1 in can_be_placed else PALE
            self._words(str(place + 1), middle, NUMBER, ink, ground)

    def turns(self, view: View, offer: Offer) -> None:
        """The chosen tile in every turn in which it fits somewhere, with the words of the buttons."""
        assert offer.chosen is not None
        assert view.mover is not None
        ground = self._ground(True, view.mover)
        values = view.hand[offer.chosen.number - 1]
        assert values is not None
        step = WIDE // len(offer.turns)
        for place, quarters in enumerate(offer.turns):
            middle = self._box[0] + place * step + step // 2
            self._tile(turned(values, quarters), middle, ground)
            self._words(TURN_LABELS[quarters], middle, WORD, NIGHT, ground)

    def _ground(self, lit: bool, seat: Seat) -> Colour:
        left, top, right, _ = self._box
        ground = CREAM if lit else PANEL
        self._sheet.paste(palette().index(ground), self._box)
        self._sheet.paste(palette().index(SEAT_MARKS[seat].colour), (left, top, right, top + _BAR))
        return ground

    def _tile(self, values: Tile, middle: int, ground: Colour, in_gold: bool = False) -> None:
        sign: Sign = ""
        x, y = middle - HELD // 2, self._box[1] + _TOP
        if in_gold:
            drawn = gold_tile(values, HELD, sign)
            self._sheet.paste(drawn, (x - GOLD, y - GOLD), gold_shape(HELD))
        else:
            self._sheet.paste(tile(values, HELD, sign, ground), (x - EDGE, y - EDGE))

    def _words(self, text: str, middle: int, capitals: int, ink: Colour, ground: Colour) -> None:
        words = label(palette(), text, capitals, ink, ground)
        self._sheet.paste(words, (middle - words.width // 2, self._box[1] + _LINE - words.height // 2))
