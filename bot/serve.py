"""`/metrics` and `/healthz` for programs that watch the bot, on a port of the host's choice."""

import asyncio
import logging
import math
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, suppress

from aiohttp import web
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bot import __version__
from bot.app import Parlour
from bot.config import ServeSettings
from bot.limits import Rank
from bot.refusal import CannotRun
from bot.tables.lobby import Lobby
from bot.tables.open_tables import LobbyOrSession
from storage import StorageFailed
from storage.opening import path_of
from storage.sqlite import size_of

log = logging.getLogger(__name__)

PATIENCE = 3.0
"""How many seconds the database has to answer."""


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
    try:
        await web.TCPSite(runner, where.host or None, where.port).start()
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
        await runner.cleanup()


async def why_unwell(app: Parlour) -> str:
    """A sentence if people can't play now; empty if all is well."""
    if app.is_leaving:
        return "The bot is shutting down."
    if not app.client.is_ready():
        return "The bot is still logging in to Discord."
    if not app.time.runs:
        return "The bot has lost its connection to Discord and is trying again."
    try:
        async with asyncio.timeout(PATIENCE):
            await app.archive.sessions.find(0)
    except StorageFailed as failed:
        return f"The database can't be read: {failed}"
    except TimeoutError:
        return f"The database hasn't answered for {PATIENCE:.0f} seconds."
    return ""


class Gauges(Collector):
    """The current numbers, looked up at every scrape."""

    def __init__(self, app: Parlour, database: str) -> None:
        self._app = app
        self._database = database

    def collect(self) -> Iterable[Metric]:
        """Every gauge."""
        yield from self._tables()
        yield from self._work()
        yield from self._outside()

    def _tables(self) -> Iterator[Metric]:
        tables = self._app.tables
        loaded = GaugeMetricFamily(
            "parlour_tables", "Tables in memory, by game and phase.", labels=["game", "phase"]
        )
        for labels, count in sorted(_by_game_and_phase(tables.in_memory.values()).items()):
            loaded.add_metric(labels, count)
        yield loaded
        yield _gauge(
            "parlour_open_tables", "Tables that are open, in memory or at rest.", len(tables.channels)
        )
        yield _gauge("parlour_displays", "Tables whose messages are kept in memory.", len(self._app.messages))

    def _work(self) -> Iterator[Metric]:
        app, computers = self._app, self._app.computers
        yield _gauge("parlour_answers_under_way", "Presses that are being answered.", len(app.answering))
        yield _gauge("parlour_background_tasks", "Background tasks running now.", len(app.background.tasks))
        yield _gauge(
            "parlour_pictures_under_way", "Pictures being drawn or waiting to be drawn.", app.pictures.drawing
        )
        yield _gauge(
            "parlour_computer_workers", "Worker processes for computer players.", len(computers.pids())
        )
        yield _gauge("parlour_thoughts_under_way", "Workers that are thinking.", computers.thinking)
        yield _gauge("parlour_thoughts_waiting", "Moves and hints waiting for a worker.", computers.waiting)

    def _outside(self) -> Iterator[Metric]:
        client = self._app.client
        is_connected = client.is_ready() and self._app.time.runs
        about = "1 while the bot is connected to Discord's gateway, with all shards that this process has."
        yield _gauge("parlour_connected", about, is_connected)
        if math.isfinite(client.latency):
            yield _gauge(
                "parlour_gateway_seconds",
                "Seconds that the gateway took to answer the last heartbeat.",
                client.latency,
            )
        yield from self._limits()
        # discord.py still knows the servers of shards that this process gave to another one.
        servers = sum(self._app.share.has(one.id) for one in client.guilds)
        yield _gauge("parlour_servers", "Servers the bot is in, of the shards this process has.", servers)
        with suppress(OSError, StorageFailed):
            size = size_of(path_of(self._database))
            yield _gauge("parlour_database_bytes", "Bytes of the database with its companion files.", size)
        version = GaugeMetricFamily("parlour_info", "The version that runs.", labels=["version"])
        version.add_metric([__version__], 1)
        yield version

    def _limits(self) -> Iterator[Metric]:
        budget = self._app.budget
        waiting = GaugeMetricFamily(
            "parlour_discord_waiting",
            "Boards, hands and requests held up by Discord's limit, by who waits for them.",
            labels=["who"],
        )
        waiting.add_metric(["person"], budget.waiting(Rank.AWAITED))
        waiting.add_metric(["nobody"], budget.waiting(Rank.REST))
        yield waiting
        yield _gauge(
            "parlour_discord_refused",
            "Requests of the last ten minutes that count towards Discord's ban of an address.",
            budget.breaker.refused(budget.now),
        )
        paused = budget.breaker.pause(budget.now) > 0
        yield _gauge(
            "parlour_discord_paused", "1 while those refusals hold back what nobody waits for.", paused
        )


def _by_game_and_phase(tables: Iterable[LobbyOrSession]) -> Counter[tuple[str, str]]:
    """How many of these tables are lobbies, games under way and paused ones, of each game."""
    return Counter((one.stored.game, _phase(one)) for one in tables)


def _phase(table: LobbyOrSession) -> str:
    """The phase as far as we know it without asking the rules."""
    if isinstance(table, Lobby):
        return "lobby"
    return "playing" if table.stored.paused_at is None else "paused"


def _gauge(name: str, what: str, value: float) -> Metric:
    return GaugeMetricFamily(name, what, value=value)


def _pages(app: Parlour, database: str) -> web.Application:
    own = CollectorRegistry()
    own.register(Gauges(app, database))

    async def metrics(_: web.Request) -> web.Response:
        text = generate_latest(own) + generate_latest(REGISTRY)
        return web.Response(body=text, headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4})

    async def healthz(_: web.Request) -> web.Response:
        unwell = await why_unwell(app)
        return web.Response(text=f"{unwell or 'The bot is well.'}\n", status=503 if unwell else 200)

    pages = web.Application()
    pages.router.add_get("/metrics", metrics)
    pages.router.add_get("/healthz", healthz)
    return pages
