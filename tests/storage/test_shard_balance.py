"""Which shards a process takes and asks for, judged only by what the database says."""

from itertools import chain

import pytest

from storage import Shard, Shared
from storage.shards import shard_balance


def shared(holders: str, staying: str = "AB") -> Shared:
    """Shards that these processes have, each a letter; `-` is free."""
    shards = tuple(Shard(n, None if one == "-" else ord(one)) for n, one in enumerate(holders))
    return Shared(shards, frozenset(map(ord, staying)))


@pytest.mark.parametrize(
    ("holders", "staying", "takes", "asks"),
    [
        ("----", "A", [0, 1, 2, 3], []),
        ("----", "AB", [0, 1], []),
        ("---", "AB", [0, 1], []),
        ("BB--", "AB", [2, 3], []),
        ("BBB-", "AB", [3], []),
        ("BBBB", "AB", [], [3]),
        ("BBBA", "AB", [], [2]),
        ("BBAA", "AB", [], []),
        ("BBA", "AB", [], []),
        ("BBBB", "A", [], [0, 1, 2, 3]),
        ("BBCC", "AC", [], [0, 1]),
        ("BBCC", "ABC", [], [3]),
        ("A---", "B", [], []),
        ("BB", "ABCDE", [], [1]),
        ("BC", "ABC", [], []),
    ],
)
def test_a_process_takes_what_is_free_and_asks_those_that_leave_or_have_most(
    holders: str, staying: str, takes: list[int], asks: list[int]
) -> None:
    assert shard_balance(shared(holders, staying), ord("A")) == (takes, asks)


def test_a_process_asks_for_one_shard_at_a_time() -> None:
    asked = Shared((Shard(0, 66), Shard(1, 66), Shard(2, 66), Shard(3, 66, 65)), frozenset({65, 66}))
    assert shard_balance(asked, 65) == ([], [])


@pytest.mark.parametrize(("shards", "processes"), [(1, 3), (5, 2), (12, 5), (16, 16), (40, 7)])
def test_shares_become_even_after_one_process_had_everything(shards: int, processes: int) -> None:
    holders, staying = [0] * shards, frozenset(range(processes))
    for _ in range(shards * processes):
        for me in range(processes):
            now = Shared(tuple(Shard(n, one) for n, one in enumerate(holders)), staying)
            for shard in chain(*shard_balance(now, me)):
                holders[shard] = me
    counts = [holders.count(me) for me in range(processes)]
    assert max(counts) - min(counts) <= 1
