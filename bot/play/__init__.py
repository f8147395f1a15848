"""`make play`: a local Discord with its page, and the real bot logged in to it.

The bot runs in a process of its own, as it would with Discord, and is started again when it dies: kill it
at any moment and watch the tables go on.
"""

import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

from bot.play.world import WORLD
from local_discord.server import LocalDiscord

FOLDER = Path("play")
RESTART_SECONDS = 1.0
_STOP = (signal.SIGINT, signal.SIGTERM)


async def play(port: int, folder: Path = FOLDER) -> None:
    """Serve the local Discord and keep a bot running until SIGINT or SIGTERM. Games are kept in `folder`.

    Raises OSError when the port is taken.
    """
    stop = asyncio.Event()
    for sign in _STOP:
        asyncio.get_running_loop().add_signal_handler(sign, stop.set)
    async with LocalDiscord(WORLD, port=port) as discord:
        environment = {
            **os.environ,
            "PARLOUR_DISCORD__TOKEN": discord.applications[0].token,
            "PARLOUR_DISCORD__API_URL": discord.api_url,
            "PARLOUR_DISCORD__GATEWAY_URL": discord.gateway_url,
            "PARLOUR_STORAGE__URL": f"sqlite+aiosqlite:///{folder / 'parlour.sqlite3'}",
            "PARLOUR_LOG_LEVEL": os.environ.get("PARLOUR_LOG_LEVEL", "WARNING"),
        }
        print(
            f"\n  Parlour is open: {discord.url}\n\n  Ctrl-C stops it; games are kept in {folder}/.\n",
            flush=True,
        )
        await _keep_running(environment, stop)


async def _keep_running(environment: dict[str, str], stop: asyncio.Event) -> None:
    stopped = asyncio.create_task(stop.wait())
    while not stop.is_set():
        bot = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "run", env=environment, start_new_session=True
        )
        print(f"  The bot runs as process {bot.pid}.", flush=True)
        ended = asyncio.create_task(bot.wait())
        await asyncio.wait({stopped, ended}, return_when=asyncio.FIRST_COMPLETED)
        if not stop.is_set():
            print(f"  The bot ended ({bot.returncode}); starting it again.", flush=True)
            await asyncio.wait({stopped}, timeout=RESTART_SECONDS)
            continue
        with suppress(ProcessLookupError):
            bot.send_signal(signal.SIGTERM)
        await ended
