"""What one viewer knows of the city: all that lies open, and of what is secret only his own."""

from dataclasses import dataclass

from games.core import Seat, Viewer
from games.fooblitzky import clock
from games.fooblitzky.board import Board, Check, Guess, Last, Stock
from games.fooblitzky.city import Crosswalk, Site, crosswalks_in
from games.fooblitzky.items import Bag, Item
from games.fooblitzky.options import Options
from games.fooblitzky.phases import (
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
    Stopped,
    Walking,
)


@dataclass(frozen=True, slots=True)
class Person:
    """A player as the viewer sees him. `bag` is None where the viewer does not know all of it.

    `inside` is the restaurant, the hospital or the station he is in, behind the door `square`.
    """

    square: int
    inside: Site | None
    stays: int
    foobles: int
    bag: Bag | None


@dataclass(frozen=True, slots=True)
class View:
    """The city through one pair of eyes; `whole` is everything, once the game is over.

    `chosen` holds by seat the choices the viewer knows, his own above all, and `ready` who has chosen.
    `guesses` are all contents of his lockers that fit what he did; `found` is a correct item that another
    chose and he took out of his own locker. `stock` bounds what the shelves held at the start, and `sold`
    counts what was bought there since. `pawns` is what lay in the pawn shops when he last heard of it.
    In `checks` the bags are there that he knew.
    """

    viewer: Viewer
    options: Options
    phase: Phase
    round: int
    xs: int
    people: tuple[Person, ...]
    prices: tuple[int, ...]
    chosen: tuple[Item | None, ...]
    ready: tuple[bool, ...]
    guesses: tuple[Guess, ...]
    found: Item | None
    stock: Stock
    sold: tuple[int, ...]
    pawns: tuple[Bag | None, Bag | None]
    checks: tuple[Check, ...]
    offers: tuple[Bag, ...]
    last: Last | None
    whole: Board | None

    @property
    def mover(self) -> Seat | None:
        """Who alone must move; None while several choose, while chance moves and after the end."""
        return mover(self.phase)

    @property
    def is_mine(self) -> bool:
        """Whether the viewer is the one who must move."""
        return self.viewer is not None and self.viewer == self.mover

    @property
    def me(self) -> Person | None:
        """The viewer's own person; None for the channel."""
        return None if self.viewer is None else self.people[self.viewer]

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
        """Whether it is a rush hour."""
        return clock.is_rush(self.round)

    @property
    def crossings(self) -> tuple[Crosswalk, ...]:
        """The crosswalks that carry an X."""
        return crosswalks_in(self.xs)

    @property
    def moves_left(self) -> int | None:
        """What is left of the roll, as the status line shows it; None where nobody has rolled."""
        match self.phase:
            case Walking(walk=walk) | AtKerb(back=walk):
                return walk.left
            case Indoors(roll=roll):
                return roll
        return None

    @property
    def over(self) -> bool:
        """Whether the game is finished or was broken off."""
        return isinstance(self.phase, Finished | Stopped)


def mover(phase: Phase) -> Seat | None:
    """The one seat that must move in this phase."""
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


def view(position: Position, viewer: Viewer) -> View:
    """What this viewer was told, and after the end everything."""
    board, phase = position.board, position.phase
    over = isinstance(phase, Finished | Stopped)
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
        guesses=() if viewer is None else board.players[viewer].guesses,
        found=None if viewer is None else board.players[viewer].found,
        stock=known.stock,
        sold=board.sold,
        pawns=known.pawns,
        checks=known.checks,
        offers=board.offers,
        last=board.last,
        whole=board if over else None,
    )


def _people(board: Board, viewer: Viewer, over: bool) -> tuple[Person, ...]:
    return tuple(
        Person(
            one.square, one.inside, one.stays, one.foobles, one.bag if over or seat == viewer else one.shown
        )
        for seat, one in enumerate(board.players)
    )


def _chosen(board: Board, phase: Phase, viewer: Viewer, over: bool) -> tuple[Item | None, ...]:
    """One's own choice; everybody's after the end, and in the open game once all have chosen."""
    told = over or (board.options.open_choice and not isinstance(phase, Choosing))
    return tuple(item if told or seat == viewer else None for seat, item in enumerate(board.chosen))
