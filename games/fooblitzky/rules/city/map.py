"""The city: eight blocks in two rows of four, their sidewalks, doors and crosswalks.

    A B | C D      A sidewalk is a ring of twenty squares around its block, numbered clockwise from the
    ----+----      block's upper left corner: A1 to A7 above, A11 to A17 below. Three sites are behind the
    E F | G H      upper side and three behind the lower, each with a door square of its own.

Squares are numbers, block by block: A1 is 0 and H20 is 159. Cells are columns and rows of one grid of
WIDTH by HEIGHT, with streets of one cell between the blocks.
"""

from collections import deque
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias, get_args

from games.fooblitzky.rules.city.items import STORES, Store, sold_by

Quadrant: TypeAlias = Literal["UL", "UR", "LL", "LR"]
QUADRANTS: tuple[Quadrant, ...] = get_args(Quadrant)
QUADRANT_NAMES: dict[Quadrant, str] = {
    "UL": "Howl Hill", "UR": "Wag End", "LL": "Bone Row", "LR": "Paw Bay",
}  # fmt: skip
"""What people call the four quarters; records call them by their codes."""

Loop: TypeAlias = Literal["clockwise", "counter"]
Kind: TypeAlias = (
    Store | Loop | Literal["restaurant", "phone", "locker", "check", "pawn", "charity", "hospital"]
)

Cell: TypeAlias = tuple[int, int]
"""Column and row, counted from 0 at the upper left."""

BLOCKS = "ABCDEFGH"
BLOCK_COLUMNS = 4
BLOCK_WIDTH, BLOCK_HEIGHT = 7, 5
SIDE = 2 * (BLOCK_WIDTH + BLOCK_HEIGHT) - 4
"""The number of squares of a block's sidewalk."""

WIDTH = BLOCK_COLUMNS * (BLOCK_WIDTH + 1) - 1
HEIGHT = 2 * (BLOCK_HEIGHT + 1) - 1

# Behind the upper doors (squares 2, 4, 6), then behind the lower ones (16, 14, 12), from left to right.
_PLAN: dict[str, tuple[Kind, ...]] = {
    "A": ("clockwise", "pets", "drug", "restaurant", "locker", "toys"),
    "B": ("grocery", "phone", "hardware", "check", "counter", "sports"),
    "C": ("drug", "toys", "pawn", "counter", "phone", "grocery"),
    "D": ("sports", "restaurant", "clockwise", "hardware", "charity", "pets"),
    "E": ("hardware", "pawn", "grocery", "clockwise", "sports", "phone"),
    "F": ("counter", "drug", "toys", "pets", "hospital", "restaurant"),
    "G": ("phone", "counter", "toys", "grocery", "locker", "pets"),
    "H": ("drug", "check", "hardware", "sports", "restaurant", "clockwise"),
}
_DOORS = (2, 4, 6, 16, 14, 12)

# Crosswalks between blocks side by side and between blocks one above the other: square here, square there.
_TO_THE_RIGHT = ((8, 20), (10, 18))
_DOWN = ((15, 3), (13, 5))
_PERIODS = (1, 2, 3, 2, 3, 1, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 1, 3, 3)
"""How many rounds apart each crosswalk may change, in the order of their numbers."""

SITE_NAMES: dict[Kind, str] = {
    "drug": "drug store", "grocery": "food store", "hardware": "tool store", "pets": "pet store",
    "sports": "sports store", "toys": "toy store", "clockwise": "outer UGH", "counter": "inner UGH",
    "restaurant": "diner", "phone": "phone booth", "locker": "lockers", "check": "Check Point",
    "pawn": "pawn shop", "charity": "Charity Central", "hospital": "hospital",
}  # fmt: skip
"""The names in sentences."""
SHORT_NAMES: dict[Kind, str] = {
    "drug": "drug", "grocery": "food", "hardware": "tools", "pets": "pets", "sports": "sports",
    "toys": "toys", "clockwise": "outer UGH", "counter": "inner UGH", "restaurant": "diner",
    "phone": "phone", "locker": "locker", "check": "check", "pawn": "pawn", "charity": "charity",
    "hospital": "hospital",
}  # fmt: skip
"""The names on signs, buttons and menus."""

