"""Players who forget some of what they saw: the shopper with a view that lacks it."""

from dataclasses import replace
from random import Random

from games.fooblitzky.computers.shopper import shopper
from games.fooblitzky.rules.city.board import Stock
from games.fooblitzky.rules.city.map import QUADRANTS, SQUARES
from games.fooblitzky.rules.moves import Move
from games.fooblitzky.rules.view import View


def tourist(view: View, rng: Random) -> Move:
    """The shopper without the prices, the shelves it saw, and all checks but the last."""
    return shopper(replace(view, prices=(), stock=Stock(), checks=view.checks[-1:]), rng)


def local(view: View, rng: Random) -> Move:
    """The shopper who only remembers shelves in the quarter it's in."""
    return shopper(_in_this_quarter(view), rng)


def _in_this_quarter(view: View) -> View:
    """The view as if the shelves elsewhere had never been seen."""
    assert view.me is not None
    here = QUADRANTS.index(SQUARES[view.me.square].quadrant)
    seen, unseen = view.stock, Stock()

    def remembered(bounds: tuple[int, ...], anything: tuple[int, ...]) -> tuple[int, ...]:
        pairs = enumerate(zip(bounds, anything, strict=True))
        return tuple(known if shelf % len(QUADRANTS) == here else other for shelf, (known, other) in pairs)

    stock = Stock(remembered(seen.least, unseen.least), remembered(seen.most, unseen.most))
    return replace(view, stock=stock)
