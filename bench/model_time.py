"""A loop in which waiting takes no time: its clock jumps to whatever is due next."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class _Jumping(selectors.SelectSelector):
    """Waits for nothing, and notes how long it should have waited."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is there now."""
        found = super().select(0)
        if not found and timeout:
            self.passed += timeout
        return found


class ModelLoop(asyncio.SelectorEventLoop):
    """A loop whose time is that of a model. Threads and sockets aren't waited for."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        """Seconds since the beginning of the model."""
        return self._jumping.passed


def run(work: Coroutine[Any, Any, T]) -> T:
    """What this returns in model time."""
    with asyncio.Runner(loop_factory=ModelLoop) as runner:
        return runner.run(work)
