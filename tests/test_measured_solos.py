"""What Calabresella's Expert takes for granted is measured from what its matches really were."""

from bench import solos


def test_every_solo_of_a_match_is_counted_and_brings_the_leader_to_the_game_point() -> None:
    found = solos.seen(0, 50)
    assert sum(found.leader) >= 50, "the highest score grew to the game point"
    assert len(found.apart) == 3 * len(found.ahead)
    assert len(found.ahead) > 1
    printed = "".join(solos.lines(found))
    assert f"From {len(found.ahead)} solos" in printed
