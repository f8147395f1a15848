"""The sentence below the picture: what the viewer can do; seats as marks."""

from games.core import Caption, Seat, mark
from games.fooblitzky.pictures.asked import Asked
from games.fooblitzky.rules.city.map import BLOCKS
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
from games.fooblitzky.rules.view import View
from games.fooblitzky.words.where import SQUARE, without_on_foot


def caption(view: View, asked: Asked, answers: tuple[str, ...]) -> Caption | None:
    """What the viewer can do; None if they're waiting."""
    if isinstance(view.phase, Choosing):
        return _choosing(view)
    if view.over or view.mover is None or not (view.is_mine or answers):
        return None
    return _asks(view, view.mover, asked, answers)


def _choosing(view: View) -> Caption:
    if view.viewer is None:
        return Caption("Everyone secretly picks an item.")
    if view.chosen[view.viewer] is None:
        where = "Only you will know it." if view.options.for_another else "Yours goes in a locker."
        return Caption(f"Everyone will need it. {where}", view.viewer)
    waiting = [mark(Seat(seat)) for seat, ready in enumerate(view.ready) if not ready]
    others = f"{waiting[0]} is still picking." if len(waiting) == 1 else "Wait for the rest."
    return Caption(others, view.viewer, follows=True)


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
            text = f"Rolled {walk.left}. {_where_to(asked, answers)}"
        case Indoors(site=site, roll=roll):
            text = f"Rolled {roll}. Stay {site.inside} the {site.kind_name}?"
        case Phoning():
            text = "Pick one of the four to call." if answers else "Pick a kind of store to call."
        case _:
            text = _ASKS[type(view.phase)]
    return Caption(text, seat)


def _where_to(asked: Asked, answers: tuple[str, ...]) -> str:
    answers = without_on_foot(answers)
    if not answers:
        return "Where to?"
    if answers[0] != SQUARE:
        return "Pick a place."
    return f"Pick a {'block' if any(name in asked.offers for name in BLOCKS) else 'square'}."
