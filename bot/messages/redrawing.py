"""Showing what changes faster than it can be sent: only the latest, and never two at once."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, nullcontext

from bot.limits import Ticket
from bot.logs import NOTHING, Stage, current, follow
from bot.press.answer import Press
from bot.tasks import Background
from storage import StorageFailed

AGAIN_SECONDS = 2.0
"""How long until another try to show what could not be read."""


class Redrawer:
    """Runs `show` after every change, one run at a time; changes during a run lead to one more run.

    A run gets the latest press that caused a change since the run before, if there was one. Any other run
    begins once it has its place among everything the bot sends; changes until then are shown by it. A run
    that storage fails is made again a little later: nothing else may change, and people would wait for ever.
    """

    def __init__(
        self,
        background: Background,
        name: str,
        show: Callable[[Press | None], Awaitable[None] | None],
        stage: Stage | None = None,
        next_place: Callable[[], Ticket | None] = lambda: None,
        overtaken: Callable[[], None] = lambda: None,
    ) -> None:
        """Runs are tasks in the `background`. `stage` is what a press reaches once its change is shown.

        `show` returns None if there's nothing left to show it on. `overtaken` is called before a run that has
        to show everything again, though nothing may be new.
        """
        self._background = background
        self._overtaken = overtaken
        self._writing = self._begun = 0
        self._is_overtaken = self._has_ended = False
        self._next_place = next_place
        self._place: Ticket | None = None
        self._is_awaited = False
        self._name = name
        self._stage = stage
        self._trace = NOTHING
        self._show = show
        self._again = False
        self._press: Press | None = None
        self._showing: asyncio.Task[None] | None = None

    def changed(self, press: Press | None = None) -> None:
        """There is something new to show; this press caused it, if one is given."""
        self._again = True
        self._press = press or self._press
        if self._stage is None or not self._trace.waits_for(self._stage):
            self._trace = current()  # of several presses, measure the one that has waited longest
        if self._stage is not None and self._trace.waits_for(self._stage):
            self.hurry()
        if self._press is not None and self._place is not None:
            self._place.go()  # the answer to a press is sent at once
        if not self._has_ended and (self._showing is None or self._showing.done()):
            self._showing = self._background.start(self._run(), self._name)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """While something is composed and sent: a run, or the answer to a press, which doesn't wait for one.

        If two overlap, what was composed first may arrive last. So one more run shows everything again.
        """
        is_alone = self._writing == 0
        self._writing += 1
        self._begun += 1
        number = self._begun
        try:
            yield
        finally:
            self._writing -= 1
            self._is_overtaken = self._is_overtaken or not is_alone or self._begun != number
            if self._is_overtaken and not self._writing:
                self._is_overtaken = False
                self._overtaken()
                self.changed()
                self.hurry()

    def hurry(self) -> None:
        """Somebody waits for what is still to be shown."""
        self._is_awaited = True
        if self._place is not None:
            self._place.hurry()

    @property
    def is_showing(self) -> bool:
        """Whether something is being shown, or waits for its place."""
        return self._showing is not None and not self._showing.done()

    @property
    def is_current(self) -> bool:
        """Whether everything has been shown."""
        return not (self.is_showing or self._again)

    async def shown(self) -> None:
        """Wait until everything that is known now has been shown."""
        if self._showing:
            await asyncio.gather(asyncio.shield(self._showing), return_exceptions=True)

    def end(self) -> None:
        """Start no more runs: the bot stops, or another process shows this now."""
        self._has_ended = True

    def drop(self) -> None:
        """Stop showing."""
        if self._showing:
            self._showing.cancel()

    async def _run(self) -> None:
        while self._again:
            with self._next_place() or nullcontext() as place:
                await self._wait_for(place)
                self._again = self._is_awaited = False
                press, self._press = self._press, None
                trace, self._trace = follow(self._trace), NOTHING
                try:
                    with self.writing():
                        if (showing := self._show(press)) is None:
                            return
                        await showing
                except StorageFailed as failed:
                    if failed.is_lasting:
                        continue
                    self._try_again()
                    return
                if self._stage is not None:
                    trace.reached(self._stage)

    def _try_again(self) -> None:
        self._again = True
        asyncio.get_running_loop().call_later(AGAIN_SECONDS, self.changed)

    async def _wait_for(self, place: Ticket | None) -> None:
        """Wait for this place, unless this run is the answer to a press."""
        if place is None:
            return
        self._place = place
        try:
            if self._is_awaited:
                place.hurry()
            if self._press is None:
                await place.wait()
        finally:
            self._place = None
