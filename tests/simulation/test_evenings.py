"""Evenings by seed: the laws hold, the same seed gives the same evening, and the laws find faults.

`make test` lives through as many as fit into half a minute, always the first ones; `make deep` through those
of an hour. They run in a process of their own, as in test_week.py.
"""

import json
import re
from collections.abc import Callable

import pytest

from tests.deep import sized
from tests.simulation.plan import SEVERAL
from tests.simulation.test_week import program

pytestmark = pytest.mark.timeout(sized(900, 7000))

SECONDS = sized("30", "3600")
LIVE = "-m", "tests.simulation", "--digests", "--seeds"
SEEDS = 60
"""How many evenings may pass until a fault is found."""


def test_the_laws_hold_in_as_many_evenings_as_there_is_time_for_and_a_seed_gives_the_same_one_again(
    record_property: Callable[[str, object], None],
) -> None:
    done = program("-m", "tests.simulation", "--seconds", SECONDS, "--digests")
    record_property("simulated", done.stdout.splitlines()[-1] if done.stdout else "")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    *_, (seed, last) = digests(done.stdout).items()
    assert digests(program(*LIVE, seed).stdout) == {seed: last}


@pytest.mark.real
@pytest.mark.thorough
def test_the_laws_hold_in_evenings_with_several_processes_and_a_seed_gives_the_same_one_again() -> None:
    first, last = SEVERAL, SEVERAL + sized(0, 59)
    done = program(*LIVE, f"{first}-{last}")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    again = program(*LIVE, str(first))
    assert digests(again.stdout)[str(first)] == digests(done.stdout)[str(first)]


@pytest.mark.thorough
def test_the_same_seed_gives_the_same_evening_whatever_came_before() -> None:
    """The last of these is short, but has a death inside a commit, a purge and a lost session."""
    alone, after = (digests(program(*LIVE, seeds).stdout) for seeds in ("84", "83-84"))
    assert alone["84"] == after["84"]


def digests(printed: str) -> dict[str, str]:
    """What says whether two evenings were the same, by their seeds."""
    return dict(re.findall(r"seed (\d+): digest (\w+)", printed))


@pytest.mark.parametrize(
    ("fault", "law"),
    [
        ("acknowledge_before_the_commit", "before it was saved"),
        pytest.param("lose_a_redraw", "is old", marks=pytest.mark.deep),
        pytest.param("leak_a_hand", "seen by somebody else", marks=pytest.mark.deep),
        pytest.param("forget_a_challenge", "the challenge of", marks=pytest.mark.thorough),
        pytest.param("leave_a_post", "it owes changes of posts", marks=pytest.mark.deep),
    ],
)
def test_a_fault_on_purpose_is_found(fault: str, law: str) -> None:
    done = program("-m", "tests.simulation.spoiled", fault, law, str(SEEDS))
    assert done.stderr == ""
    seed, broken = json.loads(done.stdout)
    assert 0 <= seed < SEEDS
    assert any(law in one for one in broken), broken
