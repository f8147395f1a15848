"""Tuples in which one value is replaced."""

from hypothesis import given
from hypothesis import strategies as st

from games.kit.tuples import replaced


@given(st.lists(st.integers(), min_size=1), st.data())
def test_one_value_is_replaced_and_the_others_stay(values: list[int], data: st.DataObject) -> None:
    before, at = tuple(values), data.draw(st.integers(0, len(values) - 1))
    values[at] = 7
    assert replaced(before, at, 7) == tuple(values)
