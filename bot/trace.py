"""What the current work is for: which press began it, at which table. This also times presses.

The log and the metrics use it; nothing that happens at a table depends on it.
"""

import time
from contextvars import ContextVar
from enum import StrEnum

from bot.metrics import PRESS_SECONDS, PRESSES


class Stage(StrEnum):
    """How far a press has got."""

    READ = "read"
    """We know what it means, and its table is in memory."""
    JUDGED = "judged"
    """The rules allow the move, and chance has drawn what follows from it."""
    DURABLE = "durable"
    """The move is saved."""
    ANSWERED = "answered"
    """Discord has the answer to the press."""
    BOARD = "board"
    """Everyone can see the new board."""
    HAND = "hand"
    """Somebody can see the new hand in their direct messages or where they opened it."""


_SECONDS = {stage: PRESS_SECONDS.labels(stage) for stage in Stage}


class Trace:
    """A press from its arrival, or something that a table does by itself.

    `interaction` is the press's id at Discord, and `session` the table's number, as far as they are known.
    """

    __slots__ = ("_has_ended", "_reached", "_started", "interaction", "kind", "name", "session")

    def __init__(self, session: int | None = None, interaction: int | None = None, kind: str = "") -> None:
        self.session = session
        self.interaction = interaction
        self.kind = kind
        """A button, a menu, a form or a command."""
        self.name = "unknown"
        """Which one, by a name from the code; names from outside become “unknown”."""
        self._started = time.monotonic()
        self._reached: set[Stage] = set()
        self._has_ended = False

    @property
    def is_press(self) -> bool:
        """Whether a person waits for this."""
        return self.interaction is not None

    def waits_for(self, stage: Stage) -> bool:
        """Whether a person waits until it has come this far."""
        return self.is_press and stage not in self._reached

    def reached(self, stage: Stage) -> None:
        """It has got this far; the first time counts."""
        if self.waits_for(stage):
            self._reached.add(stage)
            _SECONDS[stage].observe(time.monotonic() - self._started)

    def ends(self, outcome: str) -> None:
        """It has ended like this; the first time counts."""
        if self.is_press and not self._has_ended:
            self._has_ended = True
            PRESSES.labels(self.kind, self.name, outcome).inc()


NOTHING = Trace()
"""No press, and no table that we know of."""

_current: ContextVar[Trace] = ContextVar("trace", default=NOTHING)


def current() -> Trace:
    """What the current work is for."""
    return _current.get()


def follow(trace: Trace) -> Trace:
    """Let this task, and those it starts, work for this from here on."""
    _current.set(trace)
    return trace


def own_work(session: int) -> None:
    """From here on this task does something at this table that no press asked for."""
    follow(Trace(session))


def reached(stage: Stage) -> None:
    """The current press, if there is one, has got this far."""
    _current.get().reached(stage)
