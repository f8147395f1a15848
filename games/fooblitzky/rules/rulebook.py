"""Who moves when, and which rule handles which move. Rule numbers are those of the README."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType
from typing import Any, Generic, TypeAlias, TypeVar

from games.core import CHANCE, Event, IllegalMove, Outcome, Seat, Step, Turn, mark
from games.fooblitzky.rules import bump, chance_man, moves, phases, start, travel, turns
from games.fooblitzky.rules.city import board as boards
from games.fooblitzky.rules.city.board import Board, Last
from games.fooblitzky.rules.city.items import in_common
from games.fooblitzky.rules.moves import Move, Visit
from games.fooblitzky.rules.options import Options
from games.fooblitzky.rules.phases import Finished, Indoors, Phase, Position, WheelOwed
from games.fooblitzky.rules.sites import hospital, lockers, pawn, phone, places, stores
from games.fooblitzky.rules.view import mover

P = TypeVar("P")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class When(Generic[P, M]):
    """In this phase this rule handles this kind of move. It gets board, phase, seat and move."""

    phase: type[P]
    move: type[M]
    rule: Callable[[Board, P, Seat, M], Step[Position]]


def new(seats: int, options: Options) -> Position:
    """The position before anyone has picked an item."""
    return Position(boards.new(seats, options), phases.Choosing())


def turn(position: Position) -> Turn:
    """At first all seats pick at once and can change their pick; after that one seat moves at a time."""
    phase = position.phase
    if isinstance(phase, phases.Choosing):
        seats, chosen = position.board.seats, position.board.chosen
        ready = frozenset(seat for seat in seats if chosen[seat] is not None)
        return Turn(frozenset(seats) - ready, ready)
    if isinstance(phase, phases.ByChance):
        return Turn(frozenset({CHANCE}))
    moving = mover(phase)
    return Turn() if moving is None else Turn(frozenset({moving}))


def chance(position: Position, rng: Random) -> Move:
    """Draw what chance owes, evenly or as the options say."""
    return _DRAWS[type(position.phase)](position.board, position.phase, rng)


def apply(position: Position, seat: Seat, move: Move) -> Step[Position]:
    """The position after `move`. Raises IllegalMove with the rule it breaks."""
    rule = _RULES.get((type(position.phase), type(move)))
    if rule is None:
        raise IllegalMove(_OWED.get(type(position.phase), "Wait a moment: a roll or a draw comes first."))
    return rule(position.board, position.phase, seat, move)


def outcome(position: Position) -> Outcome | None:
    """The outcome once a player has brought the correct items, or the city has closed (rules 33 and 34)."""
    if not isinstance(position.phase, Finished):
        return None
    return Outcome(position.phase.places, scores(position, False), position.phase.reason)


def ranked(position: Position, outcome: Outcome) -> Position:
    """The finished position with these places, where seats that resigned come last (rule 36)."""
    return replace(position, phase=Finished(outcome.places, outcome.reason))


def scores(position: Position, stopped: bool) -> tuple[int, ...]:
    """Each seat's foobles, which everyone sees; after the end, the number of correct items it carries."""
    board = position.board
    if stopped or isinstance(position.phase, Finished):
        return tuple(in_common(player.bag, board.correct) for player in board.players)
    return tuple(player.foobles for player in board.players)


def _rolled(board: Board, wheel: WheelOwed, _: Seat, roll: moves.Roll) -> Step[Position]:
    """The seat walks, or if it's indoors, first says whether it stays (rule 7)."""
    seat, site = wheel.seat, board.players[wheel.seat].inside
    told = Event(f"{mark(seat)} rolls {roll.number}.", seat, is_minor=True)
    if site is None:
        return Step(turns.walking(board, seat, roll.number), (told,))
    if site.kind == "hospital":
        return hospital.rolled(board, seat, roll.number, told)
    return Step(Position(board, Indoors(seat, site, roll.number)), (told,))


def _stay(board: Board, indoors: Indoors, seat: Seat, _: moves.Stay) -> Step[Position]:
    board = replace(board, last=Last(seat, site=indoors.site))
    match indoors.site.kind:
        case "hospital":
            return hospital.stay(board, seat)
        case "restaurant":
            return places.wash(board, seat, indoors.site)
    return places.ride(board, seat, indoors.site)


def _leave(board: Board, indoors: Indoors, seat: Seat, _: moves.Leave) -> Step[Position]:
    if indoors.site.kind == "hospital":
        return hospital.leave(board, seat, indoors.roll)
    told = Event(f"{mark(seat)} leaves the {indoors.site.name}.", seat)
    return Step(turns.walking(board, seat, indoors.roll), (told,))


def _visited(board: Board, man: phases.ManOwed, _: Seat, deed: Visit) -> Step[Position]:
    return chance_man.visit(board, man.seat, deed)


_BEFORE_THE_FIRST_TURN = (
    When(phases.Choosing, moves.Choose, lambda board, _, seat, pick: start.choose(board, seat, pick.item)),
    When(phases.MissingOwed, moves.Missing, lambda board, _, __, items: start.choose_missing(board, items)),
    When(phases.StockOwed, moves.TakeOut, lambda board, _, __, taken: start.take_out(board, taken)),
    When(phases.LockersOwed, moves.Lock, lambda board, _, __, locked: start.lock(board, locked)),
    When(phases.CrosswalksOwed, moves.Paint, lambda board, _, __, painted: start.paint(board, painted)),
)
"""Rules 1 to 6."""

