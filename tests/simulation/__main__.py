"""People and the bot in simulated time, with everything that can go wrong.

    python -m tests.simulation [SEED]               an evening: a few tables, dense faults
    python -m tests.simulation --seeds 0-999        many of them, and a line for each that breaks a law
    python -m tests.simulation 1000000              one with several processes; so are all from there on
    python -m tests.simulation week [SEED] [--tables 30] [--days 7] [--log FILE]

One local Discord and the real bot in one thread. People who are programs press what they see, think, click
twice, and press old buttons. Discord refuses, loses and delays, moderators purge, and the bot's disk, network
and clock fail; it dies at any of its awaits. The same seed gives the same evening to the byte, so a seed is a
bug report: it's told as a story, with the laws that it breaks. `tests/simulation/laws.py` has those that hold
at the end, when all faults are over, and `witness.py` those that hold after every step.

`--shrink` leaves out what isn't needed to break the same law, and prints what is left as a plan.
The exit status is 0 if all laws hold.
"""

import argparse
import logging
import os
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from itertools import count

_SAME_SETS = {"PYTHONHASHSEED": "0"}
"""The order of sets depends on it, and with it the order of events."""


def main(argv: list[str] | None = None) -> int:
    """Live through what is asked for, and say whether all laws hold."""
    from tests.simulation.doors import run  # after the order of sets is certain
    from tests.simulation.week import Plan, live

    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description="Simulated play.")
    parser.add_argument("what", nargs="*", help="`week`, and the seed of all that happens (0)")
    parser.add_argument("--seeds", help="many evenings: `0-999`")
    parser.add_argument("--seconds", type=float, help="as many evenings, from seed 0, as fit into this")
    parser.add_argument("--digests", action="store_true", help="say for each what is the same if all is")
    parser.add_argument("--shrink", action="store_true", help="leave out what isn't needed")
    parser.add_argument("--tables", type=int, help="how many tables a week has (30)")
    parser.add_argument("--days", type=float, help="how many days it has (7)")
    parser.add_argument("--quiet", action="store_true", help="print the summary only")
    parser.add_argument("--log", help="a file for what the bot logs")
    chosen = parser.parse_args(argv)
    if chosen.log:
        shape = "%(asctime)s %(levelname)s %(name)s: %(message)s"
        logging.basicConfig(filename=chosen.log, level=logging.INFO, format=shape, filemode="w")
    is_week = "week" in chosen.what or chosen.tables is not None or chosen.days is not None
    seed = int(next((one for one in chosen.what if one.isdecimal()), 0))
    began = time.monotonic()
    if not is_week:
        return _evenings(chosen, seed)
    plan = Plan(chosen.tables or 30, (7 if chosen.days is None else chosen.days) * 24, seed)
    found = run(lambda: live(plan, tell=_nothing if chosen.quiet else _say), seed)
    for row in found.rows():
        print(row)
    print(f"It took {time.monotonic() - began:.0f} s. Again: python -m tests.simulation week {plan.seed}")
    return 1 if found.broken else 0


def _seeds(chosen: argparse.Namespace, seed: int) -> Iterator[int]:
    if chosen.seconds is None:
        first, _, last = (chosen.seeds or str(seed)).partition("-")
        yield from range(int(first), int(last or first) + 1)
        return
    ends = time.monotonic() + chosen.seconds
    for each in count():
        if time.monotonic() > ends:
            return
        yield each


def _evenings(chosen: argparse.Namespace, seed: int) -> int:
    from tests.simulation.evening import evening, lived
    from tests.simulation.many import evenings, warm_up
    from tests.simulation.shrink import law_of, shrunk

    began, wrong, sums = time.monotonic(), 0, defaultdict[str, float](float)
    seeds = _seeds(chosen, seed)
    warm_up()
    # One is lived through in this process, for a debugger.
    is_alone = not (chosen.seeds or chosen.seconds or chosen.shrink)
    for found in map(lived, map(evening, seeds)) if is_alone else evenings(seeds):
        for what, number in found.counted().items():
            sums[what] += number
        if is_alone and not chosen.quiet:
            print(*found.story, sep="\n")
        if chosen.digests:
            print(f"seed {found.plan.seed}: digest {found.digest}")
        if found.broken:
            wrong += 1
            _say(f"seed {found.plan.seed}: {len(found.broken)} broken: {law_of(found.broken[0])}")
            smallest = shrunk(found, _say) if chosen.shrink else found
            if chosen.shrink:
                print(*smallest.story, sep="\n")
            if chosen.shrink or is_alone:
                print(*(f"WRONG: {one}" for one in smallest.broken), smallest.plan, sep="\n", flush=True)
    took = time.monotonic() - began
    told = ", ".join(f"{number:.0f} {what}" for what, number in sums.items())
    print(f"{told} in {took:.0f} s; {wrong} broke a law.")
    return 1 if wrong else 0


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
