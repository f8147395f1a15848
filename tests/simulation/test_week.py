"""A short week of a busy server: the laws hold at its end, and the program says so if one doesn't.

Each runs in a process of its own, since a simulation leaves what was killed as it was.
"""

import os
import subprocess
import sys
from random import Random

import pytest

from tests.deep import sized
from tests.simulation.doors import run
from tests.simulation.events import A_WEEK, Fate, schedule
from tests.simulation.places import Kind
from tests.simulation.week import Plan, live

TABLES, DAYS = sized(("3", "0.125"), ("4", "2"))


def program(*arguments: str) -> subprocess.CompletedProcess[str]:
    """What this program printed."""
    return subprocess.run(
        [sys.executable, *arguments],
        env=os.environ | {"PYTHONHASHSEED": "0", "PYTHONWARNINGS": "ignore:XDG_RUNTIME_DIR"},
        capture_output=True,
        text=True,
        check=False,
    )


HOURS = ("-m", "tests.simulation", "week", "2", "--tables", TABLES, "--days", DAYS)


@pytest.mark.thorough
def test_after_hours_of_events_every_board_is_current() -> None:
    done = program(*HOURS)
    assert (done.returncode, done.stderr) == (0, "")
    assert "All laws hold." in done.stdout
    assert "the week is over" in done.stdout


@pytest.mark.deep
def test_the_same_seed_gives_the_same_hours() -> None:
    told, told_again = (program(*HOURS).stdout.partition("It took")[0] for _ in range(2))
    assert told == told_again


def lose_boards(fate: Fate) -> None:
    """Boards are gone of which nobody tells the bot."""
    for place in fate.places:
        channel = fate.discord.world.channels[place.channel_id]
        if place.kind is not Kind.VISIT and (boards := fate.boards(channel)):
            del channel.messages[boards[-1]]


def hours_without_boards() -> None:
    """Live through an hour of which boards are gone at the end, and print which laws that breaks."""
    found = run(lambda: live(Plan(2, 1, 3), lambda _: None, lose_boards), 3)
    sys.stdout.writelines(found.broken)


@pytest.mark.thorough
def test_the_laws_are_broken_if_boards_are_gone() -> None:
    done = program("-c", f"from {__name__} import hours_without_boards; hours_without_boards()")
    assert done.stderr == ""
    assert "has no board" in done.stdout


@pytest.mark.parametrize("seed", [1, 2])
def test_each_event_happens_in_a_week(seed: int) -> None:
    planned = schedule(168, Random(seed))
    assert {event for _, event in planned} == {event for event, _ in A_WEEK}
    assert all(0 < at < 168 for at, _ in planned)
    assert planned == sorted(planned, key=lambda one: one[0])
