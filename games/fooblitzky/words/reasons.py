"""Why something is good or bad for a player, in sentences for hints: items, places, and what lies ahead."""

from games.core import Seat, mark
from games.fooblitzky.computers.appraisal import Appraisal
from games.fooblitzky.computers.outings import Outings
from games.fooblitzky.rules.city.board import Unknown, locker, pawn_shop
from games.fooblitzky.rules.city.items import MOST_CARRIED, Item
from games.fooblitzky.rules.city.map import QUADRANT_NAMES, SQUARES, WARES, Site, distances
from games.fooblitzky.rules.moves import Enter
from games.fooblitzky.rules.phases import Walking
from games.fooblitzky.rules.sites import pawn
from games.fooblitzky.rules.sites.places import next_station
from games.fooblitzky.rules.view import View
from games.fooblitzky.words.ways import times
from games.kit.prose import counted

SURE = 0.995
"""The chance from which something counts as certain; below 1 minus it, as impossible."""

EMPTY_SHELF = "An item that's out of stock before anyone bought it is correct."


def getting(found: Appraisal, item: Item, had: int) -> str:
    """Whether the player needs one more of this item besides the `had` ones."""
    chance = found.belief.more_than(item, had)
    if chance >= SURE:
        return "You need another one." if had else "It's one of the four correct items."
    if chance <= 1 - SURE:
        return "You don't need another one." if had else "It isn't one of the four correct items."
    if had:
        return f"The chance that you need another one is {_percent(chance)}."
    return f"The chance that it's correct is {_percent(chance)}."


def losing(found: Appraisal, item: Item) -> str:
    """Whether the player needs a copy in the bag."""
    chance, several = found.keeping(item), found.bag.count(item) > 1
    if chance >= SURE:
        return "You need them all, though." if several else "It's one of the four correct items, though."
    if chance <= 1 - SURE:
        return "You don't need that many." if several else "It isn't one of the four correct items."
    if several:
        return f"The chance that you need them all is {_percent(chance)}."
    return f"The chance that it's correct is {_percent(chance)}."


def _percent(chance: float) -> str:
    return f"about {min(99, max(1, round(100 * chance)))}%"


def over(view: View, dangers: int) -> str:
    """What the X's on the way mean."""
    if not dangers:
        return ""
    if dangers == 1:
        return f"There's an X on the way: a car comes {times(view)}."
    return f"There are {dangers} X's on the way. At each, a car comes {times(view)}."


def money(found: Appraisal) -> str:
    """Whether the player needs more foobles."""
    if found.spare < -0.5:
        return f"You're about {counted(round(-found.spare), 'fooble')} short of what you still need."
    return "You already have enough for what you still need."


def ahead(found: Appraisal, square: int) -> str:
    """The best place to go to from a square."""
    site = Outings(found).goal(square)
    if site is None:
        return "Nothing around there would help you now."
    far = distances(square)[site.door]
    if not far:
        return f"You're at the door of {site.the} there, where you can {aim(found, site)} next."
    return f"From there it's {counted(far, 'square')} to {site.the}, where you can {aim(found, site)}."


def outside(found: Appraisal, walking: Walking) -> str:
    """The best place that a roll from indoors leads to."""
    outings = Outings(found.on_the_street(walking))
    going = max(outings.all().items(), key=lambda one: one[1])[0]
    if isinstance(going, Enter):
        return f"It gets you into {going.site.the}, where you can {aim(found, going.site)}."
    return "It doesn't get you into a place that would help you now."


def aim(found: Appraisal, site: Site) -> str:
    """What the player would do in a place, as a verb phrase: `try for the pig`."""
    match site.kind:
        case "phone":
            return "call a store"
        case "restaurant":
            return f"earn {found.view.options.wage} foobles"
        case "charity":
            return "give everything away"
        case "locker":
            return "open your locker"
        case "check":
            return "win" if found.winning(found.bag) >= SURE else "have your items checked"
        case "pawn":
            return _deal(found, site)[0]
        case "clockwise" | "counter":
            return f"ride to {QUADRANT_NAMES[next_station(site).quadrant]}"
    item = wanted(found, site)
    return f"try for the {item.name}" if item else "see what's in stock"


def wanted(found: Appraisal, site: Site) -> Item | None:
    """The best item to try for in a store; None if nothing there is worth its price."""
    worth = {item: found.belief.in_stock(item, site) * found.buying(item, item.price) for item in WARES[site]}
    best = max(worth, key=lambda item: worth[item])
    return best if worth[best] > 0 else None


