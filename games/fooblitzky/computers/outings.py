"""What a walk is worth to the sleuth: the place it leads to, the X's on the way, and what comes after it.

The three numbers are choices by hand. Half and double a HIT changed nothing in 80 games (docs/computers.md).
"""

from collections.abc import Iterator, Mapping
from functools import cache

from games.fooblitzky.computers.appraisal import Appraisal
from games.fooblitzky.rules.city.destinations import UGH_FARE
from games.fooblitzky.rules.city.map import SITES, Site, distances
from games.fooblitzky.rules.city.walking import Walk
from games.fooblitzky.rules.moves import Bump, Enter, Going, WalkTo
from games.fooblitzky.rules.phases import Indoors, Walking
from games.fooblitzky.rules.sites.hospital import BAIL, STAY
from games.fooblitzky.rules.sites.places import next_station
from games.fooblitzky.rules.travel import risk
from games.fooblitzky.rules.turns import WHEEL
from games.fooblitzky.words.ways import within_reach

HIT = 3.5
"""The cost of being run over, in turns."""

LATER = 0.9
"""How much of its worth a place keeps if it's visited a turn later."""

UNREACHED = 12
"""How many squares closer a turn brings the walker if it doesn't reach the place."""


class Outings:
    """The walks of the seat to move, rated by what everything is worth to it."""

    def __init__(self, found: Appraisal) -> None:
        self._found, self._view = found, found.view
        self._values = {site: found.of(site) for site in SITES}
        good = [site for site in SITES if self._values[site] > 0]
        self._good = sorted(good, key=lambda site: -self._values[site])

    def all(self) -> Mapping[Going, float]:
        """What each destination within reach is worth."""
        view = self._view
        hurt = HIT * risk(view.options, is_rush=view.is_rush)
        return {one.move: self._worth(one.move) - hurt * one.dangers for one in within_reach(view)}

    def leaving(self, indoors: Indoors) -> float:
        """What leaving the place the seat is in with this roll is worth."""
        walking = Walking(indoors.seat, Walk(indoors.site.door, indoors.roll))
        outside = Outings(self._found.on_the_street(walking))
        cost = STAY - BAIL if indoors.site.kind == "hospital" else 0
        return max(outside.all().values()) + self._found.money(cost)

    def staying(self, indoors: Indoors) -> float:
        """What staying in a restaurant or the hospital, or riding on, is worth."""
        site = indoors.site
        match site.kind:
            case "hospital":
                return LATER * self.after(site.door)
            case "restaurant":
                return self._values[site] + self.after(site.door)
        return self.after(next_station(site).door)

    def after(self, square: int, visited: Site | None = None) -> float:
        """What the next turn from a square is worth: the best place, by how soon the seat can be there.

        The place just `visited` doesn't count.
        """
        return max(self._ahead(square, visited), default=0.0)

    def goal(self, square: int) -> Site | None:
        """The best place to go to next from a square; None if none would help."""
        far = distances(square)
        return max(self._good, key=lambda site: self._values[site] * _soon(far[site.door]), default=None)

    def _ahead(self, square: int, visited: Site | None) -> Iterator[float]:
        far, best = distances(square), 0.0
        for site in self._good:
            if self._values[site] * LATER <= best:
                return
            if site != visited:
                best = max(best, self._values[site] * _soon(far[site.door]))
                yield best

    def _worth(self, going: Going) -> float:
        match going:
            case Enter(site) if site.kind in ("clockwise", "counter"):
                return self.after(next_station(site).door) + self._found.money(-UGH_FARE)
            case Enter(site):
                return self._values[site] + self.after(site.door, site)
            case Bump(seat):
                return self._found.bumping(seat) + self.after(self._view.people[seat].square)
            case WalkTo(square):
                return self.after(square)


@cache
def _soon(distance: int) -> float:
    """How much a place this far away counts: it may take one roll to get there, or several."""
    reached = max(0.0, (WHEEL - distance) / WHEEL)
    return float(LATER * (reached + (1 - reached) * LATER ** (1 + distance / UNREACHED)))
