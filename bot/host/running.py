"""Running the bot until it is told to stop."""

import asyncio
import ctypes
import gc
import logging
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext, suppress
from typing import Any

import aiohttp
import discord
import yarl
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.app.client import Client
from bot.chat.patience import NOT_ACCEPTED, trouble_with
from bot.chat.tasks import end_the_process
from bot.cluster.client import one_of_several
from bot.config import DiscordSettings, Settings
from bot.features import FEATURES
from bot.host.serve import serving
from bot.refusal import CannotRun
from storage import Archive, StorageFailed, only_bot

log = logging.getLogger(__name__)

_TOO_MUCH = (
    "Discord doesn't let this application receive the server and message events that the bot needs. "
    "Check the Bot page in the developer portal."
)

OBJECTS = 10_000
"""How many new objects there are when Python looks for cycles among them; a press makes about two hundred."""


async def run(settings: Settings) -> None:
    """Log in and play until SIGINT or SIGTERM, then shut down in order, even while still logging in.

    While Discord can't be reached or refuses everything, it waits, and tries again less and less often.
    Once it shuts down the process has only seconds left: see `end_the_process`.

    Raises discord.LoginFailure for a token that Discord refuses, discord.HTTPException if something else
    answers, StorageFailed for a database that can't be opened, is damaged or is in use by another bot, and
    CannotServe for a port that is taken.
    """
    point_at(settings.discord)
    _share_free_memory()
    # Parlour doesn't use voice, so it doesn't need a warning about missing voice libraries.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    async with (
        opened(settings) as client,
        client,
        serving(settings.serve, client.app, settings.storage.url),
    ):
        # What is loaded by now stays: collecting it again would hold up the loop for 90 ms each time.
        gc.collect()
        gc.freeze()
        # A press drops most of what it makes, so it isn't worth looking through in the middle of one.
        gc.set_threshold(OBJECTS)
        await _play_until_told(client, settings.discord)


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Client]:
    """The bot before it logs in, alone with its database or as one of several processes."""
    storage = settings.storage
    if settings.discord.shards > 1:
        async with one_of_several(settings, FEATURES) as one:
            yield one
        return
    only = nullcontext() if storage.shared else only_bot(storage.url)
    async with only as gone, Archive.open(storage.url) as archive:
        archive.people.remembers = not storage.shared  # the other bot changes people, too
        client = connect(settings, archive)
        if gone is not None:
            gone.add_done_callback(lambda why: client.app.moves_away(why.result()))
        yield client


def connect(settings: Settings, archive: Archive) -> Client:
    """The whole bot, before it logs in: its connection with the application, the commands and the presses."""
    return Client(settings, archive, FEATURES)


_M_ARENA_MAX = -8
"""The number of this option in glibc's malloc.h."""


def _share_free_memory() -> None:
    """Let every thread use what the others have freed; elsewhere than with glibc this does nothing.

    Otherwise each thread keeps memory for itself: what drawing a picture took, the event loop couldn't use.
    """
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)


async def _play_until_told(client: Client, where: DiscordSettings) -> None:
    stop = asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(sign, stop.set)
    playing = asyncio.create_task(client.start(where.token.get_secret_value()))
    told = asyncio.create_task(stop.wait())
    ends: set[asyncio.Future[Any]] = {playing, told, client.app.lost}
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    if told.done():
        log.info("told to stop: shutting down")
        end_the_process(0, where.more_time)
    else:
        end_the_process(1)
    if playing.done():
        told.cancel()
        await playing
        return
    await client.close()
    # A login that is cut short fails in ways that don't matter.
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    if client.app.lost.done():
        told.cancel()
        raise client.app.lost.result()


def why_it_stopped(failed: Exception) -> str:
    """What `run` has raised, in a sentence for the host. A bug is logged."""
    match failed:
        case CannotRun() | StorageFailed():
            return str(failed)
        case discord.LoginFailure() | discord.ConnectionClosed(code=4004):
            return NOT_ACCEPTED
        case discord.PrivilegedIntentsRequired() | discord.ConnectionClosed(code=4013):
            return _TOO_MUCH
        case discord.ConnectionClosed(code=code):
            return f"Discord closed the connection with code {code}. Start the bot again in a moment."
        case discord.HTTPException() | discord.GatewayNotFound() | aiohttp.ClientError() | OSError():
            return trouble_with(failed)
    log.error("the bot can't go on", exc_info=failed)
    return "The bot stopped because of a bug. The log says what happened."


def point_at(where: DiscordSettings) -> None:
    """Let discord.py speak to another API base, gateway and CDN; a setting that is empty changes nothing."""
    if where.api_url:
        Route.BASE = where.api_url.rstrip("/")
    if where.gateway_url:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(where.gateway_url)
    if where.cdn_url:
        Asset.BASE = where.cdn_url.rstrip("/")
