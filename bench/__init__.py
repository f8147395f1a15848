"""What things cost; `make bench` runs all of it. Here: clocks, percentiles, sums, targets and tables."""

import os
import statistics
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Self, TypeVar

T = TypeVar("T")


def cpu(work: Callable[[], T]) -> tuple[T, float]:
    """What the work returns, and the milliseconds of this process's processor time that it took."""
    began = time.process_time()
    found = work()
    return found, 1000 * (time.process_time() - began)


def in_turns(rounds: int, *ways: Callable[[], object]) -> list[float]:
    """The median CPU milliseconds of each way; taken in turns, a busy moment affects all of them equally."""
    times: list[list[float]] = [[] for _ in ways]
    for _ in range(rounds):
        for way, kept in zip(ways, times, strict=True):
            kept.append(cpu(way)[1])
    return [statistics.median(kept) for kept in times]


def cpu_seconds(pid: int) -> float:
    """The processor time that all threads of this process have used. Linux only."""
    # The id of another process's CPU clock, computed as clock_getcpuclockid(3) does.
    return time.clock_gettime((~pid << 3) | 2)


def resident(pid: int | str = "self") -> int:
    """The bytes of memory that the process, or this one, uses now. Linux only."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def at(values: Collection[float], part: float) -> float:
    """The value that this share of them doesn't exceed."""
    return sorted(values)[min(int(len(values) * part), len(values) - 1)]


def spread(values: Collection[float], unit: str, *parts: float) -> dict[str, float]:
    """The percentiles at these parts, as columns of a table: `p50 ms`, or `longest ms` for 1."""
    return {f"{f'p{part:.0%}'[:-1] if part < 1 else 'longest'} {unit}": at(values, part) for part in parts}


def told(figures: dict[str, float], digits: int = 2) -> dict[str, float]:
    """Print a row for each figure, and return them."""
    for name, figure in figures.items():
        sys.stdout.write(f"{name:56}{figure:12,.{digits}f}\n")
    return figures


def table(title: str, rows: Mapping[str, Mapping[str, float]], digits: int = 2) -> dict[str, float]:
    """Print a column for each figure of a row, and return all figures as `row: column`."""
    columns = list(next(iter(rows.values())))
    sys.stdout.write(f"{title:44}" + "".join(f"{name:>{_wide(name)}}" for name in columns) + "\n")
    for name, row in rows.items():
        cells = "".join(f"{row[column]:{_wide(column)},.{digits}f}" for column in columns)
        sys.stdout.write(f"{name:44}{cells}\n")
    return {f"{name}: {column}": figure for name, row in rows.items() for column, figure in row.items()}


def _wide(column: str) -> int:
    return max(len(column), 9) + 2


@dataclass
class Addable:
    """Numbers and lists that several processes count, each for itself."""

    def add(self, other: Self) -> None:
        """Take in what was counted elsewhere."""
        for one in fields(self):
            summed = getattr(self, one.name)
            summed += getattr(other, one.name)
            setattr(self, one.name, summed)


@dataclass(frozen=True, slots=True)
class Target:
    """At least `bound`, or at most if `at_most`."""

    bound: float
    unit: str = ""
    at_most: bool = True

    def verdict(self, found: float) -> str:
        """`met`, or how far it is missed."""
        if found <= self.bound if self.at_most else found >= self.bound:
            return "met"
        return f"missed by {abs(found / self.bound - 1):.0%}" if self.bound else "missed"


def verdicts(found: Mapping[str, float], targets: Mapping[str, Target]) -> Iterator[str]:
    """A row for each target: what was found, and whether that's enough."""
    for name, target in targets.items():
        wanted = f"{'at most' if target.at_most else 'at least'} {target.bound:,}{target.unit}"
        measured = f"{found[name]:,.2f}{target.unit}"
        yield f"{name:66}{measured:>12}   {wanted:18}{target.verdict(found[name])}"
