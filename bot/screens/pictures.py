"""Pictures, drawn beside the event loop and kept by what they show."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from bot.screens.icons import Emblems
from games.game import AnyGame
from games.kit.kept import Kept

MOST_BYTES = 10_000_000
"""How many bytes of pictures are kept: a hundred or so, which have 20 to 250 KB each."""

TRIES = 2
"""So often a picture is drawn at most before words are put beside it."""


class Pictures:
    """Draws each view once while it is remembered; equal views have equal pictures."""

    def __init__(self, threads: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="draw")
        self.kept: Kept[bytes] = Kept(MOST_BYTES, len)
        self.icons = Emblems()

    async def draw(self, game: AnyGame, view: Any, answers: tuple[str, ...] = ()) -> bytes | None:
        """The PNG of a view, or None for a game without pictures."""
        if game.draw is None:
            return None
        key = (game.about.name, view, answers)
        picture = self.kept.get(key)
        if picture is None:
            loop = asyncio.get_running_loop()
            picture = await loop.run_in_executor(self._threads, game.draw, view, answers)
            self.kept.put(key, picture)
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
