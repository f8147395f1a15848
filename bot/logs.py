"""What the log may say: no tokens, no moves, no seeds."""

import logging
import re

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
