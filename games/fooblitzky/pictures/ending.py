"""What the end shows: the four correct items, and how many of them everyone carries."""

from collections import Counter
from collections.abc import Iterator

from games.core import Seat
from games.fooblitzky.city.board import Board
from games.fooblitzky.city.items import Bag, Item
from games.fooblitzky.pictures.panels import Thing, board_of, card, slot
from games.fooblitzky.pictures.scenery import BOARD
from games.kit.brush.lettering import write
from games.kit.brush.marks import ACCENT, PAPER, TEXT, seat_mark
from games.kit.brush.palette import Picture

_CARD, _WIDE, _TILE, _GAP = 132, 206, 76, 16
_HEAD, _ROW = 86, 92
_SEAT = _TILE + 4 * _TILE + 40
"""The width of a seat's mark and bag."""


def ending(board: Board) -> Picture:
    """A plate (RGB): the correct items, and below them all bags, with a check mark for each that counts."""
    cards = [
        card(Thing(one, label=one.name, size=_CARD, wide=_WIDE, lit=ACCENT), BOARD) for one in board.correct
    ]
    below = _HEAD + cards[0].height + 24
    rows = -(-len(board.players) // 2)
    image = board_of((2 * _SEAT + 90, below + rows * _ROW + 12), ACCENT)
    write(image, "The four correct items", (image.width / 2, 48), TEXT, PAPER)
    left = (image.width - len(cards) * (_WIDE + _GAP) + _GAP) // 2
    for at, tile in enumerate(cards):
        image.paste(tile, (left + at * (_WIDE + _GAP), _HEAD))
    for seat, player in enumerate(board.players):
        row, column = divmod(seat, 2)
        _carried(
            image, Seat(seat), _ticked(player.bag, board.correct), (60 + column * _SEAT, below + row * _ROW)
        )
    return image


def _carried(image: Picture, seat: Seat, things: Iterator[Thing], corner: tuple[int, int]) -> None:
    left, top = corner
    image.paste(seat_mark(seat, _TILE - 6, BOARD), (left, top + 3))
    tiles = [card(thing, BOARD) for thing in things]
    for at in range(4):
        tile = tiles[at] if at < len(tiles) else slot(_TILE, ground=BOARD)
        image.paste(tile, (left + (at + 1) * _TILE + 8, top))


def _ticked(things: Bag, correct: Bag) -> Iterator[Thing]:
    """Each copy that counts has a check mark."""
    left: Counter[Item] = Counter(correct)
    for item in things:
        yield Thing(item, size=_TILE, mark="yes" if left[item] else "", faded=not left[item])
        left[item] -= bool(left[item])
