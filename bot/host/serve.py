"""`/metrics` and `/healthz` for programs that watch the bot, on a port of the host's choice."""

import asyncio
import logging
import math
import shutil
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, suppress

from aiohttp import web
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.app.parlour import Parlour
from bot.chat.limits import Rank
from bot.config import ServeSettings
from bot.host.visits import MOST, Visits
from bot.refusal import CannotRun
from bot.table.lobby import Lobby
from bot.table.open_tables import LobbyOrSession
from bot.telemetry.metrics import ANSWERS
from storage import StorageFailed
from storage.copies import last_copied
from storage.opening import path_of
from storage.sqlite import size_of

log = logging.getLogger(__name__)

PATIENCE = 3.0
"""How many seconds the database has to answer."""

LEAST_FREE = 20_000_000
"""With fewer bytes left on its disk, the database can't be relied on to save anything."""


class CannotServe(CannotRun):
    """The port can't be used."""


@asynccontextmanager
async def serving(where: ServeSettings, app: Parlour, database: str) -> AsyncIterator[None]:
    """Serve until the end of the block; nothing without a port. Raises CannotServe.

    `database` is the URL of the file that `app` plays with.
    """
    if not where.port:
        yield
        return
    runner = web.AppRunner(_pages(app, database), access_log=None, shutdown_timeout=1)
    await runner.setup()
    assert runner.server is not None
    visits, loop = Visits(runner.server), asyncio.get_running_loop()
    try:
        listening = await loop.create_server(visits, where.host or None, where.port, backlog=MOST)
    except OSError as failed:
        await runner.cleanup()
        raise CannotServe(
            f"Can't serve at {where.host}:{where.port}: {failed.strerror}. Change serve.port or serve.host. "
            "Several processes on one machine need a port each, such as PARLOUR_SERVE__PORT=9465."
        ) from failed
    log.info("serving /metrics and /healthz at %s:%d", where.host or "every address", where.port)
    try:
        yield
    finally:
        listening.close()
        await runner.cleanup()


async def why_unwell(app: Parlour, database: str) -> str:
    """A sentence if people can't play now; empty if all is well. `database` is the URL of its database."""
    if app.is_leaving:
        return "The bot is shutting down."
    if not app.client.is_ready():
        return "The bot is still logging in to Discord."
    if not app.outages.runs:
        return "The bot has lost its connection to Discord and is trying again."
    if app.hears_nothing():
        return "Discord has stopped answering on the bot's connection."
    if ANSWERS.all_fail:
        return "Discord's servers have failed at every request of late."
    free = _free(database)
    if free is not None and free < LEAST_FREE:
        return f"The disk with the database has only {free // 1_000_000} MB left. Free up some space."
    try:
        async with asyncio.timeout(PATIENCE):
            await app.archive.must_work()
    except StorageFailed as failed:
        what = "read" if failed.was_read else "written"
        return f"The database can't be {what}: {failed}"
    except TimeoutError:
        return f"The database hasn't answered for {PATIENCE:.0f} seconds."
    return ""


def _free(database: str) -> int | None:
    """How many bytes are free where the database's file is; None if that's unknown."""
    with suppress(OSError, StorageFailed):
        return shutil.disk_usage(path_of(database).parent).free
    return None


async def _copied_at(app: Parlour) -> float | None:
    """When a copy of the database was last saved, in seconds since 1970; None if that's unknown."""
    with suppress(StorageFailed, TimeoutError):
        async with asyncio.timeout(PATIENCE):
            at = await last_copied(app.archive.database)
            return None if at is None else at / 1000
    return None


