"""The chosen tile close up in each of its turns, over the whole width below the board."""

from games.core import Seat
from games.fourside.hands import HIGH
from games.fourside.offer import Offer
from games.fourside.pieces import lit, palette, tile
from games.fourside.position import STEPS, Tile, turned
from games.fourside.squares import EDGE
from games.fourside.tiles import TURNED, Sign
from games.fourside.view import View
from games.kit.brush.easel import Easel, Point
from games.kit.brush.kept import kept
from games.kit.brush.lettering import width, write
from games.kit.brush.marks import CREAM, NIGHT, WIDTH
from games.kit.brush.marks import SEATS as SEAT_MARKS
from games.kit.brush.palette import Picture

_EDGE, _BAR = 10, 8
STEP = 284
"""From one turn to the next, in px: four of them fill the width."""
_TOP, _LINE = 16, 180
"""Where the tiles begin, and the middle of the labels below them."""
_CAPITALS = 34
_ARROW, _CLOSE, _GAP = 24, 3, 17
"""How wide an arrow is, what is free behind it, and between two sides."""


def turns(sheet: Picture, top: int, view: View, offer: Offer) -> None:
    """Draw this part on a sheet (P), from `top` down, with the labels of the buttons.

    As on their icons, the side is gold that is on top of the tile as it is.
    """
    assert offer.chosen is not None
    assert view.mover is not None
    values = view.hand[offer.chosen.number - 1]
    assert values is not None
    sheet.paste(_ground(view.mover), (_EDGE, top))
    first = WIDTH // 2 - STEP * (len(offer.turns) - 1) // 2
    for place, quarters in enumerate(offer.turns):
        middle, shown = first + place * STEP, turned(values, quarters)
        drawn = tile(shown, TURNED, Sign("held", view.mover), CREAM, lit(quarters))
        sheet.paste(drawn, (middle - drawn.width // 2, top + _TOP - EDGE))
        words = _label(shown)
        sheet.paste(words, (middle - words.width // 2, top + _LINE - words.height // 2))


@kept
def _ground(seat: Seat) -> Picture:
    easel = Easel((WIDTH - 2 * _EDGE, HIGH), CREAM)
    easel.plate((0, 0, WIDTH, _BAR), 0, SEAT_MARKS[seat].colour)
    return palette().fit(easel.finish())


@kept
def _label(values: Tile) -> Picture:
    """The four values, each behind an arrow to its side (P): the typeface has no arrows."""
    figures = [str(value) for value in values]
    wide = sum(_ARROW + _CLOSE + width(figure, _CAPITALS) for figure in figures) + 3 * _GAP
    easel, left, starts = Easel((wide, 2 * (_CAPITALS // 2 + 3)), CREAM), 0, []
    middle = _CAPITALS // 2 + 3
    for figure, (across, down) in zip(figures, STEPS, strict=True):
        easel.polygon(_arrow((left + _ARROW / 2, middle), across, down), NIGHT)
        starts.append((left + _ARROW + _CLOSE, figure))
        left += _ARROW + _CLOSE + width(figure, _CAPITALS) + _GAP
    image = easel.finish()
    for start, figure in starts:
        write(image, figure, (start, middle), _CAPITALS, NIGHT, "left")
    return palette().fit(image)


def _arrow(middle: Point, across: int, down: int) -> list[Point]:
    """An arrow that points this way, as a polygon around its middle."""
    (x, y), half, head, neck, shaft = middle, 13.5, 11, -0.5, 3.5
    side = ((0, half), (head, neck), (shaft, neck), (shaft, -half))
    outline = [*side, *((-off, ahead) for off, ahead in reversed(side))]
    return [(x + ahead * across - off * down, y + ahead * down + off * across) for off, ahead in outline]
