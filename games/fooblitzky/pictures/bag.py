"""The panels below the streets: what the viewer carries, their lockers, and their notebook in a row."""

from collections.abc import Iterator
from typing import NamedTuple

from games.fooblitzky.pictures import looks, things
from games.fooblitzky.pictures.colours import GROUND, LILAC, OFF_RIM, Hour, hour
from games.fooblitzky.pictures.looks import drawn
from games.fooblitzky.pictures.things import Thing
from games.fooblitzky.pictures.words import write
from games.fooblitzky.rules.city.board import Unknown
from games.fooblitzky.rules.city.items import MOST_CARRIED, Item
from games.fooblitzky.rules.city.map import LOCKER_QUADRANTS, QUADRANT_NAMES, Quadrant
from games.fooblitzky.rules.view import View
from games.kit.brush.easel import Easel
from games.kit.brush.lettering import mask
from games.kit.brush.marks import CREAM, WIDTH
from games.kit.brush.palette import Picture
from games.kit.brush.sheet import Sheet

HEIGHT = 176
NOTES = 74
"""The height of the small notebook row, in px."""
_SLOT = 96
_LOCKER = 236


class Slot(NamedTuple):
    """A place for one thing: the thing, or a word such as `?`."""

    thing: Thing | None = None
    word: str = ""


def panel(view: View, at: Hour) -> Sheet:
    """The bag and lockers (P) of the viewer, who is a player."""
    sheet = Sheet.of(looks.palette(at), (WIDTH, HEIGHT), GROUND)
    looks.put(sheet, at, (28, 0), _bag, tuple(_carried(view)))
    left = 28 + MOST_CARRIED * _SLOT + 24
    for side, quadrant in enumerate(LOCKER_QUADRANTS):
        looks.put(sheet, at, (left + side * _LOCKER, 0), _locker, quadrant, _inside(view, side))
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
    """The bag's four slots below a heading (RGB)."""
    image = Easel((MOST_CARRIED * _SLOT, HEIGHT), GROUND).finish()
    _heading(image, "Your bag", "marks/sack")
    for at, slot in enumerate(slots):
        _slot(image, slot, (at * _SLOT + _SLOT // 2, HEIGHT - 62))
    return image


def _locker(quadrant: Quadrant, slot: Slot) -> Picture:
    image = Easel((_LOCKER, HEIGHT), GROUND).finish()
    _heading(image, QUADRANT_NAMES[quadrant], "signs/locker")
    _slot(image, slot, (_SLOT // 2 + 40, HEIGHT - 62))
    return image


def _heading(image: Picture, text: str, name: str) -> None:
    sign = drawn(name, 40)
    image.paste(sign, (4, 10), sign)
    write(image, text, (52 + mask(text, 33).width / 2, 32), CREAM, image.width - 56, 33)


def _slot(image: Picture, slot: Slot, middle: tuple[int, int]) -> None:
    side, (x, y) = _SLOT - 8, middle
    if slot.thing:
        things.disc(image, slot.thing, middle, side)
        return
    easel = Easel((side, side), GROUND)
    easel.ring((side / 2, side / 2), side / 2 - 1, OFF_RIM, 4)
    image.paste(easel.finish(), (x - side // 2, y - side // 2))
    if slot.word:
        write(image, slot.word, middle, LILAC, side, 40)


def notes_row(view: View, found: list[Thing]) -> Sheet:
    """A small notebook in one row (P)."""
    at = hour(view.round)
    sheet = Sheet.of(looks.palette(at), (WIDTH, NOTES), GROUND)
    for number, thing in enumerate(found):
        looks.put(sheet, at, (24 + number * 63, 2), _note, thing)
    return sheet


def _note(thing: Thing) -> Picture:
    image = Easel((62, NOTES - 6), GROUND).finish()
    things.disc(image, thing, (31, (NOTES - 6) // 2), 58)
    return image
