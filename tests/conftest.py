"""Settings of all tests: Hypothesis has no deadline, and in CI tries the same examples every time.

How many it tries is up to `tests.deep`.

`local_discord` and `meet`, a Discord and its people, are fixtures of all tests.
"""

import os

import pytest
from hypothesis import settings

from tests.deep import DEEP, examples

pytest_plugins = ["local_discord.pytest_plugin", "pytester"]

settings.register_profile("local", deadline=None, max_examples=examples(25))
settings.register_profile("ci", settings.get_profile("local"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the tests that are marked as deep to a deep run."""
    if not DEEP:
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("deep")])
        items[:] = [item for item in items if not item.get_closest_marker("deep")]
