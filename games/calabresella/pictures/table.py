"""The card table: wood around felt, a plank with a hole for every point, and everything on it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from games.calabresella.pictures.sprites import (
    BAND,
    CARD,
    COVER,
    FELT,
    INLAY,
    PEG,
    PLANK,
    SHADE,
    TEXT,
    WOODS,
    coin,
    face,
    line,
    palette,
    peg,
    tilted,
)
from games.calabresella.rules.position import ALL_POINTS, MADE, SEATS
from games.calabresella.rules.view import View
from games.core import Seat
from games.kit.brush.cached import cached
from games.kit.brush.cards import Look, Size, outline, tilted_outline
from games.kit.brush.easel import Box, Easel
from games.kit.brush.marks import CREAM, WIDTH
from games.kit.brush.marks import SEATS as MARKS
from games.kit.brush.palette import Colour, Picture
from games.kit.brush.scene import Spot
from games.kit.brush.sheet import Sheet
from games.kit.cards import Card

Align: TypeAlias = Literal["left", "centre", "right"]

Names: TypeAlias = Mapping[Card, str]
"""The labels of the cards that can be chosen."""

LEFT, RIGHT = 56, WIDTH - 56
"""Where words and cards on the felt begin and end."""
UPPER = 62
"""The y of the top of the cards in the middle."""
OWNER = 60
"""The size of the face next to a card that a player played."""
FELT_ENDS = 520
"""The y where the plank begins, except at the end of a deal."""
RAIL = 70
"""The height of the plank at the foot of every table."""
_CORNER = 64
_BEYOND = 16
"""How much of the outer rim is cut off at the sides of the picture, in px."""
_PEGS = 30
"""The x of the plank's first hole."""
_STEP = 30
_DISC = 66
"""The width of the gap for the brass disc."""


