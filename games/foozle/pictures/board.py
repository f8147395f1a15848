"""A board being filled, and how large the cards on it are."""

from dataclasses import dataclass, field
from typing import NamedTuple

from games.foozle.pictures.artwork import rect
from games.foozle.pictures.canvas import Canvas
from games.foozle.pictures.court import GOLD, code, document
from games.foozle.pictures.tiles import LEAST_CAPITALS, on_table, outline, small_size
from games.foozle.rules.cards import Card
from games.kit.brush.marks import WIDTH
from games.kit.brush.scene import Spot

LEFT, RIGHT = 30, WIDTH - 30


class Scale(NamedTuple):
    """The scale of the table's cards, and the sizes of the line above a group, its capitals and its face."""

    cards: float
    head: int
    capitals: int
    face: int

    @property
    def seal(self) -> int:
        """The width of a seal."""
        return self.head - 4

    @property
    def size(self) -> tuple[int, int]:
        """The size of a card."""
        return small_size(self.cards)

    @property
    def step(self) -> int:
        """From card to card in a group."""
        return round(64 * self.cards)


SCALES = (
    Scale(1, 72, 34, 48),
    Scale(0.84, 64, LEAST_CAPITALS, 44),
    Scale(0.68, 56, LEAST_CAPITALS, 40),
)
"""Fuller tables have smaller cards, but legible letters. If they still don't fit, some are only counted."""


@dataclass
class Board:
    """A canvas, filled from the top, and the places for faces on it."""

    canvas: Canvas
    spots: list[Spot] = field(default_factory=list)


def put_card(
    canvas: Canvas, card: Card, at: tuple[int, int], scale: Scale, *, dim: bool = False, gilt: bool = False
) -> None:
    """A card on the table; `gilt` for a golden rim."""
    if gilt:
        margin = max(4, round(9 * scale.cards))
        size = scale.size[0] + 2 * margin, scale.size[1] + 2 * margin
        plate = rect(0, 0, 88, 150, 18, code(GOLD))
        canvas.stamp(document((88, 150), plate), size, (at[0] - margin, at[1] - margin))
    tile = on_table(canvas.palette, card, scale.cards)
    canvas.paste(canvas.shade(tile) if dim else tile, at, outline(scale.cards))
