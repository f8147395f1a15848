"""The sentence below the picture: what just happened, or what the viewer is to do; seats as marks."""

from games.core import Seat, mark
from games.fooblitzky.city.board import Last
from games.fooblitzky.city.map import BLOCKS, QUADRANT_NAMES, SQUARES
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
    """What the viewer is to do; if they wait, what just happened."""
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
        where = "Only you will know it." if view.options.for_another else "Yours is in a locker."
        return Caption(f"Everyone will need it. {where}", view.viewer, asks=True)
    others = f"{waiting[0]} is still picking." if len(waiting) == 1 else "Others still pick."
    return Caption(f"You picked the {own.name}. {others}", view.viewer)


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
    """The question in short; its longer form stands above the buttons, so this says it in other words."""
    match view.phase:
        case Walking(walk=walk):
            return _walks(walk, asked, answers)
        case Indoors(site=site, roll=roll):
            return f"Rolled {roll}. Stay {site.inside} the {site.kind_name}?"
        case Phoning():
            return "Pick one of the four to call." if answers else "Pick a kind of store to call."
    return _ASKS[type(view.phase)]


def _walks(walk: Walk, asked: Asked, answers: tuple[str, ...]) -> str:
    rolled = f"{walk.left} left" if walk.crossed else f"Rolled {walk.left}"
    if asked.path:
        return asked.title
    if not answers:
        return f"{rolled}. Where to?"
    if answers[0] != SQUARE:
        return f"{rolled}. Pick a place."
    return f"{rolled}. Pick a {'block' if any(name in asked.offers for name in BLOCKS) else 'square'}."


def _seen(view: View, seat: Seat) -> Caption:
    """What everyone sees of somebody else's turn."""
    name = mark(seat)
    match view.phase:
        case Walking(walk=walk):
            if view.last is None or (view.last.seat == seat and not walk.crossed):
                return Caption(f"{name} rolled {walk.left}. Where to?", seat)
            return _told(view) or Caption(f"{name} rolled {walk.left}.", seat)
        case AtKerb():
            return Caption(f"{name} is at an X. Cross it or not?", seat)
        case Indoors(site=site, roll=roll):
            return Caption(f"{name} rolled {roll}. Stay {site.inside} the {site.kind_name} or go?", seat)
        case Shopping(site=site) | Pawning(site=site) | AtCharity(site=site):
            return Caption(f"{name} goes into {site.the}.", seat)
        case Phoning(site=site):
            return Caption(f"{name} is on the phone in {QUADRANT_NAMES[site.quadrant]}.", seat)
        case AtLocker(site=site):
            return Caption(f"{name} opens a locker in {QUADRANT_NAMES[site.quadrant]}.", seat)
        case Offered():
            return Caption(f"The Chance Man has an offer for {name}.", seat)
        case Bumping(seats=(bumper, bumped)):
            return Caption(f"{mark(bumper)} bumps {mark(bumped)}. {name} picks.", seat)
    return Caption(f"It’s {name}’s turn.", seat)


def _told(view: View) -> Caption | None:
    """What everyone saw last."""
    last = view.last
    if last is None:
        return None
    text = (
        _fate(last)
        or _place(view, last)
        or f"{mark(last.seat)} walks to {SQUARES[view.people[last.seat].square].name}."
    )
    return Caption(text, last.seat)


def _fate(last: Last) -> str:
    name = mark(last.seat)
    match last.fate:
        case "car":
            return f"A car hits {name}: off to the hospital!"
        case "piano":
            return f"A piano drops on {name}. Hospital!"
        case "turn":
            return f"The Chance Man gives {name} a turn."
        case "gift":
            return f"The Chance Man gives {name} {last.foobles} foobles."
        case "robbery":
            return f"The Chance Man takes {last.foobles} from {name}."
        case "theft":
            return f"The Chance Man robs {name} of an item."
    if last.bumped is not None:
        return f"{name} bumped {mark(last.bumped)}, and both picked."
    if last.item is not None and last.site is None:
        return _bought(name, last)
    return ""


def _bought(name: str, last: Last) -> str:
    assert last.item is not None
    if last.sold:
        return f"{name} sells the {last.item.name}."
    return f"{name} buys the {last.item.name}." if last.thumb else f"{name} doesn’t get the {last.item.name}."


def _place(view: View, last: Last) -> str:
    if last.site is None:
        return ""
    name, site, inside = mark(last.seat), last.site, view.people[last.seat].inside
    match site.kind:
        case "check":
            return _checked(view, last)
        case "phone":
            return f"{name} phones from {QUADRANT_NAMES[site.quadrant]}."
        case "pawn":
            return _bought(name, last) if last.item else f"{name} makes no deal."
        case "locker":
            done = "uses" if last.thumb else "gets nothing from"
            return f"{name} {done} the {QUADRANT_NAMES[site.quadrant]} locker."
        case "charity":
            return f"{name} visits Charity Central."
        case "restaurant":
            return f"{name} washes dishes for {view.options.wage} foobles."
        case "hospital":
            return f"{name} stays in the hospital." if inside else f"{name} is let out of the hospital."
        case "clockwise" | "counter":
            return f"{name} rides to {QUADRANT_NAMES[(inside or site).quadrant]}."
    return _bought(name, last) if last.item else f"{name} goes into {site.the}."


def _checked(view: View, last: Last) -> str:
    found = view.checks[-1] if view.checks and view.checks[-1].seat == last.seat else None
    if found is None:
        return f"{mark(last.seat)} has nothing to be checked."
    return f"{mark(last.seat)} has {found.ticks} right, {found.crosses} wrong."
