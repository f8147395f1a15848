"""What a picture costs: Doublolo's board, and a result card of every game.

    python -m bench pictures

It is compared with the plain way of drawing it, which also has its background, sprites and faces ready. That
pastes them with their masks and draws lines, rings and words. Then Pillow saves it: as RGB at level 6, which
is what it does unless told otherwise, at level 1, or with a palette of 256 colours. Ours is compared with the
quickest of the three. All ways draw the same positions in turns. Times are CPU time.
"""

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from importlib.resources import files
from itertools import chain, cycle

from PIL import Image, ImageDraw, ImageFont

from bench import in_turns, told
from games.core import Caption, Seat, name_seats
from games.doublolo import GAME
from games.doublolo.pictures.draw import draw
from games.doublolo.pictures.tiles import AXIS, BAND, BORDER, INVITED, LACQUER, PAGE, PIT, Tile, paint
from games.doublolo.pictures.traces import traces
from games.doublolo.pictures.whole import BAR, CAPITALS, CELL, FOOT, LEFT, TOP
from games.doublolo.rules.position import COLOURS, RED, WHITE
from games.doublolo.rules.view import View
from games.engine import registry
from games.engine.course import course
from games.kit.brush import avatars
from games.kit.brush.header import ONE_ROW
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, SEATS, WIDTH
from games.kit.brush.result import result_card
from games.kit.brush.scene import CAPTION
from games.kit.brush.sprites import sprite
from games.kit.faces import Face, Told
from games.kit.grid import Grid, Square, bits, column_name
from tests.games import finished
from tests.games.doublolo.played import played
from tests.games.pictures import FACES

ROUNDS = 30
MOVES = (3, 20, 63, 64, 150, 258)
"""How old the positions are, from the start to a nearly full board."""

FASTER = "board picture with faces, faster than the quickest plain way"

ENDED = (
    "calabresella/records/computers-to-100.txt",
    "doublolo/records/takebacks.txt",
    "fooblitzky/records/two-shoppers.txt",
    "foozle/records/big-foozle-taken.txt",
    "fourside/records/expert-against-intermediate.txt",
)
"""Games of usual length, each to its end."""

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


def measure_pictures() -> dict[str, float]:
    """Measure, print the figures, and return them by name."""
    views = [GAME.view(played(7, moves), None) for moves in MOVES]
    ways = {"board picture, ms": _ours} | {
        f"plainly, {name}, ms": _plainly(save) for name, save in SAVED.items()
    }
    turns = [partial(_next, way, cycle(views)) for way in ways.values()]
    in_turns(len(views), *turns)  # what every picture needs is loaded
    ours, *plain = times = in_turns(ROUNDS * len(views), *turns)
    ratios = {FASTER: min(plain) / ours, "the same, than Pillow's usual way, level 6": plain[0] / ours}
    return told(dict(zip(ways, times, strict=True)) | ratios | _cards())


def _cards() -> dict[str, float]:
    """What the result card of a game costs: its record is played again, and it's drawn.

    Other people have played each time; their avatars are known from the boards.
    """
    tables = [[replace(face, name=f"{face.name} {table}") for face in FACES] for table in range(ROUNDS + 1)]
    for face in chain(*tables):
        avatars.colours(face)
    ways = [partial(_card, file, iter(tables)) for file in ENDED]
    in_turns(1, *ways)
    times = in_turns(ROUNDS, *ways)
    names = (f"result card, {file.partition('/')[0]}, ms" for file in ENDED)
    return dict(zip(names, times, strict=True))


def _card(file: str, tables: Iterator[list[Face]]) -> bytes:
    told_of, known = finished.ended(file), finished.record_of(file)
    look = finished.look_of(known.header.game)
    again = course(registry.find(known.header.game), known.header, known.lines, look)
    return result_card(replace(told_of, course=again), look, next(tables)[: len(told_of.scores)])


def _next(way: Way, views: Iterator[View]) -> bytes:
    return way(next(views))


def _ours(view: View) -> bytes:
    return draw(view).telling(Told(_SAID)).png(FACES[:2])


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


_SAID = Caption("{b} placed V6 and flipped 3.", WHITE)


def _header(sheet: Image.Image, pen: ImageDraw.ImageDraw, view: View) -> None:
    """Faces, names and scores, and the caption with the face of who moved."""
    said, bottom = _SAID, sheet.height - CAPTION // 2
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
    sheet.paste(_avatar(WHITE, 56), (28, bottom - 28), _round(56))
    words = name_seats(said.text, lambda seat: FACES[seat].name[:12])
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
