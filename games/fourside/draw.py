"""FourSide's table as a picture, 1180 px wide; by view and answers alone, and without names."""

from collections.abc import Iterable
from functools import lru_cache

from games.core import IllegalMove, Seat
from games.fourside.notation import write
from games.fourside.position import (
    ALL_SQUARES,
    GRID,
    HAND,
    HINTS,
    SEATS,
    Finished,
    Place,
    Playing,
    Stopped,
    Table,
    Tile,
    turned,
)
from games.fourside.prompts import SQUARE, TURN, TURNS, square_label, walk
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
    paint_ground,
    paint_tile,
)
from games.fourside.view import View
from games.kit.brush import marks
from games.kit.brush.easel import Easel
from games.kit.brush.lettering import label
from games.kit.brush.marks import ACCENT, MARGIN, NIGHT, PAPER, TEXT, WIDTH
from games.kit.brush.palette import Colour, Palette, Picture, colour, mix
from games.kit.brush.png import encode
from games.kit.brush.strip import HEIGHT, Notice, Standing, edges, strip
from games.kit.brush.strip import marks as seat_marks
from games.kit.grid import Square, column_name

AXIS = 54
TOP = HEIGHT + AXIS
LEFT = 60
BOTTOM = TOP + GRID.height * CELL
FOOT = 24
REACH = 3
"""How far the last tile's ground reaches over its neighbours' rims."""

PANEL_LEFT = LEFT + GRID.width * CELL + 18
PANEL_WIDE = WIDTH - MARGIN - PANEL_LEFT
PANEL_TOP = HEIGHT + 6
HEAD = 98
EDGE = 11
"""What is left of the panel beside a hand."""
ROW = 120
HELD = 88
"""The size of a tile in a hand."""
BAND = 184
"""The height of what is added below while a tile is turned."""
LARGE = 144

AXIS_INK = colour("#93A9EE")
WAITING = Notice("Drawing tiles", PAPER, PAGE)
BROKEN = Notice("Broken off", PAPER, PAGE)
TO_MOVE = tuple(
    Notice(f"{marks.SEATS[seat].letter} to move", marks.SEATS[seat].ink, marks.SEATS[seat].colour)
    for seat in SEATS
)

FORFEITED = tuple(
    notice._replace(words=f"{marks.SEATS[1 - seat].letter} forfeits: {notice.words}")
    for seat, notice in enumerate(TO_MOVE)
)
"""By the seat that moves again."""


def draw(view: View, answers: tuple[str, ...] = ()) -> bytes:
    """A PNG of the table; squares that can be chosen after `answers` wear the labels of the choices.

    Equal views and answers give equal bytes on one machine, and equal pixels on all.
    """
    found, turning, naming = _offered(view, answers)
    chosen = found[0] if found and answers else None
    height = BOTTOM + FOOT + (BAND if chosen else 0)
    sheet = _palette().sheet((WIDTH, height), PAGE)
    _axes(sheet)
    _squares(sheet, view, found, naming)
    _last(sheet, view.table)
    _panel(sheet, view, chosen)
    if chosen:
        _band(sheet, view, found, turning)
    strip(
        sheet,
        _palette(),
        PAGE,
        [Standing(seat, str(view.table.scores[seat])) for seat in SEATS],
        _notice(view),
    )
    return encode(sheet)


def _offered(view: View, answers: tuple[str, ...]) -> tuple[tuple[Place, ...], bool, bool]:
    """What the answers leave; whether a turn is asked for; whether squares are, or one is chosen."""
    if not view.asked:
        return (), False, False
    try:
        found, question = walk(view, answers)
    except IllegalMove:
        return _offered(view, ()) if answers else ((), False, False)
    return found, question is TURN, question in (SQUARE, None)


