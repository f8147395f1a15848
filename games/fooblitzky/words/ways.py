"""Where the walker can go, and how dangerous the crosswalks are: shared by questions and computers."""

from collections.abc import Iterator

from games.fooblitzky.rules.city.destinations import (
    UGH_FARE,
    Destination,
    OnFoot,
    bumpable,
    destinations,
    route,
)
from games.fooblitzky.rules.city.walking import Route
from games.fooblitzky.rules.moves import Approach, Enter, Going, Move
from games.fooblitzky.rules.phases import Walking
from games.fooblitzky.rules.travel import risk
from games.fooblitzky.rules.view import View
from games.kit.prose import counted

OVER_AN_X = ", over an X"


def legal(view: View) -> Iterator[Move]:
    """Sites, people and squares within reach, and then all of these and the kerbs before X's by every way.

    With a high roll these are thousands: take no more of them than you need.
    """
    yield from (one.move for one in within_reach(view))
    yield from (move for move in on_foot(view).all() if move.way or isinstance(move, Approach))


def within_reach(view: View) -> tuple[Destination, ...]:
    """Where the walker can go, with the number of X's on the way; empty if nobody is walking."""
    if not isinstance(view.phase, Walking):
        return ()
    foot = on_foot(view)
    return destinations(foot.walk, foot.xs, foot.others, foot.can_ride, foot.declined)


def on_foot(view: View) -> OnFoot:
    """The walker as someone who goes step by step; somebody is walking."""
    walking = view.phase
    assert isinstance(walking, Walking)
    can_ride = view.people[walking.seat].foobles >= UGH_FARE
    return OnFoot(walking.walk, view.xs, bumpable(view.people, walking.seat), can_ride, walking.declined)


def way(view: View, going: Going) -> Route:
    """The way there, of those that `within_reach` finds, up to the door of a place."""
    foot = on_foot(view)
    found = route(foot.walk, foot.xs, foot.others, going, foot.declined)
    assert found is not None
    return found


def moves(view: View, going: Going) -> int:
    """How many moves that takes; going in is one too (rule 10)."""
    return way(view, going).steps + isinstance(going, Enter)


def over(dangers: int) -> str:
    """The X's on the way, as labels name them."""
    if not dangers:
        return ""
    return OVER_AN_X if dangers == 1 else f", over {dangers} X's"


def times(view: View) -> str:
    """How often a car comes at an X right now (rule 16): `1 time in 4`."""
    often, of = risk(view.options, is_rush=view.is_rush).as_integer_ratio()
    return f"{counted(often, 'time')} in {of}"
