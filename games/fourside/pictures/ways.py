"""Everything that fits on the chosen square, or the turns of the picked tile, in a strip below the board."""

from math import ceil

from games.core import Seat
from games.fourside.pictures.hands import HIGH, hands_height
from games.fourside.pictures.offer import Offer, best
from games.fourside.pictures.pieces import UNLIT, Lit, lit, palette, tile
from games.fourside.pictures.squares import EDGE
from games.fourside.pictures.tiles import HELD, TURNED, Sign
from games.fourside.rules.fitting import score, wanted
from games.fourside.rules.position import Board, Place, Tile, place_of, turned
from games.fourside.rules.view import View
from games.fourside.words.prompts import LETTERS, labels
from games.fourside.words.telling import signed
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


def height(view: View, offer: Offer) -> int:
    """The height of this part, in px: as high as the hands, unless the tiles need several rows."""
    if not offer.begun:
        return hands_height(view, offer)
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

    On a chosen square the sides that will touch other tiles are gold. With points, each turn of a picked tile
    says what it scores most, and where.
    """
    assert view.mover is not None
    sheet.paste(_ground(view.mover, height(view, offer)), (_MARGIN, top))
    size = TURNED if _rows(offer) == 1 else HELD
    named = labels(offer.ways) or {place: _turn(view, offer, place) for place in offer.turns}
    for place, (row, middle) in zip(named, middles(len(named)), strict=True):
        begins = top + TOP + row * _PITCH
        words = label(palette(), named[place], _CAPITALS, NIGHT, CREAM)
        sheet.paste(words, (middle - words.width // 2, begins + size + _BELOW - words.height // 2))
        # Pasted after the label, which is a little higher than its letters and would cut off the shadow.
        gold = UNLIT if offer.tile else touching(view.board, place.square)
        drawn = tile(_shown(view, place), size, Sign("held", view.mover), CREAM, gold)
        sheet.paste(drawn, (middle - drawn.width // 2, begins - EDGE))


def _rows(offer: Offer) -> int:
    return ceil(len(offer.ways or offer.turns) / ROW)


def _turn(view: View, offer: Offer, turn: Place) -> str:
    """The letter of a turn, and with points the most that it scores."""
    letter = LETTERS[turn.quarters]
    found = best(view.board, (place for place in offer.found if place.quarters == turn.quarters))
    if found is None or not view.table.shows_points:
        return letter
    return f"{letter}: {signed(score(view.board, found.square).points)} on {found.square}"


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
