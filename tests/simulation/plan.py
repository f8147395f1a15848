"""What an evening is made of, as data: it follows from a seed, and a shrunk one is written out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from games.engine import registry
from tests.simulation.places import BUSY, CALLED, COMMANDS, CROWD, SMALL, Kind, Place, place_of

_KINDS = {Kind.CHANNEL: 45, Kind.PUBLIC: 15, Kind.PRIVATE: 12, Kind.DIRECT: 18, Kind.VISIT: 10}
"""The kinds of places, and how often of a hundred."""
_TABLES = (1, 1, 2, 2, 2, 3, 4)
_PRESSES = 60, 120
_CONTESTS = {Kind.CHANNEL: 60, Kind.PUBLIC: 25, Kind.VISIT: 15}
"""Where people play the game of the day and duels, and how often of a hundred."""
_CONTESTED = 0.33
"""In how many evenings they do."""
_CONTEST = 90
"""The number of their place, after those of all tables."""
_CROWDED = 0.02
"""How many evenings everybody comes to."""


@dataclass(frozen=True, slots=True)
class Happening:
    """An event that begins after so many presses; its details follow from its own seed."""

    after: int
    what: str
    seed: int


@dataclass(frozen=True, slots=True)
class Plan:
    """An evening: at these tables, by their numbers, people press so often, and this happens.

    Who plays where, and everything else that people do, follows from the seed and the table's number.
    """

    seed: int
    presses: int
    tables: tuple[int, ...]
    happenings: tuple[Happening, ...] = ()
    has_contest: bool = False
    """Whether people play the game of the day and duels, too."""
    processes: int = 1
    """How many processes the bot has."""

    def chance(self, what: object) -> Random:
        """A generator for this, which is the same whatever else is left out of the plan."""
        return Random(f"{self.seed} {what}")

    def places(self) -> list[Place]:
        """The places with their people."""
        return [self._place(number) for number in self.tables]

    def _place(self, number: int) -> Place:
        rng = self.chance(f"place {number}")
        (kind,) = rng.choices([*_KINDS], [*_KINDS.values()])
        people = [*CALLED, *CROWD] if self.is_crowded else [*CALLED]
        most = 1 if kind is Kind.DIRECT else 3 if kind is Kind.VISIT else 12 if self.is_crowded else 4
        games = [*registry.all_games()]
        rng.shuffle(games)
        guild = {Kind.DIRECT: None, Kind.VISIT: COMMANDS, Kind.CHANNEL: rng.choice((BUSY, SMALL))}
        who = tuple(rng.sample(people, rng.randint(1, most)))
        return place_of(number, kind, guild.get(kind, BUSY), who, games)

    def contest(self) -> Place | None:
        """Where people look at the day's card and challenge each other, if they do."""
        if not self.has_contest:
            return None
        rng = self.chance("contest")
        (kind,) = rng.choices([*_CONTESTS], [*_CONTESTS.values()])
        guild = {Kind.VISIT: COMMANDS, Kind.CHANNEL: rng.choice((BUSY, SMALL))}.get(kind, BUSY)
        who = tuple(rng.sample([*CALLED], rng.choice((2, 2, 3))))
        return place_of(_CONTEST, kind, guild, who, [*registry.all_games()])

    @property
    def is_crowded(self) -> bool:
        """Whether up to forty people come instead of a few."""
        return self.chance("crowd").random() < _CROWDED


SEVERAL = 1_000_000
"""From this seed on, the bot has several processes."""


def planned(seed: int, events: Sequence[str], weights: Sequence[float]) -> Plan:
    """The evening of this seed, with some of these events."""
    rng = Random(f"{seed} plan")
    presses = rng.randint(*_PRESSES)
    tables = tuple(range(rng.choice(_TABLES)))
    count = round(rng.expovariate(1 / 4)) if rng.random() < 0.9 else 0
    found = [
        Happening(rng.randrange(presses), what, rng.randrange(10**6))
        for what in rng.choices(events, weights, k=min(count, 12))
    ]
    happenings = tuple(sorted(found, key=lambda one: one.after))
    has_contest = rng.random() < _CONTESTED  # beside one table
    most = 1 if has_contest else None
    if seed < SEVERAL:
        return Plan(seed, presses, tables[:most], happenings, has_contest)
    # Each question to a server takes longer than one to a file.
    sooner = tuple(replace(one, after=one.after // 2) for one in happenings)
    return Plan(seed, presses // 2, tables[:most], sooner, has_contest, rng.choice((2, 2, 3)))
