"""Running the bot until it is told to stop."""

import asyncio
import gc
import signal

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.client import Parlour
from bot.config import DiscordSettings, Settings
from storage import Archive


async def run(settings: Settings) -> None:
    """Log in and play until SIGINT or SIGTERM, then shut down in order.

    Raises discord.LoginFailure for a token that is not taken, and StorageFailed for a database that is not.
    """
    point_at(settings.discord)
    # Nobody speaks here: that voice is not installed is no news.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    async with Archive.open(settings.storage.url) as archive, Parlour(settings, archive) as bot:
        loop = asyncio.get_running_loop()
        for sign in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(sign, lambda: asyncio.ensure_future(bot.close()))
        # What is loaded by now stays: going through it all again would hold up the loop for 90 ms each time.
        gc.collect()
        gc.freeze()
        await bot.start(settings.discord.token.get_secret_value())


def point_at(where: DiscordSettings) -> None:
    """Let discord.py speak to another API base and gateway; a setting that is empty changes nothing."""
    if where.api_url:
        Route.BASE = where.api_url.rstrip("/")
    if where.gateway_url:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(where.gateway_url)
