"""The squares of Doublolo's board as small opaque pictures, and the colours of all its pictures."""

from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from games.core import Seat
from games.doublolo.pictures.traces import NO_TRACE, Trace
from games.doublolo.rules.position import RED, WHITE
from games.kit.brush.cached import cached
from games.kit.brush.easel import Easel, Point
from games.kit.brush.lettering import label, write
from games.kit.brush.marks import ACCENT, CREAM, NIGHT
from games.kit.brush.palette import Colour, Palette, Picture, colour
from games.kit.brush.scene import palette_of
from games.kit.brush.sheet import Sheet
from games.kit.brush.sprites import on, sprite

PACKAGE = "games.doublolo"

PAGE = colour("#0B1350")
BAND = colour("#101A6B")
"""The ground of the header and the caption."""
GROOVE = colour("#0F1A66")
SQUARES = (colour("#2139B2"), colour("#2742C8"))
"""The two shades of the squares, alternating."""
BORDER = colour("#7F95F5")
"""The lines between the parts of the board."""
AXIS = colour("#9DB0FF")
PIT = colour("#05081F")
RAY = colour("#131E78")

STONES = ("red", "white")
"""By seat: the sprites."""
LACQUER = (colour("#D8202F"), colour("#F6F5FA"))
INVITED = (colour("#FF6B70"), colour("#FFFFFF"))
"""By seat: the ring on a square where that player can place a stone."""
FRAMES = (LACQUER[RED], colour("#26336F"))
"""By seat: the frame around the name of such a square, and the number in it."""

Told: TypeAlias = Literal["", "last", "flipped"]

_STONE = 0.96
"""The width of a stone's sprite as a share of its square."""
NAME = 34
"""The height of capitals in the name of a square, in px: 11 px on a phone."""
_LINE, _RIM, _RIM_LEFT = 0.34, 0.485, 0.03


class Tile(NamedTuple):
    """One square. `shade`: which of the two shades; `stone`: whose stone is there; `open`: who can place one.

    `told` marks the last move and the stones it flipped, `trace` its lines. A square with a `name` can be
    chosen, and shows how many stones it `flips`, unless that's 0.
    """

    shade: int = 0
    stone: Seat | None = None
    open: Seat | None = None
    blocked: bool = False
    told: Told = ""
    trace: Trace = NO_TRACE
    name: str = ""
    flips: int = 0


def paint(tile: Tile, cell: int) -> Picture:
    """The square as an image (RGB), `cell` px wide and high."""
    if tile.name:
        return _named(tile, cell)
    easel, middle = Easel((cell, cell), _empty(tile.shade, cell)), (cell / 2, cell / 2)
    if tile.told == "last":
        easel.plate((0, 0, cell, cell), cell * 0.1, ACCENT)
    _draw_lines(easel, tile.trace, cell)
    if tile.told == "flipped":
        easel.disc(middle, cell * _RIM, ACCENT)
    if tile.open is not None:
        easel.ring(middle, cell * 0.25, INVITED[tile.open], cell * 0.115)
    image = easel.finish()
    if tile.stone is not None:
        size = _STONE if tile.told != "flipped" else _STONE - 2 * _RIM_LEFT
        _put_sprite(image, STONES[tile.stone], middle, round(cell * size))
    if tile.blocked:
        _put_sprite(image, "blocked", middle, cell)
    return image


@lru_cache(8)
def _empty(shade: int, cell: int) -> Picture:
    """An empty square."""
    easel, gap = Easel((cell, cell), GROOVE), cell / 48
    easel.plate((gap, gap, cell - gap, cell - gap), cell * 0.07, SQUARES[shade])
    return easel.begun()


def _draw_lines(easel: Easel, trace: Trace, cell: int) -> None:
    half = cell / 2
    for right, down in trace.arms:
        _draw_line(easel, (half, half), (half + right * cell, half + down * cell), cell * _LINE)
    for right, down in trace.corners:
        x, y = half + right * half, half + down * half
        _draw_line(
            easel, (x - right * cell, y + down * cell), (x + right * cell, y - down * cell), cell * _LINE
        )


