"""The city in words, for players who don't see the picture, and what a player's own screen says."""

from collections.abc import Iterator

from games.core import Seat, mark
from games.fooblitzky.rules.city.items import listed, named
from games.fooblitzky.rules.city.map import QUADRANT_NAMES, SQUARES
from games.fooblitzky.rules.knowledge.marks import marks
from games.fooblitzky.rules.knowledge.notebook import notebook
from games.fooblitzky.rules.moves import Bump, Enter
from games.fooblitzky.rules.phases import (
    AtCharity,
    AtKerb,
    AtLocker,
    Bumping,
    Choosing,
    Finished,
    Indoors,
    Offered,
    Pawning,
    Phoning,
    Shopping,
    Walking,
)
from games.fooblitzky.rules.view import BrokenOff, Person, View
from games.fooblitzky.words.belongings import carried, checked, inside, lockers_concluded, lockers_seen
from games.fooblitzky.words.goals import Goal, offered
from games.fooblitzky.words.ways import moves, over
from games.kit.prose import counted, fitting


def describe(view: View) -> str:
    """What's going on, the time, where everyone is and what the seat carries; at most 1,000 characters.

    Sentences at the end that don't fit are left out.
    """
    sentences = [
        _phase(view),
        f"It's day {view.day}, {view.time}{', rush hour' * view.is_rush}{_closing(view)}.",
    ]
    if isinstance(view.phase, Walking):
        sentences.append(_goals(view))
    if view.prices:
        sentences += [
            *([checked(view.checked)] if view.checked else []),
            *_mine(view),
            *_people(view),
            *_correct(view),
            *_concluded(view),
            *_streets(view),
        ]
        sentences += [] if view.over else _walks(view)
    return fitting(sentences)


def _phase(view: View) -> str:
    match view.phase:
        case Choosing():
            waiting = [mark(Seat(seat)) for seat, ready in enumerate(view.ready) if not ready]
            own = None if view.viewer is None else view.chosen[view.viewer]
            picked = "" if own is None else f" You picked the {own.name}."
            return f"Everyone secretly picks an item. Waiting for {named(waiting)}.{picked}"
        case Walking(seat=seat, walk=walk):
            return f"{mark(seat)} has {counted(walk.left, 'move')} left."
        case AtKerb(seat=seat, crosswalk=number):
            return f"{mark(seat)} is at crosswalk {number}, which has an X."
        case Indoors(seat=seat, site=site, roll=roll):
            return f"{mark(seat)} rolled {roll} and decides whether to stay {site.inside} the {site.name}."
        case Offered(seat=seat, items=items):
            return f"The Chance Man offers {mark(seat)} {listed(items)}."
        case Bumping(pile=pile):
            return f"On the ground: {listed(pile)}. {_picker(view)} picks next."
        case Finished(places=places, reason=reason):
            first = [mark(Seat(seat)) for seat, place in enumerate(places) if place == 1]
            return f"The game is over. First place: {named(first)} ({reason})."
        case BrokenOff():
            return "The game ended early."
    return _at_site(view)


def _closing(view: View) -> str:
    is_last = view.options.half_day and view.day == view.options.days
    return ", and the city closes at 1:00 PM" if is_last and not view.over else ""


def _goals(view: View) -> str:
    """The goals with their numbers in the picture, and how far they are."""
    return f"Goals: {'; '.join(_goal(view, *one) for one in enumerate(offered(view), 1))}."


def _goal(view: View, number: int, goal: Goal) -> str:
    match move := goal.destination.move:
        case Enter(site):
            what = site.kind_name
        case Bump(seat):
            what = mark(seat)
        case _:
            what = SQUARES[move.square].name
    return f"{number}. {what}, {counted(moves(view, move), 'move')}{over(goal.destination.dangers)}"


def _picker(view: View) -> str:
    return mark(view.mover) if view.mover is not None else "Nobody"


def _at_site(view: View) -> str:
    match view.phase:
        case (
            Shopping(seat=seat, site=site)
            | Phoning(seat=seat, site=site)
            | Pawning(seat=seat, site=site)
            | AtLocker(seat=seat, site=site)
            | AtCharity(seat=seat, site=site)
        ):
            return f"{mark(seat)} is in {site.the}."
    return "Chance decides what happens next."


def _mine(view: View) -> Iterator[str]:
    if view.me is not None:
        things = carried(view.me.bag or (), () if view.over else view.worlds)
        yield f"You carry {things} and have {view.me.foobles} foobles."


def _concluded(view: View) -> Iterator[str]:
    """A seat's own lockers and, if its notebook draws conclusions, a summary of them."""
    if view.viewer is None or view.over:
        return
    yield from lockers(view)
    if view.options.notebook == "conclusions":
        book = notebook(view)
        yield f"Definitely correct: {listed(book.sure)}. Possible: {listed(book.open)}."
    yield from marks(view)


def _people(view: View) -> Iterator[str]:
    for seat, person in enumerate(view.people):
        has = f" and carries {listed(person.bag)}" if view.whole is not None and person.bag else ""
        yield f"{mark(Seat(seat))} is {_where(person)}, with {person.foobles} foobles{has}."


def _where(person: Person) -> str:
    if person.inside:
        return f"in {person.inside.the}"
    square = SQUARES[person.square]
    return f"on {square.name}, {QUADRANT_NAMES[square.quadrant]}"


def _streets(view: View) -> Iterator[str]:
    numbers = ", ".join(str(one.number) for one in view.crossings)
    yield f"Crosswalks with an X: {numbers or 'none'}."


def _walks(view: View) -> Iterator[str]:
    """The walks since the mover's previous turn, including the one in progress."""
    for seat, path in view.walks:
        if len(path) > 1:
            yield f"{mark(seat)} walked from {SQUARES[path[0]].name} to {SQUARES[path[-1]].name}."


def _correct(view: View) -> Iterator[str]:
    """The prices, and once the game is over the items themselves."""
    if view.whole is not None and view.whole.correct:
        yield f"The correct items were {listed(view.whole.correct)}."
    else:
        yield f"The four correct items cost {', '.join(map(str, view.prices))} foobles."


def lockers(view: View) -> Iterator[str]:
    """What's in the viewer's lockers: as they left them, or everything that follows."""
    if not view.guesses:
        return
    if view.options.notebook != "conclusions":
        yield f"In your lockers: {lockers_seen(view.guesses, view.opened)}."
        return
    yield f"In your lockers, Howl Hill and Paw Bay: {lockers_concluded(view.guesses)}."
    unseen = {world.unseen for world in view.worlds}
    if len(unseen) == 1 and None not in unseen:
        yield f"The thing you carry but haven't seen: {inside(*unseen)}."
