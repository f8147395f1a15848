"""What Calabresella's Expert takes for granted about bids, solos and matches, measured in its own games.

    python -m bench.tune calabresella

Three Experts play matches to 100, and what's printed is what `stakes.py` has, and what
`thinking.FLAIR` is between Experts. The same command prints the same numbers anywhere, as long as Expert
plays the same; it takes three minutes of processor time. Expert plays by them, so they move a little once
they're put in.
"""

import math
import statistics
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from random import Random

from bench import Addable
from bench.ladder import positions
from games.calabresella import GAME, Options
from games.calabresella.computers.playout import World, playout
from games.calabresella.rules.position import DECK, SEATS, Between, Finished, Playing

MATCHES = 60
"""How many matches are played."""


@dataclass
class Seen(Addable):
    """What has been seen in some matches, in points.

    Soloists were `ahead` of a playout by habit, a deal brought the `leader` so much further and drove each
    two players `apart`.
    """

    ahead: list[int] = field(default_factory=list)
    leader: list[int] = field(default_factory=list)
    apart: list[int] = field(default_factory=list)


def seen(seed: int, game_point: int = 100) -> Seen:
    """What's seen in one match to this many points."""
    found, strongest, choose = Seen(), GAME.about.levels[-1], GAME.choose
    players = [lambda view, rng: choose(view, strongest, rng)] * len(SEATS)
    begun = GAME.new(len(SEATS), Options(game_point=game_point))
    played = positions(GAME, begun, players, Random(f"solos {seed}"), Random(f"lots {seed}"))
    expected = 0
    for before, after in pairwise(played):
        if isinstance(after, Playing) and not isinstance(before, Playing):
            expected = playout(_world(after))
        if isinstance(before, Playing) and isinstance(after, Between | Finished):
            _scored(found, before, after, expected)
    return found


def _world(begun: Playing) -> World:
    out = DECK.full & ~(begun.hands[0] | begun.hands[1] | begun.hands[2])
    return World(begun.hands, out, int(begun.solo.soloist), int(begun.mover))


def _scored(found: Seen, before: Playing, after: Between | Finished, expected: int) -> None:
    assert after.played
    found.ahead.append(after.played.score.took[before.solo.soloist] - expected)
    had, has = before.match.totals, after.match.totals
    found.leader.append(max(has) - max(had))
    gains = [more - less for more, less in zip(has, had, strict=True)]
    found.apart += [one - other for one, other in combinations(gains, 2)]


def lines(found: Seen) -> Iterator[str]:
    """Each number, as it's called where it stands."""
    yield f"From {len(found.ahead)} solos:\n"
    yield f"    thinking.FLAIR = {statistics.fmean(found.ahead):.1f}\n"
    yield f"    stakes._A_DEAL = {statistics.fmean(found.leader):.1f}\n"
    yield f"    stakes._SPREAD = {statistics.pstdev(found.apart) * math.sqrt(3) / math.pi:.1f}\n"
