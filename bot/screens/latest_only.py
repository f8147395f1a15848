"""Showing what changes faster than it can be sent: only the newest, and never two at once."""

import asyncio
from collections.abc import Awaitable, Callable

from bot.logs import tell_failure


class LatestOnly:
    """Runs `show` after every change, one run at a time; changes during a run are one more run."""

    def __init__(self, name: str, show: Callable[[], Awaitable[None]]) -> None:
        self._name = name
        self._show = show
        self._again = False
        self._showing: asyncio.Task[None] | None = None

    def changed(self) -> None:
        """There is something new to show."""
        self._again = True
        if self._showing is None or self._showing.done():
            self._showing = asyncio.create_task(self._run(), name=self._name)
            self._showing.add_done_callback(tell_failure)

    async def shown(self) -> None:
        """Wait until all that is known now has been shown."""
        if self._showing:
            await asyncio.gather(asyncio.shield(self._showing), return_exceptions=True)

    def drop(self) -> None:
        """Show no more."""
        if self._showing:
            self._showing.cancel()

    async def _run(self) -> None:
        while self._again:
            self._again = False
            await self._show()
