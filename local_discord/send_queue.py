"""A queue for what is sent to a socket, so that nobody has to wait for a slow reader."""

import asyncio
import contextlib

from aiohttp import web

FRAMES_MOST = 20_000


class SendQueue:
    """Sends frames to one WebSocket in order, in its own task: strings as text, bytes as binary."""

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport | None) -> None:
        self.code: int | None = None
        """With which code we closed the socket, if we did."""
        self._socket = socket
        self._transport = transport
        self._frames: asyncio.Queue[str | bytes | int] = asyncio.Queue()
        self._task = asyncio.create_task(self._send())

    def put(self, frame: str | bytes) -> None:
        """Queues the frame. A reader that is thousands of frames behind is cut off."""
        if self._frames.qsize() < FRAMES_MOST:
            self._frames.put_nowait(frame)
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
        self._frames.put_nowait(code)

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
                frame = await self._frames.get()
                if isinstance(frame, str):
                    await self._socket.send_str(frame)
                elif isinstance(frame, bytes):
                    await self._socket.send_bytes(frame)
                else:
                    await self._socket.close(code=frame)
                    return
