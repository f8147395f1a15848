"""Logging without secrets, and what the work under way is for: which press began it, at which table.

The log and the metrics use it; nothing that happens at a table depends on it.
"""

import asyncio
import json
import logging
import re
import time
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from threading import Lock
from typing import Literal

from bot.telemetry.metrics import PRESS_SECONDS, PRESSES, CountErrors

log = logging.getLogger(__name__)


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

    def waits_for(self, stage: Stage | None) -> bool:
        """Whether a person waits until it has come this far; False if that isn't a stage."""
        return stage is not None and self.interaction is not None and stage not in self._reached

    def reached(self, stage: Stage | None) -> None:
        """It has got this far; the first time counts."""
        if stage is not None and self.waits_for(stage):
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


_SECRET = re.compile(
    r"(?P<path>/(?:webhooks|interactions)/\d+/)[^/\s?'\"]+|(?P<bot>Bot )[\w.-]+|(?P<user>://[^/\s:@]*:)[^/\s@]+(?=@)"
    r"|(?P<named>[?&](?:ssl)?password=)[^&\s'\"]+"
)
"""Tokens of interactions, the bot's token, and the password of a database in its URL."""


_PAGE = re.compile(r"<(?:!doctype html|html)\b.*?(?:</html>(?:\s*<!--.*?-->)*|\Z)", re.IGNORECASE | re.DOTALL)


class Discreet(logging.Formatter):
    """A formatter that blanks tokens, passwords and pages of HTML in messages and tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        """The log record as text, without secrets and pages."""
        return without_secrets(without_pages(super().format(record)))


class Objects(logging.Formatter):
    """A formatter that writes one JSON object a line, without secrets and pages of HTML.

    It has `time` (UTC), `level`, `logger` and `message`; `session` and `interaction` if the work was for a
    known table or press; and `exception` with the traceback of an error.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The log record as a line of JSON."""
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": without_secrets(without_pages(record.getMessage())),
        }
        work = current()
        if work.session is not None:
            told["session"] = work.session
        if work.interaction is not None:
            # As text, since many programs round whole numbers of this size.
            told["interaction"] = str(work.interaction)
        if record.exc_info and record.exc_info[0]:
            told["exception"] = without_secrets(without_pages(self.formatException(record.exc_info)))
        return json.dumps(told)


QUIET_SECONDS = 60.0
"""How long an error that is logged keeps others of its kind out of the log."""


@dataclass(slots=True)
class _Seen:
    since: float
    logger: str
    level: int
    said: str
    shown: int = 0
    left_out: int = 0


MOST_WARNINGS = 10
"""How many warnings of one kind are logged in that time: tries that come later and later are fewer."""


class OfEachKind(logging.Filter):
    """Lets an error through once a minute for each kind, and ten warnings; says how many were left out.

    The kind is who logged it, what it says apart from numbers, and where what was raised comes from. The
    count comes before the first line that is logged after the minute.
    """

    def __init__(self, shown: logging.Handler) -> None:
        """`shown` is what it filters."""
        super().__init__()
        self._shown = shown
        self._seen: dict[tuple[object, ...], _Seen] = {}
        self._one_at_a_time = Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this one is to be logged."""
        with self._one_at_a_time:
            return self._is_first(record)

    def _is_first(self, record: logging.LogRecord) -> bool:
        over = [kind for kind, seen in self._seen.items() if record.created >= seen.since + QUIET_SECONDS]
        for seen in [self._seen.pop(kind) for kind in over]:
            if seen.left_out:
                self._count(seen)
        if record.levelno < logging.WARNING:
            return True
        kind, said = _kind_of(record), record.getMessage().partition("\n")[0]
        seen = self._seen.setdefault(kind, _Seen(record.created, record.name, record.levelno, said))
        seen.shown += 1
        if seen.shown <= (MOST_WARNINGS if record.levelno < logging.ERROR else 1):
            return True
        seen.left_out += 1
        return False

    def _count(self, seen: _Seen) -> None:
        what = "%d more like this in a minute: %s", (seen.left_out, seen.said)
        record = logging.LogRecord(seen.logger, seen.level, "", 0, *what, None)
        self._shown.acquire()
        try:
            self._shown.emit(record)
        finally:
            self._shown.release()


def _kind_of(record: logging.LogRecord) -> tuple[object, ...]:
    said = re.sub(r"0x[0-9a-f]+|\d+", "", str(record.msg).partition("\n")[0])
    place: tuple[str, int] | None = None
    raised = record.exc_info[1] if record.exc_info else None
    step = raised.__traceback__ if raised is not None else None
    while step is not None:
        place, step = (step.tb_frame.f_code.co_filename, step.tb_lineno), step.tb_next
    return record.name, record.levelno, said, type(raised), place


def without_secrets(text: str) -> str:
    """The text with tokens and passwords in it blanked."""
    return _SECRET.sub(lambda found: f"{found[found.lastgroup or 0]}…", text)


def without_pages(text: str) -> str:
    """The text with a note in place of each page of HTML, which says nothing to a host."""
    return _PAGE.sub("(a page of HTML)", text) if "<" in text else text


def set_up(level: str, style: Literal["text", "json"] = "text") -> None:
    """Log to standard error at this level, of errors of one kind one a minute.

    Two libraries never below INFO: discord.py's DEBUG shows payloads, and aiosqlite's a line for each step.
    """
    shown = logging.StreamHandler()
    text = Discreet("%(asctime)s %(levelname)s %(name)s: %(message)s")
    shown.setFormatter(Objects() if style == "json" else text)
    shown.addFilter(OfEachKind(shown))
    logging.basicConfig(level=level, handlers=[shown, CountErrors()], force=True)
    for name in ("discord", "aiosqlite"):
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger().level))


def tell_failure(task: asyncio.Task[None]) -> None:
    """Log the error that ended a background task at once. Pass this to `add_done_callback`."""
    if not task.cancelled() and (error := task.exception()):
        log.error("%s failed", task.get_name(), exc_info=error)