def _deal(found: Appraisal, site: Site) -> tuple[str, str]:
    """The best known deal in a pawn shop, as a verb phrase; and what it's good for."""
    here = found.view.pawns[pawn_shop(site.quadrant)] or ()
    worth = {item: found.buying(item, pawn.costs(item)) for item in here}
    best = max(worth, key=lambda item: worth[item], default=None)
    sale = max(found.bag, key=found.selling, default=None)
    if best is not None and worth[best] > (found.selling(sale) if sale else 0):
        bought = f"buy the {best.name} for {pawn.costs(best)} foobles"
        return bought, getting(found, best, found.bag.count(best))
    if sale is not None:
        return f"sell the {sale.name} for {pawn.pays(sale)} foobles", losing(found, sale)
    return "see what's for sale", "You have nothing to sell."


def place(found: Appraisal, site: Site) -> str:
    """What going into a place does, and what it's good for."""
    view = found.view
    match site.kind:
        case "phone":
            return f"You can call any store for free and hear what's in stock there. {EMPTY_SHELF}"
        case "restaurant":
            return f"You wash dishes and earn {view.options.wage} foobles. {money(found)}"
        case "charity":
            if not view.carried:
                return "You have nothing to give away there."
            return f"You can give everything away there, or keep it. {carried(found)}"
        case "locker":
            return f"You can open your locker there. {inside(found, site)}"
        case "check":
            return _check(found)
        case "pawn":
            deal, why = _deal(found, site)
            return f"You can {deal} there. {why}"
    return _store(found, site)


def _store(found: Appraisal, site: Site) -> str:
    item = wanted(found, site)
    if item is not None:
        had = found.bag.count(item)
        tried = f"You can try for the {item.name} there, for {item.price} foobles."
        return f"{tried} {getting(found, item, had)}"
    if found.view.carried >= MOST_CARRIED:
        return "Your bag is full, so you can't buy anything there. You only see what's in stock."
    if found.belief.told_by(site) > 0:
        return f"You see what's in stock there, and have to try for something. {EMPTY_SHELF}"
    return "There's nothing new for you in that store, as far as you know."


def carried(found: Appraisal) -> str:
    """Whether the player needs anything they carry; they carry something."""
    if any(found.keeping(item) >= SURE for item in found.bag):
        return "Something you carry is one of the four correct items."
    if found.view.carried == len(found.bag) and found.belief.worth(found.bag) <= 1 - SURE:
        return "Nothing you carry is one of the four correct items."
    return "Something you carry may be one of the four correct items."


def _check(found: Appraisal) -> str:
    chance, view = found.winning(found.bag), found.view
    if not view.carried:
        return "You're shown nothing there, because you carry nothing."
    if found.foobles <= 0:
        return "You're shown nothing there, because you have no foobles."
    if chance >= SURE:
        return "You carry what you need, so you win there."
    seen = "hears" if view.options.quiet_city else "sees what you carry and"
    told = f"Everyone {seen} how many of your items are correct, but not which."
    return f"{told} The chance that you win is {_percent(chance)}." if chance > 1 - SURE else told


def inside(found: Appraisal, site: Site) -> str:
    """What could be in the player's locker."""
    things = {guess[locker(site.quadrant)] for guess in found.view.guesses}
    named = [thing for thing in things if isinstance(thing, Item)]
    if things == {None}:
        return "It's empty, but you can leave something in it."
    if any(isinstance(thing, Unknown) for thing in things) or not named:
        return "What another player picked may be in it, and that's one of the four correct items."
    item = min(named)
    sure = "is" if things == {item} else "may be"
    return f"The {item.name} {sure} in it. {getting(found, item, found.bag.count(item))}"


def bumped(found: Appraisal, other: Seat) -> str:
    """What bumping another player leads to."""
    theirs, name = found.view.people[other].bag, mark(other)
    if not found.view.carried:
        return f"You and {name} drop everything, but you carry nothing, so you pick nothing up."
    begun = f"You and {name} drop everything and take turns picking up, you first."
    if theirs is None:
        marks = [check.ticks for check in found.view.checks if check.seat == other]
        shown = f"At their last check they had {counted(marks[-1], 'check mark')}." if marks else ""
        return f"{begun} " + (shown or "You don't know what they carry.")
    if not theirs:
        return f"{begun} They carry nothing, so you get your own things back."
    best = max(theirs, key=lambda item: found.belief.more_than(item, found.bag.count(item)))
    return f"{begun} They have the {best.name}. {getting(found, best, found.bag.count(best))}"


def square(number: int) -> str:
    """The square's name."""
    return SQUARES[number].name