def _axes(sheet: Picture) -> None:
    for across in range(GRID.width):
        _put(sheet, column_name(across), (LEFT + across * CELL + CELL // 2, TOP - AXIS // 2), AXIS_INK, PAGE)
    for down in range(GRID.height):
        _put(sheet, str(down + 1), (LEFT // 2 + 6, TOP + down * CELL + CELL // 2), AXIS_INK, PAGE)


def _squares(sheet: Picture, view: View, found: Iterable[Place], naming: bool) -> None:
    """Tiles, and empty squares with what can be done on them."""
    offered = {place.square for place in found}
    hint = view.position.hint if isinstance(view.position, Playing) else None
    for square in ALL_SQUARES:
        tile = view.board.on(square)
        if tile:
            sheet.paste(_tile(tile, CELL, PAGE), _corner(square))
            continue
        area = view.board.area(square)
        ground = Ground(area)
        if hint and hint.square == square and not naming:
            ground = Ground(area, words=(write(hint).split("@")[0],), hint=True)
        elif square in offered:
            words = tuple(square_label(view, square).split()) if naming else ()
            ground = Ground(area, view.mover, words)
        sheet.paste(_ground(ground), _corner(square))


def _last(sheet: Picture, table: Table) -> None:
    """The last tile on a ground of the accent that reaches over the gaps around it."""
    if not table.last:
        return
    tile = table.board.on(table.last.square)
    x, y = _corner(table.last.square)
    _block(sheet, ACCENT, (x - REACH, y - REACH, x + CELL + REACH, y + CELL + REACH))
    if tile:
        sheet.paste(_tile(tile, CELL, ACCENT), (x, y))


def _panel(sheet: Picture, view: View, chosen: Place | None) -> None:
    """Both hands, the mover's on a lighter ground, with the numbers of the tiles between them."""
    sheet.paste(_panel_ground(view.mover, view.table.hints), (PANEL_LEFT, PANEL_TOP))
    for at in range(HAND):
        middle = PANEL_TOP + HEAD + at * ROW + ROW // 2
        _put(sheet, str(at + 1), (PANEL_LEFT + PANEL_WIDE // 2, middle), PAPER, PANEL)
        for seat in SEATS:
            tile = view.table.hands[seat][at]
            if tile is None:
                continue
            mine = seat == view.mover
            lifted = mine and chosen is not None and chosen.number == at + 1
            ground = PAPER if lifted else PANEL_LIT if mine else PANEL
            x, y = _column_left(seat), middle - HELD // 2
            if lifted:
                _block(sheet, PAPER, (x - REACH, y - REACH, x + HELD + REACH, y + HELD + REACH))
            sheet.paste(_tile(tile, HELD, ground), (x, y))


def _column_left(seat: Seat) -> int:
    return PANEL_LEFT + (EDGE if seat == SEATS[0] else PANEL_WIDE - EDGE - HELD)


@lru_cache(64)
def _panel_ground(mover: Seat | None, hints: tuple[int, int]) -> Picture:
    easel = Easel((PANEL_WIDE, BOTTOM - PANEL_TOP), PAGE)
    easel.plate((0, 0, PANEL_WIDE, BOTTOM - PANEL_TOP), 14, PANEL)
    for seat in SEATS:
        left = _column_left(seat) - PANEL_LEFT
        if seat == mover:
            easel.plate((left - 8, 4, left + HELD + 8, BOTTOM - PANEL_TOP - 4), 12, PANEL_LIT)
        for hint in range(HINTS):
            centre = (left + HELD / 2 + (hint - 1) * 24, HEAD - 10)
            easel.disc(centre, 8, PAPER if hint < hints[seat] else mix(PANEL, NIGHT, 0.4))
    image = easel.finish()
    for seat in SEATS:
        ground = PANEL_LIT if seat == mover else PANEL
        left = _column_left(seat) - PANEL_LEFT + (HELD - 72) // 2
        image.paste(marks.seat_mark(seat, 72, ground), (left, 8))
    return _palette().fit(image)


def _band(sheet: Picture, view: View, found: tuple[Place, ...], turning: bool) -> None:
    """The chosen tile large: in every turn that can be chosen, or as it will lie."""
    number, top = found[0].number, BOTTOM + FOOT
    tile = view.hand[number - 1]
    assert tile is not None
    sheet.paste(_band_ground(), (MARGIN, top))
    middle = top + (BAND - FOOT) // 2
    _put(sheet, f"Tile {number}", (MARGIN + 90, middle), PAPER, PANEL)
    quarters = sorted({place.quarters for place in found}) if turning else [found[0].quarters]
    left = MARGIN + 190
    for quarter in quarters:
        _put(sheet, f"r{quarter}", (left + 30, middle), PAPER, PANEL)
        sheet.paste(_tile(turned(tile, quarter), LARGE, PANEL), (left + 64, middle - LARGE // 2))
        left += 64 + LARGE + 20
    if not turning:
        words = label(_palette(), TURNS[found[0].quarters], TEXT, PAPER, PANEL)
        sheet.paste(words, (left, middle - words.height // 2))


@lru_cache(1)
def _band_ground() -> Picture:
    wide, high = WIDTH - 2 * MARGIN, BAND - FOOT
    easel = Easel((wide, high), PAGE)
    easel.plate((0, 0, wide, high), 14, PANEL)
    return _palette().fit(easel.finish())


def _notice(view: View) -> Notice:
    position = view.position
    match position:
        case Finished(table):
            first, second = table.scores
            letters = [marks.SEATS[seat].letter for seat in SEATS]
            if first == second:
                return Notice("Both win", crown=True)
            return Notice(f"{letters[first < second]} wins", crown=True)
        case Stopped():
            return BROKEN
        case Playing(mover=mover, forfeited=True):
            return FORFEITED[mover]
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


@lru_cache(4096)
def _tile(tile: Tile, size: int, ground: Colour) -> Picture:
    return _palette().fit(paint_tile(tile, size, ground))


@lru_cache(1024)
def _ground(ground: Ground) -> Picture:
    return _palette().fit(paint_ground(ground))


@lru_cache(1)
def _palette() -> Palette:
    inks = (PAGE, FIELD, PANEL, PANEL_LIT, BONUS, MINUS, ACCENT, NIGHT, PAPER, AXIS_INK, *INKS, *TINTS)
    letters = [(AXIS_INK, PAGE), (PAPER, PANEL), (PAPER, BONUS), (PAPER, MINUS)]
    letters += [(NIGHT, tint) for tint in TINTS]
    squares = [
        Ground(area, seat, words) for area in (0, 20, -20) for seat in SEATS for words in ((), ("A1", "+20"))
    ]
    artwork = [*map(paint_ground, squares), *seat_marks(PAGE, 2), *seat_marks(PANEL_LIT, 2)]
    notices = (*TO_MOVE, *FORFEITED, WAITING, BROKEN, Notice(""))
    return Palette(inks, [*edges(PAGE, notices), *letters], artwork)
