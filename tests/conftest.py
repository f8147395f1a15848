"""Settings of all tests: Hypothesis has no deadline, and in CI tries the same examples every time.

How many it tries is up to `tests.deep`.

`local_discord` and `meet`, a Discord and its people, are fixtures of all tests.
"""

import gc
import os
import shutil
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from tests.deep import DEEP, examples

pytest_plugins = ["local_discord.pytest_plugin", "pytester"]

settings.register_profile("local", deadline=None, max_examples=examples(25))
settings.register_profile("ci", settings.get_profile("local"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")

# A commit waits for the disk, here a hundred times as long as for memory: tests keep their files there where
# there is room. What outlives a killed process outlives it there too.
MEMORY, ENOUGH_BYTES = Path("/dev/shm"), 1_000_000_000  # noqa: S108 - pytest makes a folder of its own in it
if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ENOUGH_BYTES:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


BETWEEN_COLLECTIONS = 50
"""Tests between two collections of garbage: Python's own rhythm would take a tenth of all the time."""

_since_collection = count(1)


def pytest_collection_finish() -> None:
    _collect()
    gc.disable()


def pytest_runtest_logfinish() -> None:
    if next(_since_collection) % BETWEEN_COLLECTIONS == 0:
        _collect()


def _collect() -> None:
    """Freeze the objects that exist between two tests, so that garbage collection skips them."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip the tests marked as deep unless this is a deep run."""
    if not DEEP:
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("deep")])
        items[:] = [item for item in items if not item.get_closest_marker("deep")]
