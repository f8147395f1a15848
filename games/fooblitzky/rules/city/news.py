"""What has just happened, in short sentences for captions, as everyone saw it; seats as marks.

The rules add them to their events, so that a board doesn't say the same thing twice.
"""

from games.core import Seat, mark
from games.fooblitzky.rules.city.board import Fate, Last
from games.fooblitzky.rules.city.items import Item
from games.fooblitzky.rules.city.map import QUADRANT_NAMES, Site


def walked(seat: Seat, square: str) -> str:
    return f"{mark(seat)} walks to {square}."


def rolled(seat: Seat, number: int) -> str:
    return f"{mark(seat)} rolled {number}."


def you_picked(item: Item) -> str:
    """For the player who has picked it in secret."""
    return f"You picked the {item.name}."


def entered(seat: Seat, site: Site) -> str:
    return f"{mark(seat)} goes into {site.the}."


def phones(seat: Seat, site: Site) -> str:
    return f"{mark(seat)} is on the phone in {QUADRANT_NAMES[site.quadrant]}."


def opens_locker(seat: Seat, site: Site) -> str:
    return f"{mark(seat)} opens a locker in {QUADRANT_NAMES[site.quadrant]}."


def bought(seat: Seat, item: Item) -> str:
    return f"{mark(seat)} buys the {item.name}."


def sold(seat: Seat, item: Item) -> str:
    return f"{mark(seat)} sells the {item.name}."


def washed(seat: Seat, wage: int) -> str:
    return f"{mark(seat)} washes dishes for {wage} foobles."


def rode(seat: Seat, there: Site) -> str:
    return f"{mark(seat)} rides to {QUADRANT_NAMES[there.quadrant]}."


def stayed_in_bed(seat: Seat) -> str:
    return f"{mark(seat)} stays in the hospital."


def let_out(seat: Seat) -> str:
    return f"{mark(seat)} is let out of the hospital."


def checked(seat: Seat, ticks: int, crosses: int) -> str:
    return f"{mark(seat)} has {ticks} right, {crosses} wrong."


def fate(seat: Seat, what: Fate, foobles: int = 0) -> str:
    """What happened to a seat at the end of its walk."""
    name = mark(seat)
    match what:
        case "car":
            return f"A car hits {name}: off to the hospital!"
        case "piano":
            return f"A piano drops on {name}. Hospital!"
        case "turn":
            return f"The Chance Man gives {name} a turn."
        case "gift":
            return f"The Chance Man gives {name} {foobles} foobles."
        case "robbery":
            return f"The Chance Man takes {foobles} from {name}."
        case "theft":
            return f"The Chance Man robs {name} of an item."


def happened(last: Last, inside: Site | None, wage: int, check: tuple[int, int] | None) -> str:
    """The last thing everyone saw, if it was more than a walk; otherwise empty.

    `inside` is where the seat is now, `wage` what dishes earn, and `check` the check marks and X's of the
    seat's last Check Point, if it has any to show.
    """
    name = mark(last.seat)
    if last.fate is not None:
        return fate(last.seat, last.fate, last.foobles)
    if last.bumped is not None:
        return f"{name} bumped {mark(last.bumped)}, and both picked."
    if last.site is None:
        return _dealt(last)
    return _at(last, last.site, inside, wage, check)


def _at(last: Last, site: Site, inside: Site | None, wage: int, check: tuple[int, int] | None) -> str:
    name = mark(last.seat)
    match site.kind:
        case "check":
            return checked(last.seat, *check) if check else f"{name} has nothing to check."
        case "phone":
            return f"{name} phones from {QUADRANT_NAMES[site.quadrant]}."
        case "pawn":
            return _dealt(last) or f"{name} makes no deal."
        case "locker":
            done = "uses" if last.thumb else "gets nothing from"
            return f"{name} {done} the {QUADRANT_NAMES[site.quadrant]} locker."
        case "charity":
            return f"{name} visits Charity Central."
        case "restaurant":
            return washed(last.seat, wage)
        case "hospital":
            return stayed_in_bed(last.seat) if inside else let_out(last.seat)
        case "clockwise" | "counter":
            return rode(last.seat, inside or site)
    return _dealt(last) or entered(last.seat, site)


def _dealt(last: Last) -> str:
    """The result of trying to buy or sell; empty if nobody did."""
    if last.item is None:
        return ""
    if last.sold:
        return sold(last.seat, last.item)
    if last.thumb:
        return bought(last.seat, last.item)
    return f"{mark(last.seat)} doesn't get the {last.item.name}."