class Gauges(Collector):
    """The current numbers, looked up at every scrape. One that nobody knows now is left out."""

    copied_at: float | None = None
    """What the database says: see `_copied_at`."""

    def __init__(self, app: Parlour, database: str) -> None:
        self._app = app
        self._database = database

    def collect(self) -> Iterable[Metric]:
        """Every gauge."""
        for name, about, labels, values in self._labelled():
            found = GaugeMetricFamily(name, about, labels=labels)
            for chosen, value in values.items():
                found.add_metric(chosen, value)
            yield found
        for name, (about, number) in self._numbers().items():
            if number is not None:
                yield GaugeMetricFamily(name, about, value=number)

    def _labelled(self) -> Iterator[tuple[str, str, tuple[str, ...], Mapping[tuple[str, ...], int]]]:
        tables = _by_game_and_phase(self._app.tables.in_memory.values())
        about = "Tables in memory, by game and phase."
        yield "parlour_tables", about, ("game", "phase"), dict(sorted(tables.items()))
        count = self._app.budget.waiting
        waiting: dict[tuple[str, ...], int] = {
            ("person",): count(Rank.AWAITED),
            ("nobody",): count(Rank.REST),
        }
        about = "Boards, hands and requests held up by Discord's limit, by who waits for them."
        yield "parlour_discord_waiting", about, ("who",), waiting

    def _numbers(self) -> dict[str, tuple[str, float | None]]:
        app, client, computers = self._app, self._app.client, self._app.computers
        breaker, now = app.budget.breaker, app.budget.now
        copied = "When `backup` last saved a copy, in seconds since 1970."
        pictures = "Pictures being drawn or waiting to be drawn."
        paused = "1 while those refusals hold back what nobody waits for."
        refused = "Requests of the last ten minutes that count towards Discord's ban of an address."
        online = "1 while the bot is connected to Discord's gateway, with all shards that this process has."
        answered = "Seconds that the gateway took to answer the last heartbeat."
        latency = client.latency if math.isfinite(client.latency) else None
        # discord.py still knows the servers of shards that this process gave to another one.
        servers = sum(app.share.has(one.id) for one in client.guilds)
        return {
            "parlour_open_tables": ("Tables that are open, in memory or at rest.", len(app.tables.channels)),
            "parlour_displays": ("Tables whose messages are kept in memory.", len(app.messages)),
            "parlour_answers_under_way": ("Presses that are being answered.", len(app.answering)),
            "parlour_background_tasks": ("Background tasks running now.", len(app.background.tasks)),
            "parlour_pictures_under_way": (pictures, app.pictures.drawing),
            "parlour_computer_workers": ("Worker processes for computer players.", len(computers.pids())),
            "parlour_thoughts_under_way": ("Workers that are thinking.", computers.thinking),
            "parlour_thoughts_waiting": ("Moves and hints waiting for a worker.", computers.waiting),
            "parlour_connected": (online, client.is_ready() and app.outages.runs),
            "parlour_gateway_seconds": (answered, latency),
            "parlour_discord_refused": (refused, breaker.refused(now)),
            "parlour_discord_paused": (paused, breaker.pause(now) > 0),
            "parlour_servers": ("Servers the bot is in, of the shards this process has.", servers),
            "parlour_disk_free_bytes": ("Bytes left where the database is.", _free(self._database)),
            "parlour_copied_timestamp_seconds": (copied, self.copied_at),
            "parlour_database_bytes": ("Bytes of the database with its companion files.", self._size()),
        }

    def _size(self) -> int | None:
        """Of the database; None if it is on a server or can't be looked at."""
        with suppress(OSError, StorageFailed):
            return size_of(path_of(self._database))
        return None


def _by_game_and_phase(tables: Iterable[LobbyOrSession]) -> Counter[tuple[str, ...]]:
    """How many of these tables are lobbies, games under way and paused ones, of each game."""
    return Counter((one.stored.game, _phase(one)) for one in tables)


def _phase(table: LobbyOrSession) -> str:
    """The phase as far as we know it without asking the rules."""
    if isinstance(table, Lobby):
        return "lobby"
    return "playing" if table.stored.paused_at is None else "paused"


def _pages(app: Parlour, database: str) -> web.Application:
    own, gauges = CollectorRegistry(), Gauges(app, database)
    own.register(gauges)

    async def metrics(_: web.Request) -> web.Response:
        gauges.copied_at = await _copied_at(app)
        text = generate_latest(own) + generate_latest(REGISTRY)
        return web.Response(body=text, headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4})

    under_way: asyncio.Task[str] | None = None

    def asking() -> asyncio.Task[str]:
        """If several ask at the same time, they get the same answer: each try costs the disk a write."""
        nonlocal under_way
        if under_way is None or under_way.done():
            under_way = asyncio.create_task(why_unwell(app, database))
        return under_way

    async def healthz(_: web.Request) -> web.Response:
        unwell = await asyncio.shield(asking())
        return web.Response(text=f"{unwell or 'The bot is well.'}\n", status=503 if unwell else 200)

    async def once(_: web.Request, response: web.StreamResponse) -> None:
        response.force_close()

    pages = web.Application()
    pages.on_response_prepare.append(once)
    pages.router.add_get("/metrics", metrics)
    pages.router.add_get("/healthz", healthz)
    return pages
