"""Showing what changes faster than it can be sent: only the latest, and never two at once."""

import asyncio
from collections.abc import Awaitable, Callable

from bot.logs import tell_failure
from bot.screens.press import Press


class LatestOnly:
    """Runs `show` after every change, one run at a time; changes during a run are one more run.

    A run gets the latest press that caused a change since the run before, if there was one.
    """

    def __init__(self, name: str, show: Callable[[Press | None], Awaitable[None]]) -> None:
        self._name = name
        self._show = show
        self._again = False
        self._press: Press | None = None
        self._showing: asyncio.Task[None] | None = None

    def changed(self, press: Press | None = None) -> None:
        """There is something new to show, which this press caused."""
        self._again = True
        self._press = press or self._press
        if self._showing is None or self._showing.done():
            self._showing = asyncio.create_task(self._run(), name=self._name)
            self._showing.add_done_callback(tell_failure)

    @property
    def is_showing(self) -> bool:
        """Whether something is still to be shown."""
        return self._showing is not None and not self._showing.done()

    async def shown(self) -> None:
        """Wait until all that is known now has been shown."""
        if self._showing:
            await asyncio.gather(asyncio.shield(self._showing), return_exceptions=True)

    def drop(self) -> None:
        """Stop showing."""
        if self._showing:
            self._showing.cancel()

    async def _run(self) -> None:
        while self._again:
            self._again = False
            press, self._press = self._press, None
            await self._show(press)
