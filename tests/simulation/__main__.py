"""A busy server's week against the bot, with everything that the real Discord does to it, in simulated time.

    python -m tests.simulation [SEED] [--tables 30] [--days 7] [--quiet] [--log FILE]

One local Discord and the real bot in one thread, in channels, threads and direct messages of two servers, and
in one that has only the bot's commands. People who are programs play at all tables. Moderators purge
channels, threads are archived and locked, rights are taken away and given back, the bot is timed out, banned
by Cloudflare, cut off, killed and started again, and more: every event is a line with its time. No wait takes
time, and the same seed gives the same week to the byte. At the end all faults are over, and these laws are
checked:

- each open table's board is on Discord once, it's the message that storage names, and shows what it should;
  so do the hands;
- each end was shown, unless its channel is gone, and nobody but its players ended a game;
- no move that was acknowledged is lost, and none is there twice;
- no table is stuck, and nothing was logged as an error.

The exit status is 0 if they hold.
"""

import argparse
import logging
import os
import sys
import time

from tests.simulation.doors import run
from tests.simulation.week import Plan, live

_SAME_SETS = {"PYTHONHASHSEED": "0"}
"""The order of sets depends on it, and with it the order of events."""


def main(argv: list[str] | None = None) -> int:
    """Live through the week, and say whether all laws hold."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.simulation", description="A week of a busy server."
    )
    parser.add_argument("seed", type=int, nargs="?", default=0, help="of all that happens (0)")
    parser.add_argument("--tables", type=int, default=30, help="how many tables there are (30)")
    parser.add_argument("--days", type=float, default=7, help="how many days (7)")
    parser.add_argument("--quiet", action="store_true", help="print the summary only")
    parser.add_argument("--log", help="a file for what the bot logs")
    chosen = parser.parse_args(argv)
    if chosen.log:
        shape = "%(asctime)s %(levelname)s %(name)s: %(message)s"
        logging.basicConfig(filename=chosen.log, level=logging.INFO, format=shape, filemode="w")
    plan, began = Plan(chosen.tables, chosen.days * 24, chosen.seed), time.monotonic()
    found = run(lambda: live(plan, tell=_nothing if chosen.quiet else _say), chosen.seed)
    for row in found.rows():
        print(row)
    print(f"It took {time.monotonic() - began:.0f} s. Again: python -m tests.simulation {plan.seed}")
    return 1 if found.broken else 0


def _say(line: str) -> None:
    print(line, flush=True)


def _nothing(_: str) -> None:
    pass


if __name__ == "__main__":
    if os.environ.items() >= _SAME_SETS.items():
        sys.exit(main())
    os.execve(  # noqa: S606 - the same program again
        sys.executable, [sys.executable, "-m", "tests.simulation", *sys.argv[1:]], os.environ | _SAME_SETS
    )
