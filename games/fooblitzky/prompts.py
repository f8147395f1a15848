"""Legal moves, and the questions on the way to one, each within what a menu can hold."""

from collections.abc import Iterable
from typing import cast

from games.core import Choice, IllegalMove, Question, Ready
from games.fooblitzky import chance_man, icons, pawn, places, travel, ways, where
from games.fooblitzky.board import pawn_shop, shelf
from games.fooblitzky.city import QUADRANT_NAMES, SITE_NAMES, STORE_SITES, site_of
from games.fooblitzky.items import ITEMS, STORES, Bag, Item, Store, sold_by
from games.fooblitzky.moves import (
    Buy,
    Call,
    Choose,
    Cross,
    Give,
    Keep,
    Leave,
    Move,
    PickUp,
    Put,
    Sell,
    Stay,
    Take,
)
from games.fooblitzky.phases import (
    AtCharity,
    AtKerb,
    AtLocker,
    Bumping,
    Choosing,
    Indoors,
    Offered,
    Pawning,
    Phoning,
    Shopping,
    Walking,
)
from games.fooblitzky.view import View
from games.kit.prose import quoted

_CALLS = tuple(map(Call, STORE_SITES))
_CHOICES = tuple(map(Choose, ITEMS))
_OUT = " (" + "\N{NO-BREAK SPACE}".join(("out", "of", "stock")) + ")"
_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 8: "eight"}


def legal(view: View) -> tuple[Move, ...]:
    """The moves of whoever must move or may choose anew; for the channel those that show nobody's bag."""
    if not _asked(view):
        return ()
    match view.phase:
        case Choosing():
            return _CHOICES
        case Walking():
            return ways.legal(view)
        case Phoning():
            return _CALLS
    return tuple(move for move, _ in _few(view))


def prompt(view: View, answers: tuple[str, ...]) -> Question | Ready[Move] | None:
    """The next question, or the move the answers spell. Raises IllegalMove for answers that do not fit."""
    if not _asked(view):
        if answers:
            raise IllegalMove("There is nothing for you to choose now.")
        return None
    match view.phase:
        case Choosing():
            return _one_of("Choose, in secret, what is to be correct.", _choices(), answers)
        case Walking(walk=walk):
            return where.prompt(view, walk, answers)
        case Phoning():
            return _call(answers)
    return _one_of(_question(view), _few(view), answers)


def _asked(view: View) -> bool:
    """A seat that must move, or the channel where the question shows nothing secret."""
    if isinstance(view.phase, Choosing):
        return view.viewer is not None
    if view.viewer is None:
        return view.mover is not None and not isinstance(view.phase, Pawning | AtLocker)
    return view.is_mine


def _one_of(
    text: str, moves: Iterable[tuple[Move, Choice]], answers: tuple[str, ...]
) -> Question | Ready[Move]:
    """A single question."""
    found = tuple(moves)
    if not answers:
        return Question(text, tuple(choice for _, choice in found))
    for move, choice in found:
        if answers == (choice.key,):
            return Ready(move)
    raise IllegalMove(f"{quoted(' '.join(answers))} is not one of the choices.")


def _choices() -> Iterable[tuple[Move, Choice]]:
    for item in ITEMS:
        note = f"{item.price} foobles, {SITE_NAMES[item.store]}"
        yield Choose(item), Choice(item.code, item.name, note, icons.of(item))


def _call(answers: tuple[str, ...]) -> Question | Ready[Move]:
    """First which kind of store, then in which quadrant (rule 20)."""
    if not answers:
        return Question("Call which store?", tuple(Choice(one, SITE_NAMES[one], icon=one) for one in STORES))
    store = next((one for one in STORES if one == answers[0]), None)
    if store is None:
        raise IllegalMove(f"{quoted(answers[0])} is no kind of store.")
    calls = (
        (Call(site_of(store, one)), Choice(one, name, "", store)) for one, name in QUADRANT_NAMES.items()
    )
    return _one_of(f"The {SITE_NAMES[store]} in which quadrant?", calls, answers[1:])


def _question(view: View) -> str:
    match view.phase:
        case AtKerb(crosswalk=number):
            return f"Crosswalk {number} carries an X: a car comes {_times(view)}. Cross all the same?"
        case Indoors(site=site, roll=roll):
            inside = "on" if site.kind in ("clockwise", "counter") else "in"
            return f"Rolled {roll}. Stay {inside} the {site.name}?"
        case Shopping(site=site):
            return f"In the {site.name}: which item?"
        case Pawning(site=site):
            return f"In the {site.name}: buy or sell?"
        case AtLocker(site=site):
            return f"At the {site.name}: take something out, or put something in?"
        case AtCharity():
            return "Give everything away?"
        case Offered():
            return "The Chance Man offers three items, exactly one of them correct. Which one?"
    return "Pick up which item?"


