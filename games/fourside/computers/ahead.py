"""Looking four tiles ahead, with tiles that might be drawn.

Both hands are open, and of each hand only one tile in five is new after a turn. So a few draws are imagined,
the same for every placement, and with each of them both players do their best for some turns: alpha-beta.
Only the placements that gain most are followed, and a player's score may drop below 0 while it's imagined.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from random import Random
from typing import NamedTuple, TypeAlias

from games.fourside.computers.outlook import HOPE, Shown, best
from games.fourside.rules.fitting import open_places, turns, wanted
from games.fourside.rules.position import ALL_SQUARES, BESIDE, Place, Tile, Tiles, other, place_of, turned
from games.fourside.rules.start import draw_tile
from games.fourside.rules.view import View

WIDTHS = 14, 8, 6, 4
"""How many placements are followed at each turn: the player's own, the reply, and so on. Choices by hand;
other numbers of turns were tried: four won 50 of 60 games against Hard, and five, with fewer placements, 19
of 48 against four."""

DRAWS, NODES = 8, 4_000
"""How many draws are imagined: so many, but no more once so many positions have been looked at. Choices by
hand, for what a move may cost."""

_FAR = 100_000
"""More than any number of points."""

Fitting: TypeAlias = Mapping[int, Shown]
"""What a tile looks like where it fits, by what the place needs."""

Hand: TypeAlias = tuple[Fitting, ...]

Openings: TypeAlias = Mapping[int, "Opening"]
"""The open places of a board, by place."""


class Opening(NamedTuple):
    """An open place: what a tile gains there, and what it needs to fit."""

    gain: int
    needed: int


_Option: TypeAlias = tuple[int, int, int, Tile]
"""A placement while looking ahead: gain, place, index of the tile in the hand, and the tile as turned."""


def four_ahead(view: View, rng: Random) -> Place:
    """The placement that gains most over four turns; picked at random if several are equal."""
    return best([(worth, place) for place, worth in worths(view, rng, DRAWS, WIDTHS).items()], rng)


def worths(
    view: View,
    rng: Random,
    draws: int = DRAWS,
    widths: Sequence[int] = WIDTHS,
    also: object = None,
) -> dict[Place, float]:
    """What the most promising placements are worth, and this one: points gained on the opponent."""
    assert view.mover is not None
    hands = [tuple(fitting(tile) for tile in hand if tile) for hand in view.table.hands]
    own, rival = hands[view.mover], hands[other(view.mover)]
    ahead = Ahead(view, widths)
    openings, empty = ahead.begin(view.board.tiles)
    first = []
    for place in view.placements:
        tile = view.hand[place.number - 1]
        assert tile is not None
        at = place_of(place.square)
        gain = max(openings[at].gain, -view.table.scores[view.mover])
        after = ahead.lay(openings, empty, at, turned(tile, place.quarters))
        first.append((gain - most(after, rival), gain, place, after))
    first.sort(key=lambda one: -one[0])
    followed = [one for at, one in enumerate(first) if at < widths[0] or one[2] == also]
    totals = {place: 0.0 for _, _, place, _ in followed}
    imagined = 0
    while imagined < draws and (not imagined or ahead.nodes < NODES):
        drawn = [fitting(draw_tile(rng, view.table.largest)) for _ in widths]
        imagined += 1
        for _, gain, place, after in followed:
            kept = _refilled(own, place.number - 1, drawn[0])
            left = empty & ~(1 << place_of(place.square))
            totals[place] += gain - ahead.worth(after, left, rival, kept, drawn, 1, -_FAR, _FAR)
    return {place: total / imagined for place, total in totals.items()}


class Ahead:
    """Looks ahead on one board. `nodes` counts the positions looked at; empty places are bits of a mask."""

    def __init__(self, view: View, widths: Sequence[int]) -> None:
        self.nodes = 0
        self._areas = [view.board.area(square) for square in ALL_SQUARES]
        self._widths = widths

    def begin(self, tiles: Tiles) -> tuple[Openings, int]:
        """The open places of the board as it is, and all empty places."""
        openings = {at: self._opening(at, _code(wanted(tiles, at))) for at in open_places(tiles)}
        return openings, sum(1 << at for at, tile in enumerate(tiles) if tile is None)

    def lay(self, openings: Openings, empty: int, at: int, shown: Tile) -> Openings:
        """The open places once this tile, already turned, is on the board as well."""
        after = dict(openings)
        del after[at]
        for side, beside, facing in BESIDE[at]:
            if empty >> beside & 1:
                needed = after[beside].needed if beside in after else 0
                after[beside] = self._opening(beside, needed | shown[side] << 4 * facing)
        return after

    def _opening(self, at: int, needed: int) -> Opening:
        return Opening(_points(needed) + self._areas[at], needed)

    def worth(
        self,
        openings: Openings,
        empty: int,
        own: Hand,
        rival: Hand,
        drawn: Sequence[Fitting],
        turn: int,
        alpha: float,
        beta: float,
        lost: bool = False,
    ) -> float:
        """What `own`, who is to move, gains on `rival`: exact between `alpha` and `beta`, else a bound.

        `drawn` has the tile that replaces the one placed at each turn, and `lost` says that `rival` has just
        lost a turn.
        """
        self.nodes += 1
        if turn == len(self._widths):
            return HOPE * most(openings, own)
        options = _options(openings, own, self._widths[turn])
        if not options:
            if lost:
                return 0
            return -self.worth(openings, empty, rival, own, drawn, turn + 1, -beta, -alpha, lost=True)
        highest = float(-_FAR)
        for gain, at, slot, shown in options:
            after, kept = self.lay(openings, empty, at, shown), _refilled(own, slot, drawn[turn])
            left = empty & ~(1 << at)
            reply = self.worth(after, left, rival, kept, drawn, turn + 1, gain - beta, gain - alpha)
            if gain - reply > highest:
                highest = gain - reply
                alpha = max(alpha, highest)
                if alpha >= beta:
                    break
        return highest


def most(openings: Openings, hand: Hand) -> int:
    """The most that a hand can score; 0 if nothing fits."""
    found = -_FAR
    for gain, needed in openings.values():
        if gain > found:
            for ways in hand:
                if needed in ways:
                    found = gain
                    break
    return found if found > -_FAR else 0


def _options(openings: Openings, hand: Hand, width: int) -> list[_Option]:
    """The placements that gain most, best first."""
    found: list[_Option] = []
    for (gain, needed), at in sorted(zip(openings.values(), openings, strict=True), reverse=True):
        for slot, ways in enumerate(hand):
            if needed in ways:
                found += [(gain, at, slot, shown) for shown in ways[needed]]
        if len(found) >= width:
            break
    return found[:width]


def _refilled(hand: Hand, slot: int, drawn: Fitting) -> Hand:
    return (*hand[:slot], drawn, *hand[slot + 1 :])


def _code(sides: tuple[int, int, int, int]) -> int:
    """The values of four sides as one number; 0 for a side that doesn't matter."""
    top, right, bottom, left = sides
    return top | right << 4 | bottom << 8 | left << 12


_MASKS = [sum(15 << 4 * side for side in range(4) if sides >> side & 1) for sides in range(1, 16)]
"""Every choice of sides that touch other tiles."""


@lru_cache(1024)
def fitting(tile: Tile) -> Fitting:
    """Everything that this tile fits, turned or not."""
    found: dict[int, dict[Tile, None]] = {}
    for shown in turns(tile).values():
        whole = _code(shown)
        for mask in _MASKS:
            found.setdefault(whole & mask, {})[shown] = None
    return {needed: tuple(ways) for needed, ways in found.items()}


@cache
def _points(needed: int) -> int:
    values = [value for side in range(4) if (value := needed >> 4 * side & 15)]
    return sum(values) * len(values)
