"""Pictures, drawn in threads of their own and kept by what they show."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeAlias

from bot.screens.icons import Icons
from games.game import AnyGame
from games.kit.kept import Kept

MOST_BYTES = 10_000_000
"""How many bytes of pictures are kept: a hundred or so, which have 20 to 250 KB each."""

TRIES = 2
"""How often a picture is drawn at most before the words are put under it."""


_Key: TypeAlias = tuple[str, Any, tuple[str, ...]]
"""The game's name, the view, and the answers to the question so far."""


class Pictures:
    """Draws each view once for as long as it is remembered; equal views have equal pictures."""

    def __init__(self, threads: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="draw")
        self.kept: Kept[bytes] = Kept(MOST_BYTES, len)
        self._drawing: dict[_Key, asyncio.Future[bytes]] = {}
        self.icons = Icons()

    async def draw(self, game: AnyGame, view: Any, answers: tuple[str, ...] = ()) -> bytes | None:
        """The PNG of a view, or None for a game without pictures. Equal ones asked for together are one."""
        if game.draw is None:
            return None
        key = (game.about.name, view, answers)
        picture = self.kept.get(key)
        if picture is not None:
            return picture
        drawing = self._drawing.get(key)
        if drawing is None:
            loop = asyncio.get_running_loop()
            drawing = loop.run_in_executor(self._threads, game.draw, view, answers)
            self._drawing[key] = drawing
            drawing.add_done_callback(partial(self._keep, key))
        # One of those who wait may give up: the picture is still for the others.
        return await asyncio.shield(drawing)

    def _keep(self, key: _Key, drawing: "asyncio.Future[bytes]") -> None:
        """It is drawn: keep it, unless that failed, which those who wait for it are told."""
        del self._drawing[key]
        if not drawing.cancelled() and drawing.exception() is None:
            self.kept.put(key, drawing.result())

    async def draw_newest(
        self, game: AnyGame, look: Callable[[], Any], answers: tuple[str, ...] = ()
    ) -> bytes | None:
        """The PNG of what `look` sees when the picture is ready, so that the words under it match.

        If moves come faster than pictures, it shows the table a moment ago, and the next one follows at once.
        """
        picture = None
        for _ in range(TRIES):
            view = look()
            picture = await self.draw(game, view, answers)
            if look() == view:
                break
        return picture

    async def icon(self, game: AnyGame, name: str) -> bytes:
        """The PNG of an icon."""
        assert game.icon is not None
        return await asyncio.get_running_loop().run_in_executor(self._threads, game.icon, name)

    def close(self) -> None:
        """Stop drawing. Nobody waits for what is being drawn."""
        self._threads.shutdown(wait=False, cancel_futures=True)
