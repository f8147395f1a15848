"""FourSide's table as a picture. It depends only on the view and the answers, and shows no names."""

from itertools import takewhile

from games.core import Seat
from games.fourside.pictures.ending import ending, winners
from games.fourside.pictures.hands import hands
from games.fourside.pictures.offer import Offer, offer_of
from games.fourside.pictures.offered import lay_offered
from games.fourside.pictures.pieces import (
    HEADER,
    UNLIT,
    bracket_shape,
    bulbs,
    gold_shape,
    gold_tile,
    joint,
    joint_shape,
    lit,
    palette,
    placed_tile,
    square,
    tile,
)
from games.fourside.pictures.squares import AXIS, BOARD, CAPITALS, DEEP, EDGE, GOLD, JOINT, PITCH, Ground
from games.fourside.pictures.tiles import PLACED, Sign
from games.fourside.pictures.ways import height, ways
from games.fourside.rules.position import (
    ALL_SQUARES,
    BESIDE,
    GRID,
    SEATS,
    STEPS,
    Board,
    Place,
    Placed,
    Table,
    place_of,
    turned,
)
from games.fourside.rules.view import View
from games.fourside.words.prompts import prompt
from games.kit.brush.cached import cached
from games.kit.brush.easel import Easel
from games.kit.brush.gain import lay_gain
from games.kit.brush.header import Cell, Painted
from games.kit.brush.lettering import write
from games.kit.brush.marks import WIDTH
from games.kit.brush.palette import Picture
from games.kit.brush.scene import Scene, Spot
from games.kit.brush.sheet import Sheet
from games.kit.grid import Grid, Square, column_name
from games.kit.questions import spelt

LEFT, TOP = 46, 64
"""Where the first square begins, in px."""
_MARGIN = 10
"""The margin at the bottom, in px."""


def hands_top(grid: Grid = GRID) -> int:
    """Where the part below the board begins, in px."""
    return TOP + grid.height * PITCH + 14


def draw(view: View, answers: tuple[str, ...] | None = ()) -> Scene:
    """The table; squares that can be chosen after `answers` show their names."""
    if answers and isinstance(placed := spelt(prompt, view, answers), Place):
        view, answers = view.with_hint(placed), ()
    offer = Offer() if answers is None else offer_of(view, answers)
    grid = view.board.grid
    below = hands_top(grid)
    sheet = Sheet.of(palette(), (WIDTH, below + height(view, offer) + _MARGIN), DEEP)
    sheet.paste(plain_board(grid, view.board.bonus, view.board.minus), (0, 0))
    lay_tiles(sheet, view)
    _open_squares(sheet, view, offer)
    lay_offered(sheet, view, offer, lambda at: corner(at, grid))
    lay_newest(sheet, view)
    if view.hint and not offer.begun:
        _hint(sheet, view)
    spots: list[Spot] = []
    if view.finished:
        spots.extend(ending(sheet, below, view.table))
    elif offer.ways or offer.turns:
        ways(sheet, below, view, offer)
    else:
        hands(sheet, below, view, offer)
    cells = [_cell(view, seat) for seat in SEATS]
    return Scene(sheet, palette(), HEADER, cells, None, spots, placed_tile)


def _cell(view: View, seat: Seat) -> Cell:
    table = view.table
    return Cell(
        seat,
        str(table.scores[seat]),
        (Painted(bulbs, (table.hints[seat],)),) if table.allowed else (),
        moves=seat == view.mover,
        won=view.finished and seat in winners(table),
    )


def corner(at: Square, grid: Grid = GRID) -> tuple[int, int]:
    """Where a square with the gap around it begins, in px; a narrow board is in the middle."""
    return LEFT + (GRID.width - grid.width) * PITCH // 2 + at.column * PITCH, TOP + at.row * PITCH


def lay_tiles(sheet: Sheet, view: View) -> None:
    """All tiles; the sides that the newest tile touches are gold."""
    grid = view.board.grid
    owners = {place_of(placed.square): placed.seat for placed in view.table.laid}
    signs = {owner: _sign(view, owner) for owner in (None, *SEATS)}
    facing = {neighbour: lit(side) for _, neighbour, side in _joints(view.table)}
    sheet.lay(
        (tile(values, PLACED, signs[owners.get(place)], BOARD, facing.get(place, UNLIT)), corner(at, grid))
        for place, at in enumerate(ALL_SQUARES)
        if (values := view.board.at(place))
    )


