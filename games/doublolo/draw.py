"""Doublolo's board as a picture, 1180 px wide; by view and answers alone, and without names."""

from collections.abc import Iterator
from functools import lru_cache

from games.core import Seat
from games.doublolo.position import COLOURS, RED, WHITE, Board, BoardOwed, CallOwed, TossOwed
from games.doublolo.tiles import CELL, FIELD, INKS, PAGE, Tile, paint, stone
from games.doublolo.view import View
from games.kit.brush.easel import Easel
from games.kit.brush.lettering import label
from games.kit.brush.marks import ACCENT, MARGIN, NIGHT, PAPER, TEXT, WIDTH
from games.kit.brush.palette import Colour, Palette, Picture, colour
from games.kit.brush.png import encode
from games.kit.brush.strip import HEIGHT, Notice, Standing, artwork, edges, strip
from games.kit.grid import Grid, bits, column_name

BAR = 16
"""The height of the bar that shows who leads."""
AXIS = 54
"""The height of the letters' rows above and below the board."""
TOP = HEIGHT + BAR + AXIS
FOOT = 8

AXIS_INK = colour("#93A9EE")
TO_MOVE = (Notice("Red to move", PAPER, colour("#C81E2B")), Notice("White to move", NIGHT, PAPER))
CALLS = Notice("Red calls", PAPER, TO_MOVE[RED].plate)


def draw(view: View, answers: tuple[str, ...] = ()) -> bytes:
    """A PNG of the position; squares that can be chosen after `answers` wear their names.

    Equal views and answers give equal bytes on one machine, and equal pixels on all.
    """
    board, column = view.board, _column(answers)
    sheet = _ground(board.grid, board.blocked, column).copy()
    for mask, tile in _told(view):
        _lay(sheet, board.grid, mask, tile, column)
    _name_choices(sheet, view, answers, column)
    _score(sheet, view)
    return encode(sheet)


def _column(answers: tuple[str, ...]) -> str:
    return answers[0] if answers and len(answers[0]) == 1 else ""


def _told(view: View) -> Iterator[tuple[int, Tile]]:
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
    """Lay the tile on every square of the mask, lit in the column."""
    left = _left(grid)
    lit = _tile(tile._replace(lit=True)) if column else None
    plain = _tile(tile)
    for bit in bits(mask):
        across, down = grid.square(bit)
        picture = lit if lit and column_name(across) == column else plain
        sheet.paste(picture, (left + across * CELL, TOP + down * CELL))


def _name_choices(sheet: Picture, view: View, answers: tuple[str, ...], column: str) -> None:
    grid, mover = view.board.grid, view.mover
    if mover is None or view.viewer not in (None, mover):
        return
    for bit in bits(view.open):
        square = grid.square(bit)
        named = not answers or answers[-1] in (str(square), column_name(square.column))
        _lay(sheet, grid, bit, Tile(open=mover, label=str(square) if named else ""), column)


def _left(grid: Grid) -> int:
    return (WIDTH - grid.width * CELL) // 2


@lru_cache(2048)
def _tile(tile: Tile) -> Picture:
    return _palette().fit(paint(tile))


@lru_cache(4)
def _token(seat: Seat) -> Picture:
    easel = Easel((56, 56), PAGE)
    stone(easel, seat, (28, 28), 24)
    return _palette().fit(easel.finish())


@lru_cache(1)
def _palette() -> Palette:
    stones = [Tile(seat, told=told) for seat in (RED, WHITE) for told in ("", "last", "flipped")]
    squares = [Tile(), Tile(lit=True), Tile(blocked=True), Tile(open=RED), Tile(open=WHITE)]
    pairs = edges(PAGE, (*TO_MOVE, Notice("")))
    return Palette(
        (PAGE, FIELD, ACCENT, NIGHT, PAPER, AXIS_INK, TO_MOVE[RED].plate, *INKS),
        [*pairs, (AXIS_INK, PAGE)],
        [*map(paint, stones + squares), *artwork(PAGE, 2)],
    )


@lru_cache(16)
def _ground(grid: Grid, blocked: int, column: str) -> Picture:
    """All that does not change while a game is played, and the chosen column."""
    height = TOP + grid.height * CELL + AXIS + FOOT
    sheet = _palette().sheet((WIDTH, height), PAGE)
    _lay(sheet, grid, grid.full & ~blocked, Tile(), column)
    _lay(sheet, grid, blocked, Tile(blocked=True), "")
    left, bottom = _left(grid), TOP + grid.height * CELL
    for across in range(grid.width):
        middle, name = left + across * CELL + CELL // 2, column_name(across)
        for y in (TOP - AXIS // 2, bottom + AXIS // 2):
            _put(sheet, name, middle, y, ACCENT if name == column else AXIS_INK)
    for down in range(grid.height):
        for x in (left // 2, WIDTH - left // 2):
            _put(sheet, str(down + 1), x, TOP + down * CELL + CELL // 2, AXIS_INK)
    return sheet


def _put(sheet: Picture, text: str, x: int, y: int, ink: Colour) -> None:
    tile = label(_palette(), text, TEXT, ink, PAGE)
    sheet.paste(tile, (x - tile.width // 2, y - tile.height // 2))


def _score(sheet: Picture, view: View) -> None:
    standings = [
        Standing(seat, f"{COLOURS[seat]} {view.board.scores[seat]}", _token(seat)) for seat in (RED, WHITE)
    ]
    strip(sheet, _palette(), PAGE, standings, _notice(view))
    _bar(sheet, view.board)


def _notice(view: View) -> Notice:
    if view.finished:
        red, white = view.board.scores
        return Notice("Draw") if red == white else Notice(f"{COLOURS[red < white]} wins", crown=True)
    match view.position:
        case BoardOwed():
            return Notice("Laying the board", PAPER, PAGE)
        case CallOwed():
            return CALLS
        case TossOwed(call=call):
            return Notice(f"Red calls {call}", PAPER, TO_MOVE[RED].plate)
    assert view.mover is not None
    return TO_MOVE[view.mover]


def _bar(sheet: Picture, board: Board) -> None:
    """Red's squares from the left, White's from the right, and where one half of the board is reached."""
    palette, wide = _palette(), WIDTH - 2 * MARGIN
    total = (board.grid.full & ~board.blocked).bit_count()
    red, white = (round(wide * score / total) for score in board.scores)
    right, top, bottom = WIDTH - MARGIN, HEIGHT, HEIGHT + BAR
    sheet.paste(palette.index(NIGHT), (MARGIN, top, right, bottom))
    sheet.paste(palette.index(TO_MOVE[RED].plate), (MARGIN, top, MARGIN + red, bottom))
    sheet.paste(palette.index(PAPER), (right - white, top, right, bottom))
    sheet.paste(palette.index(ACCENT), (WIDTH // 2 - 2, top - 3, WIDTH // 2 + 2, bottom + 3))
