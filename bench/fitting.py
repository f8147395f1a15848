"""Weights fitted to what happened, the same on every machine: logistic regression and least squares."""

import math
from collections.abc import Sequence
from operator import mul
from typing import TypeAlias

Row: TypeAlias = Sequence[float]
"""What's counted in one case, in the order of the weights."""

RIDGE = 5.0
"""How strongly weights are held back where cases say little, as if so many more had been even."""

ROUNDS, ENOUGH = 12, 1e-3
"""After so many rounds, or once no weight moves any further than this, a logistic regression ends."""


def likeliest(cases: Sequence[tuple[Row, float]]) -> list[float]:
    """The logits with which what happened was likeliest, from rows and the share of each that happened."""
    data, scales = _scaled(cases)
    weights = [0.0] * len(scales)
    for _ in range(ROUNDS):
        step = _newton(data, weights)
        weights = [one + more for one, more in zip(weights, step, strict=True)]
        if max(map(abs, step)) < ENOUGH:
            break
    return [one / scale for one, scale in zip(weights, scales, strict=True)]


def closest(cases: Sequence[tuple[Row, float]]) -> list[float]:
    """The weights by which the squares of what they miss add up to least, from rows and a number for each."""
    data, scales = _scaled(cases)
    slope, curve = _held_back([0.0] * len(scales))
    for row, number in data:
        _add(slope, curve, row, number, 1.0)
    return [one / scale for one, scale in zip(_solved(curve, slope), scales, strict=True)]


def _scaled(cases: Sequence[tuple[Row, float]]) -> tuple[list[tuple[list[float], float]], list[float]]:
    """The cases with every column of about the same size, and what each was divided by."""
    width = len(cases[0][0])
    scales = [math.sqrt(sum(row[at] ** 2 for row, _ in cases) / len(cases)) or 1.0 for at in range(width)]
    rows = [([one / scale for one, scale in zip(row, scales, strict=True)], what) for row, what in cases]
    return rows, scales


def _newton(data: Sequence[tuple[list[float], float]], weights: list[float]) -> list[float]:
    """What to add to the weights, by Newton's method."""
    slope, curve = _held_back(weights)
    for row, happened in data:
        chance = 1 / (1 + math.exp(-max(-30.0, min(30.0, sum(map(mul, weights, row))))))
        _add(slope, curve, row, happened - chance, chance * (1 - chance))
    return _solved(curve, slope)


def _held_back(weights: list[float]) -> tuple[list[float], list[list[float]]]:
    size = len(weights)
    curve = [[RIDGE if at == other else 0.0 for other in range(size)] for at in range(size)]
    return [-RIDGE * one for one in weights], curve


def _add(slope: list[float], curve: list[list[float]], row: list[float], off: float, spread: float) -> None:
    for at, one in enumerate(row):
        if one:
            slope[at] += off * one
            part, line = spread * one, curve[at]
            for other, value in enumerate(row):
                line[other] += part * value


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of linear equations (Gauss and Jordan)."""
    size = len(right)
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for at in range(size):
        pivot = max(range(at, size), key=lambda one: abs(rows[one][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for one in range(size):
            if one != at and rows[one][at]:
                factor = rows[one][at] / rows[at][at]
                rows[one] = [value - factor * taken for value, taken in zip(rows[one], rows[at], strict=True)]
    return [rows[at][size] / rows[at][at] for at in range(size)]
