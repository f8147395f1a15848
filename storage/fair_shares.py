"""Which process should have which shard, so that all have about as many. This doesn't use the database."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import ceil


@dataclass(frozen=True, slots=True)
class Shard:
    """Who has a shard, and who gets it next. `seen` are interactions that were answered lately."""

    shard: int
    process_id: int | None = None
    next_id: int | None = None
    is_next_ready: bool = False
    seen: str = ""

    @property
    def is_asked_for(self) -> bool:
        """Whether another process has asked for it."""
        return self.next_id is not None

    @property
    def last_id(self) -> int | None:
        """Who will have it after the planned changes."""
        return self.process_id if self.next_id is None else self.next_id


@dataclass(frozen=True, slots=True)
class Shared:
    """All shards, and the living processes that stay."""

    shards: tuple[Shard, ...]
    staying: frozenset[int]


def wanted(shared: Shared, me: int) -> tuple[list[int], list[int]]:
    """The free shards that this process takes, and those it asks others for, to get its fair share."""
    if me not in shared.staying:
        return [], []
    load = Counter(one.last_id for one in shared.shards)
    room = ceil(len(shared.shards) / len(shared.staying)) - load[me]
    takes = [one.shard for one in shared.shards if one.process_id is None][: max(room, 0)]
    leaving = [
        one.shard
        for one in shared.shards
        if one.process_id is not None and one.process_id not in shared.staying and not one.is_asked_for
    ]
    asks = leaving[: max(room - len(takes), 0)]
    if takes or asks or any(one.next_id == me for one in shared.shards):
        return takes, asks
    richest = max(shared.staying, key=lambda one: (load[one], one))
    if load[richest] - load[me] >= 2:
        theirs = [one.shard for one in shared.shards if one.process_id == richest and not one.is_asked_for]
        asks = theirs[-1:]
    return takes, asks


def as_wanted(shared: Shared, me: int, takes: Iterable[int], asks: Iterable[int]) -> Shared:
    """The state after this process has taken some shards and asked for others."""
    after = {one: Shard(one, me) for one in takes}
    for one in shared.shards:
        if one.shard in asks:
            after[one.shard] = replace(one, next_id=me, is_next_ready=False)
    return replace(shared, shards=tuple(after.get(one.shard, one) for one in shared.shards))
