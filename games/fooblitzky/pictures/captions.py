"""The sentence below the picture: what just happened, or what the viewer can do; seats as marks."""

from games.core import Seat, mark
from games.fooblitzky.pictures.asked import Asked
from games.fooblitzky.rules.city import news
from games.fooblitzky.rules.city.map import BLOCKS, SQUARES
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
from games.fooblitzky.rules.view import BrokenOff, View
from games.fooblitzky.words.where import SQUARE, without_on_foot
from games.kit.brush.scene import Caption


def caption(view: View, asked: Asked, answers: tuple[str, ...]) -> Caption:
    """What the viewer can do, or what just happened if they're waiting."""
    match view.phase:
        case Choosing():
            return _choosing(view)
        case Finished():
            return _told(view) or Caption("The city has closed.")
        case BrokenOff():
            return Caption("The game ended early.")
    if view.mover is None:
        return _told(view) or Caption("The town waits.")
    if view.is_mine or answers:
        return _asks(view, view.mover, asked, answers)
    return _seen(view, view.mover)


def _choosing(view: View) -> Caption:
    own = None if view.viewer is None else view.chosen[view.viewer]
    waiting = [mark(Seat(seat)) for seat, ready in enumerate(view.ready) if not ready]
    if view.viewer is None:
        return Caption("Everyone secretly picks an item.")
    if own is None:
        where = "Only you will know it." if view.options.for_another else "Yours goes in a locker."
        return Caption(f"Everyone will need it. {where}", view.viewer, asks=True)
    others = f"{waiting[0]} is still picking." if len(waiting) == 1 else "Wait for the rest."
    told = news.you_picked(own)
    return Caption(f"{told} {others}", view.viewer, tells=(told,))


_ASKS: dict[type, str] = {
    Shopping: "Which item do you try for?",
    Offered: "One of these is correct. Which do you try for?",
    AtKerb: "Cross at the X, or go elsewhere?",
    Pawning: "Buy or sell?",
    AtLocker: "Take out or put in?",
    AtCharity: "Give everything, or keep it?",
    Bumping: "Pick something up.",
}


def _asks(view: View, seat: Seat, asked: Asked, answers: tuple[str, ...]) -> Caption:
    """The question in short, and in other words than the full question above the buttons."""
    match view.phase:
        case Walking() if asked.path:
            text = asked.title
        case Walking(walk=walk) if walk.crossed:
            text = f"{walk.left} left. {_where_to(asked, answers)}"
        case Walking(walk=walk):
            return _rolled(seat, walk.left, _where_to(asked, answers))
        case Indoors(site=site, roll=roll):
            return _rolled(seat, roll, f"Stay {site.inside} the {site.kind_name}?")
        case Phoning():
            text = "Pick one of the four to call." if answers else "Pick a kind of store to call."
        case _:
            text = _ASKS[type(view.phase)]
    return Caption(text, seat, asks=True)


def _rolled(seat: Seat, number: int, question: str) -> Caption:
    """What the player whose turn it is has rolled, and what they're asked."""
    told = news.rolled(seat, number)
    return Caption(f"Rolled {number}. {question}", seat, asks=True, tells=(told,))


def _where_to(asked: Asked, answers: tuple[str, ...]) -> str:
    answers = without_on_foot(answers)
    if not answers:
        return "Where to?"
    if answers[0] != SQUARE:
        return "Pick a place."
    return f"Pick a {'block' if any(name in asked.offers for name in BLOCKS) else 'square'}."


def _seen(view: View, seat: Seat) -> Caption:
    """What everyone sees of another player's turn."""
    name = mark(seat)
    match view.phase:
        case Walking(walk=walk):
            if view.last is None or (view.last.seat == seat and not walk.crossed):
                told = news.rolled(seat, walk.left)
                return Caption(f"{told} Where to?", seat, tells=(told,))
            return _told(view) or Caption(news.rolled(seat, walk.left), seat)
        case AtKerb():
            return Caption(f"{name} is at an X. Cross it or not?", seat)
        case Indoors(site=site, roll=roll):
            told = news.rolled(seat, roll)
            return Caption(f"{told} Stay {site.inside} the {site.kind_name} or go?", seat, tells=(told,))
        case Shopping(site=site) | Pawning(site=site) | AtCharity(site=site):
            return Caption(news.entered(seat, site), seat)
        case Phoning(site=site):
            return Caption(news.phones(seat, site), seat)
        case AtLocker(site=site):
            return Caption(news.opens_locker(seat, site), seat)
        case Offered():
            return Caption(f"The Chance Man has an offer for {name}.", seat)
        case Bumping(seats=(bumper, bumped)):
            return Caption(f"{mark(bumper)} bumps {mark(bumped)}. {name} picks.", seat)
    return Caption(f"It's {name}'s turn.", seat)


def _told(view: View) -> Caption | None:
    """The last thing everyone saw."""
    last = view.last
    if last is None:
        return None
    inside = view.people[last.seat].inside
    at = SQUARES[view.people[last.seat].square].name
    checked = (view.checked.ticks, view.checked.crosses) if view.checked else None
    text = news.happened(last, inside, int(view.options.wage), checked) or news.walked(last.seat, at)
    return Caption(text, last.seat)
