"""A bot without a library: it sends exactly what a test tells it to, right or wrong."""

import asyncio
import contextlib
import io
import json
import zlib
from collections.abc import AsyncIterator, Sequence
from typing import Any, Self

import aiohttp

from local_discord.applications import Application
from local_discord.server import LocalDiscord

Json = dict[str, Any]

INTENTS = 1 << 0 | 1 << 1 | 1 << 9 | 1 << 12 | 1 << 15
ZLIB_END = b"\x00\x00\xff\xff"


class RawBot:
    """Speaks HTTP and the gateway by hand. `frames` holds everything the gateway sent, in order."""

    def __init__(self, discord: LocalDiscord, application: Application, http: aiohttp.ClientSession) -> None:
        self.discord = discord
        self.application = application
        self.http = http
        self.frames: list[Json] = []
        self.close_code: int | None = None
        self.binary = False
        self.sequence = 0
        self._arrived = asyncio.Condition()
        self._wire: aiohttp.ClientSession | None = None
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reading: asyncio.Task[None] | None = None

    @classmethod
    @contextlib.asynccontextmanager
    async def connect(
        cls, discord: LocalDiscord, *, application: int = 0, intents: int = INTENTS, identify: bool = True
    ) -> AsyncIterator[Self]:
        async with aiohttp.ClientSession() as http:
            bot = cls(discord, discord.applications[application], http)
            await bot.open()
            if identify:
                await bot.identify(intents)
                await bot.event("GUILD_CREATE" if intents & 1 else "READY")
            yield bot
            await bot.close()

    # The gateway

    async def open(self, query: str = "?v=10&encoding=json") -> None:
        url = self.discord.gateway_url + query
        await self._hang_up()
        self._wire = aiohttp.ClientSession()
        self._socket = await self._wire.ws_connect(url, max_msg_size=0, autoclose=True)
        self._reading = asyncio.create_task(self._read(self._socket, "zlib-stream" in query))

    async def close(self, code: int = 1000) -> None:
        if self._socket and self._reading:
            await self._socket.close(code=code)
            await self._reading
        await self._hang_up()

    async def abort(self) -> None:
        """Drops the connection without closing it, as a killed process does."""
        await self._hang_up()
        if self._reading:
            await self._reading

    async def _hang_up(self) -> None:
        if self._wire:
            await self._wire.close()

    async def send(self, opcode: int, details: object) -> None:
        assert self._socket
        text = json.dumps({"op": opcode, "d": details})
        if self.binary:
            await self._socket.send_bytes(text.encode())
        else:
            await self._socket.send_str(text)

    async def send_text(self, text: str) -> None:
        assert self._socket
        await self._socket.send_str(text)

    async def identify(self, intents: int = INTENTS, **more: object) -> None:
        properties = {"os": "linux", "browser": "raw", "device": "raw"}
        details = {"token": self.application.token, "intents": intents, "properties": properties}
        await self.send(2, details | more)

    async def resume(self, session_id: str, sequence: int) -> None:
        await self.send(6, {"token": self.application.token, "session_id": session_id, "seq": sequence})

    async def event(self, name: str, timeout: float = 5.0) -> Json:  # noqa: ASYNC109 - the way tests say it
        """Takes the oldest event of this name that wasn't taken yet, or waits for the next."""
        frame = await self._take(lambda one: one["t"] == name, timeout)
        return dict(frame["d"])

    async def opcode(self, opcode: int, timeout: float = 5.0) -> Json:  # noqa: ASYNC109 - as above
        return await self._take(lambda one: one["op"] == opcode, timeout)

    async def closed(self, timeout: float = 5.0) -> int | None:  # noqa: ASYNC109 - as above
        """Waits until the gateway closes the socket; the code it gave."""
        assert self._reading
        await asyncio.wait_for(self._reading, timeout)
        return self.close_code

    def names(self) -> list[str]:
        """The events that arrived and were not taken."""
        return [frame["t"] for frame in self.frames if frame["op"] == 0]

    async def heard(self) -> list[str]:
        """The events that weren't taken and arrived before the next heartbeat was answered."""
        await self.send(1, None)
        await self.opcode(11)
        return self.names()

    async def _take(self, wanted: Any, timeout: float) -> Json:  # noqa: ASYNC109 - as above
        async with asyncio.timeout(timeout), self._arrived:
            while True:
                for frame in self.frames:
                    if wanted(frame):
                        self.frames.remove(frame)
                        return frame
                await self._arrived.wait()

    async def _read(self, socket: aiohttp.ClientWebSocketResponse, inflate: bool) -> None:
        stream = zlib.decompressobj()
        async for message in socket:
            text = message.data
            if inflate:
                assert message.type is aiohttp.WSMsgType.BINARY
                assert text.endswith(ZLIB_END)
                text = stream.decompress(text)
            async with self._arrived:
                frame = json.loads(text)
                self.sequence = frame["s"] or self.sequence
                self.frames.append(frame)
                self._arrived.notify_all()
        self.close_code = socket.close_code

    # HTTP

    async def call(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        files: Sequence[tuple[str, bytes]] = (),
        token: str | None = None,
    ) -> tuple[int, Any]:
        """One request; returns the status and the answer."""
        status, answer, _ = await self.call_whole(method, path, body, files=files, token=token)
        return status, answer

    async def call_whole(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        files: Sequence[tuple[str, bytes]] = (),
        token: str | None = None,
    ) -> tuple[int, Any, dict[str, str]]:
        headers = {"Authorization": f"Bot {self.application.token if token is None else token}"}
        given: Any = None
        if files:
            given = aiohttp.FormData(quote_fields=False)
            given.add_field("payload_json", json.dumps(body), content_type="application/json")
            for number, (name, content) in enumerate(files):
                given.add_field(f"files[{number}]", io.BytesIO(content), filename=name)
        elif body is not None:
            headers["Content-Type"] = "application/json"
            given = json.dumps(body)
        url = self.discord.api_url + path
        async with self.http.request(method, url, data=given, headers=headers) as response:
            text = await response.text()
            kind = response.headers.get("Content-Type")
            answer = json.loads(text) if kind == "application/json" else text
            return response.status, answer, dict(response.headers)

    async def answer(self, interaction: Json, body: Json, **more: Any) -> tuple[int, Any]:
        """The callback to an interaction, with its response asked for."""
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback?with_response=true"
        return await self.call("POST", path, body, **more)

    async def follow_up(self, interaction: Json, body: Json, **more: Any) -> tuple[int, Any]:
        return await self.call(
            "POST", f"/webhooks/{self.application.id}/{interaction['token']}", body, **more
        )

    async def original(
        self, method: str, interaction: Json, body: object = None, message: str = "@original"
    ) -> tuple[int, Any]:
        path = f"/webhooks/{self.application.id}/{interaction['token']}/messages/{message}"
        return await self.call(method, path, body)

    async def post(self, channel_id: str, body: Json, **more: Any) -> tuple[int, Any]:
        return await self.call("POST", f"/channels/{channel_id}/messages", body, **more)
