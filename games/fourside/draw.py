"""FourSide's table as a picture, 1180 px wide. It depends on view and answers alone and shows no names."""

from functools import lru_cache
from typing import NamedTuple

from games.core import IllegalMove, Question, Seat
from games.fourside.hands import HIGH, hands
from games.fourside.notation import tile_and_turn
from games.fourside.position import (
    ALL_SQUARES,
    GRID,
    HINTS,
    SEATS,
    Finished,
    Place,
    Playing,
    Table,
    Tile,
)
from games.fourside.prompts import answers_of, prompt
from games.fourside.tiles import (
    BONUS,
    CELL,
    FIELD,
    INKS,
    MINUS,
    PAGE,
    PANEL,
    PANEL_LIT,
    TINTS,
    Ground,
    paint_chip,
    paint_ground,
    paint_hints,
    paint_tile,
)
from games.fourside.view import View
from games.kit.brush import marks
from games.kit.brush.kept import kept
from games.kit.brush.lettering import label
from games.kit.brush.marks import ACCENT, MARGIN, NIGHT, PAPER, TEXT, WIDTH
from games.kit.brush.palette import Colour, Palette, Picture, colour, mix
from games.kit.brush.png import encode
from games.kit.brush.strip import HEIGHT, Notice, Standing, edges, strip
from games.kit.brush.strip import marks as seat_marks
from games.kit.grid import Square, column_name

AXIS = 44
TOP = HEIGHT + AXIS
LEFT = WIDTH - MARGIN - GRID.width * CELL
BOTTOM = TOP + GRID.height * CELL
HANDS_TOP = BOTTOM + 12
TALL = HANDS_TOP + HIGH + 14
"""How high the picture is, in px."""
REACH = 3
"""How many px the last tile's ground reaches over the edges of its neighbours."""

AXIS_INK = colour("#93A9EE")
SPENT = mix(PAGE, PAPER, 0.25)
WAITING = Notice("Drawing tiles", PAPER, PAGE)
STOPPED = Notice("Stopped", PAPER, PAGE)
TO_MOVE = tuple(
    Notice(f"{marks.SEATS[seat].letter} to move", marks.SEATS[seat].ink, marks.SEATS[seat].colour)
    for seat in SEATS
)

AGAIN = tuple(
    notice._replace(words=f"{marks.SEATS[seat].letter} moves again") for seat, notice in enumerate(TO_MOVE)
)
"""By the seat that moves again, because the other has lost a turn."""


def draw(view: View, answers: tuple[str, ...] = ()) -> bytes:
    """A PNG of the table; squares that can be chosen after `answers` show their names.

    Equal views and answers give equal bytes on one machine, and equal pixels on all.
    """
    offer = _offer(view, answers)
    sheet = _palette().sheet((WIDTH, TALL), PAGE)
    _axes(sheet)
    _squares(sheet, view, offer)
    _last(sheet, view.table)
    hands(sheet, _palette(), HANDS_TOP, view, offer.found if offer.begun else ())
    strip(sheet, _palette(), PAGE, [_standing(view.table, seat) for seat in SEATS], _notice(view))
    return encode(sheet)


class Offer(NamedTuple):
    """What the answers leave, whether there are answers, and the squares they ask for or have chosen."""

    found: tuple[Place, ...] = ()
    begun: bool = False
    named: frozenset[str] = frozenset()


def _offer(view: View, answers: tuple[str, ...]) -> Offer:
    """For answers that lead to no square, the same as before the first one."""
    if not view.asked:
        return Offer()
    found = tuple(place for place in view.placements if answers_of(place).issuperset(answers))
    try:
        question = prompt(view, answers)
    except IllegalMove:
        return _offer(view, ())
    if not found:
        return _offer(view, ())
    keys = (choice.key for choice in question.choices) if isinstance(question, Question) else answers
    return Offer(found, bool(answers), frozenset(map(str, ALL_SQUARES)).intersection(keys))


def _standing(table: Table, seat: Seat) -> Standing:
    return Standing(seat, str(table.scores[seat]), left=_hints(table.hints[seat]))


