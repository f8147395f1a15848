"""The moves: what players decide, and what chance draws."""

from dataclasses import dataclass
from typing import TypeAlias

from games.core import Seat
from games.fooblitzky.rules.city.items import Bag, Item
from games.fooblitzky.rules.city.map import Quadrant, Site


@dataclass(frozen=True, slots=True)
class Choose:
    """Pick this item in secret, as one of the four correct ones."""

    item: Item


Way: TypeAlias = str
"""The steps that a player took, a letter each for where on the map they lead: `n` up, `e`, `s` and `w`.

Without steps, the rules choose the way (rule 9).
"""


@dataclass(frozen=True, slots=True)
class WalkTo:
    """Walk to a square that uses up the roll."""

    square: int
    way: Way = ""


@dataclass(frozen=True, slots=True)
class Enter:
    """Walk to a site's door and in."""

    site: Site
    way: Way = ""


@dataclass(frozen=True, slots=True)
class Bump:
    """Walk to another player's square and bump them."""

    seat: Seat
    way: Way = ""


@dataclass(frozen=True, slots=True)
class Approach:
    """Walk step by step to a kerb at an X, to cross there.

    Old records have the number of `steps` in place of the way. They're still played, but aren't a legal move
    that anyone is offered.
    """

    kerb: int
    way: Way = ""
    steps: int = 0


@dataclass(frozen=True, slots=True)
class Cross:
    """Cross the street at the X."""


@dataclass(frozen=True, slots=True)
class Stay:
    """Stay at the kerb, in the restaurant, on the UGH or in the hospital."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the restaurant, UGH or hospital, and walk the roll."""


@dataclass(frozen=True, slots=True)
class Buy:
    """Try to buy an item; None if a pawn shop has nothing the player can buy."""

    item: Item | None


@dataclass(frozen=True, slots=True)
class Sell:
    """Sell an item to the pawn shop; None with nothing to sell."""

    item: Item | None


@dataclass(frozen=True, slots=True)
class Call:
    """Call this store."""

    site: Site


@dataclass(frozen=True, slots=True)
class Put:
    """Put an item into the locker; None with nothing to put."""

    item: Item | None


@dataclass(frozen=True, slots=True)
class Take:
    """Take out what's in the locker."""


@dataclass(frozen=True, slots=True)
class Give:
    """Give everything in the bag to Charity Central."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Give nothing."""


@dataclass(frozen=True, slots=True)
class PickUp:
    """Pick up an item after a bump."""

    item: Item


@dataclass(frozen=True, slots=True)
class Missing:
    """Chance draws the correct items that no player picked."""

    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class TakeOut:
    """Chance takes a copy of each correct item, in order, out of its store in these quadrants."""

    quadrants: tuple[Quadrant, ...]


@dataclass(frozen=True, slots=True)
class Lock:
    """Chance puts each seat's first item into the locker in these quadrants."""

    quadrants: tuple[Quadrant, ...]


@dataclass(frozen=True, slots=True)
class Paint:
    """These crosswalks, by number, have an X at first."""

    crosswalks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Flip:
    """These crosswalks, by number, change."""

    crosswalks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """The wheel stops at this number."""

    number: int


@dataclass(frozen=True, slots=True)
class Traffic:
    """How the crossing went: whether a car came."""

    hit: bool


@dataclass(frozen=True, slots=True)
class Ship:
    """The items given away, in order, go to the pawn shops in these quadrants."""

    quadrants: tuple[Quadrant, ...]


@dataclass(frozen=True, slots=True)
class Nobody:
    """The Chance Man doesn't come."""


@dataclass(frozen=True, slots=True)
class FreeTurn:
    """The Chance Man gives another turn."""


@dataclass(frozen=True, slots=True)
class Gift:
    """The Chance Man gives foobles."""

    foobles: int


@dataclass(frozen=True, slots=True)
class Offer:
    """The Chance Man offers three items, one of them correct."""

    items: Bag


@dataclass(frozen=True, slots=True)
class Robbery:
    """The Chance Man steals foobles."""

    foobles: int


@dataclass(frozen=True, slots=True)
class Theft:
    """The Chance Man steals an item, which goes to the pawn shop of this quadrant."""

    item: Item
    quadrant: Quadrant


@dataclass(frozen=True, slots=True)
class Piano:
    """The Chance Man drops a piano."""


Visit: TypeAlias = Nobody | FreeTurn | Gift | Offer | Robbery | Theft | Piano
"""What the Chance Man does after a turn."""

Going: TypeAlias = WalkTo | Enter | Bump
"""Where a player walks."""

ByPlayer: TypeAlias = (
    Choose
    | WalkTo
    | Enter
    | Bump
    | Approach
    | Cross
    | Stay
    | Leave
    | Buy
    | Sell
    | Call
    | Put
    | Take
    | Give
    | Keep
    | PickUp
)

ByChance: TypeAlias = Missing | TakeOut | Lock | Paint | Flip | Roll | Traffic | Ship | Visit

Move: TypeAlias = ByPlayer | ByChance


def begins_move(move: Move) -> bool:
    """Whether a player's time starts again: with every roll, including the one of a free turn."""
    return isinstance(move, Roll)
