"""How much the tests try: enough to catch what breaks often, and much more with DEEP=1 (`make deep`).

With THOROUGH=1, tests marked as thorough run, too: another case of what a test that always runs looks at.
"""

import os
from collections.abc import Iterable
from typing import Any, TypeVar

import pytest

T = TypeVar("T")

DEEP = bool(os.environ.get("DEEP"))
THOROUGH = DEEP or bool(os.environ.get("THOROUGH"))


def examples(few: int) -> int:
    """This many random examples, or twenty times as many in a deep run."""
    return 20 * few if DEEP else few


def sized(small: T, large: T) -> T:
    """The size of a game or measurement, or the cases of a test: `large` in a deep run."""
    return large if DEEP else small


def families(cases: Iterable[Any], always: Iterable[Any]) -> list[Any]:
    """The cases of a test of which these `always` run, and the others in a thorough run."""
    kept = [*always]
    return [one if one in kept else pytest.param(one, marks=pytest.mark.thorough) for one in cases]
