"""What stays in a player's picture until they move: a check, the Chance Man, a car, and a bump.

`games/fooblitzky/pictures/highlights.py` draws the icons: names of files in `art`.
"""

from collections.abc import Mapping
from typing import TypeAlias

from games.core import Highlight, Seat, Viewer, mark
from games.fooblitzky.rules.city.items import Bag, Item
from games.fooblitzky.words.icons import of as icon_of
from games.kit.prose import counted

Highlights: TypeAlias = Mapping[Viewer, Highlight]

_MAN, _TO_HOSPITAL = "marks/man", "You're in the hospital for 3 foobles"


def checked(seat: Seat, ticks: int, crosses: int, things: Bag) -> Highlights:
    """The result of a Check Point; `things` is empty if the others don't see the bag."""
    title = f"{ticks} correct, {crosses} wrong"
    icon = _shown("signs/check", things)
    return {None: Highlight(title, f"{mark(seat)}'s bag", icon), seat: Highlight(title, "Your bag", icon)}


def another_turn(seat: Seat) -> Highlights:
    return {seat: Highlight("Another turn for you", "The Chance Man gives it to you", _MAN)}


def gift(seat: Seat, foobles: int) -> Highlights:
    return _man(seat, f"You get {counted(foobles, 'fooble')}", "The Chance Man gives them to you")


def robbery(seat: Seat, foobles: int) -> Highlights:
    return _man(seat, f"You lose {counted(foobles, 'fooble')}", "The Chance Man steals them")


def theft(seat: Seat, item: Item | None) -> Highlights:
    """`item` is None if the seat hasn't seen it."""
    title = f"You lose your {item.name}" if item else "You lose something unseen"
    icon = _shown(_MAN, (item,) if item else ())
    return {seat: Highlight(title, "The Chance Man takes it to a pawn shop", icon)}


def piano(seat: Seat) -> Highlights:
    return {seat: Highlight("A piano drops on you", _TO_HOSPITAL, f"{_MAN} signs/hospital")}


def car(seat: Seat) -> Highlights:
    return {seat: Highlight("A car hits you", _TO_HOSPITAL, "signs/hospital")}


def closing() -> Highlights:
    """For everyone, an hour before the city closes."""
    return {None: Highlight("The city closes in an hour", "Then the most correct items win", "town/dusk")}


def bumped(bumper: Seat, seat: Seat) -> Highlights:
    """For the seat that has to pick up its things."""
    return {seat: Highlight(f"{mark(bumper)} bumps you", "Both of you drop everything", f"dog/{bumper}")}


def picked_up(bumper: Seat, seat: Seat, picked: tuple[Bag, Bag]) -> Highlights:
    """What both carry after a bump, the bumper first."""
    own, others = picked
    return {
        bumper: Highlight(f"You bump {mark(seat)}", _carries(own), _shown(f"dog/{seat}", own)),
        seat: Highlight(f"{mark(bumper)} bumps you", _carries(others), _shown(f"dog/{bumper}", others)),
    }


def _man(seat: Seat, title: str, line: str) -> Highlights:
    return {seat: Highlight(title, line, f"{_MAN} marks/coin")}


def _carries(things: Bag) -> str:
    return "You carry this now" if things else "You carry nothing now"


def _shown(first: str, things: Bag) -> str:
    return " ".join([first, *(f"items/{icon_of(item)}" for item in things)])
