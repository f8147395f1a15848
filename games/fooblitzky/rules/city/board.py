"""Everything in the city, and what each viewer has been shown of it."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

from games.core import Seat, Viewer
from games.fooblitzky.rules.city.items import ITEMS, MOST_CARRIED, Bag, Item, Store, added, sold_by, without
from games.fooblitzky.rules.city.map import (
    LOCKER_QUADRANTS,
    PAWN_QUADRANTS,
    QUADRANTS,
    STARTS,
    Quadrant,
    Site,
)
from games.fooblitzky.rules.city.trails import Walks
from games.fooblitzky.rules.options import Options
from games.kit.tuples import replaced

SHELVES = len(ITEMS) * len(QUADRANTS)
"""A shelf is an item in its store of one quadrant."""

MOST_COPIES = 4

FULL = "bag full"

Lockers: TypeAlias = tuple["Item | None", "Item | None"]
"""The contents of the upper-left and the lower-right locker."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """Something in a locker that its owner didn't pick and hasn't seen."""


Guess: TypeAlias = tuple["Item | Unknown | None", "Item | Unknown | None"]
"""What could be in a seat's two lockers, as far as its owner can tell."""


class World(NamedTuple):
    """One possibility: what's in the lockers, and what the owner carries without having seen it."""

    lockers: Guess
    unseen: "Item | Unknown | None" = None


@dataclass(frozen=True, slots=True)
class Player:
    """A seat's token and belongings.

    `inside` is the restaurant, the hospital or the station it stays in, behind the door `square`; `stays`
    counts its turns in the hospital. `unseen` is an item in the bag that its owner hasn't seen yet. `worlds`
    are all possibilities that fit what the seat did, and `opened` says which lockers its owner knows. `found`
    is a correct item that another player chose and the seat took out of its own locker. `shown` is the bag if
    everyone knows it.
    """

    square: int
    foobles: int = 0
    bag: Bag = ()
    lockers: Lockers = (None, None)
    unseen: Item | None = None
    worlds: tuple[World, ...] = ()
    opened: tuple[bool, bool] = (False, False)
    found: Item | None = None
    shown: Bag | None = ()
    inside: Site | None = None
    stays: int = 0

    @property
    def seen(self) -> Bag:
        """The part of the bag that its owner has seen."""
        return self.bag if self.unseen is None else without(self.bag, self.unseen)

    def obstacle(self, price: int) -> str:
        """Why the player can't buy at this price; empty if they can.

        This isn't secret: everyone knows the foobles, so they could tell that the bag is full.
        """
        if self.foobles < price:
            return "too expensive"
        return FULL if len(self.bag) >= MOST_CARRIED else ""


@dataclass(frozen=True, slots=True)
class Stock:
    """What a viewer knows of each shelf at the start of the game: the fewest and the most copies."""

    least: tuple[int, ...] = (0,) * SHELVES
    most: tuple[int, ...] = (MOST_COPIES,) * SHELVES

    def seen(self, shelf: int, sold: int, here: bool) -> "Stock":
        """After seeing whether an item is in stock, when `sold` copies have left its shelf."""
        least = max(self.least[shelf], sold + here)
        most = self.most[shelf] if here else sold
        return Stock(replaced(self.least, shelf, least), replaced(self.most, shelf, most))


