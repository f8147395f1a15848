"""Things on shelves: on a light disc or in neon, with a label; chosen, certain or ruled out."""

from typing import NamedTuple

from games.fooblitzky.pictures.colours import BOARD, CHOSEN, NEON, WOOD, WOOD_EDGE
from games.fooblitzky.pictures.looks import drawn, faded, item_name
from games.fooblitzky.pictures.words import parted, write
from games.fooblitzky.rules.city.items import Item
from games.fooblitzky.rules.city.map import Kind
from games.kit.brush.easel import Easel
from games.kit.brush.lettering import width
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, PAPER
from games.kit.brush.palette import Colour, Picture, mix

_PLANK = 10
_LINE = 46


class Thing(NamedTuple):
    """A drawing from the game's folder with a label. With `neon` it's the sign of that kind of place.

    `mark` names a sign at its lower right, `chosen` frames it, and `faded` rules it out.
    """

    drawing: str
    label: str = ""
    neon: Kind | None = None
    mark: str = ""
    chosen: bool = False
    faded: bool = False


def of(item: Item, label: str = "") -> Thing:
    """An item."""
    return Thing(item_name(item), label)


def beside(thing: Thing, size: tuple[int, int], ground: Colour) -> Picture:
    """The thing on its piece of shelf (RGB), with the label to its right."""
    wide, high = size
    image = _shelf(thing, size, ground)
    side = min(96, high - 22)
    middle = high // 2 - _PLANK // 2
    disc(image, thing, (side // 2 + 8, middle), side)
    room = wide - side - 32
    lines = parted(thing.label, room)
    if width(thing.label, 33) <= room * 1.1:
        lines = (thing.label,)
    for at, line in enumerate(lines):
        y = middle + (at - (len(lines) - 1) / 2) * _LINE
        half = min(width(line, 33), room) / 2
        write(image, line, (side + 20 + half, y), _ink(thing, ground), room)
    return image


def below(thing: Thing, size: tuple[int, int], ground: Colour) -> Picture:
    """The thing on its piece of shelf (RGB), with the label below it."""
    wide, high = size
    image = _shelf(thing, size, ground)
    lines = parted(thing.label, wide - 16)
    words = _LINE * len(lines)
    side = min(170, high - words - 40)
    disc(image, thing, (wide // 2, 12 + side // 2), side)
    for at, line in enumerate(lines):
        y = 22 + side + _LINE * (at + 0.5)
        write(image, line, (wide / 2, y), _ink(thing, ground), wide - 16)
    return image


def _shelf(thing: Thing, size: tuple[int, int], ground: Colour) -> Picture:
    wide, high = size
    image = Easel(size, ground).finish()
    if thing.chosen:
        image.paste(ACCENT, (2, 3, wide - 6, high - _PLANK - 2))
        image.paste(CHOSEN, (9, 10, wide - 13, high - _PLANK - 9))
    image.paste(WOOD, (0, high - _PLANK, wide, high))
    image.paste(WOOD_EDGE, (0, high - _PLANK, wide, high - _PLANK + 3))
    return image


def _ink(thing: Thing, ground: Colour) -> Colour:
    if thing.faded:
        return mix(ground, CREAM, 0.42)
    return ACCENT if thing.chosen else CREAM


def _round(side: int) -> Picture:
    easel = Easel((side, side), NIGHT)
    easel.disc((side / 2, side / 2), side / 2, PAPER)
    return easel.finish().convert("L")


def disc(image: Picture, thing: Thing, middle: tuple[int, int], side: int) -> None:
    """Paste the thing on its disc, on a picture (RGB)."""
    x, y = middle
    ground = image.getpixel((x, y))
    assert isinstance(ground, tuple)
    easel = Easel((side, side), (ground[0], ground[1], ground[2]))
    share = 0.72
    if thing.neon:
        easel.plate((0, 0, side, side), 8, NEON[thing.neon])
        easel.plate((4, 4, side - 4, side - 4), 5, BOARD)
    else:
        easel.disc((side / 2, side / 2), side / 2, PAPER if ground == CREAM else CREAM)
    plate = easel.finish()
    mark = drawn(thing.drawing, round(side * share))
    at = (side - mark.width) // 2
    plate.paste(mark, (at, at), mark)
    if thing.faded:
        plate = faded(plate, (ground[0], ground[1], ground[2]))
    image.paste(plate, (x - side // 2, y - side // 2), None if thing.neon else _round(side))
    if thing.mark:
        sign = drawn(f"marks/{thing.mark}", round(side * 0.46))
        corner = x + side // 2 - round(sign.width * 0.78), y + side // 2 - round(sign.height * 0.78)
        image.paste(sign, corner, sign)