def _sign(view: View, owner: Seat | None) -> Sign:
    return Sign("final" if view.finished else "placed", owner)


def _open_squares(sheet: Sheet, view: View, offer: Offer) -> None:
    """The empty squares where a tile fits that can't be chosen yet."""
    fitting = {place.square for place in offer.found} - offer.named
    sheet.lay((square(Ground(view.board.area(at), open=True)), corner(at, view.board.grid)) for at in fitting)


def _hint(sheet: Sheet, view: View) -> None:
    """The tile that the hint names, turned as it says, between gold corners, with a bulb in the middle."""
    assert view.hint is not None
    values = view.hand[view.hint.number - 1]
    assert values is not None
    drawn = gold_tile(turned(values, view.hint.quarters), PLACED, Sign("hint"))
    sheet.paste(drawn, around(view.hint.square, view.board.grid), bracket_shape(PLACED))


def lay_newest(sheet: Sheet, view: View) -> None:
    """Gold frames around the last player's tiles since the other's move, and gold across the last joints."""
    table, joints = view.table, _joints(view.table)
    for placed in _since_the_other(table):
        values = table.board.on(placed.square)
        assert values is not None
        gold = lit(*(side for side, _, _ in joints)) if placed is table.last else UNLIT
        drawn = gold_tile(values, PLACED, _sign(view, placed.seat), gold)
        sheet.paste(drawn, around(placed.square, table.board.grid), gold_shape(PLACED))
    for side, _, _ in joints:
        _capsule(sheet, table, side)
    for placed in _since_the_other(table):
        x, y = corner(placed.square, table.board.grid)
        is_last = placed.square.column == GRID.width - 1
        lay_gain(sheet, placed.gained, (x + EDGE if is_last else x + PITCH - EDGE, y + EDGE))


def around(at: Square, grid: Grid) -> tuple[int, int]:
    """Where the gold frame of a square begins, in px."""
    x, y = corner(at, grid)
    return x + EDGE - GOLD, y + EDGE - GOLD


def _since_the_other(table: Table) -> list[Placed]:
    """The last tiles that one player placed in a row: more than one if the other lost turns."""
    last = table.last
    run = takewhile(lambda placed: last is not None and placed.seat == last.seat, reversed(table.laid))
    return list(run)[::-1]


def _joints(table: Table) -> list[tuple[int, int, int]]:
    """Where the last tile touches others: its side, the other's place, and the other's side."""
    if table.last is None:
        return []
    return [joint for joint in BESIDE[place_of(table.last.square)] if table.board.at(joint[1])]


def _capsule(sheet: Sheet, table: Table, side: int) -> None:
    assert table.last is not None
    (across, down), (x, y) = STEPS[side], corner(table.last.square, table.board.grid)
    lies = down != 0
    wide, high = JOINT if lies else JOINT[::-1]
    middle = x + PITCH // 2 + across * PITCH // 2, y + PITCH // 2 + down * PITCH // 2
    sheet.paste(joint(lies), (middle[0] - wide // 2, middle[1] - high // 2), joint_shape(lies))


@cached
def plain_board(grid: Grid, bonus: int, minus: int) -> Picture:
    """The empty board with the names of columns and rows."""
    sheet, plain = Sheet.on(palette(), _named_board(grid)), Board(bonus=bonus, minus=minus)
    squares = (at for at in ALL_SQUARES if at in grid)
    sheet.lay((square(Ground(plain.area(at))), corner(at, grid)) for at in squares)
    return sheet.finish()


@cached
def _named_board(grid: Grid) -> Picture:
    """The part that's the same for all boards of this size."""
    easel = Easel((WIDTH, hands_top(grid)), DEEP)
    left, _ = corner(Square(0, 0), grid)
    right, bottom = corner(Square(grid.width, grid.height), grid)
    easel.plate((left - 3, TOP - 3, right + 3, bottom + 3), 14, BOARD)
    image = easel.finish()
    for across in range(grid.width):
        at = left + across * PITCH + PITCH // 2, TOP // 2 + 2
        write(image, column_name(across), at, CAPITALS, AXIS)
    for down in range(grid.height):
        at = left - LEFT // 2 - 2, TOP + down * PITCH + PITCH // 2
        write(image, str(down + 1), at, CAPITALS, AXIS)
    return palette().fit(image)
