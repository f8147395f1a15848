"""The whole local Discord, on one port of the loopback interface."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from aiohttp import web

from local_discord.api import BASE, Call, Reply, Route, respond
from local_discord.applications import Application
from local_discord.avatars import Avatar
from local_discord.callbacks import Callbacks
from local_discord.cdn import Cdn
from local_discord.deadlines import Deadlines
from local_discord.dispatcher import Dispatcher
from local_discord.faults import Faults
from local_discord.fixtures import ApplicationFixture, WorldFixture
from local_discord.gateway import Gateway
from local_discord.gateway_socket import gateway_socket
from local_discord.interactions import Interactions
from local_discord.page_socket import page_socket
from local_discord.ratelimit import Limits, RateLimiter
from local_discord.routes import ROUTES
from local_discord.sample import SAMPLE
from local_discord.shards import SessionStarts, Sharding
from local_discord.uploads import REQUEST_BYTES_MOST
from local_discord.world import World

HOST = "127.0.0.1"
NAMES = ("localhost", HOST, "[::1]")
"""What a browser on this machine may call it."""
HTTP_PORT = 80
PAGE = Path(__file__).parent / "page"

# method, path, query, request body, status, response body
Record = Callable[[str, str, dict[str, str], object, int, object], None]
Serve = Callable[[web.Request], Awaitable[web.StreamResponse]]

ANOTHER_NAME = "This is a Discord on one machine, and it answers only at {url}.\n"
ANOTHER_PAGE = "This came from another page, and only the page at {url} can act here.\n"


def _application(fixture: ApplicationFixture) -> Application:
    avatar = None if fixture.avatar is None else Avatar.read(fixture.avatar)
    return Application(fixture.name, fixture.token, fixture.guilds, avatar, fixture.permissions)


def _applications(given: WorldFixture | Sequence[Application | str]) -> list[Application]:
    if isinstance(given, WorldFixture):
        return [_application(one) for one in given.applications]
    return [Application(one) if isinstance(one, str) else one for one in given]


async def _unless_gone(serving: Awaitable[web.StreamResponse]) -> web.StreamResponse:
    """The response of a socket. A client that is gone before its socket is open isn't an error of ours."""
    try:
        return await serving
    except ConnectionResetError:
        return web.Response()  # nobody gets it


def _file(path: Path) -> web.FileResponse:
    return web.FileResponse(path, headers={"Cache-Control": "no-cache"})


