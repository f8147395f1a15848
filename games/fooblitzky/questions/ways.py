"""Where the walker can go, and how dangerous the crosswalks are: shared by questions and computers."""

from games.fooblitzky.city.destinations import UGH_FARE, Destination, approaches, bumpable, destinations
from games.fooblitzky.moves import Move
from games.fooblitzky.phases import Walking
from games.fooblitzky.rules.travel import risk
from games.fooblitzky.view import View
from games.kit.prose import counted


def legal(view: View) -> tuple[Move, ...]:
    """Everything within reach: sites, people, squares, and for step by step the kerbs before X's."""
    if not isinstance(view.phase, Walking):
        return ()
    walking = view.phase
    return (
        *(one.move for one in within_reach(view)),
        *approaches(walking.walk, view.xs, walking.declined),
    )


def within_reach(view: View) -> tuple[Destination, ...]:
    """Where the walker can go, with the number of X's on the way; empty if nobody is walking."""
    mover = view.mover
    if mover is None or not isinstance(view.phase, Walking):
        return ()
    can_ride = view.people[mover].foobles >= UGH_FARE
    others, declined = bumpable(view.people, mover), view.phase.declined
    return destinations(view.phase.walk, view.xs, others, can_ride, declined)


def times(view: View) -> str:
    """How often a car comes at an X right now (rule 16): `1 time in 4`."""
    often, of = risk(view.options, is_rush=view.is_rush).as_integer_ratio()
    return f"{counted(often, 'time')} in {of}"
