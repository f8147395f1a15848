"""A network that can be cut: a proxy on loopback between a process and its database."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from enum import Enum

import pytest
from sqlalchemy import URL, make_url

from bench.postgres import empty_database

SOCKET = "{folder}/.s.PGSQL.5432"
PIECE = 65_536
ASKS_FOR_TLS = bytes([0, 0, 0, 8, 4, 210, 22, 47])
"""The first message of a client that wants TLS."""


class Network(Enum):
    """What happens to data sent."""

    PASSES = "passes"
    CUT = "cut"
    """Every connection is closed, new ones too, and both ends notice."""
    SILENT = "silent"
    """Everything sent is lost, and neither end notices."""
    LOSES_A_COMMIT = "loses a commit"
    """See `Proxy.loses_a_commit`."""


class Proxy:
    """Passes connections on to a server, until told otherwise. `url` is the database behind it."""

    def __init__(self, url: URL, certificate: ssl.SSLContext | None) -> None:
        self.url = ""
        self.encrypted = 0
        """How many connections were encrypted."""
        self._certificate = certificate
        self._network = Network.PASSES
        self._then = Network.CUT
        self._committing: set[asyncio.StreamWriter] = set()
        """The server's ends on which a commit is under way whose confirmation gets lost."""
        self._to = url
        self._ends: dict[asyncio.StreamWriter, asyncio.StreamWriter] = {}
        """The end of a process, and the server's."""
        self._lossy: set[asyncio.StreamWriter] = set()
        """Connections that have lost something, and can't go on."""
        self._kept: set[asyncio.StreamWriter] = set()
        """The server's ends of those that only the processes have lost."""
        self._words: bytes | None = None
        self._answers: dict[asyncio.StreamWriter, int] = {}
        """How often the server has answered since it was sent these words, for each process's end."""

    @classmethod
    @asynccontextmanager
    async def to(cls, url: str, certificate: ssl.SSLContext | None = None) -> AsyncIterator["Proxy"]:
        """A proxy to this database, whose server listens in a folder, until the end of the block.

        With a certificate it offers TLS, which the server itself doesn't.
        """
        proxy = cls(make_url(url), certificate)
        server = await asyncio.start_server(proxy._serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        behind = proxy._to.set(host="127.0.0.1", port=port, query={})
        proxy.url = behind.render_as_string(hide_password=False)
        try:
            yield proxy
        finally:
            server.close()
            proxy.becomes(Network.CUT)
            for back in proxy._kept:
                back.transport.abort()
            await server.wait_closed()

    @property
    def is_cut(self) -> bool:
        """Whether nothing gets through."""
        return self._network is Network.CUT

    def loses_a_commit(self, then: Network) -> None:
        """The next commit isn't confirmed, and all connections are lost with it; `then` it's like this."""
        self._network, self._then = Network.LOSES_A_COMMIT, then

    def becomes(self, network: Network) -> None:
        """Switch the network to this state."""
        self._network = network
        if network is not Network.SILENT:
            for writer in tuple(self._lossy if network is Network.PASSES else self._ends):
                writer.transport.abort()

    def closes_here(self) -> None:
        """The processes lose their connections, and the server doesn't notice."""
        for writer, back in self._ends.items():
            self._kept.add(back)
            writer.transport.abort()

    def closes_instead_of_answering(self, words: bytes) -> None:
        """Like `closes_here`, once a statement with these words has been run, in place of its answer."""
        self._words = words

    @property
    def has_closed(self) -> bool:
        """Whether that has happened."""
        return self._words is None

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._network is Network.CUT:
            writer.transport.abort()
            return
        if self._certificate is not None:
            with suppress(OSError, asyncio.IncompleteReadError):
                await self._offer_tls(reader, writer)
            if writer.get_extra_info("ssl_object") is None:
                writer.transport.abort()
                return
        socket = SOCKET.format(folder=self._to.query["host"])
        there, back = await asyncio.open_unix_connection(socket)
        self._ends[writer] = back
        try:
            # An end that closes takes the other one along.
            pumps = {
                asyncio.create_task(self._pump(reader, back)),
                asyncio.create_task(self._pump(there, writer)),
            }
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            for pump in pumps:
                pump.cancel()
            await asyncio.wait(pumps)
        finally:
            del self._ends[writer]
            self._lossy.discard(writer)
            writer.transport.abort()
            if back not in self._kept:
                back.transport.abort()

    async def _offer_tls(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert self._certificate is not None
        if await reader.readexactly(len(ASKS_FOR_TLS)) == ASKS_FOR_TLS:
            writer.write(b"S")
            await writer.start_tls(self._certificate)
            self.encrypted += 1

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while piece := await reader.read(PIECE):
                if self._is_lost(piece, writer) or self._closes_instead(piece, writer):
                    continue
                writer.write(piece)
                await writer.drain()

    def _closes_instead(self, piece: bytes, writer: asyncio.StreamWriter) -> bool:
        if writer not in self._ends:
            if self._words is not None and self._words in piece:
                self._answers = {here: 0 for here, back in self._ends.items() if back is writer}
            return False
        if writer not in self._answers:
            return False
        self._answers[writer] += 1
        if self._answers[writer] < 2:  # the first says that the statement is prepared
            return False
        self._words, self._answers = None, {}
        self.closes_here()
        return True

    def _is_lost(self, piece: bytes, writer: asyncio.StreamWriter) -> bool:
        """Whether this piece doesn't get to its end."""
        if self._network is Network.SILENT:
            self._lossy.add(next(here for here, back in self._ends.items() if writer in (here, back)))
            return True
        if self._network is not Network.LOSES_A_COMMIT:
            return False
        if writer not in self._ends:
            if b"COMMIT" in piece:
                self._committing.add(writer)
            return False
        if self._ends[writer] not in self._committing:
            return False
        self._committing.clear()  # the server has answered
        self._network = self._then
        for end in tuple(self._ends):
            end.transport.abort()
        return True


@pytest.fixture
async def url() -> AsyncIterator[str]:
    """An empty database on a PostgreSQL server."""
    async with empty_database() as url:
        yield url


@pytest.fixture
async def proxy(url: str) -> AsyncIterator[Proxy]:
    """A network to that server that can be cut."""
    async with Proxy.to(url) as proxy:
        yield proxy
