"""A rectangle of the board, large: its squares, what lies on them, and where it is on a small map."""

from collections.abc import Mapping
from typing import NamedTuple

from games.core import Seat
from games.doublolo.pictures.squares import tiles_of
from games.doublolo.pictures.tiles import (
    AXIS,
    GROOVE,
    LACQUER,
    PAGE,
    PIT,
    SQUARES,
    Tile,
    block,
    palette,
    put,
    tile_of,
)
from games.doublolo.pictures.traces import traces
from games.doublolo.pictures.whole import BAR, CAPITALS, frame, lay_bar, lay_last_gain, lay_tiles
from games.doublolo.rules.position import RED, WHITE, Placed, other
from games.doublolo.rules.view import View
from games.kit.brush.cached import cached
from games.kit.brush.lettering import label
from games.kit.brush.marks import ACCENT, CREAM, WIDTH
from games.kit.brush.palette import Colour, Picture
from games.kit.brush.sheet import Sheet
from games.kit.grid import Grid, Square, chosen, column_name

TOP, FOOT = BAR + 66, 16
"""Where the squares begin, and the margin below them, in px."""


class Region(NamedTuple):
    """`wide` by `high` squares from a `corner`, each `cell` px, from `left` px on; fewer at the edge."""

    grid: Grid
    corner: Square
    wide: int
    high: int
    cell: int
    left: int

    def __contains__(self, square: object) -> bool:
        assert isinstance(square, Square)
        across, down = square.column - self.corner.column, square.row - self.corner.row
        return 0 <= across < self.wide and 0 <= down < self.high

    @property
    def mask(self) -> int:
        """Its squares."""
        return self.grid.rectangle(self.corner, self.wide, self.high)

    @property
    def origin(self) -> tuple[int, int]:
        """Where A1 would be, in px."""
        return self.left - self.corner.column * self.cell, TOP - self.corner.row * self.cell

    @property
    def bottom(self) -> int:
        """Where its last row ends, in px."""
        return TOP + self.high * self.cell

    @property
    def columns(self) -> range:
        """Those that are on the board."""
        return range(self.corner.column, min(self.corner.column + self.wide, self.grid.width))

    @property
    def rows(self) -> range:
        """Those that are on the board."""
        return range(self.corner.row, min(self.corner.row + self.high, self.grid.height))

    def at(self, square: Square) -> tuple[int, int]:
        """The top left px of a square."""
        x, y = self.origin
        return x + square.column * self.cell, y + square.row * self.cell


def lay_region(view: View, region: Region, high: int, last: Placed | None, gilt: int = 0) -> Sheet:
    """The region on a page `high` px high, with marks of this last move and rims around what is `gilt`."""
    board, here, cell = view.board, region.mask, region.cell
    sheet = Sheet.on(palette(), _page(region, board.blocked & here, high))
    lay_bar(sheet, board)
    for seat in (RED, WHITE):
        lay_tiles(sheet, region.grid, board.stones[seat] & here, Tile(stone=seat), region.origin, cell)
    if view.mover is not None:
        gold = Tile(stone=other(view.mover), told="flipped")
        lay_tiles(sheet, region.grid, gilt & here, gold, region.origin, cell)
    tile_at = tiles_of(view, 0)
    told = (square for square in traces(region.grid, last) if square in region)
    sheet.lay((tile_of(tile_at(square), cell), region.at(square)) for square in told)
    return sheet


def lay_names(
    sheet: Sheet, mover: Seat | None, region: Region, named: Mapping[Square, str], flips: Mapping[Square, int]
) -> None:
    """The squares that the mover can choose, by these names, with what they flip."""
    sheet.lay(
        (tile_of(Tile(open=mover, name=name, flips=flips[at]), region.cell), region.at(at))
        for at, name in named.items()
        if at in region
    )


def lay_last(sheet: Sheet, region: Region, last: Placed | None) -> None:
    """The frame of the move before the last, and what the last one flipped."""
    if last is None:
        return
    if last.before is not None and last.before in region:
        frame(sheet, region.at(last.before), region.cell)
    if last.square in region:
        lay_last_gain(sheet, last, region.at(last.square), region.cell)


@cached
def _page(region: Region, blocked: int, high: int) -> Picture:
    """Everything that is the same throughout a game: empty squares, and the names of columns and rows."""
    sheet = Sheet.of(palette(), (WIDTH, high), PAGE)
    grid, cell, left = region.grid, region.cell, region.left
    right, bottom = left + len(region.columns) * cell, TOP + len(region.rows) * cell
    block(sheet, GROOVE, (left - 5, TOP - 5, right + 5, bottom + 5))
    lay_tiles(sheet, grid, region.mask & ~blocked, Tile(), region.origin, cell)
    lay_tiles(sheet, grid, blocked, Tile(blocked=True), region.origin, cell)
    for down, row in enumerate(region.rows):
        put(sheet, str(row + 1), (left // 2 - 1, TOP + down * cell + cell // 2), CAPITALS)
    for across, column in enumerate(region.columns):
        put(sheet, column_name(column), (left + across * cell + cell // 2, TOP - 34), CAPITALS + 3)
    return sheet.finish()


def lay_map(
    sheet: Sheet, view: View, region: Region, at: tuple[int, int], scale: int, marked: int = 0
) -> None:
    """A small map of the whole board with a frame around the region; `marked` squares are cream."""
    (left, top), board, grid, last = at, view.board, region.grid, view.last
    size = grid.width * scale, grid.height * scale
    block(sheet, GROOVE, (left - 4, top - 4, left + size[0] + 4, top + size[1] + 4))
    ink = palette().index
    pixels = bytearray([ink(SQUARES[1])]) * (grid.stride * grid.height)
    inked = (
        (board.blocked, PIT),
        (board.stones[RED], LACQUER[RED]),
        (board.stones[WHITE], LACQUER[WHITE]),
        (marked, CREAM),
    )
    for mask, colour in inked:
        number = ink(colour)
        for place in chosen(mask, range(len(pixels))):
            pixels[place] = number
    if last:
        pixels[last.square.row * grid.stride + last.square.column] = ink(ACCENT)
    small = palette().numbered((grid.stride, grid.height), bytes(pixels))
    sheet.paste(small.resize(size, 0, (0, 0, grid.width, grid.height)), at)
    x, y = left + region.corner.column * scale, top + region.corner.row * scale
    gold_frame(sheet, (x, y, x + len(region.columns) * scale, y + len(region.rows) * scale))


def gold_frame(sheet: Sheet, box: tuple[int, int, int, int], thick: int = 4) -> None:
    """A gold frame around a box."""
    left, top, right, bottom = box
    block(sheet, ACCENT, (left - thick, top - thick, right + thick, top))
    block(sheet, ACCENT, (left - thick, bottom, right + thick, bottom + thick))
    block(sheet, ACCENT, (left - thick, top, left, bottom))
    block(sheet, ACCENT, (right, top, right + thick, bottom))


def say(sheet: Sheet, words: str, at: tuple[int, int], ink: Colour = AXIS) -> None:
    """Words on the page, from a place on, with their middle at its height."""
    tile = label(palette(), words, CAPITALS, ink, PAGE)
    sheet.paste(tile, (at[0], at[1] - tile.height // 2))
