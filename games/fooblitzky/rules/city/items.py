"""The eighteen items: three to each of the six kinds of store, at 4, 8 and 16 foobles."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias, get_args

from games.kit.prose import counted

Store: TypeAlias = Literal["drug", "grocery", "hardware", "pets", "sports", "toys"]
STORES: tuple[Store, ...] = get_args(Store)

PRICES = (4, 8, 16)
MOST_CARRIED = 4

_SOLD = {
    "drug": ("hair spray", "toothpaste", "eyedropper"),
    "grocery": ("banana", "sardines", "hot dog"),
    "hardware": ("screwdriver", "light bulb", "saw"),
    "pets": ("fish", "snake", "pig"),
    "sports": ("tennis ball", "basketball", "bowling ball"),
    "toys": ("yo-yo", "teddy bear", "train set"),
}


class Item(NamedTuple):
    """A kind of thing in the stores, with all copies alike; `number` counts from 0 in the order of ITEMS."""

    number: int
    name: str
    store: Store
    price: int

    @property
    def code(self) -> str:
        """The name as one word, as moves write it: `hot-dog`."""
        return self.name.replace(" ", "-")


ITEMS = tuple(
    Item(3 * row + place, name, store, PRICES[place])
    for row, store in enumerate(STORES)
    for place, name in enumerate(_SOLD[store])
)

Bag: TypeAlias = tuple[Item, ...]
"""Items in the order of ITEMS, each as often as it occurs."""


def sold_by(store: Store) -> Bag:
    """The three items of this kind of store, the cheapest first."""
    first = 3 * STORES.index(store)
    return ITEMS[first : first + 3]


def bag(items: Iterable[Item]) -> Bag:
    """These items in order."""
    return tuple(sorted(items))


def added(things: Bag, item: Item) -> Bag:
    """The bag with one more of this item."""
    return tuple(sorted((*things, item)))


def without(things: Bag, item: Item) -> Bag:
    """The bag with one less of this item, which is in it."""
    at = things.index(item)
    return things[:at] + things[at + 1 :]


def in_common(one: Bag, other: Bag) -> int:
    """How many items of one bag have a match in the other, each copy once: the check marks."""
    left = list(other)
    for item in one:
        if item in left:
            left.remove(item)
    return len(other) - len(left)


def listed(items: Iterable[Item]) -> str:
    """`pig, saw and saw`, or `nothing`."""
    return named([item.name for item in items])


def named(names: Sequence[str]) -> str:
    """`pig, saw and one more thing`, or `nothing`."""
    if len(names) < 2:
        return names[0] if names else "nothing"
    return ", ".join(names[:-1]) + " and " + names[-1]


def tally(ticks: int, crosses: int) -> str:
    """`1 check mark, 3 X's`."""
    return f"{counted(ticks, 'check mark')}, {crosses} " + ("X" if crosses == 1 else "X's")
