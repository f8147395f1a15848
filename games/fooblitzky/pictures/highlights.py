"""The icons of a highlight: a dog, a sign, a mark or an item on a medal each, in a row."""

from games.core import Seat
from games.fooblitzky.pictures.dogs import dog
from games.fooblitzky.pictures.looks import drawn
from games.kit.brush.cached import cached
from games.kit.brush.highlight import medal, row
from games.kit.brush.palette import Picture

_LARGE, _SMALL, _NARROW = 72, 66, 88


@cached
def icon(names: str) -> Picture:
    """The drawings with these names (RGBA), such as `signs/check`; `dog/0` is that seat's dog."""
    first, *others = names.split()
    return row([medal(_drawn(first)), *(medal(drawn(name, _SMALL), _NARROW) for name in others)])


def _drawn(name: str) -> Picture:
    kind, _, which = name.partition("/")
    return dog(Seat(int(which)), _LARGE) if kind == "dog" else drawn(name, _LARGE)
