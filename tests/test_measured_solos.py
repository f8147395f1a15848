"""What Calabresella's Expert takes for granted is measured from what its matches really were."""

import math
from random import Random

from bench import solos


def test_the_strength_at_which_half_go_solo_is_found_again() -> None:
    rng, bids = Random(1), []
    for _ in range(4000):
        strength = rng.uniform(0, 20)
        bids.append((strength, rng.random() < 1 / (1 + math.exp((11 - strength) / 2))))
    at, slope = solos.even(bids)
    assert abs(at - 11) < 0.3
    assert abs(slope - 2) < 0.2


def test_every_solo_of_a_match_is_counted_and_brings_the_leader_to_the_game_point() -> None:
    found = solos.seen(0, 50)
    assert sum(found.leader) >= 50, "the highest score grew to the game point"
    assert len(found.apart) == 3 * len(found.ahead)
    assert len(found.bids) >= len(found.ahead) > 1
    assert any(solo for _, solo in found.bids)
    printed = "".join(solos.lines(found))
    assert f"From {len(found.ahead)} solos" in printed
