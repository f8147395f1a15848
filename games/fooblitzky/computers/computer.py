"""Computer players: they see a view and nothing else.

A level is a function of a view and a generator; `choose` looks it up in LEVELS by name. LEVELS goes from
weakest to strongest.
"""

from games.core import IllegalMove
from games.fooblitzky.rules.city.board import shelf
from games.fooblitzky.rules.city.map import Site
from games.fooblitzky.rules.moves import Buy, Keep, Move, Sell, Stay, WalkTo
from games.fooblitzky.rules.phases import AtCharity, AtKerb, Choosing, Pawning, Shopping, Walking
from games.fooblitzky.rules.view import View
from games.fooblitzky.words.prompts import is_asked, legal
from games.fooblitzky.words.ways import within_reach


def default(view: View) -> Move:
    """The move for an absent player: the one that risks and changes least.

    Everyone can work it out from the view, so it never makes a secret pick: a computer does that.
    Raises IllegalMove when the viewer has nothing to choose.
    """
    if not is_asked(view):
        raise IllegalMove("There's nothing to choose right now.")
    if isinstance(view.phase, Choosing):
        raise IllegalMove("A secret pick can't be made in public.")
    if isinstance(view.phase, Walking):
        squares = (one for one in within_reach(view) if isinstance(one.move, WalkTo) and not one.dangers)
        return next(squares).move
    moves = tuple(legal(view))
    match view.phase:
        case AtKerb():
            return Stay()
        case AtCharity():
            return Keep()
        case Pawning():
            return Buy(None) if Buy(None) in moves else _cheapest_sale(moves)
        case Shopping(site=site):
            return min(
                (move for move in moves if isinstance(move, Buy)), key=lambda move: _cost(view, site, move)
            )
    return moves[0]


def _cheapest_sale(moves: tuple[Move, ...]) -> Sell:
    """Sell the cheapest item: a player who can buy or sell has to do one of them."""
    sales = (move for move in moves if isinstance(move, Sell))
    return min(sales, key=lambda move: move.item.price if move.item else 0)


def _cost(view: View, site: Site, move: Buy) -> int:
    """The price, or 0 if it's out of stock."""
    assert move.item is not None
    place = shelf(move.item, site.quadrant)
    return move.item.price if view.stock.most[place] > view.sold[place] else 0
