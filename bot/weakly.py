"""Callbacks that don't keep their object alive, so that parts can call back the whole that owns them."""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar
from weakref import WeakMethod

P = ParamSpec("P")
T = TypeVar("T")


def weakly(method: Callable[P, T]) -> Callable[P, T | None]:
    """This bound method without keeping its object alive. Once the object is gone, a call returns None."""
    found: WeakMethod[Any] = WeakMethod(method)

    def call(*args: P.args, **named: P.kwargs) -> T | None:
        alive = found()
        if alive is None:
            return None
        answer: T = alive(*args, **named)
        return answer

    return call
