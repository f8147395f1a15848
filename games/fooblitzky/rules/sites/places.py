"""Places with few or no questions: diner, UGH, Check Point, Charity Central (rules 21, 22, 24, 26)."""

from dataclasses import replace
from random import Random

from games.core import Event, IllegalMove, Seat, Step, mark
from games.fooblitzky.rules import turns
from games.fooblitzky.rules.city import highlights
from games.fooblitzky.rules.city.board import Board, pawn_shop
from games.fooblitzky.rules.city.destinations import UGH_FARE
from games.fooblitzky.rules.city.items import Bag, added, in_common, listed, tally
from games.fooblitzky.rules.city.map import PAWN_QUADRANTS, Loop, Quadrant, Site, site_of
from games.fooblitzky.rules.knowledge import memory
from games.fooblitzky.rules.moves import Ship
from games.fooblitzky.rules.phases import AtCharity, Position, ShopsOwed
from games.kit.lots import below

_CLOCKWISE: tuple[Quadrant, ...] = ("UL", "UR", "LR", "LL")


def wash(board: Board, seat: Seat, site: Site) -> Step[Position]:
    """Entering a restaurant, or staying there: a turn's wage (rule 21)."""
    wage = int(board.options.wage)
    told = f"{mark(seat)} washes dishes in the {site.name} and earns {wage} foobles."
    said = Event(told, seat, short=f"{mark(seat)} washes dishes for {wage} foobles.")
    return turns.end(board.inside(seat, site).paid(seat, wage), seat, said)


def board_ugh(board: Board, seat: Seat, site: Site) -> Step[Position]:
    """Get on for 6 foobles and ride one station right away (rule 22)."""
    after = board.paid(seat, -UGH_FARE)
    entered = f"{mark(seat)} enters the {site.name}"
    paid = Event(f"{entered} for {UGH_FARE} foobles.", seat, short=f"{entered}.")
    return ride(after, seat, site, paid)


def ride(board: Board, seat: Seat, site: Site, *told: Event) -> Step[Position]:
    """Ride one station."""
    there = next_station(site)
    said = Event(f"{mark(seat)} rides to the {there.name}.", seat)
    return turns.end(board.inside(seat, there), seat, *told, said)


def next_station(site: Site) -> Site:
    """The next station of this loop."""
    step = 1 if site.kind == "clockwise" else -1
    loop: Loop = "clockwise" if step == 1 else "counter"
    at = _CLOCKWISE.index(site.quadrant) + step
    return site_of(loop, _CLOCKWISE[at % len(_CLOCKWISE)])


def check(board: Board, seat: Seat, site: Site) -> Step[Position]:
    """If the seat has foobles and an item, everyone sees its bag, and how many check marks and X's it gets.

    In a quiet city only the seat sees the bag.
    """
    player = board.players[seat]
    entered = f"{mark(seat)} enters the {site.name}"
    if player.foobles <= 0:
        return turns.end(board, seat, Event(f"{entered}, and nothing is shown.", seat, short=f"{entered}."))
    board, own = memory.shown_to(board, seat)
    if not player.bag:
        return turns.end(
            board, seat, Event(f"{entered}, and nothing is shown.", seat, short=f"{entered}."), *own
        )
    ticks = in_common(player.bag, board.correct)
    crosses = len(player.bag) - ticks
    shown: Bag = ()
    if not board.options.quiet_city:
        entered, shown = f"{entered} with {listed(player.bag)}", player.bag
        board = board.carrying(seat, player.bag, player.bag)
    after = board.check_seen(seat, site, ticks, crosses)
    told = Event(
        f"{entered}: {tally(ticks, crosses)}.",
        seat,
        short=f"{mark(seat)} has {ticks} correct, {crosses} wrong.",
        highlights=highlights.checked(seat, ticks, crosses, shown),
    )
    if ticks >= (3 if board.options.three_of_four else 4):
        return turns.won(after, seat, told)
    return turns.end(after, seat, told, *own)


def visit_charity(board: Board, seat: Seat, site: Site) -> Step[Position]:
    """The seat may give everything or nothing (rule 24)."""
    return Step(
        Position(board, AtCharity(seat, site)),
        (Event(f"{mark(seat)} enters {site.name}.", seat),),
    )


def give(board: Board, seat: Seat) -> Step[Position]:
    """Everything in the bag goes to the pawn shops; nobody hears what goes where."""
    things = board.players[seat].bag
    after = replace(board.carrying(seat, (), ()), underway=things)
    told = Event(f"{mark(seat)} gives everything away.", seat)
    if board.options.pawn_shop == "random":
        return Step(Position(after, ShopsOwed(seat)), (told,))
    shipped = ship(after, seat, Ship((PAWN_QUADRANTS[0],) * len(things)))
    return Step(shipped.state, (told, *shipped.events))


def keep(board: Board, seat: Seat) -> Step[Position]:
    """The seat keeps its bag."""
    return turns.end(board, seat, Event(f"{mark(seat)} keeps everything.", seat))


def draw_shops(board: Board, rng: Random) -> Ship:
    """Draw a pawn shop for each gift."""
    return Ship(tuple(PAWN_QUADRANTS[below(rng, 2)] for _ in board.underway))


def ship(board: Board, seat: Seat, move: Ship) -> Step[Position]:
    """The gifts arrive at their pawn shops, unseen."""
    right = len(move.quadrants) == len(board.underway) and set(move.quadrants) <= set(PAWN_QUADRANTS)
    if not right:
        raise IllegalMove("Each gift goes to one of the two pawn shops (rule 24).")
    after = replace(board, underway=())
    for item, quadrant in zip(board.underway, move.quadrants, strict=True):
        shop = pawn_shop(quadrant)
        after = after.with_pawn(shop, added(after.pawns[shop], item))
    return turns.end(after, seat)
