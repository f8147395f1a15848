"""A local Discord and bots on it: each in its own process, as in real use, or all in this one."""

import asyncio
import os
import re
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from bot.app.client import Client
from bot.app.parlour import Parlour
from bot.config import DiscordSettings, PlaySettings, Settings, StorageSettings
from bot.host.play import WORLD
from bot.host.running import connect, point_at
from local_discord.applications import id_in_token, mint_token
from local_discord.backend import Record
from local_discord.fixtures import WorldFixture
from local_discord.interactions import Deadlines
from local_discord.person import Person
from local_discord.ratelimit import Limits
from local_discord.server import LocalDiscord
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

    It draws in its own process: such a bot runs only for a moment.
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


ROOT = Path(__file__).parents[1]
_STARTS_SECONDS, _ENDS_SECONDS = 30.0, 10.0


@dataclass(frozen=True, slots=True)
class Loopback:
    """The local Discord's address and process, the tokens of its applications by name, and their folder."""

    url: str
    tokens: dict[str, str]
    folder: Path
    pid: int

    @asynccontextmanager
    async def people(self, *user_ids: str) -> AsyncIterator[list[Person]]:
        """These people, connected until the block ends."""
        async with AsyncExitStack() as connected:
            yield [await connected.enter_async_context(Person.connect(self.url, one)) for one in user_ids]

    def parlour(self, **settings: object) -> AbstractAsyncContextManager[asyncio.subprocess.Process]:
        """Run the bot until the block ends, without this machine's settings; see `bot`."""
        return self.bot("Parlour", "bot", "run", "--config", os.devnull, **settings)

    @asynccontextmanager
    async def bot(
        self, name: str, module: str, *arguments: str, **settings: object
    ) -> AsyncIterator[asyncio.subprocess.Process]:
        """Run a module as this application until the block ends; its standard output is a pipe.

        `settings` are those of config.example.toml, `play__pace=0` for `play.pace`. Nobody is reminded.
        """
        given = {
            "discord__token": self.tokens[name],
            "discord__api_url": f"{self.url}/api/v10",
            "discord__gateway_url": f"{self.url.replace('http', 'ws', 1)}/gateway",
            "discord__cdn_url": self.url,
            "storage__url": str(self.folder / f"{name}.sqlite3"),
            "log_level": "WARNING",
            "play__icons": "false",
            "play__presses": UNLIMITED,
            "play__remind_after": 0,
            **settings,
        }
        environment = {f"PARLOUR_{key.upper()}": str(value) for key, value in given.items()}
        async with module_running(module, *arguments, environment=environment) as process:
            yield process

    async def is_online(self, person: Person, name: str = "Parlour", command: str = "play") -> None:
        """Wait until this application is logged in and has registered its command with Discord."""
        application = id_in_token(self.tokens[name])

        def there() -> bool:
            known = any(one["name"] == command for one in person.sees.commands)
            return known and bool(person.sees.applications[application]["online"])

        await person.wait_until(there, _STARTS_SECONDS)


@asynccontextmanager
async def loopback(*names: str, world: WorldFixture = WORLD) -> AsyncIterator[Loopback]:
    """A local Discord with this world, Parlour, and these other applications; its folder is temporary."""
    tokens = {name: mint_token() for name in ("Parlour", *names)}
    given = [part for name, token in tokens.items() for part in ("--application", f"{name}:{token}")]
    given += ["--identify-seconds", "0"]  # bots restart in quick succession
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "world.json"
        file.write_text(world.model_dump_json(), encoding="utf-8")
        async with module_running("local_discord", "--port", "0", "--world", str(file), *given) as process:
            assert process.stdout is not None
            async with asyncio.timeout(_STARTS_SECONDS):
                page = (await process.stdout.readline()).decode()
            address = re.search(r"http://\S+", page)
            if address is None:
                raise RuntimeError("The local Discord did not start.")
            yield Loopback(address[0], tokens, Path(folder), process.pid)


@asynccontextmanager
async def module_running(
    module: str, *arguments: str, environment: dict[str, str] | None = None
) -> AsyncIterator[asyncio.subprocess.Process]:
    """This module's process until the block ends; then it is asked to stop, and killed if it doesn't."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, *arguments),
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **(environment or {})},
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        await _end(process)


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is not None:
        return
    process.send_signal(signal.SIGTERM)
    # Read everything it prints: a process can't end while its pipe is full.
    try:
        await asyncio.wait_for(process.communicate(), _ENDS_SECONDS)
    except TimeoutError:
        process.kill()
        await process.communicate()
