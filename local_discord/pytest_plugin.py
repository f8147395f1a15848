"""Fixtures for testing a bot: a Discord for each test, and people who press, type and read.

Add `pytest_plugins = ["local_discord.pytest_plugin"]` to the top conftest.py, and set pytest-asyncio's
`asyncio_mode` to "auto". The README in this folder has a whole test.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import TypeAlias

import pytest
import pytest_asyncio

from local_discord.backend import Record
from local_discord.fixtures import WorldFixture
from local_discord.interactions import Deadlines
from local_discord.person import AT_MOST, Person
from local_discord.ratelimit import NO_LIMITS, Limits
from local_discord.sample import SAMPLE
from local_discord.server import LocalDiscord
from local_discord.shards import NO_WAITING, Sharding

Meet: TypeAlias = Callable[[str], Awaitable[Person]]
"""Connects the person with this id, username or name."""


PATIENT = Deadlines(answer=AT_MOST)


@dataclass(frozen=True)
class LocalDiscordOptions:
    """Settings for a test's Discord.

    By default it waits for slow machines, has no rate limits, and lets a bot identify as often as it likes.
    """

    world: WorldFixture = SAMPLE
    limits: Limits = NO_LIMITS
    deadlines: Deadlines = PATIENT
    record: Record | None = None
    sharding: Sharding = NO_WAITING

    def discord(self) -> LocalDiscord:
        """A Discord with these settings, to be entered."""
        return LocalDiscord(**vars(self))


@pytest.fixture
def local_discord_options() -> LocalDiscordOptions:
    """Override it to have another world, rate limits, deadlines, shards, or a record of all requests."""
    return LocalDiscordOptions()


@pytest_asyncio.fixture
async def local_discord(local_discord_options: LocalDiscordOptions) -> AsyncIterator[LocalDiscord]:
    """A Discord for this test alone, on a free port."""
    async with local_discord_options.discord() as discord:
        yield discord


@pytest_asyncio.fixture
async def meet(local_discord: LocalDiscord) -> AsyncIterator[Meet]:
    """Connects people. The test fails if the bot didn't answer one of their presses or commands."""
    met: list[Person] = []
    async with AsyncExitStack() as stack:

        async def meet(who: str) -> Person:
            wanted = person_id(local_discord, who)
            person = await stack.enter_async_context(Person.connect(local_discord.url, wanted))
            met.append(person)
            return person

        yield meet
        failed = [one.sees.me["username"] for one in met if "failed" in one.sees.interactions.values()]
        assert not failed, f"An interaction of {', '.join(failed)} failed: the bot did not answer in time."


def person_id(discord: LocalDiscord, who: str) -> str:
    """The id of the person with this id, username or name. Raises LookupError if there is nobody."""
    for user in discord.world.people.values():
        if who in (user.id, user.username, user.global_name):
            return user.id
    names = ", ".join(user.name for user in discord.world.people.values())
    raise LookupError(f"Nobody is called {who!r}. There are {names}.")
