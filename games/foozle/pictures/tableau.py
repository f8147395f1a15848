"""The tableau in rows, the newest card last."""

from games.foozle.pictures.asked import Named
from games.foozle.pictures.board import LEFT, RIGHT, Scale, put_card
from games.foozle.pictures.canvas import Canvas
from games.foozle.pictures.court import SOFT
from games.foozle.pictures.piles import piles, piles_in_words, piles_width
from games.foozle.rules.view import View


class Tableau:
    """The tableau, the newest card last with a golden rim; `high` px.

    If there are more rows than `most`, it begins with the oldest card that fits.
    """

    HEAD = 58

    def __init__(self, view: View, asked: Named, scale: Scale, most: int | None = None) -> None:
        self._view, self._asked, self._scale = view, asked, scale
        self._room = RIGHT - LEFT - scale.size[0] - 18
        least = round(52 * scale.cards)
        self._across = self._room // least + 1
        self._cards = view.table.tableau if most is None else view.table.tableau[-most * self._across :]

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return max(1, -(-len(self._cards) // self._across))

    @property
    def high(self) -> int:
        """The height with the line above."""
        return self.HEAD + self.rows * (self._scale.size[1] + round(16 * self._scale.cards)) + 14

    @property
    def takes_piles(self) -> bool:
        """Whether the piles fit next to it."""
        return self.rows == 1 and LEFT + self._wide + 50 + piles_width(self._scale) <= RIGHT

    @property
    def _step(self) -> int:
        return min(round(68 * self._scale.cards), self._room // max(self._per_row - 1, 1))

    @property
    def _per_row(self) -> int:
        return -(-len(self._cards) // self.rows)

    @property
    def _wide(self) -> int:
        """The width of a row, or of the line above if that's wider."""
        return max(self._step * (self._per_row - 1) + self._scale.size[0] + 20, 560)

    def draw(self, canvas: Canvas, top: int, *, with_piles: bool, in_words: bool) -> None:
        """Draw the tableau on a canvas, with the piles next to it, or in words if they don't fit."""
        if with_piles:
            high = self.HEAD + self._scale.size[1] - 8
            piles(canvas, self._view, (top + 8, high), self._scale, self._asked.piles)
        if in_words:
            piles_in_words(canvas, self._view, top + self.HEAD // 2 - 6, self._asked.piles)
        middle = top + self.HEAD // 2 - 6
        across = canvas.words("Tableau", (LEFT, middle))
        canvas.words(self.note, (LEFT + across + 14, middle), SOFT)
        for number, card in enumerate(self._cards):
            row, place = divmod(number, self._per_row)
            is_last = number == len(self._cards) - 1
            x = LEFT + place * self._step + (round(12 * self._scale.cards) if is_last else 0)
            y = top + self.HEAD + row * (self._scale.size[1] + round(16 * self._scale.cards))
            look = self._asked.look(card, of_tableau=True)
            gilt = look == "lit" or (is_last and look == "plain")
            put_card(canvas, card, (x, y), self._scale, dim=look == "dim", gilt=gilt)

    @property
    def note(self) -> str:
        """The words after its name."""
        every = len(self._view.table.tableau)
        if len(self._cards) < every:
            return f"– newest {len(self._cards)} of {every}"
        return "– newest on the right" if every > 1 else "" if every else "– empty"
