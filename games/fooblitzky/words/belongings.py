"""Bags and lockers in words: what a viewer has seen of them, and what they haven't."""

from games.core import mark
from games.fooblitzky.rules.city.board import Check, Guess, Unknown, World
from games.fooblitzky.rules.city.items import Bag, Item, listed, named, tally
from games.fooblitzky.rules.city.map import LOCKER_QUADRANTS, QUADRANT_NAMES

UNSEEN = "one thing you haven't seen"


def carried(seen: Bag, worlds: tuple[World, ...]) -> str:
    """`pig, saw and one thing you haven't seen`; `perhaps one thing …` if maybe nothing came out."""
    names = [item.name for item in seen]
    if worlds and all(world.unseen for world in worlds):
        names.append(UNSEEN)
    elif any(world.unseen for world in worlds):
        names.append(f"perhaps {UNSEEN}")
    return named(names)


def checked(check: Check) -> str:
    """`{a} had pig and saw checked: 1 check mark, 1 X.`; without the bag if the viewer hasn't seen it."""
    things = "a bag" if check.bag is None else listed(check.bag)
    unseen = " that you haven't seen" if check.bag is None else ""
    return f"{mark(check.seat)} had {things} checked{unseen}: {tally(check.ticks, check.crosses)}."


def inside(content: Item | Unknown | None) -> str:
    """The contents of a locker."""
    match content:
        case None:
            return "nothing"
        case Unknown():
            return "something you haven't seen"
    return content.name


def lockers_seen(guesses: tuple[Guess, ...], opened: tuple[bool, bool]) -> str:
    """`Howl Hill pig, Paw Bay not opened yet`: the lockers as the owner left them."""
    parts = (
        f"{QUADRANT_NAMES[where]} {inside(guesses[0][side])}"
        if opened[side]
        else f"{QUADRANT_NAMES[where]} not opened yet"
        for side, where in enumerate(LOCKER_QUADRANTS)
    )
    return ", ".join(parts)


def lockers_concluded(guesses: tuple[Guess, ...]) -> str:
    """`pig and nothing, or nothing and pig`: Howl Hill and Paw Bay, for each possibility."""
    return ", or ".join(f"{inside(one)} and {inside(other)}" for one, other in guesses)