@dataclass(frozen=True)
class Board:
    """The sheet being drawn, and the places for faces on it."""

    sheet: Sheet
    spots: list[Spot] = field(default_factory=list)

    def put(
        self,
        words: str,
        at: tuple[int, int],
        ink: Colour = CREAM,
        ground: Colour = FELT,
        *,
        align: Align = "left",
        high: float = TEXT,
    ) -> int:
        """Write words aligned at `at`, which is halfway up them; returns where they end."""
        if not words:
            return at[0]
        tile = line(words, ink, ground, high)
        left = at[0] - {"left": 0, "centre": tile.width // 2, "right": tile.width}[align]
        self.sheet.paste(tile, (left, at[1] - tile.height // 2))
        return left + tile.width

    def lay(
        self, card: str, size: Size, at: tuple[int, int], look: Look = "plain", ground: Colour = FELT
    ) -> None:
        """Lay a card with its top left corner at `at`, on top of what's there."""
        self.sheet.paste(face(card, size, look, ground), at, outline(size))

    def throw(self, card: str, at: tuple[int, int], look: Look, degrees: float) -> None:
        """Lay a card with its middle at `at`, a little askew and with its shadow."""
        tile, shape = tilted(card, look, degrees), tilted_outline(CARD, degrees)
        x, y = at[0] - tile.width // 2, at[1] - tile.height // 2
        self.sheet.paste(palette().index(SHADE), (x + 4, y + 6), shape)
        self.sheet.paste(tile, (x, y), shape)

    def face(self, seat: Seat, middle: tuple[int, int], size: int, ground: Colour = FELT) -> None:
        """Add a place for a player's face."""
        self.spots.append(Spot(seat, middle, size, ground))

    def block(self, ink: Colour, box: tuple[int, int, int, int]) -> None:
        """Fill a rectangle with an accent."""
        self.sheet.paste(palette().index(ink), box)

    def backs(self, count: int, at: tuple[int, int], step: int = 14, ground: Colour = FELT) -> int:
        """Lay hidden cards from `at` on, and write how many; returns where that ends."""
        x, y = at
        for number in range(count):
            self.lay("", COVER, (x + number * step, y), ground=ground)
        if not count:
            return x
        right = x + (count - 1) * step + COVER.wide + 14
        return self.put(str(count), (right, y + COVER.high // 2), ground=ground, high=38)


@cached
def ground(high: int, felt: int) -> Picture:
    """A sheet of this height: the table, with felt down to `felt`, and the plank below it."""
    sheet = palette().sheet((WIDTH, high), BAND)
    sheet.paste(_rim((WIDTH + 2 * _BEYOND, felt + 40)), (-_BEYOND, 0))
    sheet.paste(_plank(), (0, felt))
    return sheet


@cached
def _rim(size: tuple[int, int]) -> Picture:
    """Wood around felt: the corners of the moulding, with its edges stretched between them."""
    wide, high = size
    small, sheet, far = _moulding(), palette().sheet(size, FELT), 2 * _CORNER
    for x, left in ((0, 0), (far, wide - _CORNER)):
        for y, top in ((0, 0), (far, high - _CORNER)):
            sheet.paste(small.crop((x, y, x + _CORNER, y + _CORNER)), (left, top))
    for at in (0, far):
        across = small.crop((_CORNER, at, _CORNER + 1, at + _CORNER)).resize((wide - far, _CORNER))
        sheet.paste(across, (_CORNER, 0 if at == 0 else high - _CORNER))
        down = small.crop((at, _CORNER, at + _CORNER, _CORNER + 1)).resize((_CORNER, high - far))
        sheet.paste(down, (0 if at == 0 else wide - _CORNER, _CORNER))
    return sheet


@cached
def _moulding() -> Picture:
    """A small table with a wooden rim; its corners and edges make up every larger one."""
    easel, inset = Easel((3 * _CORNER, 3 * _CORNER), BAND), 0.0
    for shade, thick in zip((*WOODS, FELT), (6, 7, 9, 9, 7, 5, 9), strict=True):
        easel.plate(_inside(inset), max(12, 34 - inset * 0.6), shade)
        inset += thick
    easel.frame(_inside(inset), 10, INLAY, 3)
    return palette().fit(easel.finish())


def _inside(inset: float) -> Box:
    return inset, inset, 3 * _CORNER - inset, 3 * _CORNER - inset


@cached
def _plank() -> Picture:
    """The plank with its 35 holes, and a brass disc after the eighteenth."""
    sheet = Sheet.of(palette(), (WIDTH, RAIL), PLANK)
    for shade, top, bottom in (
        (WOODS[5], 0, 4),
        (WOODS[3], 4, 7),
        (WOODS[1], RAIL - 7, RAIL),
        (WOODS[0], RAIL - 3, RAIL),
    ):
        sheet.paste(palette().index(shade), (0, top, WIDTH, bottom))
    for number in range(ALL_POINTS):
        _plug(sheet, number, None, 0)
    disc = coin(str(MADE))
    sheet.paste(disc, (_hole(MADE) - (_STEP + _DISC) // 2 - disc.width // 2, RAIL // 2 - disc.height // 2))
    return sheet.finish()


def _hole(number: int) -> int:
    """The x of the middle of a hole; after the eighteenth there's room for the disc."""
    return _PEGS + number * _STEP + (_DISC if number >= MADE else 0) + 16


def _plug(sheet: Sheet, number: int, ink: Colour | None, top: int) -> None:
    sheet.paste(peg(ink), (_hole(number) - PEG // 2, top + RAIL // 2 - PEG // 2))


def pegs(board: Board, view: View, top: int) -> None:
    """Put in pegs: the soloist's points from the left, the others' from the right."""
    if view.soloist is None:
        return
    points = view.score.took if view.score else view.points
    for number in range(points[view.soloist]):
        _plug(board.sheet, number, MARKS[view.soloist].colour, top)
    last = ALL_POINTS
    for seat in reversed([seat for seat in SEATS if seat != view.soloist]):
        for number in range(last - points[seat], last):
            _plug(board.sheet, number, MARKS[seat].colour, top)
        last -= points[seat]