@dataclass(frozen=True, slots=True)
class Check:
    """A visit to a Check Point: the check marks and X's, and the bag if the viewer knew what was in it."""

    seat: Seat
    bag: Bag | None
    ticks: int
    crosses: int


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a viewer has been shown: stock, checks, and what was in the pawn shops when they last heard."""

    stock: Stock = Stock()
    checks: tuple[Check, ...] = ()
    pawns: tuple[Bag | None, Bag | None] = ((), ())


@dataclass(frozen=True, slots=True)
class Last:
    """Whose walk everyone saw last, for the picture: where it led, and whom it bumped.

    `thumb` is up or down in `site`, and `checked` says that a Check Point showed something. `foobles` is what
    the seat has got since or, below 0, paid, and `thing` what it bought or sold there in front of everyone.
    """

    seat: Seat
    site: Site | None = None
    thumb: bool | None = None
    bumped: Seat | None = None
    checked: bool = False
    foobles: int = 0
    thing: Item | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """Everything except who has to do what next.

    `stock` and `sold` are by shelf; `pawns` by shop, upper right and lower left; `underway` are items given
    away that haven't reached a pawn shop yet. `xs` is the set of crosswalks with an X, `round` counts from 0,
    and `known` is by seat, with the channel's last. `walks` are those since the previous turn of the seat
    whose turn it is, including its own this turn, the newest last.
    """

    options: Options
    players: tuple[Player, ...]
    chosen: tuple[Item | None, ...]
    correct: Bag = ()
    stock: tuple[int, ...] = (0,) * SHELVES
    sold: tuple[int, ...] = (0,) * SHELVES
    pawns: tuple[Bag, Bag] = ((), ())
    underway: Bag = ()
    xs: int = 0
    round: int = 0
    known: tuple[Knowledge, ...] = ()
    offers: tuple[Bag, ...] = ()
    last: Last | None = field(default=None)
    walks: Walks = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats in order."""
        return tuple(map(Seat, range(len(self.players))))

    def with_player(self, seat: Seat, player: Player) -> "Board":
        """The board with this player in this seat."""
        return replace(self, players=replaced(self.players, seat, player))

    def paid(self, seat: Seat, foobles: int) -> "Board":
        """The board after a seat received foobles, or paid some if the number is negative."""
        player, last = self.players[seat], self._last(seat)
        paid = replace(self, last=replace(last, foobles=last.foobles + foobles))
        return paid.with_player(seat, replace(player, foobles=player.foobles + foobles))

    def carrying(self, seat: Seat, things: Bag, shown: Bag | None) -> "Board":
        """The board with this bag for this seat; everyone knows `shown` of it, and the owner all of it."""
        player = self.players[seat]
        worlds = tuple(dict.fromkeys(world._replace(unseen=None) for world in player.worlds))
        return self.with_player(seat, replace(player, bag=things, shown=shown, unseen=None, worlds=worlds))

    def given(self, seat: Seat, item: Item) -> "Board":
        """One more item for this seat, in front of everyone."""
        player = self.players[seat]
        shown = None if player.shown is None else added(player.shown, item)
        return self.with_player(seat, replace(player, bag=added(player.bag, item), shown=shown))

    def taken(self, seat: Seat, item: Item) -> "Board":
        """One item fewer for this seat, in front of everyone."""
        player = self.players[seat]
        shown = without(player.shown, item) if player.shown and item in player.shown else None
        return self.with_player(seat, replace(player, bag=without(player.bag, item), shown=shown))

    def at(self, seat: Seat, square: int) -> "Board":
        """The seat's token on this square of the sidewalk."""
        return self.with_player(seat, replace(self.players[seat], square=square, inside=None, stays=0))

    def inside(self, seat: Seat, site: Site) -> "Board":
        """The seat's token in this building."""
        return self.with_player(seat, replace(self.players[seat], square=site.door, inside=site))

    def with_pawn(self, shop: int, things: Bag) -> "Board":
        """The board with these things in a pawn shop."""
        one, other = self.pawns
        return replace(self, pawns=(things, other) if shop == 0 else (one, things))

    def stock_seen(self, items: Iterable[Item], quadrant: Quadrant, by: Viewer) -> "Board":
        """The board after one seat, or everyone if `by` is None, has seen these items' shelves."""
        known = list(self.known)
        for viewer in range(len(known)) if by is None else (by,):
            stock = known[viewer].stock
            for item in items:
                place = shelf(item, quadrant)
                stock = stock.seen(place, self.sold[place], self.stock[place] > 0)
            known[viewer] = replace(known[viewer], stock=stock)
        return replace(self, known=tuple(known))

    def check_seen(self, seat: Seat, site: Site, ticks: int, crosses: int) -> "Board":
        """The board after everyone saw these check marks and X's, and those who know the bag saw that too."""
        player, viewers = self.players[seat], (*self.seats, None)
        known = tuple(
            replace(one, checks=(*one.checks, Check(seat, bag, ticks, crosses)))
            for one, bag in zip(
                self.known,
                (player.bag if viewer == seat else player.shown for viewer in viewers),
                strict=True,
            )
        )
        return replace(self, known=known, last=Last(seat, site, checked=True))

    def offered(self, items: Bag) -> "Board":
        """The board after everyone heard the Chance Man offer these."""
        return replace(self, offers=(*self.offers, items))

    def thumbed(self, seat: Seat, site: Site, thumb: bool, thing: Item | None = None) -> "Board":
        """The board after everyone saw this thumb, and what was bought or sold."""
        return replace(self, last=replace(self._last(seat), site=site, thumb=thumb, thing=thing))

    def _last(self, seat: Seat) -> Last:
        """What everyone saw last, if that was this seat's walk."""
        return self.last if self.last and self.last.seat == seat else Last(seat)

    def pawn_seen(self, shop: int, by: Viewer) -> "Board":
        """The board after one seat, or everyone if `by` is None, has seen what's in this pawn shop."""
        known = list(self.known)
        for viewer in range(len(known)) if by is None else (by,):
            known[viewer] = _knowing_pawn(known[viewer], shop, self.pawns[shop])
        return replace(self, known=tuple(known))

    def pawn_dealt(self, shop: int, sold: Item | None, bought: Item | None) -> "Board":
        """The board after everyone saw an item sold to the shop, or bought from it."""
        known = list(self.known)
        for viewer, knowledge in enumerate(known):
            seen = knowledge.pawns[shop]
            if seen is not None and sold is not None:
                known[viewer] = _knowing_pawn(knowledge, shop, added(seen, sold))
            if seen is not None and bought is not None:
                left = without(seen, bought) if bought in seen else seen
                known[viewer] = _knowing_pawn(knowledge, shop, left)
        return replace(self, known=tuple(known))