def _draw_line(easel: Easel, start: Point, end: Point, thick: float) -> None:
    (x1, y1), (x2, y2) = start, end
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    across, down = (y1 - y2) / length * thick / 2, (x2 - x1) / length * thick / 2
    corners = (
        (x1 + across, y1 + down),
        (x2 + across, y2 + down),
        (x2 - across, y2 - down),
        (x1 - across, y1 - down),
    )
    easel.polygon(corners, ACCENT)


def _named(tile: Tile, cell: int) -> Picture:
    """A square that can be chosen: its name, and below it how many stones it flips, if that's known."""
    assert tile.open is not None
    image = _nameless(tile.open, cell, bool(tile.flips)).copy()
    if tile.flips:
        write(image, tile.name, (cell / 2, cell * 0.325), NAME, NIGHT)
        write(image, str(tile.flips), (cell * 0.66, cell * 0.695), NAME, FRAMES[tile.open])
    else:
        write(image, tile.name, (cell / 2, cell / 2), NAME, NIGHT)
    return image


@cached
def _nameless(seat: Seat, cell: int, has_stone: bool) -> Picture:
    """The part that's the same for all squares that this player can choose."""
    easel, (outside, inside) = Easel((cell, cell), GROOVE), (3, 10) if has_stone else (0, 4)
    easel.plate((outside, outside, cell - outside, cell - outside), 8, FRAMES[seat])
    easel.plate((inside, inside, cell - inside, cell - inside), 3, CREAM)
    image = easel.finish()
    if has_stone:
        _put_sprite(image, STONES[seat], (cell * 0.32, cell * 0.70), round(cell * 0.375))
    return image


def _put_sprite(image: Picture, name: str, middle: Point, size: int) -> None:
    drawn = sprite(PACKAGE, name, (size, size))
    image.paste(drawn, (round(middle[0] - size / 2), round(middle[1] - size / 2)), drawn)


@cached
def tile_of(tile: Tile, cell: int) -> Picture:
    """The square (P)."""
    return palette().fit(paint(tile, cell))


@cached
def stone_of(seat: Seat, size: int, ground: Colour) -> Picture:
    """A stone (P) to put next to words."""
    return palette().fit(on(ground, sprite(PACKAGE, STONES[seat], (size, size))))


@lru_cache(1)
def palette() -> Palette:
    """The colours of all pictures of this game."""
    stones = [Tile(1, stone=seat, told=told) for seat in (RED, WHITE) for told in _TOLD]
    squares = [Tile(shade, open=seat) for shade in (0, 1) for seat in (RED, WHITE)]
    artwork = [paint(tile, 48) for tile in (*stones, *squares, Tile(blocked=True))]
    artwork += [paint(Tile(1, stone=seat, told=told), 96) for seat in (RED, WHITE) for told in _TOLD]
    artwork += [on(PAGE, sprite(PACKAGE, face, (96, 96))) for face in ("heads", "tails")]
    accents = (PAGE, GROOVE, *SQUARES, BORDER, AXIS, PIT, RAY, *LACQUER, INVITED[RED], FRAMES[WHITE])
    letters = ((AXIS, PAGE), (CREAM, PAGE), (LACQUER[RED], CREAM), (FRAMES[WHITE], CREAM), (ACCENT, PAGE))
    inlaid = ((colour("#FFD9C8"), LACQUER[RED]), *((colour("#8E0F1C"), shade) for shade in SQUARES))
    return palette_of(BAND, 2, accents, (*letters, *inlaid), artwork)


_TOLD: tuple[Told, ...] = ("", "last", "flipped")


def put(sheet: Sheet, words: str, middle: Point, capitals: float, ink: Colour = AXIS) -> None:
    """Words on the page, centred at `middle`."""
    tile = label(palette(), words, capitals, ink, PAGE)
    sheet.paste(tile, (round(middle[0] - tile.width / 2), round(middle[1] - tile.height / 2)))


def block(sheet: Sheet, ink: Colour, box: tuple[int, int, int, int]) -> None:
    """A plain rectangle in an accent of the palette."""
    sheet.paste(palette().index(ink), box)
