"""The rules: who moves when, and what follows from which move. Rule numbers are those of the README."""

from dataclasses import replace
from random import Random

from games.core import CHANCE, Event, IllegalMove, Outcome, Seat, Step, Turn, mark
from games.fooblitzky import board as boards
from games.fooblitzky import (
    bump,
    chance_man,
    hospital,
    lockers,
    moves,
    pawn,
    phases,
    phone,
    places,
    start,
    stores,
    travel,
    turns,
)
from games.fooblitzky.board import Board
from games.fooblitzky.items import in_common
from games.fooblitzky.moves import (
    Approach,
    Bump,
    Buy,
    Call,
    Choose,
    Cross,
    Enter,
    Flip,
    FreeTurn,
    Gift,
    Give,
    Keep,
    Leave,
    Lock,
    Missing,
    Move,
    Nobody,
    Offer,
    Paint,
    Piano,
    PickUp,
    Put,
    Robbery,
    Roll,
    Sell,
    Ship,
    Stay,
    Take,
    TakeOut,
    Theft,
    Traffic,
    WalkTo,
)
from games.fooblitzky.options import Options
from games.fooblitzky.owed import what_is_owed
from games.fooblitzky.phases import (
    AtCharity,
    AtKerb,
    AtLocker,
    Bumping,
    Choosing,
    CrosswalksOwed,
    Finished,
    FlipsOwed,
    Indoors,
    LockersOwed,
    ManOwed,
    MissingOwed,
    Offered,
    Pawning,
    Phoning,
    Position,
    Shopping,
    ShopsOwed,
    StockOwed,
    TrafficOwed,
    Walking,
    WheelOwed,
)
from games.fooblitzky.view import mover


def new(seats: int, options: Options) -> Position:
    """Before anybody has chosen."""
    return Position(boards.new(seats, options), Choosing())


def turn(position: Position) -> Turn:
    """All at once choose and may choose anew; after that one at a time."""
    phase = position.phase
    if isinstance(phase, Choosing):
        seats, chosen = position.board.seats, position.board.chosen
        ready = frozenset(seat for seat in seats if chosen[seat] is not None)
        return Turn(frozenset(seats) - ready, ready)
    if isinstance(phase, phases.ByChance):
        return Turn(frozenset({CHANCE}))
    moving = mover(phase)
    return Turn() if moving is None else Turn(frozenset({moving}))


def chance(position: Position, rng: Random) -> Move:
    """What is owed, drawn evenly or as the options say."""
    board, phase = position.board, position.phase
    match phase:
        case WheelOwed():
            return turns.draw_roll(rng)
        case TrafficOwed():
            return travel.draw_traffic(board, rng)
        case ShopsOwed():
            return places.draw_shops(board, rng)
        case ManOwed(seat=seat):
            return chance_man.draw(board, seat, rng)
        case FlipsOwed():
            return turns.draw_flips(board, rng)
    return _first_draws(position, rng)


def apply(position: Position, seat: Seat, move: Move) -> Step[Position]:
    """The position after `move`. Raises IllegalMove with the rule it breaks."""
    if seat == CHANCE:
        step = _drawn(position, move)
    else:
        step = _walked(position, move) or _decided(position, seat, move)
    if step is None:
        raise IllegalMove(what_is_owed(position.phase))
    return step


def outcome(position: Position) -> Outcome | None:
    """Who brought the correct items, or carried most of them when the city closed."""
    if not isinstance(position.phase, Finished):
        return None
    return Outcome(position.phase.places, scores(position, False), position.phase.reason)


def ranked(position: Position, outcome: Outcome) -> Position:
    """The finished position with these places, behind which are those who resigned (rule 36)."""
    return replace(position, phase=Finished(outcome.places, outcome.reason))


def scores(position: Position, stopped: bool) -> tuple[int, ...]:
    """While it goes on the foobles, which everybody sees; after the end the correct items carried."""
    board = position.board
    if stopped or isinstance(position.phase, Finished):
        return tuple(in_common(player.bag, board.correct) for player in board.players)
    return tuple(player.foobles for player in board.players)


