"""A part of the board close up: the squares that can be chosen, with their names and what they flip."""

from collections.abc import Mapping

from games.core import Seat
from games.doublolo.pictures.region import (
    FOOT,
    TOP,
    Region,
    gold_frame,
    lay_last,
    lay_map,
    lay_names,
    lay_region,
    say,
)
from games.doublolo.pictures.tiles import PAGE, stone_of
from games.doublolo.rules.parts import HIGH, WIDE, Part
from games.doublolo.rules.view import View
from games.kit.brush.marks import CREAM
from games.kit.brush.sheet import Sheet
from games.kit.grid import Square

CELL, LEFT = 112, 58
"""The size of a square, and where the first one begins, in px."""
BESIDE = LEFT + WIDE * CELL + 22
"""Where the column with the map begins."""
_MAP = 8
_THICK = 9
"""The gold frame around a hint's square, in px."""
_LINE = 58


def closeup(view: View, part: Part, marked: Square | None = None, called: str = "") -> Sheet:
    """The part, with a map of the whole board and the choices elsewhere to its right.

    If a square is `marked`, which its button `called` so, only that choice and what it flips are shown, in
    gold, and not the last move.
    """
    flips, last = view.choices, view.last
    region = Region(view.board.grid, part.corner, WIDE, HIGH, CELL, LEFT)
    if marked is not None:
        flips, last = {marked: flips[marked]}, None
    gilt = view.flipped_from(marked) if marked is not None else 0
    sheet = lay_region(view, region, region.bottom + FOOT, last, gilt)
    lay_names(sheet, view.mover, region, {square: called or str(square) for square in flips}, flips)
    lay_last(sheet, region, last)
    if marked is not None:
        left, top = region.at(marked)
        gold_frame(sheet, (left, top, left + CELL, top + CELL), _THICK)
    lay_map(sheet, view, region, (BESIDE, TOP), _MAP)
    elsewhere = {square: count for square, count in flips.items() if square not in region}
    if view.mover is not None and elsewhere:
        _list_others(sheet, view.mover, elsewhere, TOP + region.grid.height * _MAP + 52)
    return sheet


def _list_others(sheet: Sheet, mover: Seat, flips: Mapping[Square, int], top: int) -> None:
    """The squares that flip most elsewhere."""
    best = sorted(flips, key=lambda square: -flips[square])
    room = (TOP + HIGH * CELL - top) // _LINE
    shown = best if len(best) <= room else best[: room - 1]
    say(sheet, "Others", (BESIDE, top))
    for number, square in enumerate(shown, 1):
        middle = top + number * _LINE
        say(sheet, str(square), (BESIDE, middle), CREAM)
        sheet.paste(stone_of(mover, 42, PAGE), (BESIDE + 92, middle - 20))
        say(sheet, str(flips[square]), (BESIDE + 144, middle))
    if len(shown) < len(best):
        say(sheet, f"+{len(best) - len(shown)} more", (BESIDE, top + room * _LINE))
