"""The groups on the table: each with its seal, its kind, and the face of the player who laid it down."""

from typing import NamedTuple

from games.foozle.pictures.artwork import rect, seal
from games.foozle.pictures.asked import Named
from games.foozle.pictures.board import LEFT, RIGHT, Board, Scale, put_card
from games.foozle.pictures.canvas import Canvas, wide
from games.foozle.pictures.court import GOLD, HOLLOW, LIT, PLUM, SEAL, SOFT, code, document
from games.foozle.pictures.piles import piles, piles_width
from games.foozle.pictures.signs import placed
from games.foozle.pictures.tiles import LEAST_CAPITALS
from games.foozle.rules.cards import COLOURS, NONE, Cards
from games.foozle.rules.laying import laid_out
from games.foozle.rules.melds import LEAST, kind
from games.foozle.rules.view import View
from games.kit.brush.marks import CREAM, NIGHT
from games.kit.brush.palette import Colour
from games.kit.brush.scene import Spot
from games.kit.prose import counted

_LEAST_ROWS = 2
_ABOVE, _APART, _ARROW = 30, 46, 76
"""The space above the first row, between groups, and for the arrow to a token, in px."""


class _Place(NamedTuple):
    """Where a group lies: its index, its left edge, its row, and its width without a token."""

    number: int
    left: int
    row: int
    wide: int


