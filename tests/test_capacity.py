"""`python -m bench capacity` finds the highest rate that a bot carries, wherever its search begins."""

import pytest

from bench.capacity import FLAT_OUT, Crowd, Step, highest


class Pressing(Crowd):
    """A bot that carries so many presses a second; flat out, it makes it look like another number."""

    def __init__(self, carries: float, flat_out: float) -> None:
        self._carries, self._flat_out = carries, flat_out

    async def step(self, rate: float, seconds: float = 1.0) -> Step:
        """Everything is answered at once, or not soon enough."""
        is_carried = rate <= self._carries
        pressed = self._flat_out if rate == FLAT_OUT else rate
        return Step(rate, 0.0, seconds, [0.1 if is_carried else 2.0] * int(pressed * seconds))


@pytest.mark.parametrize("flat_out", [40, 100, 160, 400])
async def test_the_search_ends_at_the_first_rate_that_fails_twice(flat_out: int) -> None:
    steps = await Pressing(carries=125, flat_out=flat_out).search()
    found = highest(steps)
    assert found is not None
    assert 110 < found.rate <= 125
    assert steps[-1].rate == steps[-2].rate
    assert not steps[-1].passes
    assert not steps[-2].passes


async def test_a_bot_that_carries_nothing_has_no_highest_rate() -> None:
    assert highest(await Pressing(carries=1, flat_out=50).search()) is None


def test_a_rate_fails_if_a_press_has_no_effect_or_too_many_are_late() -> None:
    soon, late = [0.1] * 990, [1.1] * 10
    assert Step(99, took=[*soon, *soon, *late]).passes
    assert not Step(99, took=[*soon, *late, *late]).passes
    assert not Step(99, took=soon, failed=1).passes
