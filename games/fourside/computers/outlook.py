"""What a placement is worth: its points, the opponent's best reply, and the likely next gain.

Both hands are open, so the reply is known. Nobody knows which tile will replace the one just played, so this
draws several from the given generator, all equally likely. The numbers are choices by hand.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from games.core import Seat
from games.fourside.rules.fitting import NOTHING, fits, open_places, turns, wanted
from games.fourside.rules.position import (
    ALL_SQUARES,
    BESIDE,
    Hand,
    Place,
    Tile,
    Tiles,
    other,
    place_of,
    turned,
)
from games.fourside.rules.start import draw_tile
from games.fourside.rules.view import View
from games.kit.lots import below
from games.kit.tuples import replaced

SAMPLES = 4
"""How many tiles that might come next are tried."""

FOLLOWED = 12
"""How many placements, the best after the reply, are followed to the player's next one."""

HOPE = 0.5
"""How much a point of the next placement counts: less than 1, because much can happen before. 0.3 and 0.8 in
its place won 26 and 28 of 50 games of Expert (BUILDING.md), which says nothing."""

Shown: TypeAlias = tuple[Tile, ...]
"""Tiles in every turn, without those that look the same."""


@dataclass(frozen=True, slots=True)
class Reach:
    """What a hand can get on one place: `gain` for its score, with `tile` already turned."""

    gain: int
    at: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Answered:
    """A placement with the reply to it: the board after both, and what it's worth so far."""

    place: Place
    tiles: Tiles
    worth: int


def at_once(view: View, rng: Random, among: Sequence[Place] = ()) -> Place:
    """Of these placements, or all, one that gains most right away; picked at random if several are equal."""
    assert view.mover is not None
    gains = [
        (_gain(view, view.mover, view.board.tiles, place_of(place.square)), place)
        for place in among or view.placements
    ]
    return best(gains, rng)


def before_reply(view: View, rng: Random, among: Sequence[Place] = ()) -> Place:
    """The same with the opponent's best reply taken off what each gains."""
    allowed = set(among or view.placements)
    return best([(one.worth, one.place) for one in _answered(view) if one.place in allowed], rng)


def outlook(view: View, rng: Random) -> Place:
    """The placement with the best outlook; picked at random if several are equal."""
    return best([(worth, place) for place, worth in outlooks(view, rng, SAMPLES).items()], rng)


def outlooks(
    view: View, rng: Random, samples: int = SAMPLES, also: Place | None = None
) -> dict[Place, float]:
    """What the most promising placements are worth, and this one: points gained on the opponent."""
    answered = sorted(_answered(view), key=lambda one: -one.worth)
    followed = [one for at, one in enumerate(answered) if at < FOLLOWED or one.place == also]
    drawn = [draw_tile(rng, view.table.largest) for _ in range(samples)]
    return {one.place: one.worth + HOPE * _hope(view, one, drawn) for one in followed}


def best(rated: list[tuple[float, Place]] | list[tuple[int, Place]], rng: Random) -> Place:
    """The placement with the highest rating; picked at random if several are equal."""
    most = max(worth for worth, _ in rated)
    equals = [place for worth, place in rated if worth == most]
    return equals[below(rng, len(equals))]


def _answered(view: View) -> Iterator[Answered]:
    """Every placement of the mover with the opponent's best reply."""
    assert view.mover is not None
    rival = other(view.mover)
    shown = _shown(view.table.hands[rival])
    before = _reaches(view, rival, view.board.tiles, shown, open_places(view.board.tiles))
    for place in view.placements:
        tile = view.hand[place.number - 1]
        assert tile is not None
        at = place_of(place.square)
        after = replaced(view.board.tiles, at, turned(tile, place.quarters))
        gain = _gain(view, view.mover, view.board.tiles, at)
        reply = _reply(view, rival, after, shown, at, before)
        if reply:
            yield Answered(place, replaced(after, reply.at, reply.tile), gain - reply.gain)
        else:
            yield Answered(place, after, gain)


def _reply(
    view: View, rival: Seat, tiles: Tiles, shown: Shown, at: int, before: Mapping[int, Reach]
) -> Reach | None:
    """The best reply to a tile on place `at`: only this place and those next to it have changed."""
    beside = [neighbour for _, neighbour, _ in BESIDE[at] if tiles[neighbour] is None]
    reaches = _reaches(view, rival, tiles, shown, beside)
    unchanged = (reach for where, reach in before.items() if where != at and where not in beside)
    return max((*reaches.values(), *unchanged), key=lambda reach: reach.gain, default=None)


def _hope(view: View, answered: Answered, drawn: list[Tile]) -> float:
    """The average best next gain over the tiles that might be drawn."""
    assert view.mover is not None
    hand = (*view.hand[: answered.place.number - 1], *view.hand[answered.place.number :])
    places = open_places(answered.tiles)

    def most(tiles: Hand) -> int:
        reaches = _reaches(view, view.mover, answered.tiles, _shown(tiles), places)
        return max((reach.gain for reach in reaches.values()), default=0)

    without = most(hand)
    return sum(max(without, most((tile,))) for tile in drawn) / len(drawn)


def _reaches(
    view: View, seat: Seat | None, tiles: Tiles, shown: Shown, places: Iterable[int]
) -> dict[int, Reach]:
    """By place, what a seat gains there; only places where a tile fits."""
    assert seat is not None
    found = {}
    for at in places:
        demands = wanted(tiles, at)
        tile = next((tile for tile in shown if fits(tile, demands)), None)
        if tile and demands != NOTHING:
            found[at] = Reach(_gain(view, seat, tiles, at), at, tile)
    return found


def _gain(view: View, seat: Seat, tiles: Tiles, at: int) -> int:
    """What a seat gains here with any tile that fits; its score can't drop below 0."""
    values = [demand for demand in wanted(tiles, at) if demand]
    points = sum(values) * len(values) + view.board.area(ALL_SQUARES[at])
    return max(points, -view.table.scores[seat])


def _shown(hand: Hand) -> Shown:
    return tuple(dict.fromkeys(shown for tile in hand if tile for shown in turns(tile).values()))
