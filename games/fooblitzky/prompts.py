"""Legal moves, and the questions on the way to one, each within what a menu can hold."""

from collections.abc import Iterable
from typing import cast

from games.core import Choice, IllegalMove, Pick, Ready, mark
from games.fooblitzky import chance_man, pawn, ways
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
    Put,
    Sell,
    Stay,
    Take,
)
from games.fooblitzky.moves import Pick as PickUp
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

_CALLS = tuple(map(Call, STORE_SITES))
_CHOICES = tuple(map(Choose, ITEMS))


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


def prompt(view: View, answers: tuple[str, ...]) -> Pick | Ready[Move] | None:
    """The next question, or the move the answers spell. Raises IllegalMove for answers that do not fit."""
    if not _asked(view):
        if answers:
            raise IllegalMove("There is nothing for you to choose now.")
        return None
    match view.phase:
        case Choosing():
            return _one_of("Choose, in secret, what is to be correct.", _choices(), answers)
        case Walking(walk=walk):
            return ways.prompt(view, walk, answers)
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


def _one_of(text: str, moves: Iterable[tuple[Move, Choice]], answers: tuple[str, ...]) -> Pick | Ready[Move]:
    """A single question."""
    found = tuple(moves)
    if not answers:
        return Pick(text, tuple(choice for _, choice in found))
    for move, choice in found:
        if answers == (choice.key,):
            return Ready(move)
    raise IllegalMove(f"“{' '.join(answers)[:60]}” is not one of the choices.")


def _choices() -> Iterable[tuple[Move, Choice]]:
    for item in ITEMS:
        yield Choose(item), Choice(item.code, item.name, f"{item.price} foobles, {SITE_NAMES[item.store]}")


def _call(answers: tuple[str, ...]) -> Pick | Ready[Move]:
    """First which kind of store, then in which quadrant (rule 20)."""
    if not answers:
        return Pick("Call which store?", tuple(Choice(store, SITE_NAMES[store]) for store in STORES))
    store = next((one for one in STORES if one == answers[0]), None)
    if store is None:
        raise IllegalMove(f"“{answers[0][:60]}” is no kind of store.")
    calls = ((Call(site_of(store, one)), Choice(one, name)) for one, name in QUADRANT_NAMES.items())
    return _one_of(f"The {SITE_NAMES[store]} in which quadrant?", calls, answers[1:])


def _question(view: View) -> str:
    match view.phase:
        case AtKerb(crosswalk=number):
            return f"Crosswalk {number} carries an X. Cross all the same?"
        case Indoors(site=site, roll=roll):
            return f"Rolled {roll}. Stay in the {site.name}?"
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
    return f"{mark(view.mover)} picks up which item?" if view.mover is not None else "Which item?"


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
                yield PickUp(item), Choice(item.code, item.name)
        case _:
            yield from _from_the_bag(view)


def _from_the_bag(view: View) -> Iterable[tuple[Move, Choice]]:
    """Where the choices show what one carries."""
    match view.phase:
        case Pawning():
            yield from _pawn(view, view.phase)
        case AtLocker():
            yield Take(), Choice("take", "Take out")
            for thing in _each(_bag(view)):
                yield Put(thing), Choice(f"put{_number(thing)}", _label("Put in", thing))


def _indoors(view: View, indoors: Indoors) -> Iterable[tuple[Move, Choice]]:
    stays = {"hospital": "3 foobles", "restaurant": f"earn {view.options.wage} foobles"}
    cost = "10 foobles" if indoors.site.kind == "hospital" else ""
    yield Stay(), Choice("stay", "Stay", stays.get(indoors.site.kind, "ride on"))
    yield Leave(), Choice("leave", f"Leave, {indoors.roll} moves", cost)


def _wanted(item: Item, price: int, note: str = "") -> Choice:
    return Choice(item.code, f"{item.name}, {price}{note}")


def _shop(view: View, shopping: Shopping) -> Iterable[tuple[Move, Choice]]:
    for item in sold_by(cast("Store", shopping.site.kind)):
        yield Buy(item), _wanted(item, item.price, _in_stock(view, shopping, item))


def _in_stock(view: View, shopping: Shopping, item: Item) -> str:
    place = shelf(item, shopping.site.quadrant)
    return " (out of stock)" if view.stock.most[place] <= view.sold[place] else ""


def _pawn(view: View, pawning: Pawning) -> Iterable[tuple[Move, Choice]]:
    things, here = _bag(view), view.pawns[pawn_shop(pawning.site.quadrant)] or ()
    foobles = view.people[pawning.seat].foobles
    for item in _each(pawn.buyable(here, foobles, len(things))):
        price = f", {pawn.costs(item)}" if item else ""
        yield Buy(item), Choice(f"buy{_number(item)}", _label("Buy", item) + price)
    for item in _each(things):
        price = f", {pawn.pays(item)}" if item else ""
        yield Sell(item), Choice(f"sell{_number(item)}", _label("Sell", item) + price)


def _bag(view: View) -> Bag:
    """What the mover carries, who is the viewer."""
    assert view.me is not None
    return view.me.bag or ()


def _each(things: Bag) -> tuple[Item | None, ...]:
    """Every kind of thing once, or nothing."""
    return tuple(dict.fromkeys(things)) or (None,)


def _number(item: Item | None) -> int:
    return item.number if item else len(ITEMS)


def _label(verb: str, item: Item | None) -> str:
    return f"{verb} {item.name if item else 'nothing'}"
