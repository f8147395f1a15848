"""What of one table's messages is still to be sent."""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

from bot.background import Background
from bot.screens.latest_only import LatestOnly


class Outbox:
    """All messages of a table that keep changing, and the tasks that are going to change them."""

    def __init__(self, background: Background) -> None:
        self._background = background
        self._messages: list[LatestOnly] = []
        self._begun: set[asyncio.Task[None]] = set()

    def add(self, message: LatestOnly) -> None:
        """From now on this message is shown here."""
        self._messages.append(message)

    def remove(self, message: LatestOnly) -> None:
        """This message isn't kept up to date any more: nobody waits for it."""
        self._messages.remove(message)

    def changed(self) -> None:
        """Show every message again."""
        for one in self._messages:
            one.changed()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Run this in the background. It may have messages shown, so it counts as one to be sent."""
        task = self._background.start(work)
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)

    @contextmanager
    def answering(self, message: LatestOnly, whole: object) -> Iterator[None]:
        """While this message is written outside its own runs; see `LatestOnly.writing`.

        If it's shown again after that, the `whole` stays in memory until then: after the end of a game
        nobody else keeps it.
        """
        try:
            with message.writing():
                yield
        finally:
            if message.is_showing:
                self.begin(_shown(message, whole))

    @property
    def is_empty(self) -> bool:
        """Whether everything has been shown."""
        return not self._begun and all(one.is_current for one in self._messages)

    async def sent(self) -> None:
        """Wait until everything known now is shown. If cancelled, drop what isn't sent."""
        try:
            await asyncio.gather(*self._begun)
            # What is shown last may have something else shown again.
            while showing := [one for one in self._messages if one.is_showing]:
                await asyncio.gather(*(one.shown() for one in showing))
        except asyncio.CancelledError:
            for one in self._messages:
                one.drop()
            raise

    def end(self) -> None:
        """Show nothing more: the bot stops, or another process shows this table now."""
        for one in self._messages:
            one.end()


async def _shown(message: LatestOnly, _whole: object) -> None:
    await message.shown()
