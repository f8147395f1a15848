"""The whole local Discord, on one port of the loopback interface."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from types import TracebackType

from aiohttp import web

from local_discord.actions import page_socket
from local_discord.api import JSON_HEADERS, Route, respond
from local_discord.backend import API, HOST, Backend
from local_discord.errors import found
from local_discord.files import REQUEST_BYTES_MOST, Cdn
from local_discord.gateway_socket import gateway_socket
from local_discord.routes import ROUTES

NAMES = ("localhost", HOST, "[::1]")
"""What a browser on this machine may call it."""
HTTP_PORT = 80
PAGE = Path(__file__).parent / "page"

Serve = Callable[[web.Request], Awaitable[web.StreamResponse]]

ANOTHER_NAME = "This is a Discord on one machine, and it answers only at {url}.\n"
ANOTHER_PAGE = "This came from another page, and only the page at {url} can act here.\n"


def _file(path: Path) -> web.FileResponse:
    return web.FileResponse(path, headers={"Cache-Control": "no-cache"})


class LocalDiscord(Backend):
    """Discord on the loopback interface. It runs inside an `async with` block."""

    _hosts: frozenset[str] = frozenset()
    _runner: web.AppRunner

    async def __aenter__(self) -> "LocalDiscord":
        """Starts the server. Raises OSError if the port is in use."""
        self._runner = web.AppRunner(self._web_application(), access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, self.port)
        try:
            await site.start()
        except OSError:
            await self._runner.cleanup()
            raise
        self.port = self._runner.addresses[0][1]
        port = "" if self.port == HTTP_PORT else f":{self.port}"
        self._hosts = frozenset(name + port for name in NAMES)
        self.attachments.url = self.url
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        await self._runner.cleanup()

    def _web_application(self) -> web.Application:
        application = web.Application(
            client_max_size=REQUEST_BYTES_MOST, middlewares=[self._from_this_machine]
        )
        for route in ROUTES:
            application.router.add_route(route.method, API + route.path, self._answering(route))
        add = application.router.add_get
        add("/gateway", self._socket(gateway_socket))
        add("/gateway/", self._socket(gateway_socket))
        add("/page/socket", self._socket(page_socket))
        add("/page/{name:.+}", self._page_file)
        add("/", self._page_file)
        add("/developer", self._developer)
        Cdn(self.world, self.attachments).add_to(application)
        application.router.add_route("*", API + "/{rest:.*}", self._no_route)
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

    def _socket(self, opened: Callable[[Backend, web.Request], Awaitable[web.StreamResponse]]) -> Serve:
        async def serve(request: web.Request) -> web.StreamResponse:
            try:
                return await opened(self, request)
            except ConnectionResetError:
                return web.Response()  # nobody gets it: the client was gone before its socket was open

        return serve

    async def _developer(self, _: web.Request) -> web.StreamResponse:
        return _file(PAGE / "developer.html")

    async def _page_file(self, request: web.Request) -> web.StreamResponse:
        # Looked up among the files that are there: no name that somebody sends is ever a path.
        files = {one.name: one for one in PAGE.iterdir()}
        wanted = request.match_info.get("name", "index.html")
        return _file(found(files.get(wanted), web.HTTPNotFound()))

    async def _no_route(self, request: web.Request) -> web.StreamResponse:
        body = b'{"message":"404: Not Found","code":0}'
        return web.Response(status=404, body=body, headers=JSON_HEADERS)
