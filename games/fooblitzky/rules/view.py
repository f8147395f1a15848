"""What one viewer knows about the city: everything public, and their own secrets."""

from dataclasses import dataclass, replace

from games.core import Seat, Stopped, Viewer
from games.fooblitzky.rules.city import clock
from games.fooblitzky.rules.city.board import Board, Check, Guess, Knowledge, Last, Player, Stock, World
from games.fooblitzky.rules.city.items import ITEMS, Bag, Item, added, bag
from games.fooblitzky.rules.city.map import Crosswalk, Site, crosswalks_in
from games.fooblitzky.rules.city.trails import Walks
from games.fooblitzky.rules.options import Options
from games.fooblitzky.rules.phases import (
    AtCharity,
    AtKerb,
    AtLocker,
    Bumping,
    Choosing,
    Finished,
    Indoors,
    Offered,
    Pawning,
    Phase,
    Phoning,
    Position,
    Shopping,
    Walking,
)


@dataclass(frozen=True, slots=True)
class BrokenOff:
    """The phase of a view after the game was stopped; `at` is the phase it was stopped in."""

    at: Phase


@dataclass(frozen=True, slots=True)
class Person:
    """A player as the viewer sees them. `bag` is None if the viewer doesn't know all of it.

    `shown` is what everyone has seen them carry; None if that isn't all of it. `inside` is the restaurant,
    the hospital or the station they are in, behind the door `square`.
    """

    square: int
    inside: Site | None
    stays: int
    foobles: int
    bag: Bag | None
    shown: Bag | None


@dataclass(frozen=True, slots=True)
class View:
    """The city through one pair of eyes; `whole` is everything, once the game is over or in its replay.

    `chosen` has by seat the picks the viewer knows, such as their own, and `ready` says who has picked.
    `worlds` are all possibilities for their lockers and what they carry unseen, and `opened` says which
    lockers they know; a seat's own bag holds what it has seen. `found` is a correct item that another player
    picked and they took out of their own locker. `stock` bounds what the shelves held at first, and `sold`
    counts what has been bought there. `pawns` is what was in the pawn shops when they last heard. `checks`
    contain the bags they knew. `public` is what everyone was shown. `walks` are those since the mover's
    previous turn. `marks` are the player's own: by item number, the key of one of `MARKS`, or empty; they're
    stored outside the game.
    """

    viewer: Viewer
    options: Options
    phase: Phase | BrokenOff
    round: int
    xs: int
    people: tuple[Person, ...]
    prices: tuple[int, ...]
    chosen: tuple[Item | None, ...]
    ready: tuple[bool, ...]
    worlds: tuple[World, ...]
    opened: tuple[bool, bool]
    found: Item | None
    stock: Stock
    sold: tuple[int, ...]
    pawns: tuple[Bag | None, Bag | None]
    checks: tuple[Check, ...]
    public: Knowledge
    offers: tuple[Bag, ...]
    last: Last | None
    walks: Walks
    whole: Board | None
    marks: tuple[str, ...] = ("",) * len(ITEMS)

    @property
    def mover(self) -> Seat | None:
        """The only seat that has to move; None while several choose, while chance moves and after the end."""
        return mover(self.phase)

    @property
    def is_mine(self) -> bool:
        """Whether the viewer is the one who has to move."""
        return self.viewer is not None and self.viewer == self.mover

    @property
    def me(self) -> Person | None:
        """The viewer's own person; None for the channel."""
        return None if self.viewer is None else self.people[self.viewer]

    @property
    def guesses(self) -> tuple[Guess, ...]:
        """All possible contents of the viewer's lockers, given what they did."""
        return tuple(dict.fromkeys(world.lockers for world in self.worlds))

    @property
    def mine(self) -> Bag:
        """What the viewer must be carrying, given what they did, seen or not."""
        seen = (self.me.bag if self.me else None) or ()
        unseen = {world.unseen for world in self.worlds}
        known = [] if self.over else [thing for thing in unseen if isinstance(thing, Item)]
        return added(seen, known[0]) if len(unseen) == 1 and known else seen

    @property
    def carried(self) -> int:
        """At least how many things the viewer carries."""
        seen = (self.me.bag if self.me else None) or ()
        return len(seen) + (bool(self.worlds) and not self.over and all(one.unseen for one in self.worlds))

    @property
    def time(self) -> str:
        """`8:15 AM`."""
        return clock.time(self.round)

    @property
    def day(self) -> int:
        """The day, from 1."""
        return clock.day(self.round)

    @property
    def is_rush(self) -> bool:
        """Whether it's rush hour."""
        return clock.is_rush(self.round)

    @property
    def crossings(self) -> tuple[Crosswalk, ...]:
        """The crosswalks with an X."""
        return crosswalks_in(self.xs)

    @property
    def moves_left(self) -> int | None:
        """The moves left; None if nobody has rolled."""
        match self.phase:
            case Walking(walk=walk) | AtKerb(back=walk):
                return walk.left
            case Indoors(roll=roll):
                return roll
        return None

    def marked(self, key: str) -> Bag:
        """The items that the player marked with this key of one of `MARKS`."""
        return bag(item for item in ITEMS if self.marks[item.number] == key)

    @property
    def checked(self) -> Check | None:
        """What a Check Point showed, if that's the last thing that happened."""
        return self.checks[-1] if self.last and self.last.checked else None

    @property
    def over(self) -> bool:
        """Whether the game is finished or was stopped."""
        return isinstance(self.phase, Finished | BrokenOff)


