"""The real bot logged in to a local Discord, and people who use it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import TypeAlias

import pytest

from bot.client import Parlour
from bot.config import DiscordSettings, PlaySettings, Settings, StorageSettings
from bot.local.person import Person
from bot.local.server import LocalDiscord
from bot.running import point_at
from storage import Archive

Meet: TypeAlias = Callable[[str], AbstractAsyncContextManager[Person]]


@pytest.fixture
async def discord() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord() as local:
        yield local


@pytest.fixture
def settings(discord: LocalDiscord, tmp_path: Path) -> Settings:
    return settings_for(discord, tmp_path / "parlour.sqlite3")


def settings_for(local: LocalDiscord, database: Path) -> Settings:
    return Settings(
        discord=DiscordSettings(
            token=local.applications[0].token,  # type: ignore[arg-type]  # pydantic makes it a secret
            api_url=local.api_url,
            gateway_url=local.gateway_url,
        ),
        storage=StorageSettings(url=f"sqlite+aiosqlite:///{database}"),
        play=PlaySettings(pace=0, nudge_after=0),
    )


@pytest.fixture
async def bot(settings: Settings) -> AsyncIterator[Parlour]:
    async with running(settings) as parlour:
        yield parlour


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[Parlour]:
    """The bot, logged in and ready, until the end of the block."""
    point_at(settings.discord)
    async with Archive.open(settings.storage.url) as archive, Parlour(settings, archive) as parlour:
        work = asyncio.create_task(parlour.start(settings.discord.token.get_secret_value()))
        await asyncio.wait(
            {work, asyncio.create_task(parlour.wait_until_ready())}, return_when="FIRST_COMPLETED"
        )
        yield parlour
        await parlour.close()
        with suppress(asyncio.CancelledError):
            await work


@pytest.fixture
async def ada(bot: Parlour, discord: LocalDiscord) -> AsyncIterator[Person]:
    async with Person.connect(discord.url, "710000000000000001") as person:
        yield person


@pytest.fixture
async def bruno(bot: Parlour, discord: LocalDiscord) -> AsyncIterator[Person]:
    async with Person.connect(discord.url, "710000000000000002") as person:
        yield person
