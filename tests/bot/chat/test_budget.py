"""The bot stays below Discord's limit for a whole bot; people come first, and no request waits forever."""

import asyncio
import logging
from bisect import bisect
from collections.abc import Awaitable, Callable
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import pytest
from discord import Interaction

from bench.crowd import run_in_model_time
from bot.chat import limits as breakers
from bot.chat.first_answer import Press, Uploads
from bot.chat.limits import (
    HELD_SECONDS,
    LONGEST,
    MOST,
    OTHERS_TURN,
    SECONDS,
    Breaker,
    Budget,
    Rank,
    Ticket,
    counting,
)
from bot.chat.redrawn import Redrawn
from bot.chat.tasks import Background


class Sender:
    """Sends requests through a budget, and notes when each was sent."""

    def __init__(self) -> None:
        self.breaker = Breaker(most=4)
        self.budget = Budget(self.breaker)
        self.sent: list[tuple[str, float]] = []
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self, name: str, *, is_awaited: bool = False) -> Ticket:
        """Send one when its turn has come."""
        ticket = self.budget.ticket(is_awaited=is_awaited)
        self._tasks.append(asyncio.create_task(self._send(name, ticket)))
        return ticket

    async def fill(self) -> None:
        """Use up all tickets of this second."""
        for _ in range(MOST):
            self.begin("first")
        await asyncio.sleep(0)
        assert len(self.sent) == MOST

    async def done(self) -> list[str]:
        """All that was sent after the first, in order."""
        await asyncio.gather(*self._tasks)
        return [name for name, _ in self.sent if name != "first"]

    async def _send(self, name: str, ticket: Ticket) -> None:
        with ticket:
            await ticket.wait()
            assert self.budget.send(ticket)
            self.sent.append((name, self.budget.now))
            self.budget.answered(ticket)


def in_model_time(test: Callable[[], Awaitable[None]]) -> Callable[[], None]:
    """Run this test in a loop in which waiting takes no time."""

    async def tried() -> None:
        await test()

    def tries() -> None:
        run_in_model_time(tried())

    tries.__name__ = test.__name__
    return tries


@in_model_time
async def test_a_request_at_ordinary_load_goes_at_once() -> None:
    sender = Sender()
    for _ in range(MOST):
        with sender.budget.ticket(is_awaited=False) as ticket:
            waiting = ticket.wait()
            with pytest.raises(StopIteration):
                waiting.send(None)
            assert sender.budget.send(ticket)
    assert sender.budget.now == 0


@in_model_time
async def test_no_second_has_more_requests_than_allowed() -> None:
    sender = Sender()
    for number in range(400):
        sender.begin(str(number), is_awaited=number % 3 == 0)
    await sender.done()
    times = [at for _, at in sender.sent]
    crowded = [at for index, at in enumerate(times[MOST:]) if at - times[index] < SECONDS - 1e-6]
    assert crowded == []
    assert times[-1] < 400 / MOST * SECONDS + 1, "and none is wasted"


@in_model_time
async def test_however_long_each_is_under_way_no_more_arrive_in_a_second_than_allowed() -> None:
    budget, dice, arrived = Sender().budget, Random(1), list[float]()
    config = counting(aiohttp.TraceConfig(), budget)
    config.freeze()
    url = SimpleNamespace(path="/api/v10/channels/1/messages")
    asked: Any = SimpleNamespace(url=url)
    answer: Any = SimpleNamespace(url=url, response=SimpleNamespace(status=200, headers={}))

    async def request() -> None:
        context = SimpleNamespace()
        with budget.ticket(is_awaited=False) as ticket:
            await ticket.wait()
            await config.on_request_start.send(cast("Any", None), context, asked)
            await asyncio.sleep(dice.choice((0.01, 0.9)))
            arrived.append(budget.now)
            await asyncio.sleep(0.01)
            if dice.random() < 0.1:
                await config.on_request_exception.send(cast("Any", None), context, asked)
            else:
                await config.on_request_end.send(cast("Any", None), context, answer)

    await asyncio.gather(*(request() for _ in range(400)))
    most = max(bisect(arrived, at + 1 - 1e-6) - index for index, at in enumerate(arrived))
    assert most <= MOST
    assert budget.now < 400 / MOST * (SECONDS + 0.92) + 1, "and no place is lost"


@in_model_time
async def test_what_is_never_answered_holds_its_place_for_a_while_only() -> None:
    sender = Sender()
    for _ in range(MOST):
        with sender.budget.ticket(is_awaited=False) as ticket:
            await ticket.wait()
            assert sender.budget.send(ticket)
    sender.begin("next")
    assert await sender.done() == ["next"]
    assert sender.budget.now == pytest.approx(LONGEST + SECONDS)


@in_model_time
async def test_who_is_waited_for_goes_first_and_among_equals_who_has_waited_longest() -> None:
    sender = Sender()
    await sender.fill()
    sender.begin("time line")
    sender.begin("press", is_awaited=True)
    hurried = sender.begin("turn")
    await asyncio.sleep(0.1)
    sender.begin("later press", is_awaited=True)
    await asyncio.sleep(0.1)
    hurried.hurry()
    assert await sender.done() == ["press", "turn", "later press", "time line"]


@in_model_time
async def test_no_table_starves_while_people_wait() -> None:
    sender = Sender()
    await sender.fill()
    sender.begin("rest")
    for _ in range(5 * OTHERS_TURN):
        sender.begin("person", is_awaited=True)
    assert (await sender.done()).index("rest") < OTHERS_TURN


