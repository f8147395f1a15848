"""Evenings that once broke a law, shrunk to what it takes. Each is a test with a name in test_found.py."""

import json
import sys

from tests.simulation.many import apart, warm_up
from tests.simulation.plan import Happening, Plan

FOUND: dict[str, Plan] = {
    "an_answer_that_is_lost_on_a_silent_connection_is_discords_failure": Plan(
        0, 40, (0,), (Happening(5, "fall_silent", 0), Happening(10, "fall_silent", 1))
    ),
    "a_command_that_the_gateway_brings_twice_is_done_once": Plan(
        20063, 14, (0,), (Happening(1, "doubled", 726190),), has_contest=True
    ),
}


def main() -> None:
    """Print what each of them breaks now."""
    warm_up()
    json.dump({name: apart(plan).broken for name, plan in FOUND.items()}, sys.stdout)


if __name__ == "__main__":
    main()
