"""One week from its beginning to the check of the laws."""

import asyncio
import logging
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bench.loopback import settings_for
from bot.config import Settings
from local_discord.interactions import Deadlines
from local_discord.ratelimit import NO_LIMITS
from local_discord.server import LocalDiscord
from local_discord.shards import NO_WAITING
from tests.simulation.events import Fate, live_through, schedule
from tests.simulation.hours import HOUR, Hours, in_words
from tests.simulation.house import Errors, House
from tests.simulation.laws import Laws
from tests.simulation.people import Done, Guest, Regulars
from tests.simulation.places import MODERATOR_ID, PEOPLE, Kind, Place, places, world_of
from tests.simulation.watch import Requests, Spells, requests_by_status

MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - it makes a folder of its own in it
"""Where a commit doesn't wait for the disk."""

_ARCHIVED_HOURS = 24.0
"""After so long without a message, a thread is archived."""
_REMINDED_HOURS = 4.0
_READY_SECONDS = 60.0
_TOLD = 5
_MOST, _LONGEST = 30, 1500
_PAUSE_HOURS = 0.5
"""How long somebody takes on average until they do something at a table."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How many tables there are, for how many hours."""

    tables: int
    hours: float
    seed: int


@dataclass(eq=False)
class Found:
    """What happened in the week, and which laws were broken."""

    plan: Plan
    happened: Counter[str] = field(default_factory=Counter)
    done: Done = field(default_factory=Done)
    requests: Requests = field(default_factory=Requests)
    statuses: Counter[str] = field(default_factory=Counter)
    late: list[tuple[float, str]] = field(default_factory=list)
    starts: int = 0
    orphans: int = 0
    broken: list[str] = field(default_factory=list)

    def rows(self) -> Iterator[str]:
        """The summary, line by line."""
        done, sent = self.done, self.statuses
        refused = {one: count for one, count in sorted(sent.items()) if one[0] not in "12"}
        yield ""
        plan, posted = self.plan, sum(self.requests.posted.values())
        yield f"{plan.hours / 24:g} days at {plan.tables} tables, seed {plan.seed}"
        yield "Events: " + ", ".join(f"{count} {name}" for name, count in sorted(self.happened.items()))
        yield (
            f"People pressed and typed {done.presses} times, {done.unanswered} of them in vain; "
            f"{len(done.acknowledged)} typed moves were acknowledged, {done.games} games begun."
        )
        yield (
            f"The bot was started {self.starts} times. Boards were posted again {posted} times, and "
            f"{len(self.requests.ends)} ends shown. "
            f"{self.orphans} boards weren't known until somebody pressed them."
        )
        yield (
            f"{sum(sent.values())} requests were sent, {sum(refused.values())} refused or lost: "
            + ", ".join(f"{count} with {one}" for one, count in refused.items())
        )
        yield f"{len(self.late)} boards were wrong for more than 6 min and mended by themselves; the longest:"
        for lasted, which in sorted(self.late, reverse=True)[:_TOLD]:
            yield f"  {in_words(lasted)}: {which}"
        for one in self.broken[:_MOST]:
            yield f"WRONG: {one[:_LONGEST]}"
        yield f"{len(self.broken)} laws broken." if self.broken else "All laws hold."


async def live(plan: Plan, tell: Callable[[str], None], spoil: Callable[[Fate], None] | None = None) -> Found:
    """Live through a week; every event is told in a line. `spoil` may break something before the end."""
    found, errors = Found(plan), Errors()
    logging.getLogger().addHandler(errors)
    try:
        with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
            await _live(plan, found, errors, Path(folder), tell, spoil)
    finally:
        logging.getLogger().removeHandler(errors)
    return found


