"""Where whoever walks can go: what the prompts offer, the rules allow and computers choose from."""

from games.fooblitzky.destinations import UGH_FARE, Destination, bumpable, destinations
from games.fooblitzky.moves import Move
from games.fooblitzky.phases import Walking
from games.fooblitzky.view import View


def legal(view: View) -> tuple[Move, ...]:
    """Everything in reach: sites, people, squares."""
    return tuple(one.move for one in within_reach(view))


def within_reach(view: View) -> tuple[Destination, ...]:
    """Where whoever walks can go, with the number of X's on the way; nothing while nobody walks."""
    mover = view.mover
    if mover is None or not isinstance(view.phase, Walking):
        return ()
    can_ride = view.people[mover].foobles >= UGH_FARE
    return destinations(view.phase.walk, view.xs, bumpable(view.people, mover), can_ride)
