"""The sentence below the picture: what just happened, or what the viewer can do; seats as marks."""

from games.core import Seat, mark
from games.fooblitzky.city import news
from games.fooblitzky.city.map import BLOCKS, SQUARES
from games.fooblitzky.city.walking import Walk
from games.fooblitzky.phases import (
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
from games.fooblitzky.pictures.asked import Asked
from games.fooblitzky.questions.where import SQUARE
from games.fooblitzky.view import BrokenOff, View
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
        return Caption(_asks(view, asked, answers), view.mover, asks=True)
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
    return Caption(f"{news.you_picked(own)} {others}", view.viewer)


_ASKS: dict[type, str] = {
    Shopping: "Which item do you try for?",
    Offered: "One of these is correct. Which do you try for?",
    AtKerb: "Cross at the X, or go elsewhere?",
    Pawning: "Buy or sell?",
    AtLocker: "Take out or put in?",
    AtCharity: "Give everything, or keep it?",
    Bumping: "Pick something up.",
}


def _asks(view: View, asked: Asked, answers: tuple[str, ...]) -> str:
    """The question in short, and in other words than the full question above the buttons."""
    match view.phase:
        case Walking(walk=walk):
            return _walks(walk, asked, answers)
        case Indoors(site=site, roll=roll):
            return f"{news.you_rolled(roll)} Stay {site.inside} the {site.kind_name}?"
        case Phoning():
            return "Pick one of the four to call." if answers else "Pick a kind of store to call."
    return _ASKS[type(view.phase)]


def _walks(walk: Walk, asked: Asked, answers: tuple[str, ...]) -> str:
    rolled = f"{walk.left} left." if walk.crossed else news.you_rolled(walk.left)
    if asked.path:
        return asked.title
    if not answers:
        return f"{rolled} Where to?"
    if answers[0] != SQUARE:
        return f"{rolled} Pick a place."
    return f"{rolled} Pick a {'block' if any(name in asked.offers for name in BLOCKS) else 'square'}."


def _seen(view: View, seat: Seat) -> Caption:
    """What everyone sees of another player's turn."""
    name = mark(seat)
    match view.phase:
        case Walking(walk=walk):
            if view.last is None or (view.last.seat == seat and not walk.crossed):
                return Caption(f"{news.rolled(seat, walk.left)} Where to?", seat)
            return _told(view) or Caption(news.rolled(seat, walk.left), seat)
        case AtKerb():
            return Caption(f"{name} is at an X. Cross it or not?", seat)
        case Indoors(site=site, roll=roll):
            return Caption(f"{news.rolled(seat, roll)} Stay {site.inside} the {site.kind_name} or go?", seat)
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
