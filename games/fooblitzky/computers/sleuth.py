"""The sleuth: weighs every possible set, and does what brings it closest to winning."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from games.fooblitzky.computers.appraisal import Appraisal
from games.fooblitzky.computers.outings import Outings
from games.fooblitzky.computers.shopper import shopper
from games.fooblitzky.rules.city.board import shelf
from games.fooblitzky.rules.city.map import Site
from games.fooblitzky.rules.moves import (
    Approach,
    Bump,
    Buy,
    Call,
    Cross,
    Enter,
    Give,
    Leave,
    Move,
    PickUp,
    Put,
    Sell,
    Take,
    WalkTo,
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
from games.fooblitzky.rules.sites import pawn
from games.fooblitzky.rules.view import View
from games.fooblitzky.words.prompts import legal
from games.kit.lots import below

SLIGHT = 0.1
"""So small a part of a turn means nothing: a choice by hand, for what is told and not for what is played."""

PLANNED = 0.3
"""How many of its walks the inspector plans; for the others it goes to the nearest place of use, like the
shopper. The sleuth won 74 % against it in the Quick form and 70 % in the whole form, and it won 85 and 79 %
against the shopper (300 games each). With 0.5 the sleuth won 65 and 71 % (200 games), with 0.2 84 % in the
Quick form (300):

    python -m bench.ladder fooblitzky --only inspector --first 30000 --deals 150 \\
        --put games.fooblitzky.computers.sleuth.PLANNED=0.5
"""


def sleuth(view: View, rng: Random) -> Move:
    """The sleuth's move, picked at random if several are equally good."""
    rated = dict(_rated(view))
    most = max(rated.values())
    best = [move for move, worth in rated.items() if worth == most]
    return best[below(rng, len(best))]


def inspector(view: View, rng: Random) -> Move:
    """Concludes, buys and deals like the sleuth, but only plans some of its walks; see `PLANNED`."""
    plans = not isinstance(view.phase, Walking) or rng.random() < PLANNED
    return (sleuth if plans else shopper)(view, rng)


def worths(view: View, played: Move, _: Random) -> dict[Move, float]:
    """How many turns each move saves, this one among them; empty if the sleuth can't say.

    A walk is worth as much by any way. At the X's it can't say: it has decided before it gets there.
    """
    if isinstance(view.phase, Choosing | AtKerb) or isinstance(played, Approach):
        return {}
    rated = dict(_rated(view))
    if isinstance(played, WalkTo | Enter | Bump) and (straight := replace(played, way="")) in rated:
        rated[played] = rated[straight]
    return rated if played in rated else {}


def _rated(view: View) -> Iterator[tuple[Move, float]]:
    """Every legal move and its worth. As a secret pick, all items are equally good."""
    phase = view.phase
    if isinstance(phase, Choosing):
        yield from ((move, 0.0) for move in legal(view))
        return
    found = Appraisal(view)
    match phase:
        case Walking():
            yield from Outings(found).all().items()
        case Indoors():
            outings = Outings(found)
            for move in legal(view):
                yield move, (outings.leaving if isinstance(move, Leave) else outings.staying)(phase)
        case _:
            yield from ((move, _worth(found, move)) for move in legal(view))


def _worth(found: Appraisal, move: Move) -> float:
    """What a move is worth, except on the street.

    The sleuth only goes to a kerb with an X if it has decided to cross, so there it crosses.
    """
    match found.view.phase, move:
        case Shopping(site=site), Buy(item) if item and _may_have(found.view, site, move):
            return found.buying(item, item.price)
        case Offered(), Buy(item) if item:
            return found.offered(item)
        case Phoning(), Call(site):
            return found.belief.told_by(site)
        case Bumping(picked=picked, turn=turn), PickUp(item):
            return found.belief.more_than(item, picked[turn].count(item))
        case AtCharity(), Give():
            return found.giving()
    return _dealing(found, move)


def _dealing(found: Appraisal, move: Move) -> float:
    match found.view.phase, move:
        case Pawning(), Buy(item) if item:
            return found.gain(item, pawn.costs(item))
        case Pawning(), Sell(item) if item:
            return found.selling(item)
        case AtLocker(site=site), Take():
            return found.taking(site)
        case AtLocker(site=site), Put(item) if item:
            return found.putting(item, site)
    return float(isinstance(move, Cross))


def _may_have(view: View, site: Site, move: Buy) -> bool:
    """Whether the store may have this item."""
    assert move.item is not None
    place = shelf(move.item, site.quadrant)
    return view.stock.most[place] > view.sold[place]
