"""Chance that nobody can steer."""

from hypothesis import given
from hypothesis import strategies as st

from games.engine import fair

JOINS = st.lists(st.text("0123456789", min_size=1, max_size=20), max_size=6)


def test_the_commitment_is_the_sha256_of_the_seed() -> None:
    known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert fair.commit(b"abc") == f"sha256:{known}"


def test_a_draw_is_the_same_in_every_python() -> None:
    """Pinned: a record that was verified once must verify forever."""
    rng = fair.chance_rng(b"seed", 3, ["17", "4"])
    assert [rng.random() for _ in range(2)] == [0.4325797859728967, 0.8834478038085157]


@given(st.binary(), st.integers(0, 1000), JOINS)
def test_the_same_seed_number_and_clicks_draw_the_same(
    seed: bytes, n: int, interaction_ids: list[str]
) -> None:
    assert (
        fair.chance_rng(seed, n, interaction_ids).random()
        == fair.chance_rng(seed, n, tuple(interaction_ids)).random()
    )


@given(st.binary(), st.integers(0, 1000), JOINS)
def test_seed_number_and_clicks_each_change_the_draw(seed: bytes, n: int, interaction_ids: list[str]) -> None:
    drawn = fair.chance_rng(seed, n, interaction_ids).random()
    others = [
        fair.chance_rng(seed + b"x", n, interaction_ids),
        fair.chance_rng(seed, n + 1, interaction_ids),
        fair.chance_rng(seed, n, [*interaction_ids, "1"]),
    ]
    assert drawn not in [other.random() for other in others]


def test_the_order_of_the_clicks_counts_and_none_can_pass_for_two() -> None:
    interaction_ids = (["1", "2"], ["2", "1"], ["12"], ["1", "", "2"])
    assert len({fair.chance_rng(b"", 0, each).random() for each in interaction_ids}) == len(interaction_ids)


def test_a_computers_choice_is_the_same_in_every_python() -> None:
    """Pinned: so that a choice can be made again from any record with its seed."""
    key = fair.computer_key(b"seed", 3, 1, ["17", "4"])
    assert key.hex() == "33d3cff91d657e9d4def2e8d7eec532ed7443b60a2bd969f9dceaf2d768b9c4c"
    assert fair.computer_rng(key).random() == 0.7996010520957518


def test_seed_line_seat_and_clicks_each_change_a_computers_choice() -> None:
    places = [
        (seed, ply, seat, interaction_ids)
        for seed in (b"", b"x")
        for ply in range(12)
        for seat in range(12)
        for interaction_ids in ((), ("1",), ("1", "2"), ("12",))
    ]
    assert len({fair.computer_key(*place) for place in places}) == len(places)
    assert fair.computer_key(b"x", 1, 2, ["1"]) == fair.computer_key(b"x", 1, 2, ("1",))


@given(st.binary(), st.integers(0, 1000), st.integers(0, 30), st.integers(0, 1000), JOINS, JOINS)
def test_a_computers_choice_is_never_drawn_as_chance_is(
    seed: bytes, ply: int, seat: int, n: int, interaction_ids: list[str], clicks: list[str]
) -> None:
    choice = fair.computer_rng(fair.computer_key(seed, ply, seat, interaction_ids))
    assert choice.random() != fair.chance_rng(seed, n, clicks).random()
