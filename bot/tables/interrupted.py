"""Whether a restart of the bot came while people were playing: then they are told that nothing was lost."""

from collections.abc import Sequence

from bot.tables.journal import Journal, milliseconds
from storage import StoredLine

JUST_NOW = 5 * 60_000
"""How many milliseconds after the last line players still count as playing."""


def interrupted_after(lines: Sequence[StoredLine]) -> int | None:
    """The number of these lines if the last one is so recent that somebody waits for the next; else None."""
    return len(lines) if lines and milliseconds() - lines[-1].at < JUST_NOW else None


def is_interrupted(journal: Journal, after: int | None) -> bool:
    """Whether the game goes on and no person has moved since that number of lines."""
    if after is None or journal.table.over:
        return False
    return not any(journal.is_played_by_person(line.who) for line in journal.table.lines[after:])
