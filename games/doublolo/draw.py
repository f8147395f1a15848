"""Doublolo's board as a picture, 1180 px wide; by view and answers alone, and without names."""

from collections.abc import Iterator
from functools import lru_cache

from games.doublolo.position import RED, WHITE
from games.doublolo.tiles import CELL, FIELD, INKS, PAGE, Tile, paint
from games.doublolo.view import View
from games.kit.brush.lettering import label
from games.kit.brush.marks import ACCENT, NIGHT, PAPER, TEXT, WIDTH, seat_mark
from games.kit.brush.palette import Colour, Palette, Picture, colour
from games.kit.brush.png import encode
from games.kit.grid import Grid, bits, column_name

STRIP = 116
"""The height of the score strip."""
AXIS = 54
"""The height of the letters' rows above and below the board."""
FOOT = 8

AXIS_INK = colour("#A9BCF5")
QUIET = colour("#7F93D8")


def draw(view: View, answers: tuple[str, ...] = ()) -> bytes:
    """A PNG of the position; squares that can be chosen after `answers` wear their names.

    Equal views and answers give equal bytes on one machine, and equal pixels on all.
    """
    board, column = view.board, _column(answers)
    sheet = _ground(board.grid, board.blocked, column).copy()
    for mask, tile in _told(view, column):
        _lay(sheet, board.grid, mask, tile, column)
    _name_choices(sheet, view, answers)
    _score(sheet, view)
    return encode(sheet)


def _column(answers: tuple[str, ...]) -> str:
    return answers[0] if answers and len(answers[0]) == 1 else ""


def _told(view: View, column: str) -> Iterator[tuple[int, Tile]]:
    """The masks of the stones, and what is told of them."""
    last = view.last
    placed = view.board.grid.bit(last.square) if last else 0
    flipped = last.flipped if last else 0
    for seat in (RED, WHITE):
        stones = view.board.stones[seat]
        yield stones & ~placed & ~flipped, Tile(seat)
        yield stones & flipped, Tile(seat, told="flipped")
        yield stones & placed, Tile(seat, told="last")


def _lay(sheet: Picture, grid: Grid, mask: int, tile: Tile, column: str) -> None:
    picture, left = _tile(tile), _left(grid)
    for bit in bits(mask):
        across, down = grid.square(bit)
        sheet.paste(picture, (left + across * CELL, STRIP + AXIS + down * CELL))


def _name_choices(sheet: Picture, view: View, answers: tuple[str, ...]) -> None:
    grid, mover = view.board.grid, view.mover
    if mover is None or view.viewer not in (None, mover):
        return
    left = _left(grid)
    for bit in bits(view.open):
        square = grid.square(bit)
        name = str(square)
        named = not answers or answers[-1] in (name, column_name(square.column))
        tile = Tile(open=mover, label=name if named else "")
        sheet.paste(_tile(tile), (left + square.column * CELL, STRIP + AXIS + square.row * CELL))


def _left(grid: Grid) -> int:
    return (WIDTH - grid.width * CELL) // 2


@lru_cache(2048)
def _tile(tile: Tile) -> Picture:
    return _palette().fit(paint(tile))


@lru_cache(1)
def _palette() -> Palette:
    artwork = [paint(Tile(seat, told=told)) for seat in (RED, WHITE) for told in ("", "last", "flipped")] + [
        paint(Tile(blocked=True)),
        seat_mark(RED, 56, PAGE),
        seat_mark(WHITE, 56, PAGE),
    ]
    inks = (AXIS_INK, PAPER, *INKS)
    return Palette((PAGE, FIELD, ACCENT, NIGHT, QUIET, *inks), [(ink, PAGE) for ink in inks], artwork)


@lru_cache(16)
def _ground(grid: Grid, blocked: int, column: str) -> Picture:
    """All that does not change while a game is played."""
    height = STRIP + 2 * AXIS + grid.height * CELL + FOOT
    sheet = _palette().sheet((WIDTH, height), PAGE)
    _lay(sheet, grid, grid.full & ~blocked, Tile(), column)
    _lay(sheet, grid, blocked, Tile(blocked=True), column)
    left, top, bottom = _left(grid), STRIP + AXIS, STRIP + AXIS + grid.height * CELL
    for across in range(grid.width):
        middle = left + across * CELL + CELL // 2
        for y in (top - AXIS // 2, bottom + AXIS // 2):
            _put(sheet, column_name(across), middle, y, AXIS_INK)
    for down in range(grid.height):
        for x in (left // 2, WIDTH - left // 2):
            _put(sheet, str(down + 1), x, top + down * CELL + CELL // 2, AXIS_INK)
    return sheet


def _put(sheet: Picture, text: str, x: int, y: int, ink: Colour, capitals: float = TEXT) -> None:
    tile = label(_palette(), text, capitals, ink, PAGE)
    sheet.paste(tile, (x - tile.width // 2, y - tile.height // 2))


def _score(sheet: Picture, view: View) -> None:
    red, white = view.board.scores
    _put(sheet, f"Red {red} – {white} White", 300, 50, PAPER, 42)
