"""The shopper: buys what could still be correct, and has four such items checked."""

from collections.abc import Iterator
from random import Random
from typing import cast

from games.fooblitzky.rules.city.board import shelf
from games.fooblitzky.rules.city.items import MOST_CARRIED, STORES, Bag, Item, sold_by
from games.fooblitzky.rules.city.map import SITES, Site, distances
from games.fooblitzky.rules.knowledge.notebook import Notebook, notebook
from games.fooblitzky.rules.moves import (
    Buy,
    Enter,
    Give,
    Keep,
    Leave,
    Move,
    PickUp,
    Put,
    Sell,
    Stay,
    Take,
    WalkTo,
)
from games.fooblitzky.rules.phases import (
    AtCharity,
    AtKerb,
    AtLocker,
    Bumping,
    Indoors,
    Offered,
    Pawning,
    Shopping,
    Walking,
)
from games.fooblitzky.rules.view import View
from games.fooblitzky.words.prompts import legal
from games.fooblitzky.words.ways import within_reach
from games.kit.lots import below

WALKED = 12.5
"""How many squares a spin brings it on average, from 1 to 24: what another turn on the way costs."""

ENOUGH = 16
"""It washes dishes until it can pay for any item. A choice by hand, as are ten more in the hospital."""


def shopper(view: View, rng: Random) -> Move:
    """The shopper's move, picked at random if several are equally good."""
    best = tuple(_best(view))
    return best[below(rng, len(best))]


def two_outings(view: View, rng: Random) -> Move:
    """Like the shopper, but it goes where the next place it wants to go to is near.

    No level plays so: the levels are measured against it.
    """
    if not isinstance(view.phase, Walking):
        return shopper(view, rng)
    targets = tuple(_targets(view, notebook(view)))
    then = {
        site: min((distances(site.door)[other.door] for other in targets if other != site), default=0)
        for site in targets
    }

    def far(move: Move) -> float:
        if isinstance(move, Enter):
            return then[move.site]
        assert isinstance(move, WalkTo)
        return WALKED + min(distances(move.square)[site.door] + then[site] for site in targets)

    safe = [one.move for one in within_reach(view) if not one.dangers]
    moves = [
        move
        for move in safe
        if isinstance(move, WalkTo) or (isinstance(move, Enter) and move.site in targets)
    ]
    costs = {move: far(move) for move in moves}
    best = tuple(move for move in moves if costs[move] == min(costs.values()))
    return best[below(rng, len(best))]


def _best(view: View) -> tuple[Move, ...]:
    book = notebook(view)
    match view.phase:
        case Walking():
            return _walk(view, book)
        case AtKerb():
            return (Stay(),)
        case Indoors(site=site):
            return (Stay() if _stays(view, site) else Leave(),)
        case Shopping() | Offered() | Bumping():
            return (_likeliest(view, book),)
        case AtCharity():
            return (Give() if _is_wrong(view, book) else Keep(),)
        case Pawning():
            return _pawn(view, book)
        case AtLocker():
            return _locker(view, book)
    return tuple(legal(view))


def _bag(view: View) -> Bag:
    return view.mine


def _foobles(view: View) -> int:
    return view.me.foobles if view.me else 0


def _likely(view: View, book: Notebook, item: Item) -> int:
    """How many of the possible sets need one more of this item."""
    had = _bag(view).count(item)
    return sum(four.count(item) > had for four in book.possible)


def _likeliest(view: View, book: Notebook) -> Move:
    """The item that's most likely needed; in a store, rather nothing than a wrong one."""
    moves = [move for move in legal(view) if isinstance(move, Buy | PickUp) and move.item]
    return max(moves, key=lambda move: _worth(view, book, cast("Item", move.item)))


def _worth(view: View, book: Notebook, item: Item) -> tuple[int, int]:
    likely = _likely(view, book, item)
    if isinstance(view.phase, Shopping):
        place = shelf(item, view.phase.site.quadrant)
        if view.stock.most[place] <= view.sold[place]:
            return 0, 1
    return likely, -item.price


def _is_wrong(view: View, book: Notebook) -> bool:
    """Whether the bag has four items that can't be the correct ones."""
    things = _bag(view)
    return len(things) == MOST_CARRIED and things not in book.possible


def _stays(view: View, site: Site) -> bool:
    if site.kind == "restaurant":
        return _foobles(view) < ENOUGH
    return site.kind == "hospital" and _foobles(view) < ENOUGH + 10


def _walk(view: View, book: Notebook) -> tuple[Move, ...]:
    """Go into the best place within reach, or closer to one, without crossing an X."""
    targets = list(_targets(view, book))
    safe = [one.move for one in within_reach(view) if not one.dangers]
    here = tuple(move for move in safe if isinstance(move, Enter) and move.site in targets)
    if here:
        return here
    squares = [move for move in safe if isinstance(move, WalkTo)]
    far = {move: min(distances(move.square)[site.door] for site in targets) for move in squares}
    return tuple(move for move in squares if far[move] == min(far.values()))


def _targets(view: View, book: Notebook) -> Iterator[Site]:
    """Where it wants to go; there's always at least one place."""
    if _is_wrong(view, book):
        yield from (site for site in SITES if site.kind in ("pawn", "charity"))
    elif view.carried == MOST_CARRIED and _foobles(view) > 0:
        yield from (site for site in SITES if site.kind == "check")
    else:
        stores = [site for site in SITES if _sells_something(view, book, site)]
        otherwise = "pawn" if _foobles(view) >= ENOUGH else "restaurant"
        yield from stores or (site for site in SITES if site.kind == otherwise)
        if any(isinstance(thing, Item) for guess in view.guesses for thing in guess):
            yield from (site for site in SITES if site.kind == "locker")


def _sells_something(view: View, book: Notebook, site: Site) -> bool:
    """Whether a store may have an item that it needs and can afford."""
    if site.kind not in STORES:
        return False
    return any(
        item.price <= _foobles(view)
        and _likely(view, book, item)
        and view.stock.most[shelf(item, site.quadrant)] > view.sold[shelf(item, site.quadrant)]
        for item in sold_by(site.kind)
    )


def _pawn(view: View, book: Notebook) -> tuple[Move, ...]:
    """Buy what it needs, or sell what's least likely to be correct."""
    moves = tuple(legal(view))
    wanted = [one for one in moves if isinstance(one, Buy) and one.item and _likely(view, book, one.item)]
    if wanted:
        return (max(wanted, key=lambda move: _chance(book, move.item)),)
    sells = [move for move in moves if isinstance(move, Sell)]
    return (min(sells, key=lambda move: _chance(book, move.item)),)


def _locker(view: View, book: Notebook) -> tuple[Move, ...]:
    """Take out what's there, or with a full bag leave something."""
    if len(_bag(view)) < MOST_CARRIED:
        return (Take(),)
    puts = [move for move in legal(view) if isinstance(move, Put)]
    return (min(puts, key=lambda move: _chance(book, move.item)),)


def _chance(book: Notebook, item: Item | None) -> int:
    return 0 if item is None else sum(item in four for four in book.possible)
