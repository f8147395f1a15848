"""Logging without secrets: no tokens, no moves, no seeds."""

import asyncio
import json
import logging
import re
from datetime import UTC, datetime
from typing import Literal

from bot import trace
from bot.metrics import CountErrors

log = logging.getLogger(__name__)

_SECRET = re.compile(
    r"(?P<path>/(?:webhooks|interactions)/\d+/)[^/\s?'\"]+|(?P<bot>Bot )[\w.-]+|(?P<user>://[^/\s:@]*:)[^/\s@]+(?=@)"
    r"|(?P<named>[?&](?:ssl)?password=)[^&\s'\"]+"
)
"""Tokens of interactions, the bot's token, and the password of a database in its URL."""


class Discreet(logging.Formatter):
    """A formatter that blanks tokens and passwords in messages and tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        """The log record as text, without secrets."""
        return without_secrets(super().format(record))


class Objects(logging.Formatter):
    """A formatter that writes one JSON object a line, without secrets.

    It has `time` (UTC), `level`, `logger` and `message`; `session` and `interaction` if the work was for a
    known table or press; and `exception` with the traceback of an error.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The log record as a line of JSON."""
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        work = trace.current()
        if work.session is not None:
            told["session"] = work.session
        if work.interaction is not None:
            # As text, since many programs round whole numbers of this size.
            told["interaction"] = str(work.interaction)
        if record.exc_info and record.exc_info[0]:
            told["exception"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(told)


def without_secrets(text: str) -> str:
    """The text with tokens and passwords in it blanked."""
    return _SECRET.sub(lambda found: f"{found[found.lastgroup or 0]}…", text)


def set_up(level: str, style: Literal["text", "json"] = "text") -> None:
    """Log to standard error at this level.

    Two libraries never below INFO: discord.py's DEBUG shows payloads, and aiosqlite's a line for each step.
    """
    shown = logging.StreamHandler()
    text = Discreet("%(asctime)s %(levelname)s %(name)s: %(message)s")
    shown.setFormatter(Objects() if style == "json" else text)
    logging.basicConfig(level=level, handlers=[shown, CountErrors()], force=True)
    for name in ("discord", "aiosqlite"):
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger().level))


def tell_failure(task: asyncio.Task[None]) -> None:
    """Log the error that ended a background task at once. Pass this to `add_done_callback`."""
    if not task.cancelled() and (error := task.exception()):
        log.error("%s failed", task.get_name(), exc_info=error)
