"""Inside a place: its sign and name, and the mover's choices on shelves."""

from collections.abc import Iterator
from typing import NamedTuple

from games.core import Seat
from games.fooblitzky.pictures import looks, things
from games.fooblitzky.pictures.asked import Asked
from games.fooblitzky.pictures.clock import Status, clock
from games.fooblitzky.pictures.colours import BOARD, GROUND, NEON, SHELF, hour
from games.fooblitzky.pictures.dogs import dog
from games.fooblitzky.pictures.looks import drawn
from games.fooblitzky.pictures.plan import TOP
from games.fooblitzky.pictures.things import Thing
from games.fooblitzky.rules.city.board import shelf
from games.fooblitzky.rules.city.items import STORES, Item
from games.fooblitzky.rules.city.map import WARES, Kind, Site
from games.fooblitzky.rules.moves import Buy, Call, Give, Keep, Leave, Move, PickUp, Put, Sell, Stay, Take
from games.fooblitzky.rules.phases import (
    AtCharity,
    AtLocker,
    Bumping,
    Indoors,
    Offered,
    Pawning,
    Phoning,
    Shopping,
)
from games.fooblitzky.rules.view import View
from games.kit.brush.easel import Easel
from games.kit.brush.lettering import write
from games.kit.brush.marks import CREAM, WIDTH
from games.kit.brush.palette import Picture
from games.kit.brush.sheet import Sheet

_FRONT = 190
_AWNING = 46
_LOW, _MIDDLE, _TALL = 112, 196, 290


class Front(NamedTuple):
    """What's above the shelves: the place's sign and name, or the two dogs of a bump."""

    name: str
    kind: Kind | None = None
    drawing: str = ""
    dogs: tuple[Seat, ...] = ()