_ON_THE_STREET = (
    When(WheelOwed, moves.Roll, _rolled),
    When(phases.Walking, moves.WalkTo, lambda board, walking, _, to: travel.go(board, walking, to)),
    When(phases.Walking, moves.Enter, lambda board, walking, _, to: travel.go(board, walking, to)),
    When(phases.Walking, moves.Bump, lambda board, walking, _, to: travel.go(board, walking, to)),
    When(phases.Walking, moves.Approach, lambda board, walking, _, to: travel.approach(board, walking, to)),
    When(phases.AtKerb, moves.Cross, lambda board, kerb, _, __: travel.cross(board, kerb)),
    When(phases.AtKerb, moves.Stay, lambda board, kerb, _, __: travel.stay(board, kerb)),
    When(phases.TrafficOwed, moves.Traffic, lambda board, owed, _, car: travel.traffic(board, owed, car)),
    When(phases.Bumping, moves.PickUp, lambda board, bumping, _, up: bump.pick(board, bumping, up.item)),
    When(phases.FlipsOwed, moves.Flip, lambda board, _, __, flipped: turns.flip(board, flipped)),
)
"""Rules 7 to 16."""

_IN_PLACES = (
    When(phases.Shopping, moves.Buy, lambda board, at, seat, buy: stores.buy(board, seat, at.site, buy.item)),
    When(
        phases.Phoning, moves.Call, lambda board, at, seat, call: phone.call(board, seat, at.site, call.site)
    ),
    When(Indoors, moves.Stay, _stay),
    When(Indoors, moves.Leave, _leave),
    When(phases.Pawning, moves.Buy, lambda board, at, seat, buy: pawn.buy(board, seat, at.site, buy.item)),
    When(
        phases.Pawning, moves.Sell, lambda board, at, seat, sell: pawn.sell(board, seat, at.site, sell.item)
    ),
    When(phases.AtCharity, moves.Give, lambda board, _, seat, __: places.give(board, seat)),
    When(phases.AtCharity, moves.Keep, lambda board, _, seat, __: places.keep(board, seat)),
    When(phases.ShopsOwed, moves.Ship, lambda board, owed, _, ship: places.ship(board, owed.seat, ship)),
    When(
        phases.AtLocker, moves.Put, lambda board, at, seat, put: lockers.put(board, seat, at.site, put.item)
    ),
    When(phases.AtLocker, moves.Take, lambda board, at, seat, _: lockers.take(board, seat, at.site)),
)
"""Rules 17 to 29."""

_BEFORE_THE_CHANCE_MAN = (
    When(phases.ManOwed, moves.Nobody, _visited),
    When(phases.ManOwed, moves.FreeTurn, _visited),
    When(phases.ManOwed, moves.Gift, _visited),
    When(phases.ManOwed, moves.Offer, _visited),
    When(phases.ManOwed, moves.Robbery, _visited),
    When(phases.ManOwed, moves.Theft, _visited),
    When(phases.ManOwed, moves.Piano, _visited),
    When(phases.Offered, moves.Buy, lambda board, offered, _, buy: chance_man.buy(board, offered, buy.item)),
)
"""Rules 30 to 32."""

_RULES: Mapping[tuple[type[Phase], type[Move]], Callable[[Board, Any, Seat, Any], Step[Position]]]
_RULES = MappingProxyType(
    {
        (when.phase, when.move): when.rule
        for part in (_BEFORE_THE_FIRST_TURN, _ON_THE_STREET, _IN_PLACES, _BEFORE_THE_CHANCE_MAN)
        for when in part
    }
)

Draw: TypeAlias = Callable[[Board, Any, Random], moves.ByChance]

_DRAWS: Mapping[type[Phase], Draw] = MappingProxyType(
    {
        phases.MissingOwed: lambda board, _, rng: start.draw_missing(board, rng),
        phases.StockOwed: lambda board, _, rng: start.draw_stock(board, rng),
        phases.LockersOwed: lambda board, _, rng: start.draw_lockers(board, rng),
        phases.CrosswalksOwed: lambda _, __, rng: start.draw_crosswalks(rng),
        WheelOwed: lambda _, __, rng: turns.draw_roll(rng),
        phases.TrafficOwed: lambda board, _, rng: travel.draw_traffic(board, rng),
        phases.ShopsOwed: lambda board, _, rng: places.draw_shops(board, rng),
        phases.ManOwed: lambda board, man, rng: chance_man.draw(board, man.seat, rng),
        phases.FlipsOwed: lambda board, _, rng: turns.draw_flips(board, rng),
    }
)
"""How chance draws in each of its phases."""

_OWED: Mapping[type[Phase], str] = MappingProxyType(
    {
        phases.Choosing: "Everyone has to pick an item first, such as “choose pig” (rule 1).",
        phases.Walking: "Walk first: type “walk B7”, “enter UL drug” or “bump b”, for example (rule 8).",
        phases.Bumping: "First pick up one of the items on the ground (rule 13).",
        phases.AtKerb: "You're at an X. Choose “cross” or “stay” first (rule 16).",
        Indoors: "First choose “stay” or “leave” (rule 7).",
        phases.Shopping: "First try to buy one of the three items here (rule 17).",
        phases.Phoning: "First phone a store, such as “call LR toys” (rule 20).",
        phases.Pawning: "First buy something here or sell something (rule 23).",
        phases.AtCharity: "First choose “give” or “keep” (rule 24).",
        phases.AtLocker: "First take out what's there, or put something in (rule 25).",
        phases.Offered: "First try to buy one of the three items on offer (rule 31).",
    }
)
"""What to do first, for a seat that tries another kind of move than the phase is waiting for."""