class LocalDiscord:
    """Discord on the loopback interface. It runs inside an `async with` block.

    It starts with what `world` has. `applications` may log in instead of the world's own, each with
    its token; a string names a new one that is in every server. With `port` 0 it uses a free port.
    `record` is called for every answered request. `disallowed_intents` are refused with 4014. `sharding` says
    how bots have to divide their servers, and how long they have to wait before they identify again.
    """

    def __init__(
        self,
        world: WorldFixture = SAMPLE,
        *,
        port: int = 0,
        applications: Sequence[Application | str] | None = None,
        limits: Limits | None = None,
        deadlines: Deadlines | None = None,
        record: Record | None = None,
        disallowed_intents: int = 0,
        sharding: Sharding | None = None,
    ) -> None:
        self.applications = _applications(world if applications is None else applications)
        self.dispatcher = Dispatcher(world, self.applications, deadlines or Deadlines())
        self.interactions = Interactions(self.dispatcher)
        self.callbacks = Callbacks(self.dispatcher, self.interactions)
        self.limiter = RateLimiter(limits or Limits())
        self.disallowed_intents = disallowed_intents
        self.session_starts = SessionStarts(sharding or Sharding())
        self.emoji_images: dict[str, str] = {}
        self._record = record
        self._port = port
        self._hosts: frozenset[str] = frozenset()
        self._tasks: set[asyncio.Task[None]] = set()
        self._runner: web.AppRunner | None = None

    @property
    def world(self) -> World:
        """Everything that exists: people, servers, channels, messages."""
        return self.dispatcher.world

    @property
    def gateway(self) -> Gateway:
        """The sessions of the bots."""
        return self.dispatcher.gateway

    @property
    def faults(self) -> Faults:
        """The failures that can be switched on."""
        return self.dispatcher.faults

    @property
    def port(self) -> int:
        return self._port

    @property
    def url(self) -> str:
        """The address of the page, and of everything else."""
        return f"http://{HOST}:{self._port}"

    @property
    def api_url(self) -> str:
        return self.url + BASE

    @property
    def gateway_url(self) -> str:
        return f"ws://{HOST}:{self._port}/gateway"

    @property
    def cdn_url(self) -> str:
        """Where avatars and emojis are."""
        return self.url

    async def __aenter__(self) -> "LocalDiscord":
        """Starts the server. Raises OSError if the port is in use."""
        self._runner = web.AppRunner(self._web_application(), access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, self._port)
        try:
            await site.start()
        except OSError:
            await self._runner.cleanup()
            raise
        self._port = self._runner.addresses[0][1]
        port = "" if self._port == HTTP_PORT else f":{self._port}"
        self._hosts = frozenset(name + port for name in NAMES)
        self.dispatcher.attachments.url = self.url
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.interactions.stop()
        for task in tuple(self._tasks):
            task.cancel()
        if self._runner:
            await self._runner.cleanup()

    def recorded(self, call: Call, reply: Reply) -> None:
        if self._record:
            request = call.request
            query = dict(request.query)
            self._record(request.method, request.path, query, call.body, reply.status, reply.body)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Runs the work in its own task until it's done or the server stops."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def serving(self, work: Coroutine[Any, Any, None]) -> None:
        """Serves a socket in its own task, which ends when the server stops."""
        with contextlib.suppress(asyncio.CancelledError):
            await self.spawn(work)

    def _web_application(self) -> web.Application:
        application = web.Application(
            client_max_size=REQUEST_BYTES_MOST, middlewares=[self._from_this_machine]
        )
        for route in ROUTES:
            application.router.add_route(route.method, BASE + route.path, self._answering(route))
        add = application.router.add_get
        add("/gateway", self._gateway)
        add("/gateway/", self._gateway)
        add("/page/socket", self._page_socket)
        add("/page/{name:.+}", self._page_file)
        add("/", self._page_file)
        add("/developer", self._developer)
        Cdn(self).add_to(application)
        application.router.add_route("*", BASE + "/{rest:.*}", self._no_route)
        return application

    @web.middleware
    async def _from_this_machine(self, request: web.Request, handler: Serve) -> web.StreamResponse:
        """Refuses another page, also under a name that only points here: it could act as anybody.

        A browser always says in `Origin` who opens a WebSocket or posts. A bot's library says nothing.
        """
        origin = request.headers.get("Origin")
        if request.headers.get("Host", "").lower() not in self._hosts:
            return web.Response(status=403, text=ANOTHER_NAME.format(url=self.url))
        if origin is not None and origin.lower().removeprefix("http://") not in self._hosts:
            return web.Response(status=403, text=ANOTHER_PAGE.format(url=self.url))
        return await handler(request)

    def _answering(self, route: Route) -> Serve:
        async def serve(request: web.Request) -> web.StreamResponse:
            return await respond(self, route, request)

        return serve

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        return await _unless_gone(gateway_socket(self, request))

    async def _page_socket(self, request: web.Request) -> web.StreamResponse:
        return await _unless_gone(page_socket(self, request))

    async def _developer(self, _: web.Request) -> web.StreamResponse:
        return _file(PAGE / "developer.html")

    async def _page_file(self, request: web.Request) -> web.StreamResponse:
        # Looked up among the files that are there: no name that somebody sends is ever a path.
        files = {one.name: one for one in PAGE.iterdir()}
        found = files.get(request.match_info.get("name", "index.html"))
        if found is None:
            raise web.HTTPNotFound
        return _file(found)

    async def _no_route(self, request: web.Request) -> web.StreamResponse:
        body = '{"message":"404: Not Found","code":0}'
        return web.Response(status=404, body=body.encode(), headers={"Content-Type": "application/json"})
