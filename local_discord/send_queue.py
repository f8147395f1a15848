"""A queue for what is sent to a socket, so that nobody has to wait for a slow reader."""

import asyncio
import contextlib
import time
from collections.abc import Callable

from aiohttp import web

FRAMES_MOST = 20_000


class SendQueue:
    """Sends frames to one WebSocket in order, in its own task: strings as text, bytes as binary.

    Each frame leaves only after the seconds that `under_way` says, and never before an earlier one.
    """

    def __init__(
        self,
        socket: web.WebSocketResponse,
        transport: asyncio.Transport | None,
        under_way: Callable[[], float] = float,
    ) -> None:
        self.code: int | None = None
        """With which code we closed the socket, if we did."""
        self._socket = socket
        self._transport = transport
        self._under_way = under_way
        self._frames: asyncio.Queue[tuple[str | bytes | int, float]] = asyncio.Queue()
        self._task = asyncio.create_task(self._send())

    def put(self, frame: str | bytes) -> None:
        """Queues the frame. A reader that is thousands of frames behind is cut off."""
        if self._frames.qsize() < FRAMES_MOST:
            self._put(frame)
        else:
            # A close frame would have to wait for everything that wasn't read.
            self.abort()

    def abort(self) -> None:
        """Cuts the reader off at once."""
        if self._transport:
            self._transport.abort()

    def close(self, code: int) -> None:
        """Closes the socket with this code once everything in the queue was sent."""
        self.code = code
        self._put(code)

    def _put(self, frame: str | bytes | int) -> None:
        self._frames.put_nowait((frame, time.monotonic() + self._under_way()))

    async def finished(self) -> None:
        """Waits until the socket is closed."""
        await asyncio.wait([self._task], timeout=5)

    async def stop(self) -> None:
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def _send(self) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                frame, due = await self._frames.get()
                if (left := due - time.monotonic()) > 0:
                    await asyncio.sleep(left)
                if isinstance(frame, str):
                    await self._socket.send_str(frame)
                elif isinstance(frame, bytes):
                    await self._socket.send_bytes(frame)
                else:
                    await self._socket.close(code=frame)
                    return
