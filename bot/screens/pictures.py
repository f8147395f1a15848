"""Pictures, drawn beside the event loop and kept by what they show."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from bot.screens.icons import Emblems
from games.game import AnyGame

KEPT = 128
"""How many pictures are kept: some 10 MB."""

TRIES = 2
"""So often a picture is drawn at most before words are put beside it."""


class Pictures:
    """Draws each view once while it is remembered; equal views have equal pictures."""

    def __init__(self, threads: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="draw")
        self._drawn: OrderedDict[tuple[Any, ...], bytes] = OrderedDict()
        self.icons = Emblems()

    async def draw(self, game: AnyGame, view: Any, answers: tuple[str, ...] = ()) -> bytes | None:
        """The PNG of a view, or None for a game without pictures."""
        if game.draw is None:
            return None
        key = (game.about.name, view, answers)
        if key in self._drawn:
            self._drawn.move_to_end(key)
            return self._drawn[key]
        loop = asyncio.get_running_loop()
        picture = await loop.run_in_executor(self._threads, game.draw, view, answers)
        self._drawn[key] = picture
        if len(self._drawn) > KEPT:
            self._drawn.popitem(last=False)
        return picture

    async def draw_newest(
        self, game: AnyGame, look: Callable[[], Any], answers: tuple[str, ...] = ()
    ) -> bytes | None:
        """The PNG of what `look` sees when it is ready, so that words beside it can tell the same.

        Where moves come faster than pictures it is that of a moment ago: the next one follows at once.
        """
        picture = None
        for _ in range(TRIES):
            view = look()
            picture = await self.draw(game, view, answers)
            if look() == view:
                break
        return picture

    async def icon(self, game: AnyGame, name: str) -> bytes:
        """The PNG of an emblem."""
        assert game.icon is not None
        return await asyncio.get_running_loop().run_in_executor(self._threads, game.icon, name)

    def close(self) -> None:
        """Draw no more. What is being drawn is for nobody."""
        self._threads.shutdown(wait=False, cancel_futures=True)
