"""`make play`: a local Discord in the browser, with the real bot logged in.

The bot runs in its own process, as it would with Discord, and restarts when it dies. Kill it at any time
and watch the games continue.
"""

import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

from bot.play.world import PLAYGROUND
from local_discord.server import LocalDiscord

FOLDER = Path("play")
RESTART_SECONDS = 1.0
_STOP = (signal.SIGINT, signal.SIGTERM)


async def play(port: int, folder: Path = FOLDER) -> None:
    """Serve the local Discord and keep a bot running until SIGINT or SIGTERM. Games are saved in `folder`.

    Raises OSError if the port is taken.
    """
    stop = asyncio.Event()
    for sign in _STOP:
        asyncio.get_running_loop().add_signal_handler(sign, stop.set)
    async with LocalDiscord(PLAYGROUND, port=port) as discord:
        environment = {
            **os.environ,
            "PARLOUR_DISCORD__TOKEN": discord.applications[0].token,
            "PARLOUR_DISCORD__API_URL": discord.api_url,
            "PARLOUR_DISCORD__GATEWAY_URL": discord.gateway_url,
            "PARLOUR_DISCORD__CDN_URL": discord.cdn_url,
            "PARLOUR_STORAGE__URL": f"sqlite:///{folder / 'parlour.sqlite3'}",
            "PARLOUR_LOG_LEVEL": os.environ.get("PARLOUR_LOG_LEVEL", "WARNING"),
        }
        _say(f"\n  Parlour is open: {discord.url}\n\n  Ctrl-C stops it. Games are saved in {folder}/.\n")
        await _keep_running(environment, stop)


async def _keep_running(environment: dict[str, str], stop: asyncio.Event) -> None:
    stopped = asyncio.create_task(stop.wait())
    while not stop.is_set():
        bot = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "run", env=environment, start_new_session=True
        )
        _say(f"  The bot is running as process {bot.pid}.")
        ended = asyncio.create_task(bot.wait())
        await asyncio.wait({stopped, ended}, return_when=asyncio.FIRST_COMPLETED)
        if not stop.is_set():
            _say(f"  The bot stopped ({bot.returncode}). Restarting it.")
            await asyncio.wait({stopped}, timeout=RESTART_SECONDS)
            continue
        with suppress(ProcessLookupError):
            bot.send_signal(signal.SIGTERM)
        await ended


def _say(text: str) -> None:
    # If nobody reads this any more, the bot must still be stopped in the end.
    with suppress(BrokenPipeError):
        print(text, flush=True)
