"""For whom a game waits, and since when."""

from collections import defaultdict
from collections.abc import Collection

from bot.tables.session import Session
from games.core import Seat
from storage import Archive


def waits_of(session: Session) -> dict[int, str]:
    """The people for whom it waits, and which of their questions that is: another one has another text."""
    if session.table.over:
        return {}
    found: dict[int, list[str]] = defaultdict(list)
    for seat in session.waits_for():
        user_id = session.players[seat].user_id
        if user_id is not None:
            found[user_id].append(f"{int(seat)}@{session.table.prompt_version(seat)}")
    # The next player may finish a move for somebody else: that is another question.
    late = session.late()
    for_other = "" if late is None else f"for {int(late)}: "
    return {user_id: for_other + ",".join(asked) for user_id, asked in found.items()}


async def asked_at(archive: Archive, session: Session, seats: Collection[Seat]) -> float:
    """When the first of these seats was asked its question, in seconds since the epoch; 0 if it never was."""
    if not seats:
        return 0
    first = max(min(session.table.prompt_version(seat) for seat in seats) - 1, 0)
    lines = await archive.lines(session.id, since=first)
    return lines[0].at / 1000 if lines else 0
