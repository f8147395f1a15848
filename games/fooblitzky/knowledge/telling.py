"""A seat's own things in words: what it has seen, and how much it has not."""

from games.fooblitzky.city.board import Guess, Unknown, World
from games.fooblitzky.city.items import Bag, Item, named

UNSEEN = "one thing you have not seen"


def carried(seen: Bag, worlds: tuple[World, ...]) -> str:
    """`pig, saw and one thing you have not seen`; `perhaps one thing` where it may have been no swap."""
    names = [item.name for item in seen]
    if worlds and all(world.unseen for world in worlds):
        names.append(UNSEEN)
    elif any(world.unseen for world in worlds):
        names.append(f"perhaps {UNSEEN}")
    return named(names)


def inside(content: Item | Unknown | None) -> str:
    """What lies in a locker."""
    match content:
        case None:
            return "nothing"
        case Unknown():
            return "something you have not seen"
    return content.name


def lockers_seen(guesses: tuple[Guess, ...], opened: tuple[bool, bool]) -> str:
    """`pig upper left, and lower right you have not looked yet`: what the owner left where they have been."""
    parts = (
        f"{inside(guesses[0][side])} {where}" if opened[side] else f"{where} you have not looked yet"
        for side, where in enumerate(("upper left", "lower right"))
    )
    return ", and ".join(parts)


def lockers_concluded(guesses: tuple[Guess, ...]) -> str:
    """`pig and nothing, or nothing and pig`: upper left and lower right, as it may be."""
    return ", or ".join(f"{inside(one)} and {inside(other)}" for one, other in guesses)
