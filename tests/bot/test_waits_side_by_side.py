# ruff: noqa: SLF001
"""What is wanted of reminders, held against how each was decided before, over random situations."""

import random
from collections.abc import Coroutine
from types import SimpleNamespace
from typing import Any

import pytest

from bot.messages import reminders
from bot.people import quiet_hours
from bot.people.settings import ReminderSettings
from bot.tables import leaving, waits
from storage import StoredWait

ANNA = 7
NOW = 1_790_000_000.0
DAY = 86_400.0

AGO = [0.0, 0.5, 1, 2, 3, 30, 59, 60, 61, 110, 119, 121, 299, 301, 1799, 1801, 3600, 5 * 3600]


class Old:
    """One wait, as the old logic saw it."""

    def __init__(self, wait: waits.Wait, asked: waits.Asked, written: StoredWait | None, like: Any) -> None:
        self.writes: list[StoredWait] = []
        self.checked = 0
        self.like = like
        self.wait = leaving.Wait(
            wait.question, wait.since, wait.told_at, wait.warned_at, wait.has_checked, written
        )
        archive = SimpleNamespace(
            person=self._person, last_digest=self._last_digest, put_wait=self._put, lines=self._lines
        )
        presence = SimpleNamespace(seconds_ago=lambda _: like.seen_ago)
        context: Any = SimpleNamespace(
            archive=archive, presence=presence, remind_after=like.host, client=None
        )
        servers: Any = SimpleNamespace(of=self._server)
        none: Any = None
        one = self.reminder = reminders.Reminder.__new__(reminders.Reminder)
        one._context = context
        one._reminding = reminders.ReminderPolicy(context, servers, none, none, like.minute)
        one._waits = {ANNA: self.wait}
        one._warnings = {} if asked.ends is None else {ANNA: (asked.question, asked.ends)}

    async def next(self) -> tuple[float | None, reminders.Plan | None]:
        player = SimpleNamespace(user_id=ANNA)
        session: Any = SimpleNamespace(
            id=1,
            stored=SimpleNamespace(guild_id=2),
            waits_for=lambda: (0,),
            players=[player],
            table=SimpleNamespace(prompt_version=lambda _: 1),
        )
        return await self.reminder._next(session, ANNA, self.wait)

    async def _person(self, _: int) -> Any:
        return SimpleNamespace(settings=self.like.settings)

    async def _last_digest(self, _: int) -> int | None:
        return None if self.like.listed_at is None else round(self.like.listed_at * 1000)

    async def _put(self, wait: StoredWait) -> None:
        self.writes.append(wait)

    async def _lines(self, *_: Any, **__: Any) -> Any:
        return [SimpleNamespace(at=round(self.like.asked_at * 1000))] if self.like.asked_at else []

    async def _server(self, _: int) -> Any:
        return SimpleNamespace(remind_after=lambda _host, _minute: self.like.usual)


def at_once(work: Coroutine[Any, Any, Any]) -> Any:
    """What this returns; it waits for nothing."""
    try:
        work.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError


@pytest.mark.parametrize("seed", range(10))
def test_every_wait_is_decided_as_before(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(2000):
        compare(chance)


def compare(chance: random.Random) -> None:
    pick = chance.choice

    def ago() -> float:
        return chance.choice([pick(AGO), chance.random() * 3 * DAY])

    since = NOW - ago()
    told_at, warned_at = pick([None, None, None, NOW - 100]), pick([None, None, NOW - 50])
    wait = waits.Wait("q", since, told_at, warned_at, pick([True, False]))
    asked = waits.Asked("q", pick([None, round(NOW) + 900]))
    minute = pick([60.0, 60.0, 0.2, 1.5])
    host = pick([0.0, 0.0, 0.2, 1.0, 300.0])
    delays = waits.Delays(host, pick([None, 0.0, 0.2, 300.0, 1800.0]), minute)
    own = ReminderSettings(
        where=pick(["channel", "direct", "both", "nowhere"]),
        when=pick(["", "at once", "5 minutes", "30 minutes", "daily"]),
        hour=pick(range(24)),
        zone=pick(["", "Europe/Rome", "America/New_York", "Asia/Tokyo"]),
    )
    text = own.write("{}")
    if pick([True, False]):
        begin = pick(range(24))
        end = (begin + pick(range(1, 17))) % 24
        hours = quiet_hours.quiet_hours("Europe/Rome", str(begin), str(end))
        text = quiet_hours.write(text, hours, 0)
    seen_ago = pick([float("inf"), ago()])
    asked_at = pick([0.0, round(since - 5000, 3)])
    listed_at = pick([None, round(NOW - ago(), 3)])
    written = pick([None, wait.stored(1, ANNA, None), wait.stored(1, ANNA, round(NOW + 77))])
    like = SimpleNamespace(
        settings=text, seen_ago=seen_ago, host=host, usual=delays.usual, minute=minute,
        asked_at=asked_at, listed_at=listed_at,
    )  # fmt: skip
    person = waits.Listener(
        NOW - seen_ago, ReminderSettings.read(text), quiet_hours.read(text), asked_at or None, listed_at
    )
    gone: list[bool] = []

    async def has_left(*_: Any) -> bool:
        gone.append(True)
        return False

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reminders, "DISCORD_TIME", SimpleNamespace(now=lambda: NOW))
        patch.setattr(reminders, "has_left", has_left)
        old = Old(wait, asked, written, like)
        moment, plan = at_once(old.next())
    new = waits.wanted({ANNA: asked}, {ANNA: wait}, {ANNA: person}, delays, NOW)[ANNA]
    assert new.checks == bool(gone)
    if new.checks:
        checked = waits.Wait("q", since, told_at, warned_at, has_checked=True)
        new = waits.wanted({ANNA: asked}, {ANNA: checked}, {ANNA: person}, delays, NOW)[ANNA]
    assert new.look_at == moment
    stored = wait.stored(1, ANNA, new.look_at)
    is_written = new.lasts and (new.look_at is not None or written is not None) and stored != written
    assert old.writes == ([stored] if is_written else [])
    assert (new.call is None) == (plan is None)
    if new.call is not None and plan is not None:
        assert new.call.due == plan.tell_at or new.call.ends is not None
        assert new.call.since == plan.since
        for is_direct in (False, True):
            [at_table] = waits.wanted(
                {ANNA: asked}, {ANNA: checked if gone else wait}, {ANNA: person}, delays, NOW,
                is_direct=is_direct,
            ).values()  # fmt: skip
            assert at_table.call is not None
            assert means(at_table.call) == at_once(old_means(old, plan, at_table.call.ends, is_direct))


def means(call: waits.Call) -> list[str]:
    """In which ways, and in which if the first isn't possible."""
    first = ["list"] if call.is_list else ["direct"] if call.is_direct else []
    return [*first, *(["channel"] if call.is_in_channel else [])]


async def old_means(old: Old, plan: reminders.Plan, ends: int | None, is_direct: bool) -> list[str]:
    ways: list[str] = []

    async def in_list(*_: Any) -> bool:
        ways.append("list")
        return True

    async def directly(*_: Any) -> bool:
        ways.append("direct")
        return True

    one: Any = old.reminder
    one._reminding.digests = SimpleNamespace(tell=in_list)
    one._calls = SimpleNamespace(directly=directly)
    if not await one._remind_directly(SimpleNamespace(is_direct=is_direct), ANNA, plan, ends):
        ways.append("channel")
    return ways
