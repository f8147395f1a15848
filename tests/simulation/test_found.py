"""What evenings have found, and what the bot does now."""

import json
from functools import cache

import pytest

from tests.simulation.found import FOUND
from tests.simulation.test_week import program


@cache
def broken() -> dict[str, list[str]]:
    """Which laws each of them breaks, by its name: in one process, since that takes seconds to start."""
    done = program("-m", "tests.simulation.found")
    assert done.stderr == ""
    return dict(json.loads(done.stdout))


@pytest.mark.parametrize("name", FOUND)
def test_it_holds_now_that(name: str) -> None:
    assert broken()[name] == []
