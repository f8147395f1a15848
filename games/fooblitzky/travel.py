"""Walking about: to squares, sites and people, and over crosswalks with an X (rules 8 to 12 and 16)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from games.core import Event, IllegalMove, Seat, Step, mark
from games.fooblitzky import bump, hospital, lockers, pawn, phone, places, stores, turns
from games.fooblitzky.board import Board, Last
from games.fooblitzky.city import SQUARES, STORE_SITES, Kind, Site
from games.fooblitzky.clock import is_rush
from games.fooblitzky.destinations import UGH_FARE, Going, bumpable, route
from games.fooblitzky.moves import Bump, Enter, Traffic, WalkTo
from games.fooblitzky.phases import AtKerb, Position, TrafficOwed, Walking
from games.fooblitzky.walking import Path, Route, Walk

RISK = {"low": 1 / 8, "standard": 1 / 4, "high": 1 / 2}
RUSH_RISK = {"low": 1 / 4, "standard": 1 / 2, "high": 3 / 4}


def go(board: Board, walking: Walking, move: Going) -> Step[Position]:
    """To the destination, or as far as the first X on the way. Raises IllegalMove out of reach."""
    seat, walk = walking.seat, walking.walk
    found = route(walk, board.xs, bumpable(board.players, seat), move)
    if found is None:
        raise IllegalMove(_out_of_reach(walk, move))
    if isinstance(move, Enter) and move.site.kind in ("clockwise", "counter"):
        _must_have_fare(board, seat)
    if found.dangers:
        return _to_kerb(board, walking, found)
    return _arrive(board, seat, found.path, move)


def cross(board: Board, at: AtKerb) -> Step[Position]:
    """Over the X; chance says whether a car comes."""
    told = Event(f"{mark(at.seat)} crosses in spite of the X.")
    return Step(Position(board, TrafficOwed(at.seat, at.crosswalk, at.ahead)), (told,))


def stay(board: Board, at: AtKerb) -> Step[Position]:
    """Not over the X: he has all his moves back and goes on elsewhere."""
    told = Event(f"{mark(at.seat)} does not cross.")
    return Step(Position(board.at(at.seat, at.back.start), Walking(at.seat, at.back)), (told,))


def draw_traffic(board: Board, rng: Random) -> Traffic:
    """How dangerous it is depends on the option and the hour (rule 16)."""
    risk = RUSH_RISK if is_rush(board.round) else RISK
    return Traffic(rng.random() < risk[board.options.crossing_risk])


def traffic(board: Board, owed: TrafficOwed, move: Traffic) -> Step[Position]:
    """A car ends the turn in hospital; else he walks on from the other side, and cannot come back."""
    seat, ahead = owed.seat, owed.ahead
    if move.hit:
        return hospital.send(board, seat, "car", Event(f"A car hits {mark(seat)}!"))
    near, far = board.players[seat].square, ahead.start
    after = replace(board.at(seat, far), last=Last(seat, (near, far)))
    told = Event(f"{mark(seat)} gets across, with {_moves(ahead.left)} left.")
    if ahead.left or any(square == far for square, _ in bumpable(after.players, seat)):
        return Step(Position(after, Walking(seat, ahead)), (told,))
    return turns.on_sidewalk(after, seat, told)


def _must_have_fare(board: Board, seat: Seat) -> None:
    if board.players[seat].foobles < UGH_FARE:
        raise IllegalMove(f"The UGH costs {UGH_FARE} foobles, which you do not have (rule 22).")


def _out_of_reach(walk: Walk, move: Going) -> str:
    match move:
        case WalkTo(square):
            name = SQUARES[square].name
            return f"No walk of exactly {_moves(walk.left)} ends on {name} (rule 8)."
        case Enter(site) if site.kind == "hospital":
            return "Nobody walks into the hospital (rule 29)."
        case Enter(site):
            return f"You cannot get to {site.the} with this roll: stepping in takes a move too (rule 10)."
    return "Only a player who stands alone on a square you can reach can be bumped (rule 12)."


def _to_kerb(board: Board, walking: Walking, found: Route) -> Step[Position]:
    seat, walk = walking.seat, walking.walk
    danger = found.first_danger(board.xs)
    assert danger is not None
    steps, crosswalk = danger
    near, far = found.path[steps : steps + 2]
    after = replace(board.at(seat, near), last=Last(seat, found.path[: steps + 1]))
    ahead = Walk(far, walk.left - steps - 1, crossed=True)
    told = Event(
        f"{mark(seat)} comes to crosswalk {crosswalk.number} at {SQUARES[near].name} after {_moves(steps)}: "
        "it carries an X."
    )
    return Step(Position(after, AtKerb(seat, crosswalk.number, walk, ahead)), (told,))


def _arrive(board: Board, seat: Seat, path: Path, move: Going) -> Step[Position]:
    there = path[-1]
    match move:
        case WalkTo():
            after = replace(board.at(seat, there), last=Last(seat, path))
            return turns.on_sidewalk(after, seat, Event(f"{mark(seat)} walks to {SQUARES[there].name}."))
        case Enter(site):
            after = replace(board.at(seat, there), last=Last(seat, path, site))
            return _ENTER[site.kind](after, seat, site)
        case Bump(other):
            after = replace(board.at(seat, there), last=Last(seat, path))
            return bump.begin(after, seat, other)


def _moves(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"


_ENTER: Mapping[Kind, Callable[[Board, Seat, Site], Step[Position]]] = {
    **dict.fromkeys((site.kind for site in STORE_SITES), stores.enter),
    "phone": phone.enter,
    "restaurant": places.wash,
    "clockwise": places.board_ugh,
    "counter": places.board_ugh,
    "pawn": pawn.enter,
    "charity": places.visit_charity,
    "locker": lockers.enter,
    "check": places.check,
}
