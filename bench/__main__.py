"""`python -m bench [NAME …]`: run all measures or the named ones, and compare the results with their targets.

Most targets are ratios of two ways measured in turns, so they mean the same on any machine. For the rest, the
output names the machine and its load.
"""

import argparse
import os
import platform
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeAlias

from bench import computers, databases, load, long_games, pictures, press_path, presses, processes

Figures: TypeAlias = Mapping[str, float]

MEASURES: dict[str, Callable[[], Figures]] = {
    "presses": presses.measure_presses,
    "card_presses": presses.measure_card_presses,
    "cpu": presses.measure_cpu,
    "press_path": press_path.main,
    "load": load.measure_load,
    "long_games": long_games.main,
    "pictures": pictures.measure_pictures,
    "loop_lag": load.measure_loop_lag,
    "doublolo": computers.measure_doublolo,
    "calabresella": computers.measure_calabresella,
    "fourside": computers.measure_fourside,
    "fooblitzky": computers.measure_fooblitzky,
    "foozle": computers.measure_foozle,
    "storage": databases.measure_storage,
    "databases": databases.measure_databases,
    "processes": processes.main,
    "sizes": databases.measure_sizes,
}


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


TARGETS: dict[str, dict[str, Target]] = {
    "presses": {
        "click to durable move, of the bare acknowledgement": Target(2.5, "x"),
        "click to a partial choice, of the bare acknowledgement": Target(2, "x"),
        "click to new board, of the bare reply with PNG": Target(6, "x"),
    },
    "card_presses": {"card to your own new hand, of the bare reply with PNG": Target(6, "x")},
    "pictures": {
        "board picture with faces, faster than the quickest plain way": Target(15, "x", at_most=False)
    },
    "cpu": {
        "CPU a press in Doublolo, of a bare reply": Target(2.5, "x"),
        "CPU a press in FourSide, of a bare reply": Target(2.5, "x"),
    },
    "storage": {"a line to its COMMIT: PostgreSQL, of SQLite": Target(2, "x")},
    "databases": {"press to durable: PostgreSQL, of SQLite": Target(2, "x")},
    "processes": {
        "PostgreSQL: statements a press, the most": Target(3),
        "the same, forwarded to another process": Target(3),
    },
    "load": {
        "10,000 tables: start to an answer, s": Target(5, " s"),
        "played at once: answered, p99 s": Target(1, " s"),
        "played at once: new board, p99 s": Target(3, " s"),
        "played at once: presses failed": Target(0),
    },
    "long_games": {
        "10,000 lines: CPU s to come up, slowest game": Target(1, " s"),
        "10,000 lines: CPU of a move, of one after 100": Target(1.2, "x"),
    },
    "loop_lag": {"the bot's loop: p99 ms": Target(10, " ms")},
    "doublolo": {
        "expert: nodes a second": Target(50_000, at_most=False),
        "Doublolo: legal moves, faster than a list scan": Target(5, "x", at_most=False),
    },
    "calabresella": {
        "keen: p95 ms a card": Target(100, " ms"),
        "endgames equal to brute force, of 500": Target(500, at_most=False),
    },
    "fooblitzky": {
        "sleuth against shopper: won, in 100": Target(65, at_most=False),
        "sleuth against walker: won, in 100": Target(95, at_most=False),
        "sleuth against walker: longest ms a choice": Target(20, " ms"),
    },
    "foozle": {
        "best partition of a hand: longest ms": Target(50, " ms"),
        "cunning among 2, else steady: won, in 100": Target(55, at_most=False),
        "cunning among 2, else steady: p95 ms a choice": Target(100, " ms"),
    },
}


def main(argv: list[str] | None = None) -> int:
    """Run the measures and print each one's table, then the targets."""
    names = _arguments(argv).names or list(MEASURES)
    before = os.getloadavg()[0]
    figures = {}
    for name in names:
        print(f"\n{name}")
        figures[name] = MEASURES[name]()
    print(f"\n{_machine()}, load {before:.1f} before and {os.getloadavg()[0]:.1f} after")
    for row in _rows(figures):
        print(row)
    return 0


def _machine() -> str:
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{now}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}, {python}"


def _rows(figures: Mapping[str, Figures]) -> Iterator[str]:
    for measure, found in figures.items():
        for name, target in TARGETS.get(measure, {}).items():
            wanted = f"{'at most' if target.at_most else 'at least'} {target.bound:,}{target.unit}"
            measured = f"{found[name]:,.2f}{target.unit}"
            yield f"{name:66}{measured:>12}   {wanted:18}{target.verdict(found[name])}"


def _arguments(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench", description="Measure Parlour's speed and computer players."
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"one or more of {', '.join(MEASURES)} (default: all)"
    )
    args = parser.parse_args(argv)
    for name in args.names:
        if name not in MEASURES:
            parser.error(f"there's no measure called “{name}”; choose from {', '.join(MEASURES)}")
    return args


if __name__ == "__main__":
    sys.exit(main())
