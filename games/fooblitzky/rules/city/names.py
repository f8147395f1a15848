"""Reading the names of items, places, squares, seats and ways as people type them."""

import re
from collections.abc import Iterator, Sequence

from games.core import BadNotation, Seat
from games.fooblitzky.rules.city.items import ITEMS, Item
from games.fooblitzky.rules.city.map import (
    CROSSWALKS,
    QUADRANT_NAMES,
    QUADRANTS,
    SHORT_NAMES,
    SITE_NAMES,
    SITES,
    SQUARES,
    Kind,
    Quadrant,
    Site,
)
from games.kit.prose import quoted

_SEATS = "abcd"

STEPS = {"n": "up", "e": "right", "s": "down", "w": "left"}
"""What people call the steps of a way."""

_ALIASES: dict[Kind, tuple[str, ...]] = {
    "grocery": ("grocerystore",), "hardware": ("hardwarestore", "tool"), "pets": ("pet",),
    "sports": ("sport",), "toys": ("toy",), "clockwise": ("ugh",), "counter": ("ugh", "counterclockwise"),
}  # fmt: skip


def read_item(words: Sequence[str]) -> Item:
    """The item of this name, with or without spaces and hyphens. Raises BadNotation."""
    item = _ITEMS.get(_plain(words))
    if item is None:
        raise BadNotation(
            f"{quoted(' '.join(words))} isn't one of the eighteen items, such as pig or hot-dog."
        )
    return item


def read_items(words: Sequence[str]) -> tuple[Item, ...]:
    """Items of one word each. Raises BadNotation."""
    if not words:
        raise BadNotation("Name at least one item, each as one word such as hot-dog.")
    return tuple(read_item([word]) for word in words)


def read_site(words: Sequence[str], sites: Sequence[Site] = SITES) -> Site:
    """The place with this name, and a quadrant if there are several such places. Raises BadNotation."""
    name = _plain(words)
    found = [site for site in sites if name in _SITE_NAMES[site.number]]
    if len(found) > 1:
        raise BadNotation(f"There are {len(found)} of those. Say which one, such as “{found[0].code}”.")
    if not found:
        raise BadNotation(
            f"{quoted(' '.join(words))} isn't a place you can name here. Write a place as “UL drug”."
        )
    return found[0]


def read_square(words: Sequence[str]) -> int:
    """The square of this name. Raises BadNotation."""
    number = _SQUARES.get("".join(words))
    if number is None:
        raise BadNotation(f"{quoted(' '.join(words))} isn't a square. Squares are called A1 to H20.")
    return number


def write_way(way: str) -> str:
    """`r2 d1` for two steps to the right and one down; the way has at least one step."""
    return " ".join(f"{STEPS[step][0]}{count}" for step, count in _runs(way))


def said_way(way: str) -> str:
    """`right 2, down 1`: the way in a sentence."""
    return ", ".join(f"{STEPS[step]} {count}" for step, count in _runs(way))


def read_way(words: Sequence[str], most: int) -> str:
    """A way of at most this many steps, such as `r2 d1` or `right 2, down`. Raises BadNotation."""
    glued = re.sub(r"(?<=[a-z]) (?=[0-9])", "", " ".join(words).replace(",", " "))
    runs = [_RUN.fullmatch(run) for run in glued.split()]
    way = "".join(_STEP_OF[run[1][0]] * int(run[2] or 1) for run in runs if run)
    if not way or len(way) > most or not all(runs):
        raise BadNotation(f"Type a way of 1 to {most} steps, such as “r2 d1” for right 2, down 1.")
    return way


def _runs(way: str) -> Iterator[tuple[str, int]]:
    return ((run[1], len(run[0])) for run in _SAME.finditer(way))


def read_seat(words: Sequence[str]) -> Seat:
    """The seat of this letter. Raises BadNotation."""
    if len(words) == 1 and len(words[0]) == 1 and words[0] in _SEATS:
        return Seat(_SEATS.index(words[0]))
    raise BadNotation("Name a player by the letter of their seat, such as “bump b”.")


def read_quadrants(words: Sequence[str]) -> tuple[Quadrant, ...]:
    """At least one quadrant. Raises BadNotation."""
    if not words or not all(word in _QUADRANTS for word in words):
        raise BadNotation("Write the four quarters as UL, UR, LL and LR.")
    return tuple(_QUADRANTS[word] for word in words)


def read_crosswalks(words: Sequence[str]) -> tuple[int, ...]:
    """The numbers of one or more crosswalks, each once, in ascending order. Raises BadNotation."""
    found = sorted({read_number([word], 1, len(CROSSWALKS)) for word in words})
    if not found or len(found) < len(words):
        raise BadNotation("Name crosswalks by number, each once, or type “none”.")
    return tuple(found)


def read_number(words: Sequence[str], least: int, most: int) -> int:
    """The number, which is within bounds. Raises BadNotation."""
    if len(words) == 1 and re.fullmatch("[0-9]{1,3}", words[0]) and least <= int(words[0]) <= most:
        return int(words[0])
    raise BadNotation(f"Type a number from {least} to {most}.")


def _plain(words: Sequence[str]) -> str:
    return re.sub(r"[\W_]", "", "".join(words)).lower()


def _names(site: Site) -> frozenset[str]:
    kind = site.code.partition(" ")[2]
    known = (kind, site.kind, SHORT_NAMES[site.kind], SITE_NAMES[site.kind], *_ALIASES.get(site.kind, ()))
    places = ("", site.quadrant, QUADRANT_NAMES[site.quadrant])
    return frozenset(_plain([where, name]) for where in places for name in known)


_SAME = re.compile(r"(.)\1*")
_RUN = re.compile("(up|right|down|left|[urdl])([0-9]{1,2})?")
_STEP_OF = {word[0]: step for step, word in STEPS.items()}
_ITEMS = {_plain([item.name]): item for item in ITEMS}
_SQUARES = {square.name.lower(): square.number for square in SQUARES}
_QUADRANTS = {quadrant.lower(): quadrant for quadrant in QUADRANTS}
_SITE_NAMES = tuple(map(_names, SITES))
