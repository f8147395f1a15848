"""Lots fall evenly, and the same in every version of Python."""

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.kit.lots import below, shuffle


@given(st.integers(), st.integers(1, 1000))
def test_a_lot_is_below_its_bound(seed: int, count: int) -> None:
    assert 0 <= below(Random(seed), count) < count


@given(st.integers(), st.lists(st.integers()))
def test_shuffling_keeps_every_item(seed: int, items: list[int]) -> None:
    assert sorted(shuffle(Random(seed), items)) == sorted(items)


def test_every_order_is_as_likely() -> None:
    rng = Random(1)
    counts = Counter("".join(shuffle(rng, "abc")) for _ in range(6000))
    assert len(counts) == 6
    assert all(900 < count < 1100 for count in counts.values())


def test_an_order_once_drawn_is_always_drawn() -> None:
    """Old games are verified by drawing again from their seed, so this must not change."""
    assert "".join(shuffle(Random(7), "parlour")) == "roaulpr"
