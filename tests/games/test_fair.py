"""Chance that nobody can steer."""

from hypothesis import given
from hypothesis import strategies as st

from games import fair

JOINS = st.lists(st.text("0123456789", min_size=1, max_size=20), max_size=6)


def test_the_commitment_is_the_sha256_of_the_seed() -> None:
    known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert fair.commit(b"abc") == f"sha256:{known}"


def test_a_draw_is_the_same_in_every_python() -> None:
    """Pinned: a record that was verified once must verify for ever."""
    rng = fair.chance_rng(b"seed", 3, ["17", "4"])
    assert [rng.random() for _ in range(2)] == [0.4325797859728967, 0.8834478038085157]


@given(st.binary(), st.integers(0, 1000), JOINS)
def test_the_same_seed_number_and_clicks_draw_the_same(seed: bytes, n: int, joins: list[str]) -> None:
    assert fair.chance_rng(seed, n, joins).random() == fair.chance_rng(seed, n, tuple(joins)).random()


@given(st.binary(), st.integers(0, 1000), JOINS)
def test_seed_number_and_clicks_each_change_the_draw(seed: bytes, n: int, joins: list[str]) -> None:
    drawn = fair.chance_rng(seed, n, joins).random()
    others = [
        fair.chance_rng(seed + b"x", n, joins),
        fair.chance_rng(seed, n + 1, joins),
        fair.chance_rng(seed, n, [*joins, "1"]),
    ]
    assert drawn not in [other.random() for other in others]


def test_the_order_of_the_clicks_counts_and_none_can_pass_for_two() -> None:
    joins = (["1", "2"], ["2", "1"], ["12"], ["1", "", "2"])
    assert len({fair.chance_rng(b"", 0, each).random() for each in joins}) == len(joins)


def test_a_computer_draws_anew_at_every_line_and_seat() -> None:
    places = [(commitment, ply, seat) for commitment in ("", "x") for ply in range(5) for seat in range(5)]
    assert len({fair.computer_rng(*place).random() for place in places}) == len(places)
    assert fair.computer_rng("x", 1, 2).random() == fair.computer_rng("x", 1, 2).random()