_CODES: dict[Kind, str] = {"clockwise": "ugh-clockwise", "counter": "ugh-counter"}


class Square(NamedTuple):
    """A sidewalk square: its name such as `B7`, its cell and its quadrant."""

    number: int
    name: str
    cell: Cell
    quadrant: Quadrant

    @property
    def block(self) -> str:
        """The letter of its block."""
        return self.name[0]


class Site(NamedTuple):
    """A building: its kind and quadrant, the number of its door's square, and its cell inside the block."""

    number: int
    kind: Kind
    quadrant: Quadrant
    door: int
    cell: Cell

    @property
    def code(self) -> str:
        """How moves write it: `UL drug`, `LR ugh-counter`."""
        return f"{self.quadrant} {_CODES.get(self.kind, self.kind)}"

    @property
    def kind_name(self) -> str:
        """The name without the quarter: `drug store`."""
        return SITE_NAMES[self.kind]

    @property
    def inside(self) -> str:
        """The preposition for being there: `in` the diner, `on` the UGH."""
        return "on" if self.kind in ("clockwise", "counter") else "in"

    @property
    def the(self) -> str:
        """The name in a sentence: `the Howl Hill drug store`, `Charity Central`."""
        return self.name if self.kind == "charity" else f"the {self.name}"

    @property
    def name(self) -> str:
        """`Howl Hill drug store`; without the quarter for a place that exists only once."""
        once = self.kind in ("charity", "hospital")
        return self.kind_name if once else f"{QUADRANT_NAMES[self.quadrant]} {self.kind_name}"


class Crosswalk(NamedTuple):
    """A crosswalk: its number (from 1), both kerbs, and how many rounds apart it may change."""

    number: int
    kerbs: tuple[int, int]
    period: int
    cell: Cell

    @property
    def bit(self) -> int:
        """This crosswalk in a set of crosswalks."""
        return 1 << self.number


def square_number(name: str) -> int:
    """The square of this name. Raises KeyError."""
    return _NUMBERS[name]


def neighbours(square: int) -> tuple[int, ...]:
    """The squares one step away: clockwise, counter-clockwise, and over the crosswalk if there is one."""
    return _NEIGHBOURS[square]


def site_of(kind: Kind, quadrant: Quadrant) -> Site:
    """The one site of this kind in a quadrant. Raises KeyError if there is none."""
    return _SITES_BY_KIND[kind, quadrant]


def crosswalks_in(mask: int) -> tuple[Crosswalk, ...]:
    """The crosswalks of a set, in order."""
    return tuple(one for one in CROSSWALKS if one.bit & mask)


@cache
def distances(square: int) -> tuple[int, ...]:
    """How many steps it is from this square to every other, using all crosswalks."""
    found = {square: 0}
    waiting = deque([square])
    while waiting:
        here = waiting.popleft()
        for there in neighbours(here):
            if there not in found:
                found[there] = found[here] + 1
                waiting.append(there)
    return tuple(found[number] for number in range(len(SQUARES)))


def _ring() -> Iterator[Cell]:
    """The cells of a block's sidewalk, clockwise from the upper left corner."""
    right, bottom = BLOCK_WIDTH - 1, BLOCK_HEIGHT - 1
    yield from ((column, 0) for column in range(BLOCK_WIDTH))
    yield from ((right, row) for row in range(1, BLOCK_HEIGHT))
    yield from ((column, bottom) for column in range(right - 1, -1, -1))
    yield from ((0, row) for row in range(bottom - 1, 0, -1))


