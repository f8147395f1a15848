"""Walking about: to squares, sites and people, and over crosswalks with an X (rules 8 to 12 and 16)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from games.core import Event, IllegalMove, Seat, Step, mark
from games.fooblitzky.rules import bump, turns
from games.fooblitzky.rules.city import highlights
from games.fooblitzky.rules.city.board import Board, Last
from games.fooblitzky.rules.city.clock import is_rush
from games.fooblitzky.rules.city.destinations import UGH_FARE, OnFoot, bumpable, route
from games.fooblitzky.rules.city.map import SQUARES, STORE_SITES, Kind, Site
from games.fooblitzky.rules.city.names import said_way
from games.fooblitzky.rules.city.trails import taken_back, went
from games.fooblitzky.rules.city.walking import CROSSWALK_AT, Path, Walk, followed, reach
from games.fooblitzky.rules.moves import Approach, Bump, Enter, Going, Traffic, WalkTo
from games.fooblitzky.rules.options import Options
from games.fooblitzky.rules.phases import AtKerb, Position, TrafficOwed, Walking
from games.fooblitzky.rules.sites import hospital, lockers, pawn, phone, places, stores
from games.kit.prose import counted

RISK = {"low": 1 / 8, "standard": 1 / 4, "high": 1 / 2}
RUSH_RISK = {"low": 1 / 4, "standard": 1 / 2, "high": 3 / 4}


def risk(options: Options, *, is_rush: bool) -> float:
    """The chance that a car comes while somebody crosses at an X (rule 16)."""
    return (RUSH_RISK if is_rush else RISK)[options.crossing_risk]


def go(board: Board, walking: Walking, move: Going) -> Step[Position]:
    """Walk to the destination, or to the first X on the way. Raises IllegalMove if it is out of reach."""
    if move.way:
        return _on_foot(board, walking, move)
    seat, walk = walking.seat, walking.walk
    found = route(walk, board.xs, bumpable(board.players, seat), move, walking.declined)
    if found is None:
        raise IllegalMove(_out_of_reach(walk, move))
    _must_have_fare(board, seat, move)
    danger = found.first_danger(board.xs)
    if danger is None:
        return _arrive(board, walking, found.path, move)
    return _to_kerb(board, walking, found.path[: danger[0] + 1], move)


def approach(board: Board, walking: Walking, move: Approach) -> Step[Position]:
    """Walk step by step to the kerb at an X. Raises IllegalMove if these steps don't lead there.

    In old records there's only the number of steps, and everyone sees one of the ways.
    """
    if not move.steps:
        return _on_foot(board, walking, move)
    path = reach(walking.walk, board.xs, walking.declined).kerb(move.kerb, move.steps)
    if path is None:
        name, moves = SQUARES[move.kerb].name, counted(move.steps, "move")
        raise IllegalMove(f"You can't reach an X at {name} in exactly {moves} (rule 16).")
    return _to_kerb(board, walking, path, None)


def _on_foot(board: Board, walking: Walking, move: Going | Approach) -> Step[Position]:
    """Walk these very steps. Raises IllegalMove if they don't lead there."""
    seat, walk, declined = walking.seat, walking.walk, walking.declined
    others = bumpable(board.players, seat)
    path = followed(walk, move.way)
    if path is None or move not in OnFoot(walk, board.xs, others, True, declined).ends(move.way):
        raise IllegalMove("Those steps don't lead there. Go step by step with the buttons instead (rule 9).")
    told = (Event(f"{mark(seat)} goes {said_way(move.way)}.", seat),) if move.way else ()
    if isinstance(move, Approach):
        step = _to_kerb(board, walking, path, None)
    else:
        _must_have_fare(board, seat, move)
        step = _arrive(board, walking, path, move)
    return Step(step.state, (*told, *step.events))


def cross(board: Board, at: AtKerb) -> Step[Position]:
    """Cross at the X; chance says whether a car comes."""
    told = Event(f"{mark(at.seat)} crosses at the X.", at.seat)
    owed = TrafficOwed(at.seat, at.crosswalk, at.ahead, at.going, at.declined)
    return Step(Position(board, owed), (told,))


def stay(board: Board, at: AtKerb) -> Step[Position]:
    """Stay: the seat gets all its moves back and can go elsewhere, but not over this X."""
    told = Event(f"{mark(at.seat)} doesn't cross.", at.seat)
    walking = Walking(at.seat, at.back, at.declined | 1 << at.crosswalk)
    walks = taken_back(board.walks, at.back.left - at.ahead.left - 1)
    return Step(Position(replace(board.at(at.seat, at.back.start), walks=walks), walking), (told,))


