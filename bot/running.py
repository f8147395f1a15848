"""Running the bot until it is told to stop."""

import asyncio
import gc
import signal
from typing import Any

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.client import Parlour
from bot.config import DiscordSettings, Settings
from bot.deadline import end_the_process
from storage import Archive


async def run(settings: Settings) -> None:
    """Log in and play until SIGINT or SIGTERM, then shut down in order, also in the midst of logging in.

    From the end of the play on the process has only seconds left: see `end_the_process`.

    Raises discord.LoginFailure for a token that is not taken, StorageFailed for a database that is not or
    that turns out to be damaged, and OSError where Discord or its gateway cannot be reached.
    """
    point_at(settings.discord)
    # Nobody speaks here: that voice is not installed is no news.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    async with Archive.open(settings.storage.url) as archive, Parlour(settings, archive) as bot:
        # What is loaded by now stays: going through it all again would hold up the loop for 90 ms each time.
        gc.collect()
        gc.freeze()
        await _play_until_told(bot, settings.discord.token.get_secret_value())


async def _play_until_told(bot: Parlour, token: str) -> None:
    stop = asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(sign, stop.set)
    playing, told = asyncio.create_task(_play(bot, token)), asyncio.create_task(stop.wait())
    ends: set[asyncio.Future[Any]] = {playing, told, bot.lost}
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    end_the_process(0 if told.done() else 1)
    if playing.done():
        told.cancel()
        await playing
        return
    await bot.close()
    # A login that is cut short fails in ways that are nobody's concern any more.
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    if bot.lost.done():
        told.cancel()
        raise bot.lost.result()


async def _play(bot: Parlour, token: str) -> None:
    try:
        await bot.start(token)
    except AttributeError:
        # So discord.py 2.7.1 fails where it never came to its gateway and tries once more.
        if getattr(bot, "ws", None) is not None:
            raise
        raise OSError("its gateway does not answer.") from None


def point_at(where: DiscordSettings) -> None:
    """Let discord.py speak to another API base and gateway; a setting that is empty changes nothing."""
    if where.api_url:
        Route.BASE = where.api_url.rstrip("/")
    if where.gateway_url:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(where.gateway_url)
