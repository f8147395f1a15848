"""The groups on the table: each with its seal, its kind, and the face of who laid it down."""

from typing import NamedTuple

from games.foozle.cards import COLOURS
from games.foozle.laying import laid_out
from games.foozle.melds import kind
from games.foozle.pictures.artwork import rect, seal
from games.foozle.pictures.asked import Named
from games.foozle.pictures.board import LEFT, RIGHT, Board, Scale, put_card
from games.foozle.pictures.canvas import Canvas, wide
from games.foozle.pictures.court import GOLD, HOLLOW, LIT, PLUM, SEAL, SOFT, code, document
from games.foozle.pictures.piles import piles, piles_width
from games.foozle.pictures.signs import placed
from games.foozle.position import Laid
from games.foozle.view import View
from games.kit.brush.marks import CREAM, NIGHT
from games.kit.brush.scene import Spot

_APART = 46
"""Between groups, in px."""


class _Group(NamedTuple):
    """Where a group lies: its index, its left edge, the row, and how wide it is."""

    number: int
    left: int
    row: int
    wide: int


class Groups:
    """The groups in rows, `high` px in all."""

    def __init__(self, view: View, asked: Named, scale: Scale) -> None:
        self._view, self._asked, self._scale = view, asked, scale
        self._news = {laid.group: laid for turn in view.news for laid in turn.laid if not turn.out}
        self._newest = next(reversed([laid for turn in view.news for laid in turn.laid]), None)
        if self._newest is not None and self._newest.group >= len(view.table.groups):
            self._newest = None
        self._places, self._last, self._free = self._laid_out()
        self._row = scale.head + scale.size[1] + round(34 * scale.cards)

    @property
    def high(self) -> int:
        """The height of all rows."""
        return 30 + (self._last + 1) * self._row

    @property
    def takes_piles(self) -> bool:
        """Whether the piles fit behind the last group."""
        return RIGHT - self._free >= piles_width(self._scale)

    def _laid_out(self) -> tuple[list[_Group], int, int]:
        """The groups' places, the last row, and where it is free from."""
        places, left, row = list[_Group](), LEFT, 0
        for number in range(len(self._view.table.groups)):
            broad = self._width(number)
            if left > LEFT and left + broad > RIGHT:
                left, row = LEFT, row + 1
            places.append(_Group(number, left, row, broad))
            left += broad + round(_APART * self._scale.cards)
        return places, row, left

    def _width(self, number: int) -> int:
        group = self._view.table.groups[number]
        cards = self._scale.step * (group.bit_count() - 1) + self._scale.size[0]
        head = self._scale.seal + 10 + wide(kind(group) or "", self._scale.capitals)
        if number < len(self._view.table.layers):
            head += 30 + self._scale.face
        return max(cards, head) + self._prize_width(number)

    def _prize_width(self, number: int) -> int:
        """The room for the arrow and the token that the newest group has won."""
        if self._newest is None or self._newest.group != number or self._newest.token is None:
            return 0
        words = wide(_token_name(self._newest), self._scale.capitals)
        return round(70 * self._scale.cards) + max(words, round(110 * self._scale.cards))

    def draw(self, board: Board, top: int, *, with_piles: bool) -> None:
        """Put them on a board."""
        if not self._places:
            self._none(board, top + 30)
        for place in self._places:
            self._group(board, place, top + 30 + place.row * self._row)
        if with_piles:
            high = self._scale.head + self._scale.size[1]
            piles(board.canvas, self._view, (top + 30 + self._last * self._row, high), self._scale, self._asked.piles)

    def _none(self, board: Board, top: int) -> None:
        """Three empty places, where no group has been laid yet."""
        size, step = self._scale.size, self._scale.step + 12
        ghost = rect(2, 2, 66, 128, 10, "none", f'stroke="{code(HOLLOW)}" stroke-width="3" stroke-dasharray="10 8"')
        for number in range(3):
            board.canvas.stamp(document((70, 132), ghost), size, (LEFT + number * step, top + self._scale.head))
        board.canvas.words("No groups yet", (LEFT, top + self._scale.head // 2), SOFT)

    def _group(self, board: Board, place: _Group, top: int) -> None:
        number, left = place.number, place.left
        newest = self._newest is not None and self._newest.group == number
        own = place.wide - self._prize_width(number)
        ground = PLUM
        if newest:
            ground = LIT
            _frame(board.canvas, (left - 14, top - 8, left + own + 14, top + self._scale.head + self._scale.size[1] + 14))
        is_open = number + 1 in self._asked.groups
        dim = bool(self._asked.groups) and not is_open
        self._head(board, number, (left, top), own, newest or number in self._news or is_open)
        y = top + self._scale.head
        for card in laid_out(self._view.table.groups[number]):
            put_card(board.canvas, card, (left, y), self._scale, dim=dim)
            left += self._scale.step
        if newest and self._newest is not None and self._newest.token is not None:
            self._prize(board.canvas, self._newest, place.left + own, top)

    def _head(self, board: Board, number: int, at: tuple[int, int], room: int, gilt: bool) -> None:
        """The seal with the number, the kind, and the face of who laid it down."""
        scale, (left, top), canvas = self._scale, at, board.canvas
        newest = self._newest is not None and self._newest.group == number
        ground = LIT if newest else PLUM
        middle = top + scale.head // 2 - 4
        size = scale.seal
        wax = document((70, 70), placed(seal(gilt=gilt), 35, 35, 1))
        canvas.stamp(wax, (size, size), (left, middle - size // 2), ground)
        figure = (left + size // 2, middle)
        ink, below = (NIGHT, GOLD) if gilt else (CREAM, SEAL)
        canvas.words(str(number + 1), figure, ink, below, "centre", scale.capitals - 1)
        text = kind(self._view.table.groups[number]) or ""
        canvas.words(text, (left + size + 10, middle), GOLD if gilt else CREAM, ground, capitals=scale.capitals)
        if number < len(self._view.table.layers):
            face = left + room - scale.face // 2 - 8, middle - 2
            board.spots.append(Spot(self._view.table.layers[number], face, scale.face, ground))

    def _prize(self, canvas: Canvas, won: Laid, left: int, top: int) -> None:
        """An arrow to the token that the group has won, with its name."""
        scale, high = self._scale, self._scale.head + self._scale.size[1]
        words = wide(_token_name(won), scale.capitals)
        room = self._prize_width(won.group)
        middle = left + round(60 * scale.cards) + (room - round(60 * scale.cards)) // 2
        size = round(118 * scale.cards)
        arrow = f'<path d="M4 20H24" stroke="{code(GOLD)}" stroke-width="8" stroke-linecap="round"/>'
        arrow += f'<path d="M24 4L48 20L24 36Z" fill="{code(GOLD)}"/>'
        y = top + high // 2 - round(18 * scale.cards)
        point = round(50 * scale.cards), round(40 * scale.cards)
        canvas.stamp(document((50, 40), arrow), point, (left + round(24 * scale.cards), y - point[1] // 2))
        assert won.token is not None
        canvas.gem(won.token, size, (middle, y))
        canvas.words(_token_name(won), (middle - words // 2, top + high - scale.capitals // 2), capitals=scale.capitals)


def _token_name(won: Laid) -> str:
    assert won.token is not None
    return f"{COLOURS[won.token]} token"


def _frame(canvas: Canvas, box: tuple[int, int, int, int]) -> None:
    """The golden frame of the newest group."""
    left, top, right, bottom = box
    size = right - left, bottom - top
    plate = rect(2.5, 2.5, size[0] - 5, size[1] - 5, 16, code(LIT), f'stroke="{code(GOLD)}" stroke-width="5"')
    canvas.stamp(document(size, plate), size, (left, top))
