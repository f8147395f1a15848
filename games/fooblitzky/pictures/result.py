"""How Fooblitzky's result card looks: the town by night, and what everybody carried."""

from collections import Counter
from functools import lru_cache

from games.core import Seat
from games.fooblitzky.pictures import things
from games.fooblitzky.pictures.colours import DEEP, GROUND, LILAC, RAY
from games.fooblitzky.rules.city.items import ITEMS, MOST_CARRIED, Bag, Item
from games.fooblitzky.rules.view import View
from games.kit.brush.cached import cached
from games.kit.brush.easel import Easel
from games.kit.brush.palette import Colour, Picture, colour, mix
from games.kit.results import Look

_SIDE, _STEP = 56, 62


@lru_cache(1)
def look() -> Look:
    """See `Game.look`."""
    return Look(
        page=GROUND,
        band=colour("#3A2C66"),
        groove=DEEP,
        ray=RAY,
        soft=LILAC,
        unit=("correct item", "correct items"),
        hidden=_hidden,
        pieces=_pieces,
        samples=lambda ground: [_carried(bag, bag[:2], ground) for bag in _ROWS],
    )


_ROWS = tuple(ITEMS[at : at + MOST_CARRIED] for at in range(0, len(ITEMS), MOST_CARRIED))


def _hidden(view: View) -> str:
    """The four correct items."""
    if view.whole is None or not view.whole.correct:
        return ""
    *names, last = (item.name for item in view.whole.correct)
    return f"The four items: {', '.join(names)} and {last}"


def _pieces(view: View, seat: Seat, ground: Colour) -> Picture:
    assert view.whole is not None
    return _carried(view.whole.players[seat].bag, view.whole.correct, ground)


@cached
def _carried(bag: Bag, correct: Bag, ground: Colour) -> Picture:
    """Four slots (RGB) with the things carried, and a mark on each that says whether it was correct."""
    left: Counter[Item] = Counter(correct)
    image = Easel((_STEP * MOST_CARRIED, _SIDE + 4), ground).finish()
    for at in range(MOST_CARRIED):
        middle = _STEP * at + _STEP // 2, image.height // 2
        if at < len(bag):
            item = bag[at]
            mark = "yes" if left[item] else "no" if correct else ""
            left[item] -= bool(left[item])
            things.disc(image, things.of(item)._replace(mark=mark), middle, _SIDE)
            continue
        easel = Easel((_SIDE, _SIDE), ground)
        easel.ring((_SIDE / 2, _SIDE / 2), _SIDE / 2 - 1, mix(ground, LILAC, 0.3), 3)
        image.paste(easel.finish(), (middle[0] - _SIDE // 2, middle[1] - _SIDE // 2))
    return image