def _times(view: View) -> str:
    """How often a car comes (rule 16)."""
    risk = travel.RUSH_RISK if view.is_rush else travel.RISK
    often, of = risk[view.options.crossing_risk].as_integer_ratio()
    return f"{_NUMBERS[often]} {'time' if often == 1 else 'times'} in {_NUMBERS[of]}"


def _few(view: View) -> Iterable[tuple[Move, Choice]]:
    """The moves of the phases with a handful of choices."""
    match view.phase:
        case AtKerb():
            yield Cross(), Choice("cross", "Cross the street")
            yield Stay(), Choice("stay", "Stay on the sidewalk")
        case Indoors():
            yield from _indoors(view, view.phase)
        case Shopping():
            yield from _shop(view, view.phase)
        case Offered(items=items):
            for item in items:
                yield Buy(item), _wanted(item, chance_man.costs(item))
        case AtCharity():
            yield Give(), Choice("give", "Give everything")
            yield Keep(), Choice("keep", "Keep everything")
        case Bumping(pile=pile):
            for item in dict.fromkeys(pile):
                yield PickUp(item), Choice(item.code, item.name, icon=icons.of(item))
        case _:
            yield from _from_the_bag(view)


def _from_the_bag(view: View) -> Iterable[tuple[Move, Choice]]:
    """Where the choices show what one carries."""
    match view.phase:
        case Pawning():
            yield from _pawn(view, view.phase)
        case AtLocker():
            yield Take(), Choice("take", "Take out", icon="locker")
            for thing in _each(_bag(view)):
                yield Put(thing), _thing("put", "Put in", thing)


def _indoors(view: View, indoors: Indoors) -> Iterable[tuple[Move, Choice]]:
    moves = f"{indoors.roll} {'move' if indoors.roll == 1 else 'moves'}"
    match indoors.site.kind:
        case "hospital":
            stay, leave = "Stay for 3 foobles", f"Pay 10 foobles and leave with {moves}"
        case "restaurant":
            stay, leave = f"Stay and earn {view.options.wage} foobles", f"Leave with {moves}"
        case _:
            quadrant = QUADRANT_NAMES[places.next_station(indoors.site).quadrant]
            stay, leave = f"Ride on to the {quadrant} station", f"Get off with {moves}"
    yield Stay(), Choice("stay", stay)
    yield Leave(), Choice("leave", leave)


def _wanted(item: Item, price: int, note: str = "") -> Choice:
    return Choice(item.code, f"{item.name}, {price}{note}", icon=icons.of(item))


def _shop(view: View, shopping: Shopping) -> Iterable[tuple[Move, Choice]]:
    for item in sold_by(cast("Store", shopping.site.kind)):
        yield Buy(item), _wanted(item, item.price, _in_stock(view, shopping, item))


def _in_stock(view: View, shopping: Shopping, item: Item) -> str:
    place = shelf(item, shopping.site.quadrant)
    return _OUT if view.stock.most[place] <= view.sold[place] else ""


def _pawn(view: View, pawning: Pawning) -> Iterable[tuple[Move, Choice]]:
    things, here = _bag(view), view.pawns[pawn_shop(pawning.site.quadrant)] or ()
    foobles = view.people[pawning.seat].foobles
    for item in _each(pawn.buyable(here, foobles, len(things))):
        price = f", {pawn.costs(item)}" if item else ""
        yield Buy(item), _thing("buy", "Buy", item, price)
    for item in _each(things):
        price = f", {pawn.pays(item)}" if item else ""
        yield Sell(item), _thing("sell", "Sell", item, price)


def _bag(view: View) -> Bag:
    """What the mover carries, who is the viewer."""
    assert view.me is not None
    return view.me.bag or ()


def _each(things: Bag) -> tuple[Item | None, ...]:
    """Every kind of thing once, or nothing."""
    return tuple(dict.fromkeys(things)) or (None,)


def _thing(key: str, verb: str, item: Item | None, price: str = "") -> Choice:
    """`Sell pig, 8`, or `Sell nothing`."""
    number = item.number if item else len(ITEMS)
    label = f"{verb} {item.name if item else 'nothing'}{price}"
    return Choice(f"{key}{number}", label, icon=icons.of(item))
