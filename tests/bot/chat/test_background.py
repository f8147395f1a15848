"""Background work: what a shutdown waits for, and what it no longer starts."""

import asyncio

from bot.chat.tasks import Background, Backoff, Deadline


async def work(background: Background, done: list[str], *names: str) -> None:
    """Note the first name after a moment, then start work for the others."""
    await asyncio.sleep(0.01)
    done.append(names[0])
    if names[1:]:
        background.start(work(background, done, *names[1:]))


async def test_the_end_waits_for_what_the_last_work_begins() -> None:
    background, done = Background(), list[str]()
    background.start(work(background, done, "board", "the board once more", "a hand"))
    await background.end(Deadline(5))
    assert done == ["board", "the board once more", "a hand"]


async def test_work_that_is_late_is_cancelled() -> None:
    background = Background()
    late = background.start(asyncio.sleep(60))
    await background.end(Deadline(0.05))
    assert late.cancelled()
    assert not background.tasks


async def test_nothing_begins_after_the_end() -> None:
    background, done = Background(), list[str]()
    await background.end(Deadline(5))
    late = background.start(work(background, done, "board"))
    await asyncio.wait([late])
    assert late.cancelled()
    assert done == []


async def test_work_that_is_cancelled_at_the_end_begins_nothing_else() -> None:
    background, done = Background(), list[str]()

    async def stubborn() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            background.start(work(background, done, "board"))

    background.start(stubborn())
    await background.end(Deadline(0.05))
    await asyncio.sleep(0.1)
    assert done == []


async def test_what_fails_is_tried_again_but_the_end_waits_for_no_next_try() -> None:
    background, tries = Background(), list[int]()

    async def fail() -> bool:
        tries.append(1)
        return False

    background.persist(fail, Backoff(0.01, 60), 4)
    while len(tries) < 4:  # noqa: ASYNC110 - a try has no event
        await asyncio.sleep(0.005)
    background.persist(fail, Backoff(60, 60), 4)
    async with asyncio.timeout(5):
        await background.end(Deadline(60))
    assert len(tries) == 5


async def test_nothing_is_tried_again_once_it_has_worked() -> None:
    background, tries = Background(), list[int]()

    async def work_at_the_second_try() -> bool:
        tries.append(1)
        return len(tries) == 2

    background.persist(work_at_the_second_try, Backoff(0.01, 0.01), 9)
    await asyncio.sleep(0.2)
    assert len(tries) == 2
