"""Doublolo's board as a picture, 1180 px wide. It depends on view and answers alone and shows no names."""

from collections.abc import Iterator
from functools import lru_cache

from games.core import Seat
from games.doublolo import coin
from games.doublolo.position import COLOURS, RED, WHITE, Board, BoardOwed, CallOwed, Face, TossOwed
from games.doublolo.tiles import CELL, FIELD, FIELD_LIT, INKS, OPEN_FILL, PAGE, Tile, paint, stone
from games.doublolo.view import View
from games.kit.brush.easel import Easel
from games.kit.brush.kept import kept
from games.kit.brush.lettering import label
from games.kit.brush.marks import ACCENT, MARGIN, NIGHT, PAPER, TEXT, WIDTH
from games.kit.brush.palette import Colour, Palette, Picture, colour
from games.kit.brush.png import encode
from games.kit.brush.strip import HEIGHT, Notice, Standing, edges, marks, strip
from games.kit.grid import Grid, Square, bits, column_name

BAR = 16
"""The height of the bar that shows who leads."""
AXIS = 54
"""The height of the rows of letters above and below the board."""
TOP = HEIGHT + BAR + 4 + AXIS
FOOT = 8
REACH = 3
"""How many px the last move's ground reaches over the edges of its neighbours."""

AXIS_INK = colour("#93A9EE")
TO_MOVE = (Notice("Red to move", PAPER, colour("#C81E2B")), Notice("White to move", NIGHT, PAPER))
CALLS = Notice("Red to call", PAPER, TO_MOVE[RED].plate)


def draw(view: View, answers: tuple[str, ...] = ()) -> bytes:
    """A PNG of the position; squares that can be chosen after `answers` show their names.

    Equal views and answers give equal bytes on one machine, and equal pixels on all.
    """
    board, column = view.board, _column(answers)
    sheet = _ground(board.grid, board.blocked, column).copy()
    for mask, tile in _told(view):
        _lay(sheet, board.grid, mask, tile, column)
    _name_choices(sheet, view, answers, column)
    _last(sheet, view)
    _ask(sheet, view)
    _score(sheet, view)
    return encode(sheet)


def _column(answers: tuple[str, ...]) -> str:
    return answers[0] if answers and len(answers[0]) == 1 else ""


def _told(view: View) -> Iterator[tuple[int, Tile]]:
    """The masks of the stones and how they are marked; `_last` draws the last one."""
    last = view.last
    placed = view.board.grid.bit(last.square) if last else 0
    flipped = last.flipped if last else 0
    for seat in (RED, WHITE):
        stones = view.board.stones[seat]
        yield stones & ~placed & ~flipped, Tile(seat)
        yield stones & flipped, Tile(seat, told="flipped")


def _last(sheet: Picture, view: View) -> None:
    """The last stone on a ground in the accent colour that reaches over the gaps around it."""
    if not view.last:
        return
    seat, (across, down) = view.last.seat, view.last.square
    x, y = _left(view.board.grid) + across * CELL, TOP + down * CELL
    _block(sheet, ACCENT, (x - REACH, y - REACH, x + CELL + REACH, y + CELL + REACH))
    sheet.paste(_tile(Tile(seat, told="last")), (x, y))


def _ask(sheet: Picture, view: View) -> None:
    """The toss, where it hides the fewest stones."""
    match view.position:
        case CallOwed():
            question = _panel(None, view.asked)
        case TossOwed(call=call):
            question = _panel(call, False)
        case _:
            return
    grid, stones = view.board.grid, view.board.stones
    across, down = _corner(grid, stones[RED] | stones[WHITE])
    sheet.paste(question, (_left(grid) + across * CELL, TOP + down * CELL))


@lru_cache(64)
def _corner(grid: Grid, stones: int) -> Square:
    """The corner of the panel that hides the fewest stones, as near to the middle as possible."""
    free = Square(max(0, grid.width - coin.COLUMNS), max(0, grid.height - coin.ROWS))

    def harm(corner: Square) -> tuple[int, int, Square]:
        hidden = (grid.rectangle(corner, coin.COLUMNS, coin.ROWS) & stones).bit_count()
        return hidden, abs(2 * corner.column - free.column) + abs(2 * corner.row - free.row), corner

    return min(
        (Square(column, row) for column in range(free.column + 1) for row in range(free.row + 1)), key=harm
    )


@kept
def _panel(call: Face | None, choosable: bool) -> Picture:
    return _palette().fit(coin.panel(call, choosable))


def _lay(sheet: Picture, grid: Grid, mask: int, tile: Tile, column: str) -> None:
    """Draw the tile on every square of the mask, lit in the column."""
    left = _left(grid)
    lit = _tile(tile._replace(lit=True)) if column else None
    plain = _tile(tile)
    for bit in bits(mask):
        across, down = grid.square(bit)
        picture = lit if lit and column_name(across) == column else plain
        sheet.paste(picture, (left + across * CELL, TOP + down * CELL))


