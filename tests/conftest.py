"""Settings of all tests: Hypothesis has no deadline, and in CI tries the same examples every time.

How many it tries is up to `tests.deep`.

`local_discord` and `meet`, a Discord and its people, are fixtures of all tests.
"""

import gc
import os
import shutil
from collections.abc import Generator
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import resvg_py
from hypothesis import settings
from hypothesis.vendor.pretty import for_type_by_name

from tests.deep import DEEP, THOROUGH, examples

pytest_plugins = ["local_discord.pytest_plugin", "pytester"]

settings.register_profile("local", deadline=None, max_examples=examples(25))
settings.register_profile("ci", settings.get_profile("local"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")

# Hypothesis prints what a failing test was given. Of lambdas in a game it makes code that can't be run, and
# then says that data is inconsistent instead of what failed.
for_type_by_name("games.game", "Game", lambda game, printer, _cycle: printer.text(game.about.name))

# A commit waits for the disk, here a hundred times as long as for memory: tests keep their files there where
# there is room. What outlives a killed process outlives it there too.
MEMORY, ENOUGH_BYTES = Path("/dev/shm"), 1_000_000_000  # noqa: S108 - pytest makes a folder of its own in it
if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ENOUGH_BYTES:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


@pytest.fixture(scope="session", autouse=True)
def _each_drawing_is_rendered_once() -> None:
    """Every process of every run needs the same hundreds of sprites. They follow from their text and size."""
    render: Any = resvg_py.svg_to_bytes
    folder = Path(__file__).parent.parent / f".pytest_cache/sprites-{version('resvg_py')}"
    folder.mkdir(parents=True, exist_ok=True)

    def rendered_once(**drawing: Any) -> bytes:
        file = folder / sha256(repr(sorted(drawing.items())).encode()).hexdigest()
        with suppress(FileNotFoundError):
            return file.read_bytes()
        whole = folder / f"{file.name}.{os.getpid()}"
        whole.write_bytes(render(**drawing))
        return whole.replace(file).read_bytes()

    setattr(resvg_py, "svg_to_bytes", rendered_once)  # noqa: B010 - it has a longer signature


def pytest_collection_finish() -> None:
    _collect()
    gc.disable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Generator[None, object, object]:
    """Collect each test's garbage while the processor still has it at hand.

    That takes a third of what it takes after fifty tests, and what a test left open is found right after it.
    """
    result = yield
    _collect()
    return result


def _collect() -> None:
    """Freeze the objects that exist between two tests, so that garbage collection skips them."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many hours were simulated, whichever process did it."""
    for report in terminalreporter.getreports("passed"):
        for name, said in report.user_properties:
            if name == "simulated" and report.when == "call":
                terminalreporter.write_line(f"Simulated play: {said}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only a deep or a thorough run has, and begin with the tests that need real time."""
    for mark, is_run in (("deep", DEEP), ("thorough", THOROUGH)):
        if not is_run:
            config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker(mark)])
            items[:] = [item for item in items if not item.get_closest_marker(mark)]
    items[:] = _real_first(items)


def _real_first(items: list[pytest.Item]) -> list[pytest.Item]:
    """Half of the processes begin with tests that need real time, while others keep the processors busy.

    Every process gets the same number of tests in their order, and one that has finished takes over tests of
    another. If those tests came last, they would keep each other waiting, and the processors idle.
    """
    real = [item for item in items if item.get_closest_marker("real")]
    others = [item for item in items if not item.get_closest_marker("real")]
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    half = max(0, processes // 2 * len(items) // processes - len(real[::2]))
    return [*real[::2], *others[:half], *real[1::2], *others[half:]]