def draw_traffic(board: Board, rng: Random) -> Traffic:
    """Draw whether a car comes, by the option and the hour (rule 16)."""
    return Traffic(rng.random() < risk(board.options, is_rush=is_rush(board.round)))


def traffic(board: Board, owed: TrafficOwed, move: Traffic) -> Step[Position]:
    """A car ends the turn in the hospital; otherwise the seat walks on from the other side, not back.

    A seat that has chosen where to go isn't asked again, unless there's another X on the way.
    """
    seat, ahead = owed.seat, owed.ahead
    if move.hit:
        kept = highlights.car(seat)
        hit = Event(
            f"A car hits {mark(seat)}!",
            by=None,
            short=f"A car hits {mark(seat)}: off to the hospital!",
            highlights=kept,
        )
        return hospital.send(board, seat, hit)
    near, far = board.players[seat].square, ahead.start
    walks = went(board.walks, seat, (near, far), goes_on=True)
    after = replace(board.at(seat, far), last=Last(seat), walks=walks)
    told = Event(f"{mark(seat)} gets across with {counted(ahead.left, 'move')} left.", seat)
    walking = Walking(seat, ahead, owed.declined)
    if owed.going:
        gone_on = go(after, walking, owed.going)
        return Step(gone_on.state, (told, *gone_on.events))
    if ahead.left or any(square == far for square, _ in bumpable(after.players, seat)):
        return Step(Position(after, walking), (told,))
    return turns.on_sidewalk(after, seat, told)


def _must_have_fare(board: Board, seat: Seat, move: Going) -> None:
    rides = isinstance(move, Enter) and move.site.kind in ("clockwise", "counter")
    if rides and board.players[seat].foobles < UGH_FARE:
        raise IllegalMove(f"You can't take the UGH: it costs {UGH_FARE} foobles (rule 22).")


def _out_of_reach(walk: Walk, move: Going) -> str:
    match move:
        case WalkTo(square):
            name = SQUARES[square].name
            return f"You can't end on {name} with exactly {counted(walk.left, 'move')} (rule 8)."
        case Enter(site) if site.kind == "hospital":
            return "You can't walk into the hospital (rule 29)."
        case Enter(site):
            return f"You can't get into {site.the} with this roll: going in takes a move too (rule 10)."
    return "You can only bump a player who stands alone on a square you can reach (rule 12)."


def _to_kerb(board: Board, walking: Walking, path: Path, going: Going | None) -> Step[Position]:
    """Walk to the end of the path, at an X; everyone hears where the walk is going, if the seat has said."""
    seat, walk, steps, near = walking.seat, walking.walk, len(path) - 1, path[-1]
    crosswalk = CROSSWALK_AT[near]
    one, other = crosswalk.kerbs
    walks = went(board.walks, seat, path, walk.crossed)
    after = replace(board.at(seat, near), last=Last(seat), walks=walks)
    ahead = Walk(other if near == one else one, walk.left - steps - 1, crossed=True)
    told = Event(
        f"{mark(seat)} comes to crosswalk {crosswalk.number} at {SQUARES[near].name} after "
        f"{counted(steps, 'move')}{_on_the_way(going)}. It has an X.",
        seat,
        short=f"{mark(seat)} comes to an X at {SQUARES[near].name}.",
    )
    kerb = AtKerb(seat, crosswalk.number, walk, ahead, going, walking.declined)
    return Step(Position(after, kerb), (told,))


def _on_the_way(going: Going | None) -> str:
    match going:
        case WalkTo(square):
            return f", on the way to {SQUARES[square].name}"
        case Enter(site):
            return f", on the way to {site.the}"
        case Bump(other):
            return f", on the way to bump {mark(other)}"
    return ""


def _arrive(board: Board, walking: Walking, path: Path, move: Going) -> Step[Position]:
    seat, there = walking.seat, path[-1]
    site = move.site if isinstance(move, Enter) else None
    walks = went(board.walks, seat, path, walking.walk.crossed)
    after = replace(board.at(seat, there), last=Last(seat, site), walks=walks)
    match move:
        case WalkTo():
            told = f"{mark(seat)} walks to {SQUARES[there].name}."
            return turns.on_sidewalk(after, seat, Event(told, seat))
        case Enter(site):
            return _ENTER[site.kind](after, seat, site)
        case Bump(other):
            return bump.begin(after, seat, other)


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
