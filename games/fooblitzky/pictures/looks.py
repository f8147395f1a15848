"""Palettes by the hour, and what is painted and cached in them: tiles, and stickers of any shape."""

from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache

from games.core import Seat
from games.fooblitzky.pictures import colours
from games.fooblitzky.pictures.colours import NEON, Hour
from games.fooblitzky.rules.city.items import ITEMS, Item
from games.fooblitzky.rules.city.map import LOCKER_QUADRANTS, QUADRANTS
from games.fooblitzky.words import icons
from games.kit.brush.cached import cached
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, PAPER
from games.kit.brush.palette import Colour, Palette, Picture
from games.kit.brush.scene import palette_of
from games.kit.brush.sheet import Sheet, shape_of
from games.kit.brush.sprites import on, sprite

Paint = Callable[..., Picture]
"""Paints a picture from hashable arguments."""

SEATS_AT_MOST = 4
_PACKAGE = "games.fooblitzky"


def drawn(name: str, size: int) -> Picture:
    """A square drawing from the game's folder (RGBA); cached, so don't change it."""
    return sprite(_PACKAGE, name, (size, size))


def item_name(item: Item) -> str:
    """The path of an item's drawing."""
    return f"items/{icons.of(item)}"


@lru_cache(4)
def palette(hour: Hour) -> Palette:
    """The colours of every picture at this hour."""
    inks = [colours.GROUND, colours.DEEP, colours.BOARD, colours.PINK, colours.CYAN, colours.LILAC]
    inks += [colours.RUSH, colours.STOP, colours.SHELF, colours.OFF, colours.OFF_RIM, colours.OFF_WALL]
    inks += NEON.values()
    inks += map(colours.quarter, QUADRANTS)
    inks += map(colours.pavement, LOCKER_QUADRANTS)
    if hour == "indoors":
        inks += [
            colours.SHELF_TOO,
            colours.WOOD,
            colours.WOOD_EDGE,
            colours.CHOSEN,
            colours.RAY,
            colours.STEP,
        ]
    else:
        inks += [colours.ASPHALT[hour], colours.LINES[hour], colours.WALL[hour], colours.joint(hour)]
        inks += [colours.stones(hour, one, odd) for one in QUADRANTS for odd in (False, True)]
        seats = map(Seat, range(SEATS_AT_MOST))
        inks += [colours.trail(hour, seat, age) for seat in seats for age in range(len(colours.FAINT))]
    edges = [(CREAM, colours.DEEP), (PAPER, colours.WALL[hour]), (NIGHT, ACCENT)]
    return palette_of(colours.GROUND, SEATS_AT_MOST, inks, edges, tuple(_artwork(hour)))


def _artwork(hour: Hour) -> Iterator[Picture]:
    for item in ITEMS:
        yield on(CREAM, drawn(item_name(item), 64))
    for kind in NEON:
        yield on(colours.BOARD, drawn(f"signs/{kind}", 56))
        yield faded(on(colours.BOARD, drawn(f"signs/{kind}", 56)), colours.BOARD)
    for breed in BREEDS:
        yield on(colours.ASPHALT[hour], drawn(f"dogs/{breed}", 84))
    for mark in ("yes", "no", "coin", "up", "down"):
        yield on(CREAM, drawn(f"marks/{mark}", 48))


BREEDS = ("beagle", "husky", "poodle", "dalmatian")
"""Each seat's dog, whose collar has the seat's colour."""


def faded(image: Picture, ground: Colour) -> Picture:
    """A picture (RGB), faded, for what's switched off or ruled out."""
    veil = image.copy()
    veil.paste(ground, (0, 0, image.width, image.height))
    veil.paste(image, (0, 0), image.convert("L").point(lambda _: 105))
    return veil


@cached
def tile(hour: Hour, paint: Paint, *args: Hashable) -> Picture:
    """What `paint` returns for these arguments (RGB), as a tile (P) of the hour's palette."""
    return palette(hour).fit(paint(*args))


@cached
def sticker(hour: Hour, paint: Paint, *args: Hashable) -> Picture:
    """What `paint` returns for these arguments (RGBA), as a tile (P) to paste through its `shape`."""
    return palette(hour).fit(on(NIGHT, paint(*args)))


@cached
def shape(paint: Paint, *args: Hashable) -> Picture:
    """The shape of a sticker as a mask (L), 0 or 255."""
    return shape_of(paint(*args), above=100)


def put(sheet: Sheet, hour: Hour, at: tuple[float, float], paint: Paint, *args: Hashable) -> None:
    """Paste a tile with its top left corner at this place."""
    sheet.paste(tile(hour, paint, *args), (round(at[0]), round(at[1])))


def stick(sheet: Sheet, hour: Hour, middle: tuple[float, float], paint: Paint, *args: Hashable) -> None:
    """Paste a sticker with its middle at this place."""
    image = sticker(hour, paint, *args)
    corner = round(middle[0] - image.width / 2), round(middle[1] - image.height / 2)
    sheet.paste(image, corner, shape(paint, *args))
