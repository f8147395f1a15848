"""FourSide's table as a picture. It depends on view and answers alone and knows no names."""

from collections.abc import Iterable
from functools import partial
from itertools import takewhile

from games.core import Seat
from games.fourside.captions import caption
from games.fourside.ending import ending, winners
from games.fourside.hands import HIGH, hands
from games.fourside.offer import Offer, offer_of
from games.fourside.pieces import (
    HEADER,
    UNLIT,
    Lit,
    bulbs,
    gold_shape,
    gold_tile,
    joint,
    joint_shape,
    palette,
    square,
    tile,
)
from games.fourside.position import (
    ALL_SQUARES,
    BESIDE,
    GRID,
    SEATS,
    STEPS,
    Place,
    Placed,
    Playing,
    Table,
    place_of,
    turned,
)
from games.fourside.squares import AXIS, BOARD, CAPITALS, DEEP, EDGE, GOLD, JOINT, PITCH, Ground
from games.fourside.tiles import PLACED, sign_of
from games.fourside.view import View
from games.kit.brush.easel import Easel
from games.kit.brush.header import Cell
from games.kit.brush.kept import kept
from games.kit.brush.lettering import write
from games.kit.brush.marks import WIDTH
from games.kit.brush.palette import Picture
from games.kit.brush.scene import Scene, Spot
from games.kit.grid import Square, column_name

LEFT, TOP = 46, 64
"""Where the first square begins, in px."""
HANDS_TOP = TOP + GRID.height * PITCH + 14
TALL = HANDS_TOP + HIGH + 10
"""How high the board is with what lies below it, in px."""


def draw(view: View, answers: tuple[str, ...] = ()) -> Scene:
    """The table; squares that can be chosen after `answers` show their names."""
    offer = offer_of(view, answers)
    sheet = _board().copy()
    _tiles(sheet, view)
    _empty_squares(sheet, view, offer)
    _newest(sheet, view.table)
    spots: list[Spot] = []
    if view.finished:
        spots.extend(ending(sheet, HANDS_TOP, view.table))
    else:
        hands(sheet, HANDS_TOP, view, offer)
    cells = [_cell(view, seat) for seat in SEATS]
    return Scene(sheet, palette(), HEADER, cells, caption(view, offer), spots)


def _cell(view: View, seat: Seat) -> Cell:
    table = view.table
    return Cell(
        seat,
        str(table.scores[seat]),
        (partial(bulbs, table.hints[seat]),),
        moves=seat == view.mover,
        won=view.finished and seat in winners(table),
    )


def corner(at: Square) -> tuple[int, int]:
    """Where a square with the gap around it begins, in px."""
    return LEFT + at.column * PITCH, TOP + at.row * PITCH


def _tiles(sheet: Picture, view: View) -> None:
    """All tiles but the newest; the sides that it touches are gold."""
    signs = {placed.square: sign_of(placed.seat) for placed in view.table.laid}
    lit = {neighbour: facing for _, neighbour, facing in _joints(view.table)}
    for place, at in enumerate(ALL_SQUARES):
        if values := view.board.tiles[place]:
            gold = _lit((lit[place],) if place in lit else ())
            sheet.paste(tile(values, PLACED, signs.get(at, "primer"), BOARD, gold), corner(at))


def _empty_squares(sheet: Picture, view: View, offer: Offer) -> None:
    hint = view.position.hint if isinstance(view.position, Playing) else None
    fitting = {place.square for place in offer.found}
    for at in ALL_SQUARES:
        if view.board.on(at):
            continue
        hinted = hint if hint and hint.square == at else None
        if hinted and not offer.begun:
            sheet.paste(_hinted(view, hinted), corner(at))
        elif at in offer.named:
            named = Ground(view.board.area(at), name=str(at), seat=view.mover, hint=hinted is not None)
            sheet.paste(square(named), corner(at))
        else:
            sheet.paste(square(Ground(view.board.area(at), open=at in fitting)), corner(at))


def _hinted(view: View, hint: Place) -> Picture:
    """The tile that the hint names, turned as it says, with a bulb in the middle."""
    values = view.hand[hint.number - 1]
    assert values is not None
    return tile(turned(values, hint.quarters), PLACED, "hint", BOARD)


def _newest(sheet: Picture, table: Table) -> None:
    """Gold frames around what the last player laid since the other one, and gold across the last joints."""
    joints = _joints(table)
    touching = _lit(side for side, _, _ in joints)
    for placed in _since_the_other(table):
        values = table.board.on(placed.square)
        assert values is not None
        lit = touching if placed is table.last else UNLIT
        drawn = gold_tile(values, PLACED, sign_of(placed.seat), lit)
        x, y = corner(placed.square)
        sheet.paste(drawn, (x + EDGE - GOLD, y + EDGE - GOLD), gold_shape(PLACED))
    for side, _, _ in joints:
        _capsule(sheet, table, side)


def _since_the_other(table: Table) -> list[Placed]:
    """The tiles that the same player has laid in a row at the end: more than one if turns were lost."""
    last = table.last
    run = takewhile(lambda placed: last is not None and placed.seat == last.seat, reversed(table.laid))
    return list(run)[::-1]


def _joints(table: Table) -> list[tuple[int, int, int]]:
    """Where the last tile touches others: its side, the other's place, and the other's side."""
    if table.last is None:
        return []
    return [joint for joint in BESIDE[place_of(table.last.square)] if table.board.tiles[joint[1]]]


def _lit(sides: Iterable[int]) -> Lit:
    gold = set(sides)
    return 0 in gold, 1 in gold, 2 in gold, 3 in gold


def _capsule(sheet: Picture, table: Table, side: int) -> None:
    assert table.last is not None
    (across, down), (x, y) = STEPS[side], corner(table.last.square)
    lies = down != 0
    wide, high = JOINT if lies else JOINT[::-1]
    middle = x + PITCH // 2 + across * PITCH // 2, y + PITCH // 2 + down * PITCH // 2
    sheet.paste(joint(lies), (middle[0] - wide // 2, middle[1] - high // 2), joint_shape(lies))


@kept
def _board() -> Picture:
    """The empty board with the names of columns and rows."""
    easel = Easel((WIDTH, TALL), DEEP)
    right, bottom = LEFT + GRID.width * PITCH, TOP + GRID.height * PITCH
    easel.plate((LEFT - 3, TOP - 3, right + 3, bottom + 3), 14, BOARD)
    image = easel.finish()
    for across in range(GRID.width):
        at = LEFT + across * PITCH + PITCH // 2, TOP // 2 + 2
        write(image, column_name(across), at, CAPITALS, AXIS)
    for down in range(GRID.height):
        write(image, str(down + 1), (LEFT // 2 - 2, TOP + down * PITCH + PITCH // 2), CAPITALS, AXIS)
    return palette().fit(image)