@kept
def _hints(left: int) -> Picture:
    """A light bulb with the number of hints; dark if there are none left."""
    return _palette().fit(paint_hints(left, PAGE, SPENT))


def _axes(sheet: Picture) -> None:
    for across in range(GRID.width):
        _put(sheet, column_name(across), (LEFT + across * CELL + CELL // 2, TOP - AXIS // 2), AXIS_INK, PAGE)
    for down in range(GRID.height):
        _put(sheet, str(down + 1), ((LEFT + MARGIN // 2) // 2, TOP + down * CELL + CELL // 2), AXIS_INK, PAGE)


def _squares(sheet: Picture, view: View, offer: Offer) -> None:
    """Tiles, and empty squares with what can be placed there."""
    offered = {place.square for place in offer.found}
    hint = view.position.hint if isinstance(view.position, Playing) else None
    for square in ALL_SQUARES:
        tile = view.board.on(square)
        if tile:
            sheet.paste(_tile(tile, PAGE), _corner(square))
            continue
        area = view.board.area(square)
        ground = Ground(area)
        if hint and hint.square == square and not offer.named:
            ground = Ground(area, name=tile_and_turn(hint), hint=True)
        elif square in offered:
            ground = Ground(area, view.mover, str(square) if str(square) in offer.named else "")
        sheet.paste(_ground(ground), _corner(square))


def _last(sheet: Picture, table: Table) -> None:
    """The last tile on a ground in the accent colour that reaches over the gaps around it."""
    if not table.last:
        return
    tile = table.board.on(table.last.square)
    x, y = _corner(table.last.square)
    _block(sheet, ACCENT, (x - REACH, y - REACH, x + CELL + REACH, y + CELL + REACH))
    if tile:
        sheet.paste(_tile(tile, ACCENT), (x, y))


def _notice(view: View) -> Notice:
    if view.stopped:
        return STOPPED
    match view.position:
        case Finished(table):
            first, second = table.scores
            letters = [marks.SEATS[seat].letter for seat in SEATS]
            if first == second:
                return Notice("Both win", crown=True)
            return Notice(f"{letters[first < second]} wins", crown=True)
        case Playing(mover=mover, again=True):
            return AGAIN[mover]
        case Playing(mover=mover):
            return TO_MOVE[mover]
    return WAITING


def _corner(square: Square) -> tuple[int, int]:
    return LEFT + square.column * CELL, TOP + square.row * CELL


def _put(sheet: Picture, text: str, centre: tuple[int, int], ink: Colour, ground: Colour) -> None:
    words = label(_palette(), text, TEXT, ink, ground)
    sheet.paste(words, (centre[0] - words.width // 2, centre[1] - words.height // 2))


def _block(sheet: Picture, ink: Colour, box: tuple[int, int, int, int]) -> None:
    sheet.paste(_palette().index(ink), box)


@kept
def _tile(tile: Tile, ground: Colour) -> Picture:
    return _palette().fit(paint_tile(tile, CELL, ground))


@kept
def _ground(ground: Ground) -> Picture:
    return _palette().fit(paint_ground(ground))


@lru_cache(1)
def _palette() -> Palette:
    inks = (PAGE, FIELD, PANEL, PANEL_LIT, BONUS, MINUS, ACCENT, NIGHT, PAPER, AXIS_INK, SPENT, *INKS, *TINTS)
    letters = [(AXIS_INK, PAGE), (PAPER, PANEL), (PAPER, BONUS), (PAPER, MINUS)]
    letters += [(NIGHT, tint) for tint in TINTS]
    squares = [Ground(area, seat, name) for area in (0, 20, -20) for seat in SEATS for name in ("", "A1")]
    chips = [paint_chip("1", seat, ground) for seat in SEATS for ground in (PANEL, PANEL_LIT)]
    chips += [paint_hints(left, PAGE, SPENT) for left in (0, HINTS)]
    artwork = [*map(paint_ground, squares), *seat_marks(PAGE, 2), *chips]
    notices = (*TO_MOVE, *AGAIN, WAITING, STOPPED, Notice(""))
    return Palette(inks, [*edges(PAGE, notices), *letters], artwork)
