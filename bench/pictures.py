"""What pictures cost: Doublolo's board, Calabresella's table and hands, and Fooblitzky's city.

    python -m bench pictures card_pictures city

Doublolo's board is compared with the plain way of drawing it, which also has its background, sprites and
faces ready. That pastes them with their masks and draws lines, rings and words. Then Pillow saves it: as RGB
at level 6, which is what it does unless told otherwise, at level 1, or with a palette of 256 colours. Ours is
compared with the quickest of the three. All ways draw the same positions in turns, so that a busy moment
affects them equally.

The other pictures are drawn as often as they would be in play: once, in the order of the game, with the
sprites that earlier pictures left. Times are CPU time.
"""

import io
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib.resources import files

from PIL import Image, ImageDraw, ImageFont

from bench import told
from games.calabresella import GAME as CALABRESELLA
from games.calabresella.draw import draw as draw_cards
from games.calabresella.position import SEATS as CARD_SEATS
from games.core import Seat, Viewer, name_seats
from games.doublolo import GAME
from games.doublolo.draw import caption, draw
from games.doublolo.position import COLOURS, RED, WHITE
from games.doublolo.tiles import AXIS, BAND, BORDER, INVITED, LACQUER, PAGE, PIT, Tile, paint
from games.doublolo.traces import traces
from games.doublolo.view import View
from games.doublolo.whole import BAR, CAPITALS, CELL, FOOT, LEFT, TOP
from games.fooblitzky.options import Options
from games.fooblitzky.pictures.draw import draw as draw_city
from games.fooblitzky.view import View as CityView
from games.fooblitzky.view import view as city_view
from games.kit.brush.header import ONE_ROW
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, SEATS, WIDTH
from games.kit.brush.scene import CAPTION
from games.kit.brush.sprites import sprite
from games.kit.grid import Grid, Square, bits, column_name
from tests.games.calabresella.played import played as played_cards
from tests.games.doublolo.played import played
from tests.games.fooblitzky.played import random_game
from tests.games.pictures import FACES

# Doublolo's board

ROUNDS = 30
MOVES = (3, 20, 63, 64, 150, 258)
"""How old the positions are, from the start to a nearly full board."""

RATIO = "ratio, quickest plain way to ours"

Way = Callable[[View], bytes]
Save = Callable[[Image.Image, io.BytesIO], None]

SAVED: dict[str, Save] = {
    "level 6": lambda sheet, file: sheet.save(file, "PNG", compress_level=6),
    "level 1": lambda sheet, file: sheet.save(file, "PNG", compress_level=1),
    "palette": lambda sheet, file: sheet.quantize(method=Image.Quantize.FASTOCTREE).save(
        file, "PNG", compress_level=1
    ),
}
"""Ways of writing the same picture with Pillow, the usual one first."""


def measure_board_pictures() -> dict[str, float]:
    """Measure, print a table, and return its figures by name."""
    views = [GAME.view(played(7, moves), None) for moves in MOVES]
    began = time.process_time()
    _ours(views[0])
    first = 1000 * (time.process_time() - began)
    ways = {"board picture": _ours} | {f"plainly, {name}": _plainly(save) for name, save in SAVED.items()}
    ours, *plain = times = _in_turns(tuple(ways.values()), views)
    figures = {f"{name}, ms": found for name, found in zip(ways, times, strict=True)}
    figures |= {
        RATIO: min(plain) / ours,
        "ratio, level 6 to ours": plain[0] / ours,
        "first picture of a process, ms": first,
    }
    for name, way in ways.items():
        figures[f"{name}, kB"] = statistics.mean(len(way(view)) for view in views) / 1000
    return told(figures)


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


def _ours(view: View) -> bytes:
    return draw(view).png(FACES[:2])


def _plainly(save: Save) -> Way:
    def way(view: View) -> bytes:
        file = io.BytesIO()
        save(_drawn_plainly(view), file)
        return file.getvalue()

    return way