def _name_choices(sheet: Picture, view: View, answers: tuple[str, ...], column: str) -> None:
    grid, mover = view.board.grid, view.mover
    if mover is None or not view.asked:
        return
    for bit in bits(view.open):
        square = grid.square(bit)
        named = not answers or answers[-1] in (str(square), column_name(square.column))
        _lay(sheet, grid, bit, Tile(open=mover, label=str(square) if named else ""), column)


def _left(grid: Grid) -> int:
    return (WIDTH - grid.width * CELL) // 2


@kept
def _tile(tile: Tile) -> Picture:
    return _palette().fit(paint(tile))


@kept
def _token(seat: Seat) -> Picture:
    easel = Easel((56, 56), PAGE)
    stone(easel, seat, (28, 28), 24)
    return _palette().fit(easel.finish())


@lru_cache(1)
def _palette() -> Palette:
    stones = [Tile(seat, told=told) for seat in (RED, WHITE) for told in ("", "last", "flipped")]
    squares = [
        Tile(),
        Tile(lit=True),
        Tile(blocked=True),
        Tile(open=RED, label="A1"),
        Tile(open=WHITE, label="A1"),
    ]
    inks = (PAGE, FIELD, FIELD_LIT, ACCENT, NIGHT, PAPER, AXIS_INK, TO_MOVE[RED].plate, *INKS)
    letters = [(AXIS_INK, PAGE), (PAPER, FIELD_LIT), *((PAPER, fill) for fill in OPEN_FILL)]
    # The stones matter more than the coins, which have many more px.
    artwork = [*map(paint, stones + squares), *marks(PAGE, 2), coin.panel(None, choosable=True).reduce(3)]
    return Palette(inks, [*edges(PAGE, (*TO_MOVE, Notice(""))), *letters], artwork)


@kept
def _ground(grid: Grid, blocked: int, column: str) -> Picture:
    """Everything that stays the same throughout a game, and the chosen column."""
    height = TOP + grid.height * CELL + AXIS + FOOT
    sheet = _palette().sheet((WIDTH, height), PAGE)
    _lay(sheet, grid, grid.full & ~blocked, Tile(), column)
    _lay(sheet, grid, blocked, Tile(blocked=True), "")
    left, bottom = _left(grid), TOP + grid.height * CELL
    for across in range(grid.width):
        middle, name = left + across * CELL + CELL // 2, column_name(across)
        chosen = name == column
        ink, ground = (PAPER, FIELD_LIT) if chosen else (AXIS_INK, PAGE)
        for y in (TOP - AXIS // 2, bottom + AXIS // 2):
            if chosen:
                _block(
                    sheet, FIELD_LIT, (middle - CELL // 2, y - AXIS // 2, middle + CELL // 2, y + AXIS // 2)
                )
            _put(sheet, name, middle, y, ink, ground)
    for down in range(grid.height):
        for x in (left // 2, WIDTH - left // 2):
            _put(sheet, str(down + 1), x, TOP + down * CELL + CELL // 2, AXIS_INK, PAGE)
    return sheet


def _put(sheet: Picture, text: str, x: int, y: int, ink: Colour, ground: Colour) -> None:
    tile = label(_palette(), text, TEXT, ink, ground)
    sheet.paste(tile, (x - tile.width // 2, y - tile.height // 2))


def _block(sheet: Picture, ink: Colour, box: tuple[int, int, int, int]) -> None:
    sheet.paste(_palette().index(ink), box)


def _score(sheet: Picture, view: View) -> None:
    standings = [
        Standing(seat, f"{COLOURS[seat]} {view.board.scores[seat]}", _token(seat)) for seat in (RED, WHITE)
    ]
    strip(sheet, _palette(), PAGE, standings, notice(view))
    _bar(sheet, view.board)


def notice(view: View) -> Notice:
    """Who has to do what, or who won."""
    if view.finished:
        red, white = view.board.scores
        return Notice("Draw") if red == white else Notice(f"{COLOURS[red < white]} wins", crown=True)
    if view.stopped:
        return Notice("Stopped", PAPER, PAGE)
    match view.position:
        case BoardOwed():
            return Notice("Setting up", PAPER, PAGE)
        case CallOwed():
            return CALLS
        case TossOwed(call=call):
            return Notice(f"Red calls {call}", PAPER, TO_MOVE[RED].plate)
    assert view.mover is not None
    return TO_MOVE[view.mover]


def _bar(sheet: Picture, board: Board) -> None:
    """Red's stones from the left, White's from the right, with a mark at half of the board."""
    wide = WIDTH - 2 * MARGIN
    total = (board.grid.full & ~board.blocked).bit_count()
    red, white = (round(wide * score / total) for score in board.scores)
    right, top, bottom = WIDTH - MARGIN, HEIGHT, HEIGHT + BAR
    _block(sheet, NIGHT, (MARGIN, top, right, bottom))
    _block(sheet, TO_MOVE[RED].plate, (MARGIN, top, MARGIN + red, bottom))
    _block(sheet, PAPER, (right - white, top, right, bottom))
    _block(sheet, NIGHT, (WIDTH // 2 - 5, top, WIDTH // 2 + 5, bottom))
    _block(sheet, ACCENT, (WIDTH // 2 - 2, top - 3, WIDTH // 2 + 2, bottom + 3))
