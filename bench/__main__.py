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
from typing import Any

from bench import computers, databases, load, long_games, memory, pictures, press_path, presses, processes

MEASURES: dict[str, Callable[[], Mapping[str, Any]]] = {
    "presses": presses.measure_presses,
    "card_presses": presses.measure_card_presses,
    "cpu": presses.measure_cpu,
    "press_path": press_path.main,
    "load": load.measure_load,
    "long_games": long_games.main,
    "pictures": pictures.measure_board_pictures,
    "card_pictures": pictures.measure_card_pictures,
    "city": pictures.measure_city,
    "loop_lag": load.measure_loop_lag,
    "doublolo": computers.measure_doublolo,
    "calabresella": computers.measure_calabresella,
    "fourside": computers.measure_fourside,
    "fooblitzky": computers.measure_fooblitzky,
    "foozle": computers.measure_foozle,
    "storage": databases.measure_storage,
    "databases": databases.measure_databases,
    "processes": processes.main,
    "sizes": memory.measure_sizes,
}


@dataclass(frozen=True, slots=True)
class Target:
    """The target for one result: at least `bound`, or at most if `at_most`.

    `beside` names another result of the same measure, in milliseconds: the part due to the machine.
    """

    measure: str
    figure: str
    says: str
    bound: float
    unit: str
    at_most: bool = False
    beside: str = ""

    def is_met(self, found: float) -> bool:
        """Whether the result is good enough."""
        return found <= self.bound if self.at_most else found >= self.bound

    def verdict(self, found: float) -> str:
        """`met`, or how far it is missed."""
        if self.is_met(found):
            return "met"
        return f"missed by {abs(found / self.bound - 1):.0%}" if self.bound else "missed"


TARGETS = (
    Target(
        "presses",
        presses.TO_ACKNOWLEDGED,
        "click to durable move, of the bare acknowledgement",
        2.5,
        "x",
        True,
        presses.COMMITTED,
    ),
    Target(
        "presses",
        presses.TO_BEGUN,
        "click to a partial choice acknowledged, of the bare acknowledgement",
        2,
        "x",
        True,
    ),
    Target("presses", presses.TO_BOARD, "click to new board, of the bare reply with PNG", 6, "x", True),
    Target(
        "card_presses",
        presses.TO_HAND,
        "card to your own new hand, of the bare reply with PNG",
        6,
        "x",
        True,
    ),
    Target(
        "pictures", pictures.RATIO, "board picture with faces, faster than the quickest plain way", 15, "x"
    ),
    Target("cpu", presses.ratio_of("doublolo"), "CPU a press in Doublolo, of a bare reply", 2.5, "x", True),
    Target("cpu", presses.ratio_of("fourside"), "CPU a press in FourSide, of a bare reply", 2.5, "x", True),
    Target("storage", databases.SERVER, "press to durable: PostgreSQL, of SQLite", 2, "x", True),
    Target("databases", databases.DURABLE, "press at a board: PostgreSQL, of SQLite", 2, "x", True),
    Target("processes", processes.STATEMENTS, "PostgreSQL: a press, the most", 3, " statements", True),
    Target(
        "processes", processes.FORWARDED, "the same, forwarded to another process", 3, " statements", True
    ),
    Target("load", load.STARTED, "10,000 open tables: start to an answer", 5, " s", True),
    Target("load", load.ACKNOWLEDGED, "200 tables played at once: answered, p99", 1, " s", True),
    Target("load", load.BOARD, "200 tables played at once: new board, p99", 3, " s", True),
    Target("load", load.FAILED, "200 tables played at once: presses failed", 0, "", True),
    Target("long_games", long_games.UP, "10,000 lines: CPU to come up, slowest game", 1, " s", True),
    Target("long_games", long_games.MOVE, "10,000 lines: CPU of a move, of one after 100", 1.2, "x", True),
    Target("loop_lag", load.LOOP_LAG, "loop lag p99, two computers thinking", 10, " ms", True, load.IDLE_LAG),
    Target("doublolo", "expert: nodes per second", "Doublolo: nodes searched per second", 50_000, ""),
    Target("doublolo", "ratio", "Doublolo: legal moves, faster than a list scan", 5, "x"),
    Target("calabresella", "keen: ms per card, p95", "Calabresella: CPU for a card, p95", 100, " ms", True),
    Target("calabresella", computers.EQUAL, "Calabresella: endgames equal to brute force", 500, ""),
    Target(
        "fooblitzky",
        "sleuth against shopper: won, in 100",
        "Fooblitzky: sleuth's wins against shopper",
        65,
        "",
    ),
    Target(
        "fooblitzky", "sleuth against walker: won, in 100", "Fooblitzky: sleuth's wins against walker", 95, ""
    ),
    Target(
        "fooblitzky", "sleuth: ms per choice, longest", "Fooblitzky: sleuth's longest choice", 20, " ms", True
    ),
    Target("foozle", "hand, worst ms", "Foozle: best partition, the worst hand", 50, " ms", True),
    Target(
        "foozle", "cunning among 2, else steady: won, in 100", "Foozle: cunning's wins against steady", 55, ""
    ),
    Target(
        "foozle",
        "cunning among 2, else steady: ms per choice, p95",
        "Foozle: cunning's choice, p95",
        100,
        " ms",
        True,
    ),
)


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


def _rows(figures: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    for target in TARGETS:
        if target.measure in figures:
            found = figures[target.measure][target.figure]
            wanted = f"{'at most' if target.at_most else 'at least'} {target.bound:,}{target.unit}"
            measured = f"{found:,.2f}{target.unit}" if target.unit else f"{found:,.0f}"
            yield f"{target.says:70}{measured:>10}   {wanted:21}{target.verdict(found)}"
            if target.beside:
                yield f"{'':70}({target.beside}: {figures[target.measure][target.beside]:.2f} ms)"


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
