"""The bot and a local Discord in one process, for tests and benches that don't measure time."""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from bot.app import Parlour
from bot.client import Client
from bot.config import DiscordSettings, PlaySettings, Settings, StorageSettings
from bot.play import WORLD
from bot.running import connect, point_at
from local_discord.deadlines import Deadlines
from local_discord.ratelimit import Limits
from local_discord.server import LocalDiscord, Record
from storage import Archive

_PATIENT = Deadlines(answer=30.0)
"""As a busy machine may need."""


UNLIMITED = 1_000_000
"""Presses of people who are programs, and faster than any hand."""


@asynccontextmanager
async def at_once(record: Record | None = None) -> AsyncIterator[tuple[LocalDiscord, Parlour]]:
    """The world of `make play` with the bot logged in; its computers don't pause.

    `record` is called with every request.
    """
    with tempfile.TemporaryDirectory() as folder:
        async with (
            LocalDiscord(WORLD, limits=Limits(), deadlines=_PATIENT, record=record) as local,
            running(settings_for(local, Path(folder) / "parlour.sqlite3")) as parlour,
        ):
            yield local, parlour


def settings_for(local: LocalDiscord, database: Path | str) -> Settings:
    """The settings of a bot that plays at this local Discord, without a pause and without reminders.

    `database` is a file or the URL of one.
    """
    return Settings(
        discord=DiscordSettings(
            token=local.applications[0].token,
            api_url=local.api_url,
            gateway_url=local.gateway_url,
            cdn_url=local.cdn_url,
        ),
        storage=StorageSettings(url=str(database)),
        play=PlaySettings(pace=0, remind_after=0, icons=False, presses=UNLIMITED),
    )


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[Parlour]:
    """The bot, logged in and with its tables loaded, until the end of the block.

    Raises whatever its start raised.
    """
    point_at(settings.discord)
    async with (
        Archive.open(settings.storage.url) as archive,
        connect(settings, archive) as client,
        started(client, settings) as work,
    ):
        ready = asyncio.create_task(client.app.resuming.has_begun.wait())
        await asyncio.wait({work, ready}, return_when=asyncio.FIRST_COMPLETED)
        if work.done():
            ready.cancel()
            work.result()
        yield client.app


@asynccontextmanager
async def started(client: Client, settings: Settings) -> AsyncIterator[asyncio.Task[None]]:
    """The task in which this bot logs in and runs; both have ended at the end of the block."""
    work = asyncio.create_task(client.start(settings.discord.token.get_secret_value()))
    try:
        yield work
    finally:
        await client.close()
        with suppress(asyncio.CancelledError):
            await work