def inside(view: View, asked: Asked) -> Sheet | None:
    """The place the mover is in, with its choices (P); None if the picture should show the streets."""
    front = _front(view)
    found = [one._replace(chosen=one.label == asked.picked) for one in _things(view, asked)]
    if front is None or not found:
        return None
    across, high = _laid_out(len(found))
    rows = -(-len(found) // across)
    sheet = Sheet.of(looks.palette("indoors"), (WIDTH, TOP + _FRONT + rows * high), GROUND)
    status = Status(view.time, view.day, view.is_rush, view.prices)
    looks.put(sheet, "indoors", (0, 0), clock, hour(view.round), status)
    looks.put(sheet, "indoors", (0, TOP), _painted, front)
    sheet.paste(looks.palette("indoors").index(SHELF), (0, TOP + _FRONT, WIDTH, sheet.height))
    paint = things.beside if high == _LOW else things.below
    for at in range(rows * across):
        thing = found[at] if at < len(found) else None
        row, column = divmod(at, across)
        left, right = WIDTH * column // across, WIDTH * (column + 1) // across
        corner, size = (left, TOP + _FRONT + row * high), (right - left, high)
        looks.put(
            sheet, "indoors", corner, paint if thing else _empty, *((thing,) if thing else ()), size, SHELF
        )
    return sheet


def _laid_out(count: int) -> tuple[int, int]:
    """How many things are side by side, and how high a shelf is."""
    if count <= 3:
        return count, _TALL
    if count == 4:
        return 4, _TALL
    if count <= 6:
        return 3, _MIDDLE + 20
    return 3, _LOW


def _empty(size: tuple[int, int], ground: tuple[int, int, int]) -> Picture:
    """A piece of shelf with nothing on it (RGB)."""
    image = Easel(size, ground).finish()
    plank = things.below(Thing("marks/coin"), size, ground)
    image.paste(plank.crop((0, size[1] - 10, *size)), (0, size[1] - 10))
    return image


def _front(view: View) -> Front | None:
    match view.phase:
        case (
            Shopping(site=site)
            | Phoning(site=site)
            | Pawning(site=site)
            | AtLocker(site=site)
            | AtCharity(site=site)
            | Indoors(site=site)
        ):
            return Front(_named(site), site.kind)
        case Offered():
            return Front("The Chance Man's offer", drawing="marks/friend")
        case Bumping(seats=seats):
            return Front("On the ground", dogs=seats)
    return None


def _named(site: Site) -> str:
    return site.name[0].upper() + site.name[1:]


def _painted(front: Front) -> Picture:
    """An awning over the sign and the name (RGB)."""
    easel = Easel((WIDTH, _FRONT), GROUND)
    neon = NEON[front.kind] if front.kind else NEON["charity"]
    stripes = 20
    step = WIDTH / stripes
    for at in range(stripes):
        ink = CREAM if at % 2 else neon
        easel.plate((at * step, 0, (at + 1) * step, _AWNING - 18), 0, ink)
        easel.disc(((at + 0.5) * step, _AWNING - 20), step / 2 - 1, ink)
    left, middle, side = 40, (_FRONT + _AWNING) // 2 + 4, 112
    if front.kind:
        easel.plate((left, middle - 56, left + side, middle + 56), 10, neon)
        easel.plate((left + 5, middle - 51, left + side - 5, middle + 51), 7, BOARD)
    image = easel.finish()
    if front.kind or front.drawing:
        sign = drawn(front.drawing or f"signs/{front.kind}", 84 if front.kind else 108)
        image.paste(sign, (left + (side - sign.width) // 2, middle - sign.height // 2), sign)
        left += side + 34
    for seat in front.dogs:
        token = dog(seat, 112)
        image.paste(token, (left, middle - 58), token)
        left += 132
    write(image, front.name, (left + 8, middle), 48, neon, "left")
    return image


def _things(view: View, asked: Asked) -> Iterator[Thing]:
    """What can be chosen, with the labels of the choices."""
    if isinstance(view.phase, Shopping):
        yield from _wares(view, view.phase, asked)
        return
    for aim, offer in asked.offers.items():
        if isinstance(aim, str):
            yield from _called(view, aim, offer.label)
        elif isinstance(aim, Buy | Sell | Put | PickUp):
            yield _item(view, aim.item, offer.label)
        else:
            yield from _done(view, aim, offer.label)


def _wares(view: View, shopping: Shopping, asked: Asked) -> Iterator[Thing]:
    """All that the store sells; what nobody can buy here or the mover can't is dark."""
    for item in WARES[shopping.site]:
        offer = asked.offers.get(Buy(item))
        thing = _item(view, item, f"{item.name}, {item.price}")
        yield thing if offer and offer.label == thing.label else thing._replace(faded=True)


def _called(view: View, answer: str, label: str) -> Iterator[Thing]:
    """A kind of store that can be phoned."""
    if isinstance(view.phase, Phoning):
        yield from (Thing(f"signs/{kind}", label, neon=kind) for kind in STORES if kind == answer)


def _item(view: View, item: Item | None, label: str) -> Thing:
    if item is None:
        return Thing("marks/no", label)
    gone = _is_out(view, item)
    return things.of(item, label)._replace(mark="no" if gone else "", faded=gone)


def _done(view: View, aim: Move, label: str) -> Iterator[Thing]:
    match aim:
        case Take():
            yield Thing("signs/locker", label, neon="locker")
        case Call(site):
            yield Thing(f"signs/{site.kind}", label, neon=site.kind)
        case Give():
            yield Thing("signs/charity", label, neon="charity")
        case Keep():
            yield Thing("marks/sack", label)
        case Stay() | Leave() if isinstance(view.phase, Indoors):
            yield _stay(view.phase, isinstance(aim, Stay), label)


def _stay(indoors: Indoors, stays: bool, label: str) -> Thing:
    kind = indoors.site.kind
    return Thing(f"signs/{kind}", label, neon=kind) if stays else Thing("town/paw", label)


def _is_out(view: View, item: Item) -> bool:
    match view.phase:
        case Shopping(site=site):
            place = shelf(item, site.quadrant)
            return view.stock.most[place] <= view.sold[place]
    return False
