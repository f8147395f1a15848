"""Shrinks a plan that breaks a law: what can be left out while the same law is broken is left out."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from tests.simulation.evening import Lived
from tests.simulation.many import apart
from tests.simulation.plan import Plan

_DETAIL = re.compile(r"“.*?”|\[.*|\(.*|\d[\d.,]*|seat \w|<.*")


def law_of(sentence: str) -> str:
    """Which law this sentence says is broken, without its details."""
    return _DETAIL.sub("#", sentence.splitlines()[0])[:80]


def shrunk(
    found: Lived, tell: Callable[[str], None], live: Callable[[Plan], Lived] = apart, tries: int = 150
) -> Lived:
    """The smallest evening that breaks the first of its laws, after so many tries at most."""
    law, smallest = law_of(found.broken[0]), found
    while tries:
        for plan in _smaller(smallest.plan):
            tries -= 1
            less = live(plan)
            if law in map(law_of, less.broken):
                smallest = less
                tell(f"{plan.presses} presses at {len(plan.tables)} tables, {len(plan.happenings)} events")
                break
            if not tries:
                break
        else:
            break
    return smallest


def _smaller(plan: Plan) -> Iterator[Plan]:
    for table in plan.tables:
        if len(plan.tables) > 1:
            yield replace(plan, tables=tuple(one for one in plan.tables if one != table))
    if plan.has_contest:
        yield replace(plan, has_contest=False)
    count = len(plan.happenings)
    size = count
    while size:
        for first in range(0, count, size):
            yield replace(plan, happenings=plan.happenings[:first] + plan.happenings[first + size :])
        size //= 2
    for share in (0.25, 0.5, 0.75, 0.9):
        if (presses := int(plan.presses * share)) < plan.presses:
            yield replace(plan, presses=presses)
    if plan.presses > 1:
        yield replace(plan, presses=plan.presses - 1)