def mover(phase: Phase | BrokenOff) -> Seat | None:
    """The only seat that has to move in this phase; None if there's no such seat."""
    match phase:
        case Bumping(seats=seats, turn=turn):
            return seats[turn]
        case (
            Walking(seat=seat)
            | AtKerb(seat=seat)
            | Indoors(seat=seat)
            | Shopping(seat=seat)
            | Phoning(seat=seat)
            | Pawning(seat=seat)
            | AtLocker(seat=seat)
            | AtCharity(seat=seat)
            | Offered(seat=seat)
        ):
            return seat
    return None


def see(state: Position | Stopped[Position], viewer: Viewer) -> View:
    """What this viewer knows; after the end, everything."""
    position = state.at if isinstance(state, Stopped) else state
    board = position.board
    phase = BrokenOff(position.phase) if isinstance(state, Stopped) else position.phase
    over = isinstance(phase, Finished | BrokenOff)
    known = board.known[-1 if viewer is None else viewer]
    return View(
        viewer=viewer,
        options=board.options,
        phase=phase,
        round=board.round,
        xs=board.xs,
        people=_people(board, viewer, over),
        prices=tuple(sorted(item.price for item in board.correct)),
        chosen=_chosen(board, phase, viewer, over),
        ready=tuple(item is not None for item in board.chosen),
        worlds=() if viewer is None else board.players[viewer].worlds,
        opened=(False, False) if viewer is None else board.players[viewer].opened,
        found=None if viewer is None else board.players[viewer].found,
        stock=known.stock,
        sold=board.sold,
        pawns=known.pawns,
        checks=known.checks,
        public=board.known[-1],
        offers=board.offers,
        last=board.last,
        walks=board.walks,
        whole=board if over else None,
    )


def opened(position: Position) -> View:
    """What the channel would have seen if nobody had any secrets: for replays."""
    seen, board = see(position, None), position.board
    return replace(seen, people=_people(board, None, True), chosen=board.chosen, whole=board)


def in_public(view: View) -> View:
    """What the channel knows while this seat knows all this; the game isn't over."""
    tells = view.options.open_choice and not isinstance(view.phase, Choosing)
    return replace(
        view,
        viewer=None,
        people=tuple(replace(one, bag=one.shown) for one in view.people),
        chosen=view.chosen if tells else (None,) * len(view.chosen),
        worlds=(),
        opened=(False, False),
        found=None,
        stock=view.public.stock,
        pawns=view.public.pawns,
        checks=view.public.checks,
        marks=("",) * len(ITEMS),
    )


def _people(board: Board, viewer: Viewer, over: bool) -> tuple[Person, ...]:
    return tuple(
        Person(one.square, one.inside, one.stays, one.foobles, _bag(one, seat == viewer, over), one.shown)
        for seat, one in enumerate(board.players)
    )


def _bag(player: Player, is_own: bool, over: bool) -> Bag | None:
    if over:
        return player.bag
    return player.seen if is_own else player.shown


def _chosen(board: Board, phase: Phase | BrokenOff, viewer: Viewer, over: bool) -> tuple[Item | None, ...]:
    """The viewer's own pick; everyone's after the end and, with open choice, once all have picked."""
    told = over or (board.options.open_choice and not isinstance(phase, Choosing))
    return tuple(item if told or seat == viewer else None for seat, item in enumerate(board.chosen))
