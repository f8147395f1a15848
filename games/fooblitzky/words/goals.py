"""The likeliest goals of a walk, and what each is for.

The board asks where to go in front of everybody, so goals and their words follow from what everyone knows
alone: never from a pick, a locker, or a bag that only its owner has seen.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from games.core import Seat, mark
from games.fooblitzky.computers.appraisal import Appraisal
from games.fooblitzky.computers.outings import HIT
from games.fooblitzky.rules.city.board import Unknown, World, pawn_shop
from games.fooblitzky.rules.city.destinations import UGH_FARE, Destination
from games.fooblitzky.rules.city.items import Item
from games.fooblitzky.rules.city.map import QUADRANT_NAMES, SQUARES, WARES, Kind, Site
from games.fooblitzky.rules.moves import Bump, Enter, WalkTo
from games.fooblitzky.rules.sites import pawn
from games.fooblitzky.rules.sites.places import next_station
from games.fooblitzky.rules.travel import risk
from games.fooblitzky.rules.view import View, in_public
from games.fooblitzky.words.ways import moves, within_reach
from games.kit.prose import counted

MOST = 5
"""The most goals: a row of buttons, and numbers that the eye still finds on the map."""

FEW_ITEMS = 2
"""A store with more items that could be correct than this doesn't name them."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A place, a person or a square to walk to, and what for: `Drug store: hair spray 4`."""

    destination: Destination
    words: str


@lru_cache(maxsize=256)
def offered(view: View) -> tuple[Goal, ...]:
    """The walker's goals in the order of their numbers, the nearest first: all there is if that's little."""
    found = within_reach(view)
    aims = [one for one in found if not isinstance(one.move, WalkTo)]
    if (view.moves_left or 0) <= 1 or len(found) <= MOST:
        return all_of(view, found)
    return likeliest(view, aims)


def all_of(view: View, found: Sequence[Destination]) -> tuple[Goal, ...]:
    """Each of these as a goal, the nearest first."""
    known = Appraisal(_mover_in_public(view))
    goals = (Goal(one, _words(known, one)) for one in found)
    return tuple(sorted(goals, key=lambda goal: moves(view, goal.destination.move)))


def likeliest(view: View, found: Sequence[Destination]) -> tuple[Goal, ...]:
    """Up to MOST of these places and people, one of each kind, that everyone would expect; nearest first."""
    known = _mover_in_public(view)
    found_by, by_kind = Appraisal(known), dict[Kind | Seat, Destination]()
    hurt = HIT * risk(view.options, is_rush=view.is_rush)
    has_unseen = known.me is not None and known.me.shown is None

    def order(one: Destination) -> tuple[bool, float]:
        """Somebody who carries what nobody has seen may be on the way to a Check Point."""
        worth = _worth(found_by, one) - hurt * one.dangers
        return not (has_unseen and _kind(one) == "check"), -worth

    for one in sorted(found, key=order):
        by_kind.setdefault(_kind(one), one)
    return all_of(view, list(by_kind.values())[:MOST])


def _worth(known: Appraisal, destination: Destination) -> float:
    match destination.move:
        case Enter(site):
            return known.of(site)
        case Bump(seat):
            return known.bumping(seat)
    raise AssertionError(f"{destination.move} is a square.")


def _kind(destination: Destination) -> Kind | Seat:
    match destination.move:
        case Enter(site):
            return site.kind
        case Bump(seat):
            return seat
    raise AssertionError(f"{destination.move} is a square.")


def _mover_in_public(view: View) -> View:
    """The mover as everyone knows them, with a pick in a locker until their first Check Point."""
    mover, known = view.mover, in_public(view)
    assert mover is not None
    is_new = known.people[mover].shown is not None and mover not in {check.seat for check in known.checks}
    sides = (Unknown(), None), (None, Unknown())
    where = sides[:1] if view.options.first_locker == "upper-left" else sides
    return replace(known, viewer=mover, worlds=tuple(World(side) for side in where) if is_new else ())


def _words(known: Appraisal, destination: Destination) -> str:
    match destination.move:
        case Enter(site):
            return _place(known, site)
        case Bump(seat):
            wanted = _wanted(known, known.view.people[seat].bag or ()) if known.bag else ()
            return f"Bump {mark(seat)}: the {wanted[0].name}" if wanted else f"Bump {mark(seat)}"
        case WalkTo(square):
            return f"Stop on {SQUARES[square].name}"


def _place(known: Appraisal, site: Site) -> str:
    name = site.kind_name[0].upper() + site.kind_name[1:]
    match site.kind:
        case "check":
            carried = known.bag and f" with {counted(len(known.bag), 'item')}"
            return f"{name}{carried or ''}"
        case "phone":
            return f"{name}: ask a store"
        case "restaurant":
            return f"{name}: earn {known.view.options.wage}"
        case "locker":
            what = "your pick may be inside" if known.view.worlds else "put in or take out"
            return f"Your locker: {what}"
        case "charity":
            return f"{name}: give all away"
        case "clockwise" | "counter":
            return train(site)
        case "pawn":
            return f"{name}{_dealt(known, site)}"
    return f"{name}: {_sold(known, site)}"


def train(site: Site) -> str:
    """What a station of the UGH is for: `UGH train to Wag End, 6`."""
    return f"UGH train to {QUADRANT_NAMES[next_station(site).quadrant]}, {UGH_FARE}"


def _wanted(known: Appraisal, things: Sequence[Item]) -> tuple[Item, ...]:
    """Those that could be correct and that the mover needs, the likeliest first."""
    had = Counter(known.bag)
    odds = {item: known.belief.more_than(item, had[item]) for item in things}
    return tuple(sorted((item for item in odds if odds[item] > 0), key=lambda item: -odds[item]))


def _dealt(known: Appraisal, site: Site) -> str:
    here = known.view.pawns[pawn_shop(site.quadrant)] or ()
    wanted = [item for item in _wanted(known, here) if pawn.costs(item) <= known.foobles]
    if wanted:
        return f": {wanted[0].name} {pawn.costs(wanted[0])}"
    wrong = [item for item in known.bag if not known.keeping(item)]
    return f": sell the {wrong[0].name}" if wrong else ": see what it has"


def _sold(known: Appraisal, site: Site) -> str:
    wanted = [
        item
        for item in sorted(_wanted(known, WARES[site]), key=lambda item: item.price)
        if item.price <= known.foobles and known.belief.in_stock(item, site) > 0
    ]
    if len(wanted) > FEW_ITEMS:
        return "all three are possible"
    return " or ".join(f"{item.name} {item.price}" for item in wanted) or "see what it has"
