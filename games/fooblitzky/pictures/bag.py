"""The panel below the streets: what the viewer carries, and their lockers."""

from collections.abc import Iterator
from typing import NamedTuple

from games.fooblitzky.pictures import looks, things
from games.fooblitzky.pictures.colours import GROUND, LILAC, OFF_RIM, Hour, pavement
from games.fooblitzky.pictures.looks import drawn
from games.fooblitzky.pictures.things import Thing
from games.fooblitzky.pictures.words import write
from games.fooblitzky.rules.city.board import Unknown
from games.fooblitzky.rules.city.items import MOST_CARRIED, Item
from games.fooblitzky.rules.city.map import LOCKER_QUADRANTS, QUADRANT_NAMES, Quadrant
from games.fooblitzky.rules.view import View
from games.kit.brush.easel import Easel
from games.kit.brush.lettering import mask
from games.kit.brush.marks import NIGHT, WIDTH
from games.kit.brush.palette import Colour, Picture
from games.kit.brush.sheet import Sheet

HEIGHT = 112
_SACK, _SLOT, _SIDE = 72, 88, 82
_LOCKERS, _LOCKER = 474, 344
"""Where the lockers begin, and how wide each is, in px."""


class Slot(NamedTuple):
    """A place for one thing: the thing, or a word such as `?`."""

    thing: Thing | None = None
    word: str = ""


def panel(view: View, at: Hour) -> Sheet:
    """The bag and lockers (P) of the viewer, who is a player."""
    sheet = Sheet.of(looks.palette(at), (WIDTH, HEIGHT), GROUND)
    looks.put(sheet, at, (0, 0), _bag, tuple(_carried(view)))
    for side, quadrant in enumerate(LOCKER_QUADRANTS):
        left = _LOCKERS + side * (_LOCKER + 10)
        looks.put(sheet, at, (left, 8), _locker, quadrant, _inside(view, side))
    return sheet


def _carried(view: View) -> Iterator[Slot]:
    assert view.me is not None
    seen = view.me.bag or ()
    slots = [Slot(things.of(item)) for item in seen]
    if any(world.unseen for world in view.worlds) and not view.over:
        slots.append(Slot(word="?" if view.carried > len(seen) else "(?)"))
    yield from (*slots, *(Slot() for _ in range(MOST_CARRIED - len(slots))))


def _inside(view: View, side: int) -> Slot:
    """What's in a locker, with a question mark if that isn't certain; or as the owner left it."""
    if view.options.notebook != "conclusions" and not view.opened[side]:
        return Slot(word="?")
    found = list(dict.fromkeys(guess[side] for guess in view.guesses))
    if not found or found == [None]:
        return Slot()
    likely = next((one for one in found if isinstance(one, Item)), None)
    if likely is None or isinstance(found[0], Unknown):
        return Slot(word="?")
    return Slot(things.of(likely)._replace(mark="" if len(found) == 1 else "maybe"))


def _bag(slots: tuple[Slot, ...]) -> Picture:
    """The bag's four slots (RGB)."""
    image = Easel((_LOCKERS, HEIGHT), GROUND).finish()
    sack = drawn("marks/sack", _SACK)
    image.paste(sack, (20, (HEIGHT - _SACK) // 2), sack)
    for at, slot in enumerate(slots):
        _slot(image, slot, (138 + at * _SLOT, HEIGHT // 2), OFF_RIM, LILAC)
    return image


def _locker(quadrant: Quadrant, slot: Slot) -> Picture:
    """A locker (RGB) on the pavement of its quarter, so that the map says where it is."""
    high = HEIGHT - 16
    image = Easel((_LOCKER, high), pavement(quadrant)).finish()
    sign, name = drawn("signs/locker", 46), QUADRANT_NAMES[quadrant]
    image.paste(NIGHT, (8, (high - 46) // 2), sign.getchannel("A"))
    write(image, name, (62 + mask(name, 35).width / 2, high / 2), NIGHT, 180, 35)
    _slot(image, slot, (_LOCKER - 50, high // 2), NIGHT, NIGHT)
    return image


def _slot(image: Picture, slot: Slot, middle: tuple[int, int], rim: Colour, ink: Colour) -> None:
    x, y = middle
    if slot.thing:
        things.disc(image, slot.thing, middle, _SIDE)
        return
    ground = image.getpixel(middle)
    assert isinstance(ground, tuple)
    easel = Easel((_SIDE, _SIDE), (ground[0], ground[1], ground[2]))
    easel.ring((_SIDE / 2, _SIDE / 2), _SIDE / 2 - 1, rim, 4)
    image.paste(easel.finish(), (x - _SIDE // 2, y - _SIDE // 2))
    if slot.word:
        write(image, slot.word, middle, ink, _SIDE, 40)
