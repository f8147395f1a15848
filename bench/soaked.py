"""What a soak found: one line of JSON per game in a file, and a summary with the spread of the lengths."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from string import ascii_uppercase
from typing import TypeAlias

from pydantic import TypeAdapter, ValidationError

Key: TypeAlias = tuple[str, int, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Played:
    """A played game: its lines and rounds, why it ended, and its faults as sentences."""

    variant: str
    number: int
    levels: tuple[str, ...]
    finished: bool = True
    lines: int = 0
    rounds: int = 0
    end: str = ""
    faults: tuple[str, ...] = ()

    @property
    def key(self) -> Key:
        """Identifies this game among all of a soak."""
        return self.variant, self.number, self.levels

    @property
    def seed(self) -> bytes:
        """The seed of this game: 32 bytes."""
        return hashlib.sha256(f"{self.variant}/{self.number}".encode()).digest()

    @property
    def stands(self) -> bool:
        """Whether it was finished and nothing is wrong with its record."""
        return self.finished and not self.faults

    @property
    def says(self) -> str:
        """What is wrong with it."""
        return " ".join(self.faults) if self.finished else "The game did not end."


_ROW = TypeAdapter(Played)


class Results:
    """A file that results are appended to; without a path nothing is saved."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def read(self) -> dict[Key, Played]:
        """The results in the file; a last line that was cut off counts as not played."""
        if self._path is None or not self._path.exists():
            return {}
        rows = self._path.read_text(encoding="utf-8").splitlines()
        return {one.key: one for row in rows if (one := _read(row))}

    def add(self, one: Played) -> None:
        """Append a result; it is in the file when this returns."""
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                # The line break comes first, so that a line that was cut off doesn't spoil the next.
                file.write("\n" + _ROW.dump_json(one).decode())


def _read(row: str) -> Played | None:
    try:
        return _ROW.validate_json(row)
    except ValidationError:
        return None


def summary(found: Sequence[Played]) -> Iterator[str]:
    """A line for each variant: games, open and faulty ones, then of lines and rounds 10 %, median, 90 %."""
    ends = dict(zip(Counter(one.end for one in found if one.end), ascii_uppercase, strict=False))
    yield f"{'':44}{'games':>6}{'open':>6}{'faulty':>8}   {'lines':20}{'rounds':20}ends"
    for name in dict.fromkeys(one.variant for one in found):
        yield _row(name, [one for one in found if one.variant == name], ends)
    for end, sign in ends.items():
        yield f"{sign}: {end}"


def _row(name: str, games: Sequence[Played], ends: dict[str, str]) -> str:
    unfinished = sum(not one.finished for one in games)
    faulty = sum(bool(one.faults) for one in games)
    stood = [one for one in games if one.stands]
    ended = Counter(ends.get(one.end, "?") for one in stood)
    spreads = (spread([one.lines for one in stood]), spread([one.rounds for one in stood]))
    said = "".join(f"{low:>6.0f}{middle:>6.0f}{high:>6.0f}  " for low, middle, high in spreads)
    counts = ", ".join(f"{count} {sign}" for sign, count in sorted(ended.items()))
    return f"{name:44}{len(games):>6}{unfinished:>6}{faulty:>8} {said}  {counts}"


def spread(lengths: Sequence[int]) -> tuple[float, float, float]:
    """The 10th percentile, the median and the 90th percentile; zeros for no games."""
    if len(lengths) < 2:
        only = float(lengths[0]) if lengths else 0.0
        return only, only, only
    tenths = quantiles(lengths, n=10, method="inclusive")
    return tenths[0], tenths[4], tenths[8]
