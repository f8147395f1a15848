"""What a picture of Doublolo's board costs, compared with the plain way of drawing it.

    python -m bench.pictures

The plain way has its background and its sprites ready too. It pastes the sprites with their masks, draws the
labels as text and saves RGB by Pillow at level 6. Both ways draw the same positions in turns, so that a busy
moment affects both. Times are CPU time.
"""

import io
import statistics
import sys
import time
from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files

from PIL import Image, ImageDraw, ImageFont

from games.core import Seat
from games.doublolo import GAME
from games.doublolo.draw import AXIS, TOP, draw
from games.doublolo.position import COLOURS, RED, WHITE
from games.doublolo.tiles import CELL, INKS, PAGE, Tile, paint
from games.doublolo.view import View
from games.kit.brush.marks import ACCENT, TEXT, WIDTH
from games.kit.grid import Grid, bits, column_name
from tests.games.doublolo.played import played

ROUNDS = 30
MOVES = (3, 20, 63, 64, 150, 258)
"""How old the positions are, from the start to a nearly full board."""

Way = Callable[[View], bytes]


def main() -> dict[str, float]:
    """Measure, print a table, and return its figures by name."""
    views = [GAME.view(played(7, moves), None) for moves in MOVES]
    began = time.process_time()
    draw(views[0])
    first = 1000 * (time.process_time() - began)
    ours, plain = _in_turns((draw, _plainly), views)
    figures = {
        "board picture, ms": ours,
        "the plain way, ms": plain,
        "ratio, plain to ours": plain / ours,
        "first picture of a process, ms": first,
        "board picture, kB": statistics.mean(len(draw(view)) for view in views) / 1000,
        "the plain way, kB": statistics.mean(len(_plainly(view)) for view in views) / 1000,
    }
    for name, figure in figures.items():
        sys.stdout.write(f"{name:44}{figure:14,.2f}\n")
    return figures


def _in_turns(ways: tuple[Way, ...], views: list[View]) -> list[float]:
    """Milliseconds per picture, by way: the median over all views and rounds."""
    times: list[list[float]] = [[] for _ in ways]
    for view in views:
        for way in ways:
            way(view)
    for _ in range(ROUNDS):
        for view in views:
            for way, kept in zip(ways, times, strict=True):
                began = time.process_time()
                way(view)
                kept.append(1000 * (time.process_time() - began))
    return [statistics.median(kept) for kept in times]


def _plainly(view: View) -> bytes:
    """The same board: sprites with masks, text drawn each time, RGB saved by Pillow."""
    board, grid = view.board, view.board.grid
    sheet = _background(grid, board.blocked).copy()
    pen = ImageDraw.Draw(sheet)
    flipped = view.last.flipped if view.last else 0
    for seat in (RED, WHITE):
        for bit in bits(board.stones[seat]):
            sprite = _sprite(seat, bool(bit & flipped))
            sheet.paste(sprite, _corner(grid, bit), sprite)
    if view.last:
        x, y = _corner(grid, grid.bit(view.last.square))
        pen.rectangle((x, y, x + CELL, y + CELL), outline=ACCENT, width=4)
    _label(pen, view)
    file = io.BytesIO()
    sheet.save(file, "PNG", compress_level=6)
    return file.getvalue()


def _label(pen: ImageDraw.ImageDraw, view: View) -> None:
    grid = view.board.grid
    left, bottom = _left(grid), TOP + grid.height * CELL
    for across in range(grid.width):
        middle = left + across * CELL + CELL // 2
        for y in (TOP - AXIS // 2, bottom + AXIS // 2):
            pen.text((middle, y), column_name(across), font=_font(TEXT), anchor="mm")
    for down in range(grid.height):
        for x in (left // 2, WIDTH - left // 2):
            pen.text((x, TOP + down * CELL + CELL // 2), str(down + 1), font=_font(TEXT), anchor="mm")
    for bit in bits(view.open):
        x, y = _corner(grid, bit)
        assert view.mover is not None
        pen.rounded_rectangle((x + 2, y + 2, x + CELL - 2, y + CELL - 2), 7, PAGE, INKS[view.mover], 3)
        pen.text((x + CELL // 2, y + CELL // 2), str(grid.square(bit)), font=_font(14), anchor="mm")
    scores = zip(COLOURS, view.board.scores, strict=True)
    for number, (colour, score) in enumerate(scores):
        pen.text((110 + 300 * number, 50), f"{colour} {score}", font=_font(42), anchor="lm")


def _left(grid: Grid) -> int:
    return (WIDTH - grid.width * CELL) // 2


def _corner(grid: Grid, bit: int) -> tuple[int, int]:
    across, down = grid.square(bit)
    return _left(grid) + across * CELL, TOP + down * CELL


@lru_cache
def _background(grid: Grid, blocked: int) -> Image.Image:
    sheet = Image.new("RGB", (WIDTH, TOP + grid.height * CELL + AXIS), PAGE)
    for bit in bits(grid.full):
        sheet.paste(paint(Tile(blocked=bool(bit & blocked))), _corner(grid, bit))
    return sheet


@lru_cache
def _sprite(seat: Seat, flipped: bool) -> Image.Image:
    """The stone, transparent around its edge."""
    sprite = paint(Tile(seat, told="flipped" if flipped else "")).convert("RGBA")
    edge = Image.new("L", (CELL * 4, CELL * 4))
    ImageDraw.Draw(edge).ellipse((4, 4, CELL * 4 - 4, CELL * 4 - 4), fill=255)
    sprite.putalpha(edge.reduce(4))
    return sprite


@lru_cache
def _font(capitals: int) -> ImageFont.FreeTypeFont:
    face = files("games.kit").joinpath("fonts/RobotoCondensed-Bold.ttf").read_bytes()
    return ImageFont.truetype(io.BytesIO(face), capitals / 0.711)


if __name__ == "__main__":
    main()
