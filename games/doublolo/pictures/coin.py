"""The question before the first move: heads or tails, and then the call."""

from functools import lru_cache

from games.doublolo.pictures.tiles import GROOVE, PACKAGE, PAGE, palette
from games.doublolo.rules.position import RED, WHITE, CallOwed, Face, TossOwed
from games.doublolo.rules.rulebook import FACES
from games.doublolo.rules.view import View
from games.kit.brush.cached import cached
from games.kit.brush.easel import Easel
from games.kit.brush.highlight import row
from games.kit.brush.lettering import write
from games.kit.brush.marks import CREAM, ICON
from games.kit.brush.palette import Picture
from games.kit.brush.png import encode
from games.kit.brush.sheet import Sheet
from games.kit.brush.sprites import sprite
from games.kit.grid import Grid, Square

_WIDE, _HIGH = 500, 300
"""How large a place the coins need, in px, up to the next square."""
_COIN, _CAPITALS = 176, 40
_ICON, _CALLED, _MARK, _FLIGHT = 104, 78, 36, (104, 104)
"""In a highlight: the size of a stone or the coin that fell, of the side that was called, and its mark."""


def lay_coins(sheet: Sheet, view: View, origin: tuple[int, int], cell: int) -> None:
    """Both sides of the coin before the call, then the side that was called until it lands."""
    match view.position:
        case CallOwed():
            call = None
        case TossOwed(call=face):
            call = face
        case _:
            return
    grid, stones = view.board.grid, view.board.stones
    across, down = place(grid, stones[RED] | stones[WHITE], *_squares(cell))
    sheet.paste(_panel(call, cell), (origin[0] + across * cell, origin[1] + down * cell))


def _squares(cell: int) -> tuple[int, int]:
    """How many columns and rows of the board the coins cover."""
    return round(_WIDE / cell), round(_HIGH / cell)


@lru_cache(64)
def place(grid: Grid, stones: int, columns: int, rows: int) -> Square:
    """The corner of the panel that hides the fewest stones, as near to the middle as possible."""
    free = Square(max(0, grid.width - columns), max(0, grid.height - rows))

    def harm(corner: Square) -> tuple[int, int, Square]:
        hidden = (grid.rectangle(corner, columns, rows) & stones).bit_count()
        return hidden, abs(2 * corner.column - free.column) + abs(2 * corner.row - free.row), corner

    return min(
        (Square(column, row) for column in range(free.column + 1) for row in range(free.row + 1)), key=harm
    )


@cached
def _panel(call: Face | None, cell: int) -> Picture:
    return palette().fit(panel(call, cell))


def panel(call: Face | None, cell: int) -> Picture:
    """Both sides of the coin with their names (RGB), or the side that was called."""
    wide, high = (count * cell for count in _squares(cell))
    easel = Easel((wide, high), GROOVE)
    easel.plate((3, 3, wide - 3, high - 3), 10, PAGE)
    image, sides = easel.finish(), (call,) if call else FACES
    for number, face in enumerate(sides):
        x, y = wide * (1 + 2 * number) / (2 * len(sides)), high * 0.42
        drawn = sprite(PACKAGE, face, (_COIN, _COIN))
        image.paste(drawn, (round(x - _COIN / 2), round(y - _COIN / 2)), drawn)
        write(image, face.capitalize(), (x, high * 0.86), _CAPITALS, CREAM)
    return image


@cached
def band_icon(name: str) -> Picture:
    """A picture for a highlight (RGBA): a stone by the name of its colour, or `heads tails` for a toss.

    Of a toss, that's the side that was called, with a tick or a cross, the coin in the air, and how it fell.
    """
    call, _, fell = name.lower().partition(" ")
    if not fell:
        return sprite(PACKAGE, call, (_ICON, _ICON))
    called = sprite(PACKAGE, call, (_CALLED, _CALLED)).copy()
    mark = sprite(PACKAGE, "right" if call == fell else "wrong", (_MARK, _MARK))
    called.alpha_composite(mark, (_CALLED - _MARK, _CALLED - _MARK))
    return row([called, sprite(PACKAGE, "flight", _FLIGHT), sprite(PACKAGE, fell, (_ICON, _ICON))])


def icon(name: str) -> bytes:
    """A side of the coin as a PNG with a transparent background. Raises KeyError for any other name."""
    if name not in FACES:
        raise KeyError(name)
    return encode(sprite(PACKAGE, name, (ICON, ICON)))
