"""Many evenings, each in a process of its own: a simulation leaves what was killed as it was."""

import faulthandler
import gc
import os
import pickle
import resource
import signal
import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tests.simulation.database import server
from tests.simulation.evening import Lived, evening, lived
from tests.simulation.plan import Plan

MOST_SECONDS = 60
"""An evening that takes more processor time for each of its processes hangs."""

_WARM = Plan(0, 10, (0, 1))
"""Without deaths, so that nothing of it is left."""


def warm_up() -> None:
    """Live through a short evening, so that each of the others finds everything imported and compiled."""
    lived(_WARM)
    gc.collect()
    gc.freeze()


def apart(plan: Plan, spoil: Callable[[], Any] | None = None) -> Lived:
    """Live through this plan in a child of this process."""
    if plan.processes > 1:
        server()  # it's this process's, and serves all evenings
    reads, writes = os.pipe()
    child = os.fork()
    if not child:
        os.close(reads)
        _in_child(plan, writes, spoil)
    os.close(writes)
    with os.fdopen(reads, "rb") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    if not said:
        return Lived(plan, broken=[f"hangs for more than {MOST_SECONDS} s, or the simulation itself fails"])
    found: Lived = pickle.loads(said)  # noqa: S301 - our own child wrote it
    return found


def _in_child(plan: Plan, writes: int, spoil: Callable[[], Any] | None) -> None:
    status = 1
    try:
        gc.disable()  # it lives for a moment
        faulthandler.register(signal.SIGXCPU)  # says where it is
        most = plan.processes * MOST_SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
        if spoil is not None:
            spoil()
        found = lived(plan)
        with os.fdopen(writes, "wb") as pipe:
            pickle.dump(found, pipe)
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def evenings(seeds: Iterable[int], spoil: Callable[[], Any] | None = None) -> Iterator[Lived]:
    """The evenings of these seeds, one after the other."""
    for seed in seeds:
        yield apart(evening(seed), spoil)
