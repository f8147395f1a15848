"""Tuples, which positions have by seat or by square: they don't change, so a move makes new ones."""

from typing import TypeVar

T = TypeVar("T")


def replaced(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The values with another one at this index, counted from 0."""
    return (*values[:at], value, *values[at + 1 :])
