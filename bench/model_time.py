"""An event loop in which waiting takes no time: its clock jumps to whatever is due next."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class _Jumping(selectors.SelectSelector):
    """A selector that doesn't wait, but notes how long it should have."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """The events that are ready now."""
        found = super().select(0)
        if not found and timeout:
            self.passed += timeout
        return found


class ModelLoop(asyncio.SelectorEventLoop):
    """An event loop in model time. It doesn't wait for threads or sockets."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        """Seconds since the beginning of the model."""
        return self._jumping.passed


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run this in model time, and return its result."""
    with asyncio.Runner(loop_factory=ModelLoop) as runner:
        return runner.run(work)