def _squares() -> Iterator[Square]:
    for index, block in enumerate(BLOCKS):
        left, top = _corner(index)
        for step, (column, row) in enumerate(_ring()):
            cell = (left + column, top + row)
            yield Square(index * SIDE + step, f"{block}{step + 1}", cell, _quadrant(index))


def _corner(block: int) -> Cell:
    row, column = divmod(block, BLOCK_COLUMNS)
    return column * (BLOCK_WIDTH + 1), row * (BLOCK_HEIGHT + 1)


def _quadrant(block: int) -> Quadrant:
    row, column = divmod(block, BLOCK_COLUMNS)
    return QUADRANTS[2 * row + (2 * column) // BLOCK_COLUMNS]


def _sites() -> Iterator[Site]:
    number = 0
    for block, kinds in _PLAN.items():
        for place, kind in zip(_DOORS, kinds, strict=True):
            door = square_number(f"{block}{place}")
            (column, row), quadrant = SQUARES[door].cell, SQUARES[door].quadrant
            inward = 1 if place < BLOCK_WIDTH else -1
            yield Site(number, kind, quadrant, door, (column, row + inward))
            number += 1


def _crosswalks() -> Iterator[Crosswalk]:
    """In reading order: row by row, and from left to right."""
    pairs = [
        (f"{here}{one}", f"{there}{other}")
        for row in (BLOCKS[:BLOCK_COLUMNS], BLOCKS[BLOCK_COLUMNS:])
        for here, there in pairwise(row)
        for one, other in _TO_THE_RIGHT
    ]
    pairs += [
        (f"{here}{one}", f"{there}{other}")
        for here, there in zip(BLOCKS[:BLOCK_COLUMNS], BLOCKS[BLOCK_COLUMNS:], strict=True)
        for one, other in _DOWN
    ]
    ends = sorted(((square_number(one), square_number(other)) for one, other in pairs), key=_reading_order)
    for number, (kerbs, period) in enumerate(zip(ends, _PERIODS, strict=True), 1):
        yield Crosswalk(number, kerbs, period, _between(kerbs))


def _between(kerbs: tuple[int, int]) -> Cell:
    (left, top), (right, bottom) = (SQUARES[kerb].cell for kerb in kerbs)
    return (left + right) // 2, (top + bottom) // 2


def _reading_order(kerbs: tuple[int, int]) -> Cell:
    column, row = _between(kerbs)
    return row, column


def _neighbours(square: int) -> tuple[int, ...]:
    first = square - square % SIDE
    step = square % SIDE
    ring = (first + (step + 1) % SIDE, first + (step - 1) % SIDE)
    return ring + tuple(
        one.kerbs[1] if one.kerbs[0] == square else one.kerbs[0] for one in CROSSWALKS if square in one.kerbs
    )


SQUARES = tuple(_squares())
_NUMBERS = {square.name: square.number for square in SQUARES}

SITES = tuple(_sites())
_SITES_BY_KIND = {(site.kind, site.quadrant): site for site in SITES}
AT_DOOR = {site.door: site for site in SITES}
"""The site behind each door's square."""

CROSSWALKS = tuple(_crosswalks())
EVERY_CROSSWALK = sum(one.bit for one in CROSSWALKS)
_NEIGHBOURS = tuple(_neighbours(square.number) for square in SQUARES)
CROSSWALK_BETWEEN = {pair: one for one in CROSSWALKS for pair in (one.kerbs, one.kerbs[::-1])}
"""The crosswalk from one kerb to the other."""

STARTS = tuple(map(square_number, ("A7", "H17", "D1", "E11")))
"""Where each seat begins: upper left, lower right, upper right, lower left."""

LOCKER_QUADRANTS: tuple[Quadrant, Quadrant] = ("UL", "LR")
PAWN_QUADRANTS: tuple[Quadrant, Quadrant] = ("UR", "LL")
HOSPITAL = site_of("hospital", "LL")
WARES = {site: sold_by(store) for site in SITES for store in STORES if store == site.kind}
"""What each store sells."""

STORE_SITES = tuple(WARES)
