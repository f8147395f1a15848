"""The sequence in which a table keeps its lines: a value that grows at its end."""

import copy
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.vector import Vector
from tests.games.work import calls

LENGTHS = st.integers(0, 100) | st.sampled_from([1_023, 1_024, 1_025, 1_056, 1_057])


@given(LENGTHS)
def test_a_vector_reads_as_the_tuple_of_what_it_holds(length: int) -> None:
    held = tuple(range(length))
    vector = Vector.of(held)
    assert vector == Vector[int]().with_last(*held)
    assert len(vector) == length
    assert bool(vector) == bool(held)
    assert tuple(vector) == held
    assert tuple(reversed(vector)) == held[::-1]
    assert tuple(vector[place] for place in range(-length, length)) == held * 2
    assert vector[-5:] == held[-5:]
    assert vector[3:900:7] == held[3:900:7]


@given(LENGTHS)
def test_there_is_nothing_beyond_its_ends(length: int) -> None:
    for place in (length, -length - 1):
        with pytest.raises(IndexError):
            Vector.of(range(length))[place]


@given(LENGTHS, st.lists(st.integers(), max_size=70), st.lists(st.integers(), max_size=70))
def test_two_that_grow_out_of_one_leave_it_and_each_other_alone(
    length: int, ours: list[int], theirs: list[int]
) -> None:
    held = tuple(range(length))
    vector = Vector.of(held)
    one, other = vector.with_last(*ours), vector.with_last(*theirs)
    assert (tuple(one), tuple(other), tuple(vector)) == ((*held, *ours), (*held, *theirs), held)


@given(LENGTHS, st.data())
def test_the_first_of_it_are_what_it_was_when_it_was_so_long(length: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, length))
    vector = Vector.of(range(length))
    assert vector.first(count) == Vector.of(range(count))
    assert tuple(vector.first(count).with_last(-1)) == (*range(count), -1)


@given(LENGTHS, LENGTHS)
def test_vectors_are_equal_where_they_hold_the_same(one: int, other: int) -> None:
    pair = Vector.of(range(one)), Vector.of(range(other))
    assert (pair[0] == pair[1]) == (one == other)
    assert pair[0] == Vector.of(range(one))
    assert hash(pair[0]) == hash(Vector.of(range(one)))
    assert copy.deepcopy(pair[0]) == pair[0]


@pytest.mark.parametrize(
    "use",
    [
        lambda vector: vector.with_last(0),
        lambda vector: vector.first(len(vector) - 1),
        lambda vector: vector[len(vector) // 2],
        lambda vector: next(reversed(vector)),
    ],
)
def test_what_is_done_at_its_end_costs_hardly_more_when_it_is_long(
    use: Callable[[Vector[int]], object],
) -> None:
    """A hundred thousand things lie four levels deep, thirty-two one: a few calls per level."""
    short, long = Vector.of(range(32)), Vector.of(range(100_000))
    assert calls(lambda: use(long)) <= calls(lambda: use(short)) + 40
