"""The bot in its own process, which can be killed."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from bench.loopback import UNLIMITED
from local_discord.server import LocalDiscord
from tests.bot.forking import PROJECT, Forked, fork
from tests.bot.tables import until

START_SECONDS = 30.0


class Process:
    """One run of `python -m bot run`. `said` is its output, once it has ended."""

    def __init__(self, process: asyncio.subprocess.Process | Forked) -> None:
        self._process = process
        self.said = ""

    @property
    def pid(self) -> int:
        """The bot's own process; its workers are in the same session, which has this number."""
        return self._process.pid

    async def end(self, sign: signal.Signals) -> int:
        """Send a signal and wait; the exit status, minus the signal's number if that killed it."""
        with suppress(ProcessLookupError):
            self._process.send_signal(sign)
        return await self.ended()

    async def ended(self) -> int:
        """Wait for its end; the exit status."""
        assert self._process.stderr is not None
        await self._process.wait()
        with suppress(TimeoutError):
            # A worker that outlives the bot would hold the pipe open.
            self.said += (await asyncio.wait_for(self._process.stderr.read(), 5)).decode()
        assert self._process.returncode is not None
        return self._process.returncode

    def others(self) -> list[int]:
        """The processes it has left behind."""
        found = []
        for entry in Path("/proc").iterdir():
            with suppress(OSError, ValueError):
                pid = int(entry.name)
                if os.getsid(pid) == self.pid and pid != self.pid:
                    found.append(pid)
        return found


def environment(local: LocalDiscord, database: Path, **more: str) -> dict[str, str]:
    """The settings of a bot that plays at this local Discord without a pause."""
    settings = {
        "PARLOUR_DISCORD__TOKEN": local.applications[0].token,
        "PARLOUR_DISCORD__API_URL": local.api_url,
        "PARLOUR_DISCORD__GATEWAY_URL": local.gateway_url,
        "PARLOUR_DISCORD__CDN_URL": local.cdn_url,
        "PARLOUR_STORAGE__URL": str(database),
        "PARLOUR_PLAY__PACE": "0",
        "PARLOUR_PLAY__REMIND_AFTER": "0",
        "PARLOUR_PLAY__ICONS": "false",
        "PARLOUR_PLAY__PRESSES": str(UNLIMITED),
    }
    # From compiled files the bot starts three times as fast, so it may keep them.
    foreign = ("PARLOUR_", "PYTHONDONTWRITEBYTECODE")
    own = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    return own | settings | more


async def start(
    environment: dict[str, str],
    *arguments: str,
    folder: Path,
    module: str = "bot",
    constants: Mapping[str, float] | None = None,
) -> Process:
    """Start the bot, by this module. Its working folder has no config.toml. For `constants` see `fork`."""
    return Process(await fork(module, ["run", *arguments], environment, folder, constants))


async def start_from_nothing(environment: dict[str, str], folder: Path) -> Process:
    """Start the bot as its host does, in a fresh Python."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "run",
        env=environment | {"PYTHONPATH": str(PROJECT)},
        cwd=folder,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    return Process(process)


@asynccontextmanager
async def running_process(
    local: LocalDiscord,
    database: Path,
    module: str = "bot",
    constants: Mapping[str, float] | None = None,
    **more: str,
) -> AsyncIterator[Process]:
    """The bot as a process that is logged in; killed at the end of the block if it still runs."""
    settings = environment(local, database, **more)
    process = await start(settings, folder=database.parent, module=module, constants=constants)
    async with logged_in(local, process):
        yield process


@asynccontextmanager
async def logged_in(local: LocalDiscord, process: Process) -> AsyncIterator[None]:
    """Wait until this bot is logged in; kill it at the end of the block if it still runs."""
    application = local.applications[0]
    try:
        await until(lambda: local.gateway.online(application), START_SECONDS)
        yield
    finally:
        await process.end(signal.SIGKILL)
        await until(lambda: not local.gateway.online(application))
