"""The walks since the mover's last turn: a lane of paws for each, with letters at its ends."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from games.core import Seat
from games.fooblitzky.pictures.colours import FAINT, Hour, trail
from games.fooblitzky.pictures.looks import drawn
from games.fooblitzky.rules.city.map import SQUARES
from games.fooblitzky.rules.city.trails import Walked, Walks
from games.fooblitzky.rules.city.walking import Path
from games.kit.brush.easel import Easel
from games.kit.brush.lettering import write
from games.kit.brush.marks import NIGHT, PAPER, SEATS
from games.kit.brush.palette import Picture

MOST = 3
"""The most lanes on a square; the newest are shown."""
PLATE = 48, 54
"""The width and height of the plate with a walker's letter, in px; the letter is 11 px high on a phone."""


class Lane(NamedTuple):
    """Part of a walk on one square: whose, how long ago, and its direction in quarters clockwise from up."""

    seat: Seat
    age: int
    turn: int


Lanes: TypeAlias = tuple[Lane, ...]


@lru_cache(64)
def lanes(walks: Walks) -> dict[int | tuple[int, int], Lanes]:
    """The lanes on every square, and on every crosswalk by its two kerbs; in the order of the seats."""
    found: defaultdict[int | tuple[int, int], dict[tuple[int, Seat], Lane]] = defaultdict(dict)
    for age, (seat, path) in enumerate(reversed(walks)):
        for key, turn in _steps(path):
            found[key].setdefault((age, seat), Lane(seat, min(age, len(FAINT) - 1), turn))
    return {
        key: tuple(sorted((here[one] for one in sorted(here)[:MOST]), key=lambda lane: lane.seat))
        for key, here in found.items()
    }


def _steps(path: Path) -> Iterator[tuple[int | tuple[int, int], int]]:
    """The squares and crosswalks of a walk, each with its direction."""
    turn = 0
    for here, there in pairwise(path):
        turn = _turn(here, there)
        yield here, turn
        yield (min(here, there), max(here, there)), turn
    if len(path) > 1:
        yield path[-1], turn


def _turn(here: int, there: int) -> int:
    (left, top), (right, bottom) = SQUARES[here].cell, SQUARES[there].cell
    if left == right:
        return 2 if bottom > top else 0
    return 1 if right > left else 3


def letters(walks: Walks, here: Sequence[int], taken: Collection[int]) -> Iterator[tuple[Seat, int]]:
    """Where each walk has its letter: at its start, and at its end if the dog isn't `here`.

    It's on the first square, or the last, that isn't `taken`; if all are, there's no letter.
    """
    full = set(taken)
    for seat, path in reversed(_in_one_go(walks)):
        for way in (path[:-1], path[:0:-1] if here[seat] != path[-1] else ()):
            square = next((one for one in way if one not in full), None)
            if square is not None:
                full.add(square)
                yield seat, square


def _in_one_go(walks: Walks) -> Walks:
    """The walks, those of an extra turn joined to the one before."""
    joined: list[Walked] = []
    for walk in walks:
        before = joined[-1] if joined else None
        if before and before.seat == walk.seat and before.path[-1] == walk.path[0]:
            joined[-1] = Walked(walk.seat, (*before.path, *walk.path[1:]))
        else:
            joined.append(walk)
    return tuple(joined)


def paint(easel: Easel, at: Hour, size: tuple[int, int], found: Lanes, across: bool) -> None:
    """Draw the lanes side by side; `across` if they run left to right."""
    for lane, (left, top, right, bottom) in zip(found, _boxes(size, len(found), across), strict=True):
        easel.plate((left + 1, top + 1, right - 1, bottom - 1), 3, trail(at, lane.seat, lane.age))


def tread(image: Picture, size: tuple[int, int], found: Lanes, across: bool, striped: bool = False) -> None:
    """Paste a paw in each lane (on RGB), smaller if it's older, and always dark on stripes."""
    for lane, (left, top, right, bottom) in zip(found, _boxes(size, len(found), across), strict=True):
        room = min(right - left, bottom - top)
        side = round(room * (0.72 if len(found) > 1 else 0.66) * (1 - 0.14 * lane.age))
        paw = drawn("town/paw", side).rotate(-90 * lane.turn)
        corner = round((left + right - side) / 2), round((top + bottom - side) / 2)
        ink = NIGHT if lane.age or striped else SEATS[lane.seat].ink
        image.paste(ink, corner, paw.getchannel("A"))


def _boxes(size: tuple[int, int], count: int, across: bool) -> Iterator[tuple[float, float, float, float]]:
    wide, high = size
    for at in range(count):
        one, other = at / count, (at + 1) / count
        yield (0, high * one, wide, high * other) if across else (wide * one, 0, wide * other, high)


def plate(seat: Seat) -> Picture:
    """The plate with the letter of a walker (RGB)."""
    wide, high = PLATE
    mark = SEATS[seat]
    easel = Easel(PLATE, NIGHT)
    easel.plate((2, 2, wide - 2, high - 2), 4, PAPER)
    easel.plate((5, 5, wide - 5, high - 5), 3, mark.colour)
    image = easel.finish()
    write(image, mark.letter, (wide / 2, high / 2), 33, mark.ink)
    return image
