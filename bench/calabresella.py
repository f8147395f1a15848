"""How long Calabresella's computers think, how well they play alone, and whether the endgame is exact.

    python -m bench.calabresella

Times are CPU time, not wall-clock time. Playing strength is measured on the same deals: the strongest
hand plays alone, the measured level on one side and rules of thumb on the other.
"""

import sys
import time
from dataclasses import dataclass, field
from random import Random

from games.calabresella.computer import LEVELS, choose
from games.calabresella.habits import strength
from games.calabresella.notation import Deal, Move
from games.calabresella.options import Options
from games.calabresella.position import (
    MADE,
    SEATS,
    Between,
    DealOwed,
    Match,
    Playing,
    Position,
    Rejecting,
    Solo,
    Taking,
)
from games.calabresella.rules import apply, chance, turn
from games.calabresella.sight import see
from games.core import Seat
from tests.games.calabresella.endings import disagreements

DEALS = 60
POSITIONS = 500
EQUAL = f"endgame: equal to brute force, of {POSITIONS}"


def main() -> dict[str, float]:
    """Measure, print a table, and return its figures by name."""
    figures = {**_playing(), **_ending()}
    for name, figure in figures.items():
        sys.stdout.write(f"{name:52}{figure:10,.2f}\n")
    return figures


def _playing() -> dict[str, float]:
    figures = {}
    for level in LEVELS:
        thought = Thought()
        points = [_soloist(seed, (level, "rules"), thought) for seed in range(DEALS)]
        figures[f"{level}: soloist's points of 35, against rules"] = sum(points) / DEALS
        figures[f"{level}: made 18, in 100"] = 100 * sum(point >= MADE for point in points) / DEALS
        held = [_soloist(seed, ("rules", level), thought) for seed in range(DEALS)]
        figures[f"{level}: leaves a soloist by rules, of 35"] = sum(held) / DEALS
        cards = sorted(thought.cards)
        figures[f"{level}: ms per card, median"] = 1000 * cards[len(cards) // 2]
        figures[f"{level}: ms per card, p95"] = 1000 * cards[len(cards) * 95 // 100]
        figures[f"{level}: ms per exchange, longest"] = 1000 * max(thought.exchanges)
    return figures


@dataclass
class Thought:
    """How many seconds the measured level took for its choices."""

    cards: list[float] = field(default_factory=list)
    exchanges: list[float] = field(default_factory=list)


def _soloist(seed: int, levels: tuple[str, str], thought: Thought) -> int:
    """The points that a deal's strongest hand takes, by the levels of the soloist and the opponents."""
    position: Position = _declared(seed)
    rng = Random(seed)
    while not isinstance(position, Between):
        assert isinstance(position, Rejecting | Taking | Playing)
        (seat,) = turn(position).owes
        level = levels[seat != position.solo.soloist]
        move, seconds = _timed(position, seat, level, rng)
        if level != "rules" or levels == ("rules", "rules"):
            (thought.cards if isinstance(position, Playing) else thought.exchanges).append(seconds)
        position = apply(position, seat, move).state
    assert position.played
    return position.played.score.took[position.played.solo.soloist]


def _timed(position: Position, seat: Seat, level: str, rng: Random) -> tuple[Move, float]:
    view = see(position, seat)
    began = time.process_time()
    move = choose(view, level, rng)
    return move, time.process_time() - began


def _declared(seed: int) -> Rejecting:
    """A deal in which the strongest hand has declared."""
    match = Match(Options(game_point=9999))
    deal = chance(DealOwed(match), Random(seed))
    assert isinstance(deal, Deal)
    hands = deal.dealt.hands
    best = max(SEATS, key=lambda seat: strength(hands[seat]))
    return Rejecting(match, deal.dealt, hands, Solo(best))


def _ending() -> dict[str, float]:
    began = time.process_time()
    equal = sum(not disagreements((seed,)) for seed in range(POSITIONS))
    return {
        EQUAL: equal,
        "endgame: seconds for both": time.process_time() - began,
    }


if __name__ == "__main__":
    main()
