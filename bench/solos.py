"""What Calabresella's Expert takes for granted about bids, solos and matches, measured in its own games.

    python -m bench.tune calabresella

Three Experts play matches to 100, and what's printed is what `hunches.py` and `stakes.py` have, and what
`thinking.FLAIR` is between Experts. The same command prints the same numbers anywhere, as long as Expert
plays the same; it takes three minutes of processor time. Expert plays by them, so they move a little once
they're put in.
"""

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from random import Random

from bench import Addable
from bench.ladder import positions
from games.calabresella import GAME, Options
from games.calabresella.computers import habits
from games.calabresella.computers.playout import World, playout
from games.calabresella.rules.position import DECK, SEATS, Between, Bidding, Finished, Playing
from games.calabresella.rules.rulebook import turn

MATCHES = 60
"""How many matches are played."""


@dataclass
class Seen(Addable):
    """What has been seen in some matches.

    `bids` are those of the first round: how strong the hand was, and whether it went solo. In points,
    soloists were `ahead` of a playout by habit, a deal brought the `leader` so much further and drove each
    two players `apart`.
    """

    bids: list[tuple[float, bool]] = field(default_factory=list)
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
        if isinstance(before, Bidding) and before.passes < len(SEATS):
            (seat,) = turn(before).owes
            solo = not isinstance(after, Bidding | Between)
            found.bids.append((habits.strength(before.dealt.hands[seat]), solo))
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


def even(bids: Sequence[tuple[float, bool]]) -> tuple[float, float]:
    """The strength at which a player goes solo as often as not, and how much more makes the odds e to 1.

    Logistic regression, by Newton's method.
    """
    middle = statistics.fmean(strength for strength, _ in bids)
    base = slope = 0.0
    for _ in range(25):
        a = b = c = d = e = 0.0
        for strength, solo in bids:
            x = strength - middle
            chance = 1 / (1 + math.exp(-max(-30.0, min(30.0, base + slope * x))))
            off, weight = solo - chance, chance * (1 - chance)
            a, b, c, d, e = a + weight, b + weight * x, c + weight * x * x, d + off, e + off * x
        share = a * c - b * b
        base, slope = base + (c * d - b * e) / share, slope + (a * e - b * d) / share
    return middle - base / slope, 1 / slope


def lines(found: Seen) -> Iterator[str]:
    """Each number, as it's called where it stands."""
    at, slope = even(found.bids)
    yield f"From {len(found.ahead)} solos:\n"
    yield f"    hunches.BIDS_AT = {at:.1f}, _SLOPE = {slope:.1f}\n"
    yield f"    thinking.FLAIR = {statistics.fmean(found.ahead):.1f}\n"
    yield f"    stakes._A_DEAL = {statistics.fmean(found.leader):.1f}\n"
    yield f"    stakes._SPREAD = {statistics.pstdev(found.apart) * math.sqrt(3) / math.pi:.1f}\n"
