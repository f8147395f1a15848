"""The phases of the game. Nothing in a phase is secret."""

from dataclasses import dataclass
from typing import TypeAlias

from games.core import Seat
from games.fooblitzky.rules.city.board import Board
from games.fooblitzky.rules.city.items import Bag
from games.fooblitzky.rules.city.map import Site
from games.fooblitzky.rules.city.walking import Walk
from games.fooblitzky.rules.moves import Going


@dataclass(frozen=True, slots=True)
class Choosing:
    """Every seat picks an item in secret, and can change it until the last has picked."""


@dataclass(frozen=True, slots=True)
class MissingOwed:
    """Chance draws the correct items that no player picked."""


@dataclass(frozen=True, slots=True)
class StockOwed:
    """Chance takes one copy of each correct item out of a store."""


@dataclass(frozen=True, slots=True)
class LockersOwed:
    """Chance puts each chosen item into one of two lockers."""


@dataclass(frozen=True, slots=True)
class CrosswalksOwed:
    """Chance draws which crosswalks have an X at first."""


@dataclass(frozen=True, slots=True)
class WheelOwed:
    """The wheel spins for this seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Walking:
    """The seat says where it walks; X's that it declined this turn (a mask) aren't offered again."""

    seat: Seat
    walk: Walk
    declined: int = 0


@dataclass(frozen=True, slots=True)
class AtKerb:
    """The seat is at a crosswalk with an X: it crosses, or stays and gets `back` its walk.

    `ahead` is the rest of the walk on the other side, and `going` where it leads; None step by step.
    """

    seat: Seat
    crosswalk: int
    back: Walk
    ahead: Walk
    going: Going | None = None
    declined: int = 0


@dataclass(frozen=True, slots=True)
class TrafficOwed:
    """The seat crosses an X; chance says how it goes."""

    seat: Seat
    crosswalk: int
    ahead: Walk
    going: Going | None = None
    declined: int = 0


@dataclass(frozen=True, slots=True)
class Indoors:
    """The seat has rolled in a restaurant, a UGH station or the hospital, and stays or leaves."""

    seat: Seat
    site: Site
    roll: int


@dataclass(frozen=True, slots=True)
class Shopping:
    """The seat is in a store and tries for one of its three items."""

    seat: Seat
    site: Site


@dataclass(frozen=True, slots=True)
class Phoning:
    """The seat calls a store."""

    seat: Seat
    site: Site


@dataclass(frozen=True, slots=True)
class Pawning:
    """The seat sells to a pawn shop or buys from it."""

    seat: Seat
    site: Site


@dataclass(frozen=True, slots=True)
class AtLocker:
    """The seat puts something into its locker or takes something out."""

    seat: Seat
    site: Site


@dataclass(frozen=True, slots=True)
class AtCharity:
    """The seat gives everything it carries, or keeps it."""

    seat: Seat
    site: Site


@dataclass(frozen=True, slots=True)
class ShopsOwed:
    """Chance says which pawn shop each gift goes to."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ManOwed:
    """The seat's turn ended on the sidewalk; chance says whether the Chance Man comes, and what he does."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Offered:
    """The Chance Man offers three items, and the seat has to try for one."""

    seat: Seat
    items: Bag


@dataclass(frozen=True, slots=True)
class Bumping:
    """Two seats take turns picking from `pile`: `seats` are the one that bumped and the one that was bumped.

    `owed` is how many items each still picks up, and `turn` is 0 or 1, an index in `seats`.
    """

    seats: tuple[Seat, Seat]
    pile: Bag
    picked: tuple[Bag, Bag]
    owed: tuple[int, int]
    turn: int = 0


@dataclass(frozen=True, slots=True)
class FlipsOwed:
    """A round is over; chance says which crosswalks change."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The game is over: the places of all seats, and why."""

    places: tuple[int, ...]
    reason: str


Phase: TypeAlias = (
    Choosing
    | MissingOwed
    | StockOwed
    | LockersOwed
    | CrosswalksOwed
    | WheelOwed
    | Walking
    | AtKerb
    | TrafficOwed
    | Indoors
    | Shopping
    | Phoning
    | Pawning
    | AtLocker
    | AtCharity
    | ShopsOwed
    | ManOwed
    | Offered
    | Bumping
    | FlipsOwed
    | Finished
)

ByChance: TypeAlias = (
    MissingOwed
    | StockOwed
    | LockersOwed
    | CrosswalksOwed
    | WheelOwed
    | TrafficOwed
    | ShopsOwed
    | ManOwed
    | FlipsOwed
)
"""The phases in which chance owes a move."""


@dataclass(frozen=True, slots=True)
class Position:
    """The board, and the phase."""

    board: Board
    phase: Phase
