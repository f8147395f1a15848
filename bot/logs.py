"""Logging without secrets: no tokens, no moves, no seeds."""

import asyncio
import logging
import re

from bot.metrics import CountErrors

log = logging.getLogger(__name__)

_SECRET = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s?'\"]+|(Bot )[\w.-]+")


class Discreet(logging.Formatter):
    """A formatter that blanks the bot's token and interaction tokens in messages and tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        """The log record as text, without secrets."""
        return _SECRET.sub(lambda found: (found[1] or found[2]) + "…", super().format(record))


def set_up(level: str) -> None:
    """Log to standard error at this level; discord.py never below INFO, because its DEBUG shows payloads."""
    shown = logging.StreamHandler()
    shown.setFormatter(Discreet("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level, handlers=[shown, CountErrors()], force=True)
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLogger().level))


def tell_failure(task: asyncio.Task[None]) -> None:
    """Log the error that ended a background task at once. Pass this to `add_done_callback`."""
    if not task.cancelled() and (error := task.exception()):
        log.error("%s failed", task.get_name(), exc_info=error)
