"""Whom a game waits for, and since when."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from typing import Self

from bot.tables.absence import absent, others
from bot.tables.session import Session
from games.core import Seat
from storage import Archive, StoredWait


@dataclass(slots=True)
class Wait:
    """A table waits for a person to answer this question. Moments are seconds since the epoch."""

    question: str
    since: float
    told_at: float | None = None
    warned_at: float | None = None
    has_checked: bool = False
    """Whether we have checked that they haven't left the server."""
    written: StoredWait | None = None
    look_at: float | None = None
    """When there may be something to do next; at first it is only in memory."""

    @classmethod
    def read(cls, stored: StoredWait) -> Self:
        """The wait from storage."""
        told_at, warned_at = (
            None if one is None else one / 1000 for one in (stored.told_at, stored.warned_at)
        )
        return cls(stored.question, stored.since / 1000, told_at, warned_at, written=stored)

    def stored(self, session_id: int, user_id: int, look_at: float | None) -> StoredWait:
        """The wait for storage."""
        moments = (self.since, look_at, self.told_at, self.warned_at)
        since, *others = (None if one is None else round(one * 1000) for one in moments)
        return StoredWait(session_id, user_id, self.question, since or 0, *others)


def waits_of(session: Session) -> dict[int, str]:
    """The people the game waits for, with a text that identifies the question each has to answer.

    People who owe a move are asked for that, even if they also have to decide about an absent player. A pause
    changes nothing.
    """
    if session.table.over:
        return {}
    found: dict[int, list[str]] = defaultdict(list)
    for seat in session.awaits():
        user_id = session.players[seat].user_id
        if user_id is not None:
            found[user_id].append(f"{int(seat)}@{session.table.prompt_version(seat)}")
    # The next player may finish a move for somebody else: that is another question.
    late = session.late()
    for_other = "" if late is None else f"for {int(late)}: "
    moves = {user_id: for_other + ",".join(asked) for user_id, asked in found.items()}
    return _about_the_absent(session) | moves


def _about_the_absent(session: Session) -> dict[int, str]:
    """The people who are asked what happens to the seat of a player who keeps missing moves."""
    user_id = absent(session)
    return {} if user_id is None else dict.fromkeys(others(session, user_id), f"about {user_id}")


async def asked_at(archive: Archive, session: Session, seats: Collection[Seat]) -> float:
    """When the first of these seats was asked its question, in seconds since the epoch; 0 if none was."""
    if not seats:
        return 0
    first = max(min(session.table.prompt_version(seat) for seat in seats) - 1, 0)
    lines = await archive.lines(session.id, since=first)
    return lines[0].at / 1000 if lines else 0
