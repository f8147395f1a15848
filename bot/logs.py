"""What the log may say: no tokens, no moves, no seeds."""

import asyncio
import logging
import re

log = logging.getLogger(__name__)

_SECRET = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s?'\"]+|(Bot )[\w.-]+")


class Discreet(logging.Formatter):
    """A formatter that blanks interaction tokens and the bot's own, in messages and in tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one text without secrets."""
        return _SECRET.sub(lambda found: (found[1] or found[2]) + "…", super().format(record))


def set_up(level: str) -> None:
    """Log to standard error at this level; discord.py only from INFO up, since its DEBUG shows payloads."""
    shown = logging.StreamHandler()
    shown.setFormatter(Discreet("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level, handlers=[shown], force=True)
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLogger().level))


def tell_failure(task: asyncio.Task[None]) -> None:
    """Log at once what ended a task for which nobody waits; give it to `add_done_callback`."""
    if not task.cancelled() and (error := task.exception()):
        log.error("%s failed", task.get_name(), exc_info=error)
