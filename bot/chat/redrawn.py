"""Something that is shown again after every change, one run at a time."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from bot.chat.failures import NOT_SENT
from bot.chat.first_answer import Press
from bot.chat.limits import Ticket
from bot.chat.tasks import Background, Backoff
from bot.telemetry.logs import NOTHING, Stage, current, follow
from storage import StorageFailed

AGAIN_SECONDS = 2.0
"""How long until another try to show what could not be read or sent. Each further try waits twice as long."""


LONGEST_SECONDS = 1800.0
"""The longest pause before another try. What happens at the table, or in its channel, ends it early."""


class Redrawn(ABC):
    """Something that is shown again after every change, one run at a time.

    Changes during a run lead to one more run. A run gets the latest press that caused a change since the run
    before, if there was one. Any other run begins once its turn comes among everything the bot sends; changes
    until then are shown by it. A run that storage or Discord fails is owed: it is made again a little later,
    less and less often, since nothing else may change and people would wait for ever.
    """

    def __init__(self, background: Background, name: str, stage: Stage | None = None) -> None:
        """Runs are tasks in the `background`. `stage` is what a press reaches once its change is shown."""
        self._background = background
        self._name = name
        self._stage = stage
        self._trace = NOTHING
        self._press: Press | None = None
        self._is_due = self._is_awaited = self._has_ended = False
        self._showing: asyncio.Task[None] | None = None
        self._ticket: Ticket | None = None
        self._writing = 0
        self._is_overtaken = self._is_expired = False
        self._backoff = Backoff(AGAIN_SECONDS, LONGEST_SECONDS)
        self._again: asyncio.TimerHandle | None = None
        self._is_settled = asyncio.Event()
        self._is_settled.set()

    @abstractmethod
    async def show(self, press: Press | None) -> None:
        """Show what there is now, if possible as the answer to this press.

        Raises StorageFailed, and what a request can raise if it may work later.
        """

    async def _tidy(self) -> None:  # noqa: B027 - most have nothing to take back
        """Finish what was shown: take back what was shown elsewhere before.

        Raises StorageFailed, and what a request can raise if it may work later.
        """

    def expire(self) -> None:
        """Have the next run show it even if nothing is new: something older may have arrived last."""
        self._is_expired = True

    def _next_ticket(self) -> Ticket | None:
        """A ticket for the next run; None if that sends nothing that Discord counts."""
        return None

    def changed(self, press: Press | None = None) -> None:
        """There is something new to show; this press caused it, if one is given."""
        self._is_due = True
        self._is_settled.clear()
        if press is not None:
            press.hand_on()
            if self._press not in (None, press):
                self._background.start(self._press.acknowledge())  # what this press changed is the answer
            self._press = press
        if not self._trace.waits_for(self._stage):
            self._trace = current()  # of several presses, measure the one that has waited longest
        if self._trace.waits_for(self._stage):
            self.hurry()
        if self._press is not None and self._ticket is not None:
            self._ticket.go()  # the answer to a press is sent at once
        if not (self._has_ended or self.is_showing):
            self._showing = self._background.start(self._run(), self._name)

    @contextmanager
    def composing(self) -> Iterator[None]:
        """While something is composed and sent, perhaps as a new message.

        If two overlap, what was composed first may arrive last. So one more run shows everything again.
        """
        self._is_overtaken = self._is_overtaken or self._writing > 0
        self._writing += 1
        try:
            yield
        finally:
            self._writing -= 1
            if self._is_overtaken and not self._writing:
                self._is_overtaken = False
                self.expire()
                self.changed()
                self.hurry()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """The same for what is written where it stands: a run, or the answer to a press, which needs no run.

        What failed may have arrived after all. Then, too, one more run shows everything again.
        """
        with self.composing():
            try:
                yield
            except NOT_SENT:
                self._is_overtaken = True
                raise

    def hurry(self) -> None:
        """Somebody waits for what is still to be shown."""
        self._is_awaited = True
        if self._ticket is not None:
            self._ticket.hurry()

    @property
    def is_showing(self) -> bool:
        """Whether something is being shown, or waits for its turn."""
        return self._showing is not None and not self._showing.done()

    @property
    def is_current(self) -> bool:
        """Whether everything has been shown."""
        return not (self.is_showing or self._is_due)

    async def shown(self) -> None:
        """Wait until everything that is known now has been shown."""
        if self._showing:
            await asyncio.gather(asyncio.shield(self._showing), return_exceptions=True)

    async def settled(self) -> bool:
        """Wait until nothing is owed: everything known now has been shown, or refused for good.

        False if something is still owed, but not tried again here, since the bot stops.
        """
        await self._is_settled.wait()
        return not self._is_due

    @property
    def is_tried_later(self) -> bool:
        """Whether it couldn't be shown, and waits for another try."""
        return self._again is not None

    def try_now(self) -> None:
        """What is owed may work now: don't wait for the next try."""
        if self.is_tried_later:
            self._backoff.worked()
            self.changed()

    def end(self) -> None:
        """Start no more runs: the bot stops, or another process shows this now."""
        self._has_ended = True
        self._stop_waiting()
        if not self.is_showing:
            self._is_settled.set()

    def drop(self) -> None:
        """Stop showing."""
        if self._showing:
            self._showing.cancel()

    async def _run(self) -> None:
        self._stop_waiting()
        while self._is_due:
            with self._next_ticket() or nullcontext() as ticket:
                await self._wait_for(ticket)
                self._is_due = self._is_awaited = False
                press, self._press = self._press, None
                trace, self._trace = follow(self._trace), NOTHING
                try:
                    try:
                        with self.writing():
                            await self.show(press)
                    finally:
                        if press is not None:
                            await press.acknowledge()
                    await self._tidy()
                except (*NOT_SENT, StorageFailed) as failed:
                    if isinstance(failed, StorageFailed) and failed.is_lasting:
                        continue
                    self._try_later()
                    return
                self._backoff.worked()
                trace.reached(self._stage)
        self._is_settled.set()

    def _try_later(self) -> None:
        self._is_due, self._is_awaited = True, False
        if self._has_ended:
            self._is_settled.set()
        else:
            self._again = asyncio.get_running_loop().call_later(self._backoff.pause(), self.changed)

    def _stop_waiting(self) -> None:
        if self._again is not None:
            self._again.cancel()
        self._again = None

    async def _wait_for(self, ticket: Ticket | None) -> None:
        """Wait for this ticket's turn, unless the run is the answer to a press."""
        if ticket is None:
            return
        self._ticket = ticket
        try:
            if self._is_awaited:
                ticket.hurry()
            if self._press is None:
                await ticket.wait()
        finally:
            self._ticket = None
