"""The lower part of FourSide's picture: both hands side by side, and the turns of the chosen tile."""

from collections.abc import Iterator
from typing import NamedTuple

from games.core import Seat
from games.fourside.notation import tile_and_turn
from games.fourside.position import SEATS, Place, Tile, turned
from games.fourside.tiles import CHIP, GAP, HELD, PAGE, PANEL, PANEL_LIT, paint_chip, paint_tile
from games.fourside.view import View
from games.kit.brush.easel import Easel
from games.kit.brush.kept import kept
from games.kit.brush.marks import MARGIN, PAPER, WIDTH
from games.kit.brush.palette import Colour, Palette, Picture

_BETWEEN = 12
_WIDE = (WIDTH - 2 * MARGIN - _BETWEEN) // 2
_EDGE = (_WIDE - 5 * HELD) // 2
HIGH = CHIP + HELD + 2 * _EDGE
"""How high this part is, in px."""


class Held(NamedTuple):
    """A tile of a hand, or a turn of it: the words over it, whose colour, and whether it is chosen."""

    words: str
    tile: Tile
    seat: Seat | None = None
    chosen: bool = False


def hands(sheet: Picture, palette: Palette, top: int, view: View, found: tuple[Place, ...]) -> None:
    """Draw this part on a sheet (P) of the palette, from `top` down.

    `found` are the placements that the answers leave; none before the first answer. As long as they have
    several turns, the opponent's half shows those.
    """
    for seat in SEATS:
        left = half_of(seat, top)[0]
        ground = PANEL_LIT if seat == view.mover else PANEL
        sheet.paste(_half(palette, ground), (left, top))
        # The chosen one last, because its frame reaches over the others.
        for place, held in sorted(_shown(view, seat, found), key=lambda one: one[1].chosen):
            x, y = left + _EDGE + place * HELD, top + _EDGE
            sheet.paste(_chip(palette, held.words, held.seat, ground), (x, y))
            if held.chosen:
                _frame(sheet, palette, x, y + CHIP)
            sheet.paste(_tile(palette, held.tile, PAPER if held.chosen else ground), (x, y + CHIP))


def _frame(sheet: Picture, palette: Palette, left: int, top: int) -> None:
    """A paper frame around a tile, over the gaps of its neighbours."""
    around = left - GAP, top - GAP, left + HELD + GAP, top + HELD + GAP
    sheet.paste(palette.index(PAPER), around)


def half_of(seat: Seat, top: int) -> tuple[int, int, int, int]:
    """The box of a seat's hand in px: left, top, right, bottom."""
    left = MARGIN + seat * (_WIDE + _BETWEEN)
    return left, top, left + _WIDE, top + HIGH


def _shown(view: View, seat: Seat, found: tuple[Place, ...]) -> Iterator[tuple[int, Held]]:
    """What a seat's half shows, by place from the left."""
    quarters = sorted({place.quarters for place in found})
    if found and seat != view.mover and len(quarters) > 1:
        tile = view.hand[found[0].number - 1]
        assert tile is not None
        yield from ((place, Held(f"r{turn}", turned(tile, turn))) for place, turn in enumerate(quarters))
        return
    chosen = found[0] if found and seat == view.mover else None
    for place, tile in enumerate(view.table.hands[seat]):
        if tile is None:
            continue
        if chosen is None or chosen.number != place + 1:
            yield place, Held(str(place + 1), tile, seat)
        elif len(quarters) > 1:
            yield place, Held(str(place + 1), tile, seat, chosen=True)
        else:
            yield place, Held(tile_and_turn(chosen), turned(tile, chosen.quarters), chosen=True)


@kept
def _half(palette: Palette, ground: Colour) -> Picture:
    easel = Easel((_WIDE, HIGH), PAGE)
    easel.plate((0, 0, _WIDE, HIGH), 14, ground)
    return palette.fit(easel.finish())


@kept
def _chip(palette: Palette, words: str, seat: Seat | None, ground: Colour) -> Picture:
    return palette.fit(paint_chip(words, seat, ground))


@kept
def _tile(palette: Palette, tile: Tile, ground: Colour) -> Picture:
    return palette.fit(paint_tile(tile, HELD, ground))
