"""Calling back without keeping alive: parts that hold their whole leave both to the garbage collector."""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar
from weakref import WeakMethod

P = ParamSpec("P")
T = TypeVar("T")


def weakly(method: Callable[P, T]) -> Callable[P, T | None]:
    """This bound method, to be called for as long as somebody else keeps its object; then it returns None."""
    found: WeakMethod[Any] = WeakMethod(method)

    def call(*args: P.args, **named: P.kwargs) -> T | None:
        alive = found()
        if alive is None:
            return None
        answer: T = alive(*args, **named)
        return answer

    return call
