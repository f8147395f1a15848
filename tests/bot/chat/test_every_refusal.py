"""Discord refuses each request of play in each way: nobody is told nothing, and nothing is sent for ever.

Here's a sample; `python -m tests.refusals` prints the whole table.
"""

from random import Random

import pytest

from tests.deep import sized
from tests.refusals.stories import STORIES
from tests.refusals.table import LASTING, ONCE, REFUSALS, Case, cases

WERE_WRONG = (("board edited by the bot", "50278"),)


def _found() -> list[Case]:
    """What was wrong once, and isn't in the sample by chance."""
    rows, columns = [one.name for one in STORIES], [one.name for one in REFUSALS]
    return [Case(rows.index(story), columns.index(refusal), ONCE) for story, refusal in WERE_WRONG]


def _few() -> list[Case]:
    """Each request and each refusal at least once."""
    rows, columns, rng = list(range(len(STORIES))), list(range(len(REFUSALS))), Random(36)
    rng.shuffle(rows)
    rng.shuffle(columns)
    chosen = (
        Case(rows[one % len(rows)], columns[one % len(columns)], ONCE if one % 8 else LASTING)
        for one in range(max(len(rows), len(columns)))
    )
    return [one for one in chosen if one.refusal.can_hit(one.story)]


CASES = [one for one in sized([*_few(), *_found()], cases()) if not one.is_known]


@pytest.mark.parametrize("case", CASES, ids=[one.name for one in CASES])
async def test_what_discord_refuses_is_seen_soon_or_told(case: Case) -> None:
    assert await case.play() == []
