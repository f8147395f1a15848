"""A local Discord, a bot that tests control request by request, and people."""

import logging
from collections.abc import AsyncIterator, Iterator

import pytest

from local_discord import sample
from local_discord.applications import Application
from local_discord.person import Person
from local_discord.ratelimit import NO_LIMITS
from local_discord.server import LocalDiscord
from local_discord.shards import NO_WAITING
from tests.local_discord.raw_bot import Json, RawBot
from tests.openapi import Description, Recording

COMMANDS: list[Json] = [
    {"name": "greet", "description": "Say hello"},
    {
        "name": "move",
        "description": "Make a move",
        "options": [
            {"type": 3, "name": "square", "description": "Where to", "required": True, "autocomplete": True}
        ],
    },
]


@pytest.fixture
def quiet() -> Iterator[None]:
    """discord.py warns of missing voice libraries and of limits it keeps; tests look at what it does."""
    logger = logging.getLogger("discord")
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    yield
    logger.setLevel(before)


@pytest.fixture
def recording() -> Recording:
    return Recording()


@pytest.fixture
def applications() -> list[Application | str]:
    """The bots that may log in. Override it if the first one needs more permissions."""
    return ["Test Bot", "Other"]


@pytest.fixture
async def discord(recording: Recording, applications: list[Application | str]) -> AsyncIterator[LocalDiscord]:
    """A Discord without rate limits whose every answer is checked against the description at the end."""
    async with LocalDiscord(
        applications=applications, limits=NO_LIMITS, record=recording, sharding=NO_WAITING
    ) as local:
        yield local
    description = Description.load()
    if description:
        assert description.all_objections(recording) == []


@pytest.fixture
async def bot(discord: LocalDiscord) -> AsyncIterator[RawBot]:
    """Logged in, its commands there."""
    async with RawBot.connect(discord) as raw:
        path = f"/applications/{raw.application.id}/commands"
        status, _ = await raw.call("PUT", path, COMMANDS)
        assert status == 200
        yield raw


@pytest.fixture
async def ada(discord: LocalDiscord) -> AsyncIterator[Person]:
    async with Person.connect(discord.url, sample.ADA) as person:
        yield person


@pytest.fixture
async def emi(discord: LocalDiscord) -> AsyncIterator[Person]:
    async with Person.connect(discord.url, sample.EMI) as person:
        yield person
