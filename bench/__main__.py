"""`python -m bench [NAME …]`: run all measures or the named ones, and compare the results with their targets.

Most targets are ratios of two ways measured in turns, so they mean the same on any machine. For the rest, the
output names the machine and its load.
"""

import argparse
import os
import platform
import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TypeAlias

from bench import (
    Target,
    capacity,
    computers,
    crowded,
    dailies,
    databases,
    distance,
    hints,
    load,
    long_games,
    pictures,
    press_path,
    presses,
    processes,
    standings,
    verdicts,
)
from games import calabresella, doublolo

Figures: TypeAlias = Mapping[str, float]

MEASURES: dict[str, Callable[[], Figures]] = {
    "presses": presses.measure_presses,
    "card_presses": presses.measure_card_presses,
    "cpu": presses.measure_cpu,
    "distance": distance.measure_distance,
    "press_path": press_path.main,
    "load": load.measure_load,
    "crowded": crowded.measure_crowded,
    "capacity": capacity.measure_capacity,
    "long_games": long_games.main,
    "pictures": pictures.measure_pictures,
    "loop_lag": load.measure_loop_lag,
    "doublolo": computers.measure_doublolo,
    "calabresella": computers.measure_calabresella,
    "foozle": computers.measure_foozle,
    "hints": hints.measure_hints,
    "storage": databases.measure_storage,
    "databases": databases.measure_databases,
    "processes": processes.main,
    "sizes": databases.measure_sizes,
    "standings": standings.measure_standings,
    "dailies": dailies.measure_dailies,
}


TARGETS: dict[str, dict[str, Target]] = {
    "presses": {
        "press to durable move, of the bare acknowledgement": Target(2.5, "x"),
        "click to new board, of the bare reply with PNG": Target(2.6, "x"),
        "click to next question, of the bare reply with PNG": Target(2.8, "x"),
    },
    "distance": {
        "press to new board at 0 ms each way, of the bare reply": Target(2.6, "x"),
        "press to new board at 100 ms each way, of the bare reply": Target(1.25, "x"),
    },
    "card_presses": {"card to your own new hand, of the bare reply with PNG": Target(3.5, "x")},
    "pictures": {
        "board picture with faces, faster than the quickest plain way": Target(15, "x", at_most=False)
    },
    "cpu": {
        "CPU a press in Doublolo, of a bare reply": Target(3.5, "x"),
        "CPU a press in FourSide, of a bare reply": Target(4, "x"),
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
    "standings": {
        "slowest list, SQLite: p95 ms": Target(50, " ms"),
        "slowest list, PostgreSQL: p95 ms": Target(50, " ms"),
    },
    "crowded": {
        "wait for a choice, longest s": Target(3, " s"),
        "failed": Target(0),
        "loop lag p99, ms": Target(10, " ms"),
    },
    "capacity": {
        "presses a second, SQLite": Target(150, at_most=False),
        "presses a second, PostgreSQL": Target(150, at_most=False),
        "% of the bare bot's rate, SQLite": Target(40, " %", at_most=False),
        "% of the bare bot's rate, PostgreSQL": Target(40, " %", at_most=False),
        "memory then, MB": Target(400, " MB"),
    },
    "dailies": {
        f"{game}: {figure}": target
        for game in dailies.GAMES
        for figure, target in (
            ("rank correlation", Target(0.4, at_most=False)),
            ("minutes, median", Target(10, " min")),
        )
    },
    "long_games": {
        "10,000 lines: CPU s to come up, slowest game": Target(1, " s"),
        "10,000 lines: CPU of a move, of one after 100": Target(1.2, "x"),
    },
    "loop_lag": {"the bot's loop: p99 ms": Target(10, " ms")},
    "doublolo": {
        f"{doublolo.GAME.about.levels[-1]}: nodes a second": Target(50_000, at_most=False),
        "Doublolo: legal moves, faster than a list scan": Target(5, "x", at_most=False),
    },
    "calabresella": {
        f"{calabresella.GAME.about.levels[-1]}: p95 ms a card": Target(150, " ms"),
        "endgames equal to brute force, of 500": Target(500, at_most=False),
    },
    "hints": {f"{title}: p95 ms": Target(150, " ms") for title in hints.titles()},
    "foozle": {
        "best partition of a hand: longest ms": Target(50, " ms"),
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
    for measure, found in figures.items():
        for row in verdicts(found, TARGETS.get(measure, {})):
            print(row)
    return 0


def _machine() -> str:
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{now}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}, {python}"


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
