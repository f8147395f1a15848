"""Places with their neon signs, as small opaque pictures: plain, or with what is told of them."""

from typing import NamedTuple

from games.core import Seat
from games.fooblitzky.city.map import Kind
from games.fooblitzky.pictures import painting
from games.fooblitzky.pictures.scenery import (
    BOARD,
    LAWN,
    LEAST,
    NEON,
    WALL,
    WINDOW,
    Size,
    dim,
    fitting,
    parted,
)
from games.kit.brush.easel import Easel
from games.kit.brush.kept import kept
from games.kit.brush.lettering import write
from games.kit.brush.marks import ACCENT, NIGHT, PAPER, SEATS
from games.kit.brush.palette import Colour, Picture, colour, mix


class Building(NamedTuple):
    """A place with its sign; `below` where its door is above it, `open` for whom it can be chosen.

    `mark` is a symbol that tells how it went there.
    """

    size: Size
    kind: Kind
    below: bool
    dark: int
    told: bool = False
    open: Seat | None = None
    label: str = ""
    risky: bool = False
    mark: str = ""


@kept
def building(tile: Building) -> Picture:
    """The place as an image (RGB); kept, so not to be changed."""
    image = _plain(tile.size, tile.kind, tile.below, tile.dark).copy()
    if tile.told:
        _rim(image, 0, ACCENT, max(4, image.width // 22))
    if tile.open is not None:
        _rim(image, 0, NIGHT, max(5, image.width // 20))
        _rim(image, 1, SEATS[tile.open].colour, max(3, image.width // 32))
    if tile.label and tile.open is not None:
        _label(image, tile, SEATS[tile.open].colour, SEATS[tile.open].ink)
    _tell(image, tile)
    return image


def _rim(image: Picture, inset: int, ink: Colour, thick: int) -> None:
    right, bottom, inner = image.width - inset, image.height - inset, inset + thick
    image.paste(ink, (inset, inset, right, inner))
    image.paste(ink, (inset, bottom - thick, right, bottom))
    image.paste(ink, (inset, inset, inner, bottom))
    image.paste(ink, (right - thick, inset, right, bottom))


def _label(image: Picture, tile: Building, fill: Colour, ink: Colour) -> None:
    """The whole front is the label, with the sign small above it: words must be read on a telephone."""
    (wide, high), lines = tile.size, parted(tile.label, image.width - 6, LEAST)
    step = LEAST * (1.3 if len(lines) < 3 else 1.16)
    room = round(high - step * len(lines) - 10)
    image.paste(fill, (3, 3, wide - 3, high - 3))
    image.paste(_on_board(tile.kind, (wide - 14, room - 4)), (7, 7))
    for at, line in enumerate(lines):
        write(image, line, (wide / 2, room + 3 + step * (at + 0.5)), fitting(line, wide - 6, LEAST), ink)


def _tell(image: Picture, tile: Building) -> None:
    """A thumb, or the X that is on the way."""
    _, top, right, bottom = _sign_box(tile.size, tile.below)
    if tile.mark and not tile.label:
        side = round(image.width * 0.5)
        image.paste(_symbol(tile.mark, side, tile.kind), (right - side - 3, bottom - side - 3))
    if tile.risky:
        side = max(20, round(image.width * 0.22))
        image.paste(_symbol("no", side, tile.kind), (right - side - 4, 9 if tile.label else top + 4))


@kept
def _on_board(kind: Kind, size: Size) -> Picture:
    easel, half = Easel(size, _board(kind)), min(size) * 0.46
    x, y = size[0] / 2, size[1] / 2
    painting.sign(easel, kind, (x - half, y - half, x + half, y + half), NEON[kind])
    return easel.finish()


@kept
def _symbol(name: str, side: int, kind: Kind) -> Picture:
    easel = Easel((side, side), _board(kind))
    painting.symbol(easel, name, (1, 1, side - 1, side - 1))
    return easel.finish()


def _board(kind: Kind) -> Colour:
    return mix(BOARD, NEON[kind], 0.07)


def _sign_box(size: Size, below: bool) -> tuple[int, int, int, int]:
    wide, high = size
    awning = round(high * 0.19)
    top = 3 + awning if below else 5
    return 5, top, wide - 5, top + high - awning - 8


@kept
def _plain(size: Size, kind: Kind, below: bool, dark: int) -> Picture:
    (wide, high), lawn, neon = size, dim(LAWN, dark), NEON[kind]
    easel = Easel(size, lawn)
    easel.plate((0, 0, wide, high), wide * 0.1, mix(lawn, neon, 0.13 * dark))
    easel.plate((2, 2, wide - 2, high - 2), wide * 0.06, dim(WALL, dark))
    left, top, right, bottom = _sign_box(size, below)
    _front(easel, (4, 2, wide - 4, top) if below else (4, bottom, wide - 4, high - 2), neon, below, dark)
    thick, middle = max(2.2, (right - left) * 0.022), (top + bottom) / 2
    easel.plate((left, top, right, bottom), 5, neon if dark > 1 else mix(neon, NIGHT, 0.25))
    easel.plate((left + thick, top + thick, right - thick, bottom - thick), 4, _board(kind))
    half = min(bottom - top, right - left) * 0.39
    painting.sign(easel, kind, (wide / 2 - half, middle - half, wide / 2 + half, middle + half), neon)
    return easel.finish()


def _front(
    easel: Easel, box: tuple[float, float, float, float], neon: Colour, below: bool, dark: int
) -> None:
    """Windows, and an awning in the colours of the place."""
    left, top, right, bottom = box
    easel.plate(box, 1, WINDOW if dark > 1 else dim(colour("#9FD8F0"), dark))
    middle, stripes = (top + bottom) / 2, 7
    low, high = (middle - 1, bottom) if below else (top, middle + 1)
    step = (right - left) / stripes
    for at in range(stripes):
        ink = dim(PAPER if at % 2 else neon, min(dark, 2))
        easel.plate((left + at * step, low, left + (at + 1) * step, high), 0, ink)
