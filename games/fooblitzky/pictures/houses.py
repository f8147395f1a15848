"""The houses: a dark wall, a neon sign, an awning above the door; lit and named, or switched off."""

from typing import NamedTuple

from games.fooblitzky.pictures.colours import BOARD, NEON, OFF, OFF_RIM, OFF_WALL, WALL, Hour
from games.fooblitzky.pictures.looks import drawn, faded
from games.fooblitzky.pictures.words import LEAST, parted, write
from games.fooblitzky.rules.city.map import Kind
from games.kit.brush.easel import Easel
from games.kit.brush.marks import ACCENT, CREAM, PAPER
from games.kit.brush.palette import Picture, mix
from games.kit.brush.sprites import on

_LINE = 44


class House(NamedTuple):
    """A place with its sign. `above`: its door is above it. `told`: a player has just gone in.

    `thumb` is `up` or `down`, or empty if nobody sees it. A house that isn't `lit` is closed to the mover.
    """

    size: tuple[int, int]
    kind: Kind
    above: bool
    lit: bool = True
    label: str = ""
    told: bool = False
    thumb: str = ""
    risky: bool = False


def house(hour: Hour, tile: House) -> Picture:
    """The house (RGB)."""
    wide, high = tile.size
    neon = NEON[tile.kind] if tile.lit else OFF_RIM
    easel = Easel(tile.size, BOARD)
    easel.plate((2, 2, wide - 2, high - 2), 3, WALL[hour] if tile.lit else OFF)
    deep = round(high * 0.13)
    _awning(easel, tile, deep)
    lines = parted(tile.label, wide - 8) if tile.label else ()
    words = _LINE * len(lines) + (2 if lines else 0)
    scallop = round(wide / 12) if tile.lit else 0
    top = deep + scallop + 5 if tile.above else 5
    room = high - deep - scallop - 10 - words
    side = min(wide - 16, room - 6)
    middle = wide / 2, top + room / 2
    _frame(easel, tile, middle, side)
    image = easel.finish()
    half = round(side * 0.84)
    sign = drawn(f"signs/{tile.kind}", half)
    corner = round(middle[0] - half / 2), round(middle[1] - half / 2)
    image.paste(sign if tile.lit else faded(on(BOARD, sign), BOARD), corner, sign)
    for at, line in enumerate(lines):
        y = top + room + _LINE * (at + 0.5) - 2
        write(image, line, (wide / 2, y), mix(neon, PAPER, 0.8) if tile.lit else OFF_RIM, wide - 8, LEAST)
    _marks(image, tile, middle, side)
    return image


def _awning(easel: Easel, tile: House, deep: int) -> None:
    """Five stripes with rounded ends, on the door's side."""
    wide, high = tile.size
    top = 3 if tile.above else high - deep - 3
    if not tile.lit:
        easel.plate((3, top, wide - 3, top + deep), 2, OFF_WALL)
        return
    step = (wide - 6) / 5
    for at in range(5):
        ink = CREAM if at % 2 else NEON[tile.kind]
        left = 3 + at * step
        easel.plate((left, top, left + step, top + deep), 0, ink)
        easel.disc((left + step / 2, top + deep if tile.above else top), step / 2, ink)


def _frame(easel: Easel, tile: House, middle: tuple[float, float], side: float) -> None:
    """A round sign for the underground, a square one for everything else."""
    (x, y), neon = middle, NEON[tile.kind] if tile.lit else OFF_RIM
    thick = 3 if side < 70 else 4
    if tile.kind in ("clockwise", "counter"):
        easel.disc(middle, side / 2 + 4, neon)
        easel.disc(middle, side / 2 + 4 - thick, BOARD)
        return
    half = side / 2 + 4
    easel.plate((x - half, y - half, x + half, y + half), 6, neon)
    inner = half - thick
    easel.plate((x - inner, y - inner, x + inner, y + inner), 4, BOARD)


def _marks(image: Picture, tile: House, middle: tuple[float, float], side: float) -> None:
    """A frame if a player has just gone in, the thumb, and the sign for an X on the way there."""
    wide, high = image.size
    if tile.told:
        thick = max(4, wide // 24)
        for box in ((0, 0, wide, thick), (0, high - thick, wide, high)):
            image.paste(ACCENT, box)
        for box in ((0, 0, thick, high), (wide - thick, 0, wide, high)):
            image.paste(ACCENT, box)
    if tile.thumb:
        mark = drawn(f"marks/{tile.thumb}", round(side * 0.6))
        at = round(middle[0] + side / 2 - mark.width * 0.8), round(middle[1] + side / 2 - mark.height * 0.8)
        image.paste(mark, at, mark)
    if tile.risky:
        stop = drawn("town/stop", min(34, wide * 4 // 9))
        image.paste(stop, (wide - stop.width - 4, 4), stop)