def _drawn_plainly(view: View) -> Image.Image:
    """The same picture: sprites with masks, lines and text drawn each time."""
    board, grid = view.board, view.board.grid
    sheet = _background(grid, board.blocked).copy()
    pen = ImageDraw.Draw(sheet)
    _lines(pen, view)
    flipped = view.last.flipped if view.last else 0
    for seat in (RED, WHITE):
        for bit in bits(board.stones[seat]):
            sheet.paste(_stone(seat, CELL), _corner(grid.square(bit)), _stone(seat, CELL))
            if bit & flipped:
                x, y = _corner(grid.square(bit))
                pen.ellipse((x + 3, y + 3, x + CELL - 3, y + CELL - 3), outline=ACCENT, width=4)
    _label(pen, view)
    _header(sheet, pen, view)
    return sheet


def _lines(pen: ImageDraw.ImageDraw, view: View) -> None:
    """The last move's lines, and those between the parts of the board."""
    if view.last:
        x, y = _corner(view.last.square)
        pen.rectangle((x - 3, y - 3, x + CELL + 3, y + CELL + 3), ACCENT)
    for square, trace in traces(view.board.grid, view.last).items():
        x, y = (at + CELL // 2 for at in _corner(square))
        for right, down in trace.arms:
            pen.line((x, y, x + right * CELL // 2, y + down * CELL // 2), ACCENT, 16)
    for across in (8, 16):
        pen.line((*_corner(Square(across, 0)), *_corner(Square(across, 14))), BORDER, 3)
    pen.line((*_corner(Square(0, 7)), *_corner(Square(23, 7))), BORDER, 3)


def _label(pen: ImageDraw.ImageDraw, view: View) -> None:
    grid = view.board.grid
    for across in range(grid.width):
        middle = LEFT + across * CELL + CELL // 2, ONE_ROW + TOP - 31
        pen.text(middle, column_name(across), AXIS, _font(CAPITALS), "mm")
    for down in range(grid.height):
        middle = LEFT // 2, ONE_ROW + TOP + down * CELL + CELL // 2
        pen.text(middle, str(down + 1), AXIS, _font(CAPITALS), "mm")
    for bit in bits(view.open):
        x, y = _corner(grid.square(bit))
        assert view.mover is not None
        pen.ellipse((x + 12, y + 12, x + CELL - 12, y + CELL - 12), outline=INVITED[view.mover], width=5)
    red, white = (WIDTH * score // 300 for score in view.board.scores)
    pen.rectangle((0, ONE_ROW, WIDTH, ONE_ROW + BAR), PIT)
    pen.rectangle((0, ONE_ROW, red, ONE_ROW + BAR), LACQUER[RED])
    pen.rectangle((WIDTH - white, ONE_ROW, WIDTH, ONE_ROW + BAR), LACQUER[WHITE])


def _header(sheet: Image.Image, pen: ImageDraw.ImageDraw, view: View) -> None:
    """Faces, names and scores, and the caption with the face of who moved."""
    told, bottom = caption(view), sheet.height - CAPTION // 2
    for seat, score in zip((RED, WHITE), view.board.scores, strict=True):
        left, ink = seat * WIDTH // 2, CREAM
        if seat == view.mover:
            ink = NIGHT
            pen.rectangle((left, 0, left + WIDTH // 2, ONE_ROW), CREAM)
            pen.rectangle((left, ONE_ROW - 10, left + WIDTH // 2, ONE_ROW), SEATS[seat].colour)
        sheet.paste(_avatar(seat, 92), (left + 20, 17), _round(92))
        sheet.paste(_stone(seat, 44), (left + 130, 66), _stone(seat, 44))
        pen.text((left + 130, 38), FACES[seat].name[:16], ink, _font(35), "lm")
        pen.text((left + 184, 88), COLOURS[seat], ink, _font(35), "lm")
        pen.text((left + WIDTH // 2 - 20, 63), str(score), ink, _font(60), "rm")
    if told.by is not None:
        sheet.paste(_avatar(told.by, 56), (28, bottom - 28), _round(56))
    words = name_seats(told.text, lambda seat: FACES[seat].name[:12])
    pen.text((112, bottom), words, CREAM, _font(35), "lm")


def _corner(square: Square) -> tuple[int, int]:
    return LEFT + square.column * CELL, ONE_ROW + TOP + square.row * CELL


@lru_cache
def _background(grid: Grid, blocked: int) -> Image.Image:
    height = ONE_ROW + TOP + grid.height * CELL + FOOT + CAPTION
    sheet = Image.new("RGB", (WIDTH, height), PAGE)
    for bit in bits(grid.full):
        square = grid.square(bit)
        tile = Tile((square.column + square.row) & 1, blocked=bool(bit & blocked))
        sheet.paste(paint(tile, CELL), _corner(square))
    pen = ImageDraw.Draw(sheet)
    pen.rectangle((0, 0, WIDTH, ONE_ROW), BAND)
    pen.rectangle((0, height - CAPTION, WIDTH, height), BAND)
    return sheet


@lru_cache
def _stone(seat: Seat, size: int) -> Image.Image:
    """The stone, transparent around its edge."""
    return sprite("games.doublolo", COLOURS[seat].lower(), (size, size))


@lru_cache
def _avatar(seat: Seat, size: int) -> Image.Image:
    with Image.open(io.BytesIO(FACES[seat].avatar)) as opened:
        return opened.convert("RGB").resize((size, size), Image.Resampling.LANCZOS)


@lru_cache
def _round(size: int) -> Image.Image:
    fine = Image.new("L", (size * 4, size * 4))
    ImageDraw.Draw(fine).ellipse((0, 0, size * 4 - 1, size * 4 - 1), fill=255)
    return fine.reduce(4)


@lru_cache
def _font(capitals: int) -> ImageFont.FreeTypeFont:
    face = files("games.kit").joinpath("fonts/RobotoCondensed-Bold.ttf").read_bytes()
    return ImageFont.truetype(io.BytesIO(face), capitals / 0.711)


# Calabresella's table and hands

MATCHES = 4


def measure_card_pictures() -> dict[str, float]:
    """Measure, print a table, and return its figures by name; times are of the process."""
    began = time.process_time()
    draw_cards(CALABRESELLA.view(played_cards(0)[0], None)).png(FACES)
    figures = {"first picture of a process, ms": 1000 * (time.process_time() - began)}
    for name, viewers in (("table", (None,)), ("hand", CARD_SEATS)):
        times, sizes = _card_pictures(viewers)
        figures[f"{name}, ms"] = statistics.median(times)
        figures[f"{name}, p95, ms"] = statistics.quantiles(times, n=20)[-1]
        figures[f"{name}, kB"] = statistics.mean(sizes) / 1000
    return told(figures)


def _card_pictures(viewers: tuple[Viewer, ...]) -> tuple[list[float], list[int]]:
    """Milliseconds and bytes of every picture."""
    times, sizes = [], []
    for seed in range(MATCHES):
        for view in (
            CALABRESELLA.view(position, viewer) for position in played_cards(seed) for viewer in viewers
        ):
            began = time.process_time()
            sizes.append(len(draw_cards(view).png(FACES)))
            times.append(1000 * (time.process_time() - began))
    return times, sizes


# Fooblitzky's city

CITY_MOVES = 700


def measure_city() -> dict[str, float]:
    """Measure, print a table, and return its figures by name."""
    times: defaultdict[str, list[float]] = defaultdict(list)
    sizes = []
    for name, found in _city_views():
        began = time.process_time()
        file = draw_city(found).png()
        times[name].append(1000 * (time.process_time() - began))
        sizes.append(len(file) / 1000)
    figures = {f"{name}, median ms": statistics.median(taken) for name, taken in times.items()}
    figures |= {
        f"{name}, slowest of ten ms": statistics.quantiles(taken, n=10)[-1] for name, taken in times.items()
    }
    figures["largest picture, kB"] = max(sizes)
    return told(figures)


def _city_views() -> Iterator[tuple[str, CityView]]:
    for one in random_game(11, 4, Options(), CITY_MOVES)[20:]:
        city = city_view(one.after, None)
        yield "city", city
        if city.mover is not None:
            yield "quarter", city_view(one.after, city.mover)
            yield "own things", city_view(one.after, Seat((city.mover + 1) % 4))