def _walked(position: Position, move: Move) -> Step[Position] | None:
    """On the street and indoors."""
    board = position.board
    match position.phase, move:
        case Walking() as walking, WalkTo() | Enter() | Bump():
            return travel.go(board, walking, move)
        case Walking() as walking, Approach():
            return travel.approach(board, walking, move)
        case AtKerb() as kerb, Cross():
            return travel.cross(board, kerb)
        case AtKerb() as kerb, Stay():
            return travel.stay(board, kerb)
        case Indoors() as indoors, Stay():
            return _stay(board, indoors)
        case Indoors() as indoors, Leave():
            return _leave(board, indoors)
        case Bumping() as bumping, PickUp(item):
            return bump.pick(board, bumping, item)
    return None


def _decided(position: Position, seat: Seat, move: Move) -> Step[Position] | None:
    """At the start, in a site, and before the Chance Man."""
    board = position.board
    match position.phase, move:
        case Choosing(), Choose(item):
            return start.choose(board, seat, item)
        case Shopping(site=site), Buy(item) if item is not None:
            return stores.buy(board, seat, site, item)
        case Phoning(site=site), Call(store):
            return phone.call(board, seat, site, store)
        case AtCharity(), Give():
            return places.give(board, seat)
        case AtCharity(), Keep():
            return places.keep(board, seat)
        case Offered() as offered, Buy(item):
            return chance_man.buy(board, offered, item)
    return _dealt(position, seat, move)


def _dealt(position: Position, seat: Seat, move: Move) -> Step[Position] | None:
    """In the pawn shop and at the locker."""
    board = position.board
    match position.phase, move:
        case Pawning(site=site), Buy(item):
            return pawn.buy(board, seat, site, item)
        case Pawning(site=site), Sell(item):
            return pawn.sell(board, seat, site, item)
        case AtLocker(site=site), Put(item):
            return lockers.put(board, seat, site, item)
        case AtLocker(site=site), Take():
            return lockers.take(board, seat, site)
    return None


def _drawn(position: Position, move: Move) -> Step[Position] | None:
    """What chance drew."""
    board = position.board
    match position.phase, move:
        case WheelOwed(seat=seat), Roll(number):
            return _rolled(board, seat, number)
        case TrafficOwed() as owed, Traffic():
            return travel.traffic(board, owed, move)
        case ShopsOwed(seat=seat), Ship():
            return places.ship(board, seat, move)
        case (
            ManOwed(seat=seat),
            Nobody() | FreeTurn() | Gift() | Offer() | Robbery() | Theft() | Piano(),
        ):
            return chance_man.visit(board, seat, move)
        case FlipsOwed(), Flip():
            return turns.flip(board, move)
    return _prepared(position, move)


def _prepared(position: Position, move: Move) -> Step[Position] | None:
    board = position.board
    match position.phase, move:
        case MissingOwed(), Missing():
            return start.choose_missing(board, move)
        case StockOwed(), TakeOut():
            return start.take_out(board, move)
        case LockersOwed(), Lock():
            return start.lock(board, move)
        case CrosswalksOwed(), Paint():
            return start.paint(board, move)
    return None


def _first_draws(position: Position, rng: Random) -> moves.ByChance:
    board = position.board
    match position.phase:
        case MissingOwed():
            return start.draw_missing(board, rng)
        case StockOwed():
            return start.draw_stock(board, rng)
        case LockersOwed():
            return start.draw_lockers(board, rng)
    return start.draw_crosswalks(rng)


def _rolled(board: Board, seat: Seat, number: int) -> Step[Position]:
    """The roll is there; whoever is indoors first says whether he stays (rule 7)."""
    told = Event(f"{mark(seat)} rolls {number}.")
    site = board.players[seat].inside
    if site is None:
        return Step(turns.walking(board, seat, number), (told,))
    if site.kind == "hospital":
        return hospital.rolled(board, seat, number, told)
    return Step(Position(board, Indoors(seat, site, number)), (told,))


def _stay(board: Board, indoors: Indoors) -> Step[Position]:
    seat, site = indoors.seat, indoors.site
    match site.kind:
        case "hospital":
            return hospital.stay(board, seat)
        case "restaurant":
            return places.wash(board, seat, site)
    return places.ride(board, seat, site)


def _leave(board: Board, indoors: Indoors) -> Step[Position]:
    seat, site, roll = indoors.seat, indoors.site, indoors.roll
    if site.kind == "hospital":
        return hospital.leave(board, seat, roll)
    told = Event(f"{mark(seat)} leaves the {site.name}.")
    return Step(turns.walking(board, seat, roll), (told,))