class Groups:
    """The groups in rows; `high` px in all.

    If there are more rows than `most`, some groups are left out, and the last row ends with how many. `shown`
    are the indexes of the others: those that can be chosen now, and then the newest.
    """

    def __init__(self, view: View, asked: Named, scale: Scale, most: int | None = None) -> None:
        self._view, self._asked, self._scale = view, asked, scale
        self._news = [laid for turn in view.news for laid in turn.laid if laid.group < len(view.table.groups)]
        self.shown = list(range(len(view.table.groups)))
        self._places, self._last, self._free = self._laid_out()
        left_out = sorted(self.shown, key=lambda number: (number + 1 in asked.groups, number))
        while most is not None and self.rows > most and len(self.shown) > 1:
            self.shown.remove(left_out.pop(0))
            self._places, self._last, self._free = self._laid_out()
        self._row = scale.head + scale.size[1] + round(34 * scale.cards)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return self._last + 1

    @property
    def high(self) -> int:
        """The height of all rows; there's always room for a few, so that the picture seldom grows."""
        return _ABOVE + max(self.rows, _LEAST_ROWS) * self._row

    @property
    def left_out(self) -> int:
        """How many groups aren't shown."""
        return len(self._view.table.groups) - len(self.shown)

    @property
    def _more(self) -> str:
        return f"+{counted(self.left_out, 'group')}" if self.left_out else ""

    @property
    def takes_piles(self) -> bool:
        """Whether the piles fit after the last group."""
        return not self._more and RIGHT - self._free >= piles_width(self._scale)

    def _laid_out(self) -> tuple[list[_Place], int, int]:
        """The groups' places, the last row, and where its free space begins."""
        places, left, row = list[_Place](), LEFT, 0
        for number in self.shown:
            own, prize = self._width(number, self._view.table.groups[number]), self._prize_width(number)
            after = wide(self._more, self._scale.capitals) if number == self.shown[-1] else 0
            if left > LEFT and left + own + prize + after > RIGHT:
                left, row = LEFT, row + 1
            places.append(_Place(number, left, row, own))
            left += own + prize + round(_APART * self._scale.cards)
        return places, row, left

    def _width(self, number: int, group: Cards) -> int:
        """The width of a group's cards or of the line above them, whichever is wider."""
        cards = self._scale.step * (group.bit_count() - 1) + self._scale.size[0]
        head = self._scale.seal + 10 + wide(kind(group) or "", self._scale.capitals)
        if number < len(self._view.table.layers):
            head += 30 + self._scale.face
        return max(cards, head)

    def _prize(self, number: int) -> int | None:
        """The colour of the token that the newest group won."""
        return self._news[-1].token if self._news and self._news[-1].group == number else None

    def _prize_width(self, number: int) -> int:
        """The room for the arrow and the token that the newest group won."""
        won = self._prize(number)
        if won is None:
            return 0
        size = round(110 * self._scale.cards)
        return _ARROW + max(wide(_token(won), self._scale.capitals), size)

    def draw(self, board: Board, top: int, *, with_piles: bool) -> None:
        """Draw the groups on a board, and with `with_piles` the piles after them."""
        if not self._places:
            self._none(board.canvas, top + _ABOVE)
        for place in self._places:
            self._group(board, place, top + _ABOVE + place.row * self._row)
        if self._more:
            last = top + _ABOVE + self._last * self._row + self._scale.head // 2 - 4
            board.canvas.words(self._more, (RIGHT, last), SOFT, align="right", capitals=self._scale.capitals)
        if with_piles:
            rows = top + _ABOVE + self._last * self._row, self._scale.head + self._scale.size[1]
            piles(board.canvas, self._view, rows, self._scale, self._asked.piles)

    def _none(self, canvas: Canvas, top: int) -> None:
        """Three empty places, when no group has been laid yet."""
        stroke = f'stroke="{code(HOLLOW)}" stroke-width="3" stroke-dasharray="10 8"'
        ghost = document((70, 132), rect(2, 2, 66, 128, 10, "none", stroke))
        for number in range(LEAST):
            at = LEFT + number * (self._scale.step + 12), top + self._scale.head
            canvas.stamp(ghost, self._scale.size, at)
        canvas.words("No groups yet", (LEFT, top + self._scale.head // 2), SOFT)

    def _group(self, board: Board, place: _Place, top: int) -> None:
        """A group, framed in gold if it can be chosen or, if no group is asked for, if it's the newest."""
        number, left, scale = place.number, place.left, self._scale
        is_open, is_asked = number + 1 in self._asked.groups, bool(self._asked.groups)
        is_newest = bool(self._news) and self._news[-1].group == number
        is_framed = is_open if is_asked else is_newest
        if is_framed:
            bottom = top + scale.head + scale.size[1] + 14
            _frame(board.canvas, (left - 14, top - 8, left + place.wide + 14, bottom))
        is_new = any(laid.group == number for laid in self._news)
        self._head(board, place, top, LIT if is_framed else PLUM, is_open if is_asked else is_new)
        group = self._view.table.groups[number]
        added = self._news[-1].cards if is_newest and self._news[-1].cards != group else NONE
        for card in laid_out(group):
            at = left, top + scale.head
            gilt = bool(added >> card & 1) and not is_asked
            put_card(board.canvas, card, at, scale, dim=is_asked and not is_open, gilt=gilt)
            left += scale.step
        won = self._prize(number)
        if won is not None:
            self._won(board.canvas, won, place.left + place.wide, top)

    def _head(self, board: Board, place: _Place, top: int, ground: Colour, gilt: bool) -> None:
        """The seal with the number, the kind, and the face of the player who laid it down."""
        scale, canvas, middle = self._scale, board.canvas, top + self._scale.head // 2 - 4
        size = scale.seal
        wax = document((70, 70), placed(seal(gilt=gilt), 35, 35, 1))
        canvas.stamp(wax, (size, size), (place.left, middle - size // 2), ground)
        figure = place.left + size // 2, middle
        ink, below = (NIGHT, GOLD) if gilt else (CREAM, SEAL)
        canvas.words(str(place.number + 1), figure, ink, below, "centre", LEAST_CAPITALS)
        name = kind(self._view.table.groups[place.number]) or ""
        ink = GOLD if gilt else CREAM
        canvas.words(name, (place.left + size + 10, middle), ink, ground, capitals=scale.capitals)
        if place.number < len(self._view.table.layers):
            face = place.left + place.wide - scale.face // 2 - 8, middle - 2
            board.spots.append(Spot(self._view.table.layers[place.number], face, scale.face, ground))

    def _won(self, canvas: Canvas, won: int, left: int, top: int) -> None:
        """An arrow to the token that the group won, with its name."""
        scale, high = self._scale, self._scale.head + self._scale.size[1]
        room = self._prize_width(self._news[-1].group) - _ARROW
        middle, size = left + _ARROW + room // 2, round(118 * scale.cards)
        y = top + high // 2 - round(18 * scale.cards)
        arrow = f'<path d="M4 20H24" stroke="{code(GOLD)}" stroke-width="8" stroke-linecap="round"/>'
        arrow += f'<path d="M24 4L48 20L24 36Z" fill="{code(GOLD)}"/>'
        canvas.stamp(document((50, 40), arrow), (50, 40), (left + 22, y - 20))
        canvas.gem(won, size, (middle, y))
        below = top + high - scale.capitals // 2
        canvas.words(_token(won), (middle, below), align="centre", capitals=scale.capitals)


def _token(colour: int) -> str:
    return f"{COLOURS[colour]} token"


def _frame(canvas: Canvas, box: tuple[int, int, int, int]) -> None:
    """A golden frame on a lighter ground."""
    left, top, right, bottom = box
    size = right - left, bottom - top
    stroke = f'stroke="{code(GOLD)}" stroke-width="5"'
    plate = rect(2.5, 2.5, size[0] - 5, size[1] - 5, 16, code(LIT), stroke)
    canvas.stamp(document(size, plate), size, (left, top))
