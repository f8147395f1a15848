"""The process that draws, as the bot sees it: it's started again when it dies or hangs."""

import asyncio
import logging
import pickle
import socket
from collections import deque
from typing import Any

from bot.logs import tell_failure
from bot.screens.drawing import (
    LENGTH,
    Asked,
    Drawn,
    Kept,
    ResultPicture,
    ViewPicture,
    draw_for_the_bot,
    packed,
)
from bot.workers import forking, kill
from games.faces import Face, Timeline
from games.game import AnyGame

log = logging.getLogger(__name__)

PATIENCE = 3.0
"""Seconds until a picture is drawn by the bot after all; mostly it takes some milliseconds."""

HANGS_SECONDS = 15.0
"""How long the process may then go on answering nothing until it's killed: the machine may just be busy."""

AGAIN_SECONDS = 10.0
"""How long after its end the process is started again."""

_STARTS_SECONDS = 30.0

_AT_ONCE = 4
"""How many pictures it's handed before the first comes back, so that it never waits for the next one."""

_MOST_FACES = 256
"""Faces it knows by number, with avatars of at most 256 KB each, mostly 10 to 60."""

_MOST_BYTES = 1 << 20


class NotDrawn(Exception):
    """The process can't draw this: it isn't there, it died or hung, or the drawing failed."""


class Draughtsman:
    """One process that draws. It's started by its first picture, in the background."""

    def __init__(self, most_parts: int) -> None:
        """`most_parts` is how many bytes of parts of pictures it caches."""
        self._most_parts = most_parts
        self._starting: asyncio.Task[None] | None = None
        self._line: _Line | None = None
        self._turns = asyncio.Semaphore(_AT_ONCE)
        self._is_closed = False

    async def draw(
        self,
        game: AnyGame,
        view: Any,
        answers: tuple[str, ...],
        faces: tuple[Face, ...],
        saying: str,
        kept: Kept | None = None,
        timeline: Timeline | None = None,
    ) -> Drawn:
        """The picture. Raises NotDrawn, at the latest PATIENCE seconds after the process was asked."""
        return await self.drawn(game, ViewPicture(view, answers, saying, kept, timeline), faces)

    async def drawn(self, game: AnyGame, what: ViewPicture | ResultPicture, faces: tuple[Face, ...]) -> Drawn:
        """The same for any picture."""
        async with self._turns:
            line = self._answering()
            try:
                async with asyncio.timeout(PATIENCE):
                    drawn = await line.draw(game.about.name, what, faces)
            except TimeoutError as failed:
                line.late_since = line.late_since or asyncio.get_running_loop().time()
                raise NotDrawn from failed
            except ConnectionError as failed:
                self._give_up(line, "it ended")
                raise NotDrawn from failed
        if drawn is None:
            raise NotDrawn
        return drawn

    @property
    def pid(self) -> int | None:
        """The process, if it runs."""
        return None if self._line is None else self._line.pid

    @property
    def is_answering(self) -> bool:
        """Whether the process runs and owes nothing that's overdue."""
        return self._line is not None and self._line.late_since is None

    def close(self) -> None:
        """End the process. Nobody waits for what it's drawing."""
        self._is_closed = True
        if self._starting is not None:
            self._starting.cancel()
        if self._line is not None:
            self._line.close()
            self._line = None

    def _answering(self) -> "_Line":
        """The process, unless it has yet to answer something that is overdue. Raises NotDrawn."""
        if self._line is None:
            self._start()
            raise NotDrawn
        if (late := self._line.late_since) is not None:
            if asyncio.get_running_loop().time() > late + HANGS_SECONDS:
                self._give_up(self._line, "it hung")
            raise NotDrawn
        return self._line

    def _give_up(self, line: "_Line", why: str) -> None:
        line.close()
        if self._line is line:
            log.warning("the process that draws is replaced: %s", why)
            self._line = None
            self._start(AGAIN_SECONDS)

    def _start(self, later: float = 0) -> None:
        if self._is_closed or (self._starting is not None and not self._starting.done()):
            return
        self._starting = asyncio.create_task(self._started(later), name="start the process that draws")
        self._starting.add_done_callback(tell_failure)

    async def _started(self, later: float) -> None:
        await asyncio.sleep(later)
        try:
            line = await self._ready()
        except OSError as failed:  # also ConnectionError and TimeoutError
            log.warning("the process that draws didn't start: %s", type(failed).__name__)
            await asyncio.sleep(AGAIN_SECONDS)
        else:
            self._line = line

    async def _ready(self) -> "_Line":
        """A new process that has loaded the games. Raises OSError."""
        ours, theirs = socket.socketpair()
        process = forking().Process(
            target=draw_for_the_bot, args=(theirs, self._most_parts), daemon=True, name="draw"
        )
        try:
            # In a thread: the first process of all waits until the rules are loaded.
            await asyncio.to_thread(process.start)
        except BaseException:  # also if the bot ends meanwhile
            ours.close()
            raise
        finally:
            theirs.close()
        assert process.pid is not None
        line = _Line(process.pid, *await asyncio.open_unix_connection(sock=ours, limit=_MOST_BYTES))
        try:
            async with asyncio.timeout(_STARTS_SECONDS):
                await line.is_ready
        except BaseException:
            line.close()
            raise
        return line


class _Line:
    """The connection to one such process."""

    def __init__(self, pid: int, heard: asyncio.StreamReader, says: asyncio.StreamWriter) -> None:
        self.pid = pid
        self.late_since: float | None = None
        """Since when an answer is overdue, in the loop's time; None if none is."""
        self._heard, self._says = heard, says
        self._faces: dict[Face, int] = {}
        self.is_ready: asyncio.Future[Drawn | None] = asyncio.get_running_loop().create_future()
        """Done when the process has loaded the games. A ConnectionError if it has ended."""
        self._asked = deque([self.is_ready])
        self._hearing = asyncio.create_task(self._hear(), name="hear what was drawn")

    async def draw(
        self, name: str, what: ViewPicture | ResultPicture, faces: tuple[Face, ...]
    ) -> Drawn | None:
        """What the process has drawn, None if it couldn't. Raises ConnectionError if it has ended."""
        if self._hearing.done():
            raise ConnectionResetError
        if len(self._faces) + len(faces) > _MOST_FACES:
            self._faces.clear()
        new = {self._number(face): face for face in faces if face not in self._faces}
        numbers = tuple(self._faces[face] for face in faces)
        self._says.write(packed(Asked(name, what, numbers, new)))
        drawn: asyncio.Future[Drawn | None] = asyncio.get_running_loop().create_future()
        self._asked.append(drawn)
        return await drawn

    def close(self) -> None:
        """Kill the process. Anything still waiting for a picture gets a ConnectionError."""
        self._hearing.cancel()
        self._says.transport.abort()
        kill(self.pid)

    def _number(self, face: Face) -> int:
        return self._faces.setdefault(face, len(self._faces))

    async def _hear(self) -> None:
        try:
            while True:
                (length,) = LENGTH.unpack(await self._heard.readexactly(LENGTH.size))
                drawn: Drawn | None = pickle.loads(await self._heard.readexactly(length))  # noqa: S301 - ours
                self.late_since, one = None, self._asked.popleft()
                if not one.done():
                    one.set_result(drawn)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            for one in self._asked:
                if not one.done():
                    one.set_exception(ConnectionResetError("the process that draws has ended"))