async def _live(
    plan: Plan,
    found: Found,
    errors: Errors,
    folder: Path,
    tell: Callable[[str], None],
    spoil: Callable[[Fate], None] | None,
) -> None:
    rng, wanted, before = Random(plan.seed), places(plan.tables), requests_by_status()
    deadlines = Deadlines(archive=_ARCHIVED_HOURS * HOUR)
    async with (
        LocalDiscord(
            world_of(wanted),
            limits=NO_LIMITS,
            deadlines=deadlines,
            record=found.requests,
            sharding=NO_WAITING,
        ) as discord,
        connected(discord.url, (MODERATOR_ID, *PEOPLE)) as people,
    ):
        house = House(_settings(discord, folder))
        await house.start()
        try:
            await open_places(discord, wanted, people)
            hours = Hours()
            fate = Fate(discord, house, wanted, people[MODERATOR_ID], hours, rng, tell)
            regulars = [
                Regulars(one, [people[each] for each in one.players], hours, Random(rng.random()), found.done)
                for one in wanted
            ]
            spells = Spells(discord, house, hours)
            laws = Laws(discord, house, found.done, found.requests, errors, fate.gone)
            await _week(plan, fate, regulars, [spells.watch(), laws.read_now_and_then()])
            await _end(fate, regulars, laws, spoil)
            spells.look()
            found.broken, found.late, found.happened = laws.broken, spells.late, fate.happened
            found.starts, found.orphans = house.starts, len(laws.orphans)
            found.statuses = requests_by_status() - before
        finally:
            await house.stop()


async def _week(
    plan: Plan, fate: Fate, regulars: list[Regulars], watch: Iterable[Coroutine[None, None, None]]
) -> None:
    """People play and events happen until the week is over, and others watch."""
    watching = [asyncio.create_task(one) for one in watch]
    playing = [asyncio.create_task(one.live(_PAUSE_HOURS)) for one in regulars]
    await live_through(fate, schedule(plan.hours, fate.rng), plan.hours)
    for one in regulars:
        one.is_over = True
    await asyncio.wait(playing, timeout=_READY_SECONDS)
    for task in (*watching, *playing):
        task.cancel()
    await asyncio.gather(*watching, *playing, return_exceptions=True)


async def _end(
    fate: Fate, regulars: list[Regulars], laws: Laws, spoil: Callable[[Fate], None] | None
) -> None:
    """The laws hold once the bot is at rest; then somebody moves at each table, and they hold again."""
    await laws.rest_with(regulars)
    if spoil is not None:
        spoil(fate)
    if not await laws.check():
        for one in regulars:
            await one.move_once()
        await laws.rest()
        await laws.check()


def _settings(discord: LocalDiscord, folder: Path) -> Settings:
    settings = settings_for(discord, folder / "parlour.sqlite3")
    settings.play.icons = True
    settings.play.remind_after = _REMINDED_HOURS * HOUR
    return settings


@asynccontextmanager
async def connected(url: str, people: Iterable[str]) -> AsyncIterator[dict[str, Guest]]:
    """These people, connected until the block ends, by their ids."""
    async with AsyncExitStack() as stack:
        yield {one: await stack.enter_async_context(Guest.connect(url, one)) for one in people}


async def open_places(discord: LocalDiscord, wanted: list[Place], people: Mapping[str, Guest]) -> None:
    """Start the threads and open the direct messages, and wait until everybody sees their place."""
    moderator = people[MODERATOR_ID]
    for place in wanted:
        if place.kind is Kind.DIRECT:
            place.channel_id = (await people[place.players[0]].open_dm())["id"]
        elif place.is_thread:
            is_private = place.kind is Kind.PRIVATE
            thread = await moderator.threads.start(place.parent_id, place.name, private=is_private)
            place.channel_id = thread["id"]
            for one in (*place.players, discord.applications[0].id) if is_private else ():
                await moderator.threads.add(thread, one)
        for one in place.players:
            person = people[one]
            await person.wait_until(lambda: place.channel_id in person.sees.channels)  # noqa: B023 - at once
    with suppress(TimeoutError):
        await moderator.wait_until(lambda: any(one["name"] == "play" for one in moderator.sees.commands), 10)