def new(seats: int, options: Options) -> Board:
    """Empty bags, and every player on their start square."""
    players = tuple(Player(square) for square in STARTS[:seats])
    return Board(options, players, (None,) * seats, known=(Knowledge(),) * (seats + 1))


def shelf(item: Item, quadrant: Quadrant) -> int:
    """The number of this item's shelf in a quadrant."""
    return item.number * len(QUADRANTS) + QUADRANTS.index(quadrant)


def in_stock(board: Board, store: Store, quadrant: Quadrant) -> tuple[Bag, Bag]:
    """What a store has in stock, and what it doesn't."""
    sells = sold_by(store)
    here = tuple(item for item in sells if board.stock[shelf(item, quadrant)])
    return here, tuple(item for item in sells if item not in here)


def pawn_shop(quadrant: Quadrant) -> int:
    """The index in `Board.pawns` of the pawn shop in this quadrant."""
    return PAWN_QUADRANTS.index(quadrant)


def locker(quadrant: Quadrant) -> int:
    """The index in `Player.lockers` of the locker in this quadrant."""
    return LOCKER_QUADRANTS.index(quadrant)


def changed(values: tuple[int, ...], at: int, by: int) -> tuple[int, ...]:
    """The values with `by` added to one of them."""
    return replaced(values, at, values[at] + by)


def _knowing_pawn(knowledge: Knowledge, shop: int, things: Bag | None) -> Knowledge:
    one, other = knowledge.pawns
    return replace(knowledge, pawns=(things, other) if shop == 0 else (one, things))
