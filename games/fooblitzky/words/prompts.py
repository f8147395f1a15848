"""Legal moves, and the questions that lead to one, each with no more choices than a menu can hold."""

from collections.abc import Callable, Hashable, Iterable
from typing import cast

from games.core import Choice, IllegalMove, Question, Ready
from games.fooblitzky.rules import chance_man
from games.fooblitzky.rules.city.board import pawn_shop, shelf
from games.fooblitzky.rules.city.items import ITEMS, MOST_CARRIED, STORES, Bag, Item, Store, sold_by
from games.fooblitzky.rules.city.map import (
    QUADRANT_NAMES,
    QUADRANTS,
    SHORT_NAMES,
    SQUARES,
    STORE_SITES,
    Site,
    site_of,
)
from games.fooblitzky.rules.moves import (
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
from games.fooblitzky.rules.phases import (
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
from games.fooblitzky.rules.sites import pawn, places
from games.fooblitzky.rules.sites.hospital import BAIL, STAY
from games.fooblitzky.rules.view import View
from games.fooblitzky.words import icons, ways, where
from games.kit.prose import counted
from games.kit.questions import Ask, walk

_CALLS = tuple(map(Call, STORE_SITES))
_CALLS_BY_STORE = tuple(Call(site_of(store, quadrant)) for store in STORES for quadrant in QUADRANTS)
_CHOICES = tuple(map(Choose, ITEMS))
_LOST = "That isn't one of the choices. Pick one of those shown."
_ANYWAY = "anyway"
_OUT = " (" + "\N{NO-BREAK SPACE}".join(("out", "of", "stock")) + ")"


def legal(view: View) -> Iterable[Move]:
    """The moves of a seat that has to move or can change its pick; for the channel, if they show no bag.

    Of a walker, there can be thousands; see `ways.legal`.
    """
    if not is_asked(view):
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
    """The next question, or the move the answers spell. Raises IllegalMove for answers that don't fit."""
    if not is_asked(view):
        if answers:
            raise IllegalMove("You have nothing to choose right now.")
        return None
    match view.phase:
        case Choosing():
            return _one_of(_secretly(view), _choices(), answers, _tip(view), _STORES.__getitem__)
        case Walking():
            return where.prompt(view, view.phase.walk, answers)
        case Phoning():
            return walk(_CALLS_BY_STORE, (_KIND, _BRANCH), answers, _LOST)
        case Shopping() | Offered():
            return _tries(view, answers)
    return _one_of(_question(view), _few(view), answers, _tip(view))


def is_asked(view: View) -> bool:
    """Whether there's a question: for the seat that has to move, or for the channel if nothing is secret."""
    if isinstance(view.phase, Choosing):
        return view.viewer is not None
    if view.viewer is None:
        return view.mover is not None and not isinstance(view.phase, Pawning | AtLocker)
    return view.is_mine


def forced(view: View) -> Move | None:
    """What the mover does where everybody can see that nothing else does more, for the channel's view.

    They leave a store or an offer with nothing they can buy, and with an empty bag they take what's in their
    locker, give nothing away, and do nothing in a pawn shop without anything they can buy.
    """
    match view.phase:
        case Shopping() | Offered():
            wares = _wares(view, view.phase)
            return None if any(can_be for _, _, can_be in wares) else Buy(wares[0][0])
        case AtLocker(seat=seat) if view.people[seat].shown == ():
            return Take()
        case AtCharity(seat=seat) if view.people[seat].shown == ():
            return Keep()
        case Pawning(seat=seat, site=site) if view.people[seat].shown == ():
            here = view.pawns[pawn_shop(site.quadrant)]
            is_useless = here is not None and not pawn.buyable(here, view.people[seat].foobles, 0)
            return Buy(None) if is_useless else None
    return None


def _one_of(
    text: str,
    moves: Iterable[tuple[Move, Choice]],
    answers: tuple[str, ...],
    tip: str = "",
    row: Callable[[str], Hashable] | None = None,
) -> Question | Ready[Move]:
    """A single question; choices of one `row` stand side by side."""
    choices = dict(moves)
    ask: Ask[Move] = Ask(
        text=lambda _: text,
        key=lambda move: choices[move].key,
        choice=lambda _, left: choices[left[0]],
        tip=tip,
        row=row,
    )
    return walk(choices, (ask,), answers, _LOST)


def _secretly(view: View) -> str:
    if view.viewer is not None and view.chosen[view.viewer]:
        return "You can still pick another item."
    return "Secretly pick an item that everyone will need."


_STORES = {item.code: item.store for item in ITEMS}


def _choices() -> Iterable[tuple[Move, Choice]]:
    for item in ITEMS:
        yield Choose(item), Choice(item.code, item.name, icon=icons.of(item))


def _called(move: Move) -> Site:
    assert isinstance(move, Call)
    return move.site


_KIND: Ask[Move] = Ask(
    text=lambda _: "Which kind of store do you call?",
    key=lambda move: _called(move).kind,
    choice=lambda key, left: Choice(key, SHORT_NAMES[_called(left[0]).kind], icon=key),
    tip="Ask about a store that's far away. An empty shelf is a clue.",
)
_BRANCH: Ask[Move] = Ask(
    text=lambda left: f"Which {_called(left[0]).kind_name} do you call?",
    key=lambda move: _called(move).quadrant,
    choice=lambda key, left: Choice(
        key, QUADRANT_NAMES[_called(left[0]).quadrant], icon=_called(left[0]).kind
    ),
)
"""First the kind of store, then which of the four (rule 20)."""


def _question(view: View) -> str:
    match view.phase:
        case AtKerb(seat=seat):
            kerb = SQUARES[view.people[seat].square].name
            return f"There's an X at {kerb}. A car comes {ways.times(view)}. Cross anyway?"
        case Indoors(site=site, roll=roll) if site.inside == "on":
            return f"Rolled {roll}. Ride on by UGH, the underground, or get off here?"
        case Indoors(site=site, roll=roll):
            return f"Rolled {roll}. Stay {site.inside} the {site.name}?"
        case Shopping(site=site):
            return f"Which item do you try for in the {site.name}?"
        case Pawning():
            return "Do you want to buy or to sell?"
        case AtLocker():
            return "Take something out or put something in?"
        case AtCharity():
            return "Give away everything you carry?"
        case Offered():
            return "Exactly one of these items is correct. Which one do you try for?"
    return "Which item do you pick up?"


def _tip(view: View) -> str:
    match view.phase:
        case Choosing():
            return "Pick any item. Your pick becomes one of the four correct items, so remember it."
        case AtKerb():
            return "Stay, and you can still go elsewhere. If a car hits you, you end up in the hospital."
        case Indoors(site=site) if site.inside != "on":
            return "Leave, and you walk what you rolled. Stay, and your turn is over."
        case Shopping():
            return "Buy what could be correct. What's out of stock but was never sold is correct."
        case Pawning() if _bag(view):
            return "Sell what you know is wrong. You get half of what it costs."
        case AtLocker():
            return "Take things out or put them in. One of your two lockers had your pick at the start."
        case AtCharity():
            return "Give away everything or nothing. Keep what could be correct."
        case Bumping():
            return "Pick up what you know is correct, or what the other player needs."
    return ""


def _few(view: View) -> Iterable[tuple[Move, Choice]]:
    """The moves in phases with only a few choices."""
    match view.phase:
        case AtKerb():
            yield Cross(), Choice("cross", "Cross the street")
            yield Stay(), Choice("stay", "Stay, go elsewhere")
        case Indoors():
            yield from _indoors(view, view.phase)
        case Shopping() | Offered():
            yield from ((Buy(item), choice) for item, choice, _ in _wares(view, view.phase))
        case AtCharity():
            yield Give(), Choice("give", "Give everything")
            yield Keep(), Choice("keep", "Keep everything")
        case Bumping(pile=pile):
            for item in dict.fromkeys(pile):
                yield PickUp(item), Choice(item.code, item.name, icon=icons.of(item))
        case _:
            yield from _from_the_bag(view)


def _from_the_bag(view: View) -> Iterable[tuple[Move, Choice]]:
    """The moves in phases whose choices show what the player carries."""
    match view.phase:
        case Pawning():
            yield from _pawn(view, view.phase)
        case AtLocker():
            yield Take(), Choice("take", "Take out", icon="locker")
            for thing in _each(_bag(view)):
                yield Put(thing), _thing("put", "Put in", thing)


def _indoors(view: View, indoors: Indoors) -> Iterable[tuple[Move, Choice]]:
    moves = counted(indoors.roll, "move")
    match indoors.site.kind:
        case "hospital":
            stay, leave = f"Stay for {STAY} foobles", f"Pay {BAIL} foobles and leave with {moves}"
        case "restaurant":
            stay, leave = f"Stay and earn {view.options.wage} foobles", f"Leave the diner with {moves}"
        case _:
            quadrant = QUADRANT_NAMES[places.next_station(indoors.site).quadrant]
            stay, leave = f"Ride on to the {quadrant} station", f"Get off with {moves}"
    yield Stay(), Choice("stay", stay)
    yield Leave(), Choice("leave", leave)


def _tries(view: View, answers: tuple[str, ...]) -> Question | Ready[Move]:
    """What can be bought, and *Leave the store*, which tries for something that can't; then the rest of that.

    If everything here can be bought, the rules don't let you leave (rules 17 and 31).
    """
    assert isinstance(view.phase, Shopping | Offered)
    wares = _wares(view, view.phase)
    offered = [(Buy(item), choice) for item, choice, can_be in wares if can_be]
    vain = [(Buy(item), choice) for item, choice, can_be in wares if not can_be]
    if answers[:1] == (_ANYWAY,) and vain[1:]:
        return _one_of("Everybody hears which item you ask for. Which one?", vain[1:], answers[1:])
    if answers:
        return _one_of("", [*offered, *vain], answers)
    choices = [choice for _, choice in offered]
    leave = "Leave the store" if isinstance(view.phase, Shopping) else "Buy nothing"
    choices += [Choice(choice.key, leave) for _, choice in vain[:1]]
    choices += [Choice(_ANYWAY, "Pretend to want something") for _ in vain[1:2]]
    if not offered:
        return Question("There's nothing you can buy here.", tuple(choices))
    return Question(_question(view), tuple(choices), tip=_tip(view))


def _wares(view: View, phase: Shopping | Offered) -> list[tuple[Item, Choice, bool]]:
    """What's for sale, and whether the mover can buy it as far as everyone knows."""
    mover = view.people[phase.seat]
    is_full = mover.shown is not None and len(mover.shown) >= MOST_CARRIED
    if isinstance(phase, Offered):
        priced = [(item, chance_man.costs(item), "") for item in phase.items]
    else:
        wares = sold_by(cast("Store", phase.site.kind))
        priced = [(item, item.price, _in_stock(view, phase, item)) for item in wares]
    return [
        (
            item,
            Choice(item.code, f"{item.name}, {price}{gone}", icon=icons.of(item)),
            not gone and not is_full and price <= mover.foobles,
        )
        for item, price, gone in priced
    ]


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
    """What the mover, who is the viewer, carries."""
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