@in_model_time
async def test_a_request_that_is_tried_again_waits_for_another_place_before_all_others() -> None:
    sender = Sender()
    config = counting(aiohttp.TraceConfig(), sender.budget)
    config.freeze()
    asked: Any = SimpleNamespace(url=SimpleNamespace(path="/api/v10/channels/1/messages"))

    async def request() -> None:
        with sender.budget.ticket(is_awaited=False) as ticket:
            await ticket.wait()
            for _try in range(2):
                await config.on_request_start.send(cast("Any", None), SimpleNamespace(), asked)
                sender.sent.append((f"try {_try}", sender.budget.now))
                await asyncio.sleep(SECONDS / 2)

    for _ in range(MOST - 1):
        sender.begin("first")
    trying = asyncio.create_task(request())
    await asyncio.sleep(0)
    sender.begin("press", is_awaited=True)
    assert [name for name, _ in sender.sent[MOST - 1 :]] == ["try 0"]
    await trying
    assert await sender.done() == ["try 0", "try 1", "press"]
    times = sorted(at for _, at in sender.sent)
    assert times[MOST] - times[0] >= SECONDS - 1e-6, "the second try is counted, too"


@in_model_time
async def test_who_gives_up_waiting_takes_nobodys_place() -> None:
    sender = Sender()
    await sender.fill()
    with sender.budget.ticket(is_awaited=True) as ticket, pytest.raises(TimeoutError):
        await asyncio.wait_for(ticket.wait(), 0.1)
    sender.begin("next")
    assert await sender.done() == ["next"]
    assert sender.budget.waiting(Rank.AWAITED) == 0


@in_model_time
async def test_places_that_nobody_uses_are_free_again() -> None:
    sender = Sender()
    budget = sender.budget
    unused = [budget.ticket(is_awaited=True) for _ in range(MOST)]
    for ticket in unused:
        await ticket.wait()
    with unused[0]:
        pass
    sender.begin("next")
    assert await sender.done() == ["next"]
    sender.begin("long after")
    assert await sender.done() == ["next", "long after"]
    assert budget.now == pytest.approx(SECONDS)
    await asyncio.sleep(HELD_SECONDS)
    assert not budget.send(unused[1])


@in_model_time
async def test_one_of_several_processes_sends_its_share() -> None:
    sender = Sender()
    sender.budget.share = 1 / 3
    for number in range(MOST):
        sender.begin(str(number))
    await asyncio.sleep(SECONDS / 2)
    assert len(sender.sent) == MOST // 3


@in_model_time
async def test_who_waits_goes_a_moment_after_the_one_before_was_sent() -> None:
    sender = Sender()
    sender.budget.share = 1 / MOST
    with sender.budget.ticket(is_awaited=True) as ticket:
        await ticket.wait()
        sender.begin("next")
        await asyncio.sleep(0.1)
        assert sender.budget.send(ticket)
        sender.budget.answered(ticket)
        await sender.done()
    assert sender.budget.now == pytest.approx(0.1 + SECONDS)


class Shown(Redrawn):
    """What is shown of something with a state, and as the answer to which press."""

    def __init__(self, budget: Budget) -> None:
        super().__init__(Background(), "board")
        self.state = 0
        self.states: list[int] = []
        self.presses: list[Press | None] = []
        self._budget = budget

    async def show(self, press: Press | None) -> None:
        self.states.append(self.state)
        self.presses.append(press)

    def _next_ticket(self) -> Ticket:
        return self._budget.ticket(is_awaited=False)


@in_model_time
async def test_a_board_that_changes_while_it_waits_is_sent_once_as_it_is_then() -> None:
    sender = Sender()
    board = Shown(sender.budget)
    await sender.fill()
    for board.state in range(1, 6):
        board.changed()
        await asyncio.sleep(0.01)
    sender.begin("rest")
    board.changed()
    await board.shown()
    assert board.states == [5]
    assert await sender.done() == ["rest"], "it has kept its place before this"


@in_model_time
async def test_the_answer_to_a_press_does_not_wait_even_if_its_board_does() -> None:
    sender = Sender()
    press = Press(cast("Interaction", None), Uploads(sender.budget.goes_on))
    press.answered()
    board = Shown(sender.budget)
    await sender.fill()
    board.changed()
    await asyncio.sleep(0.1)
    assert board.presses == []
    board.changed(press)
    await board.shown()
    assert board.presses == [press]
    assert sender.budget.now == pytest.approx(0.1)


@in_model_time
async def test_after_too_many_refusals_only_what_is_waited_for_is_sent_until_they_age_out() -> None:
    sender = Sender()
    for status, scope in ((401, ""), (403, ""), (429, "user"), (429, "shared"), (404, ""), (200, "")):
        sender.breaker.count(sender.budget.now, status, scope)
    assert sender.breaker.pause(sender.budget.now) == 0
    await asyncio.sleep(60)
    sender.breaker.count(sender.budget.now, 429, "global")
    sender.begin("rest")
    sender.begin("person", is_awaited=True)
    await asyncio.sleep(breakers.WINDOW_SECONDS - 61)
    assert [name for name, _ in sender.sent] == ["person"]
    assert await sender.done() == ["person", "rest"]
    assert sender.budget.now == pytest.approx(breakers.WINDOW_SECONDS)


def test_a_breaker_that_trips_says_so_once(caplog: pytest.LogCaptureFixture) -> None:
    breaker = Breaker(most=3)
    with caplog.at_level(logging.INFO, breakers.__name__):
        for at in range(10):
            breaker.count(at, 403)
        assert breaker.pause(10) == pytest.approx(breakers.WINDOW_SECONDS - 2)
        assert breaker.pause(breakers.WINDOW_SECONDS + 9) == 0
    assert [one.levelname for one in caplog.records] == ["WARNING", "INFO"]
