"""Everything that fits on the chosen square, close up, in a strip below the board."""

from math import ceil

from games.core import Seat
from games.fourside.pictures.hands import HIGH
from games.fourside.pictures.offer import Offer
from games.fourside.pictures.pieces import Lit, lit, palette, tile
from games.fourside.pictures.squares import EDGE
from games.fourside.pictures.tiles import HELD, TURNED, Sign
from games.fourside.rules.fitting import wanted
from games.fourside.rules.position import Board, Place, Tile, place_of, turned
from games.fourside.rules.view import View
from games.fourside.words.prompts import labels
from games.kit.brush.cached import cached
from games.kit.brush.easel import Easel
from games.kit.brush.lettering import label
from games.kit.brush.marks import CREAM, NIGHT, WIDTH
from games.kit.brush.marks import SEATS as SEAT_MARKS
from games.kit.brush.palette import Picture
from games.kit.brush.sheet import Sheet
from games.kit.grid import Square

ROW = 6
"""The most tiles side by side."""
_MARGIN, _BAR, _WIDEST = 10, 8, 284
"""The margin left and right, the height of the bar on top, and the largest step from tile to tile, in px."""
TOP, _BELOW = 13, 27
"""Where the first row begins, and how far the middle of a label is below its tile, in px."""
_PITCH = HELD + 58
"""The distance between rows, in px."""
_CAPITALS = 34


def height(offer: Offer) -> int:
    """The height of this part, in px: as high as the hands, unless the tiles need several rows."""
    return HIGH if _rows(offer) <= 1 else TOP + _rows(offer) * _PITCH


def middles(count: int) -> list[tuple[int, int]]:
    """For this many tiles, the row and the middle of each in px; the rows are about equally long."""
    rows = ceil(count / ROW)
    columns = ceil(count / rows)
    step = min(_WIDEST, (WIDTH - 2 * _MARGIN) // columns)
    found = []
    for number in range(count):
        row, place = divmod(number, columns)
        here = min(columns, count - row * columns)
        found.append((row, WIDTH // 2 + (2 * place - here + 1) * step // 2))
    return found


def ways(sheet: Sheet, top: int, view: View, offer: Offer) -> None:
    """Draw this part on a sheet, from `top` down, with the labels of the buttons.

    The sides that will touch other tiles are gold.
    """
    assert view.mover is not None
    sheet.paste(_ground(view.mover, height(offer)), (_MARGIN, top))
    size = TURNED if _rows(offer) == 1 else HELD
    named = labels(offer.ways)
    for place, (row, middle) in zip(named, middles(len(named)), strict=True):
        begins = top + TOP + row * _PITCH
        words = label(palette(), named[place], _CAPITALS, NIGHT, CREAM)
        sheet.paste(words, (middle - words.width // 2, begins + size + _BELOW - words.height // 2))
        # Pasted after the label, which is a little higher than its letters and would cut off the shadow.
        drawn = tile(
            _shown(view, place), size, Sign("held", view.mover), CREAM, touching(view.board, place.square)
        )
        sheet.paste(drawn, (middle - drawn.width // 2, begins - EDGE))


def _rows(offer: Offer) -> int:
    return ceil(len(offer.ways) / ROW)


def touching(board: Board, square: Square) -> Lit:
    """The sides of a tile on this square that touch others."""
    needed = wanted(board.tiles, place_of(square))
    return lit(*(side for side, value in enumerate(needed) if value))


def _shown(view: View, place: Place) -> Tile:
    values = view.hand[place.number - 1]
    assert values is not None
    return turned(values, place.quarters)


@cached
def _ground(seat: Seat, high: int) -> Picture:
    easel = Easel((WIDTH - 2 * _MARGIN, high), CREAM)
    easel.plate((0, 0, WIDTH, _BAR), 0, SEAT_MARKS[seat].colour)
    return palette().fit(easel.finish())
