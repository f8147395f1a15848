"""What someone missed: everything since their own last move, in a few lines."""

import re
from itertools import islice

from bot.screens import last_lines, words
from bot.screens.last_lines import LOG_LINES, heard
from bot.tables.loading import LobbyOrSession
from bot.tables.refusal import Refusal
from bot.tables.session import Session
from games.core import Seat, Viewer

NEWS = "news"
"""The purpose of the ephemeral message that tells it."""

MOST_LINES = 6
"""How many lines someone who was away gets."""

LONGEST = 300
"""What one player did is written in one line up to this length, in characters."""

PICKED = "picked by "
"""How the note begins on a move that a computer picked for a player who asked for it."""

_MARK = re.compile(r"\{[a-z]\}")


def lines_for(session: Session, seat: Seat, caption: str) -> list[str]:
    """What this seat was told since its player's last move, and at least the newest three lines.

    What the picture's caption says isn't repeated.
    """
    last = last_lines.newest_for(session, seat, caption)
    new = [*heard(session, seat, _moved_last(session, seat))][::-1]
    if len(new) <= LOG_LINES:
        return [words.with_mentions(session, last_lines.below(session.table.game, one)) for one in last.below]
    unsaid = [one for one in last_lines.without_repeats(new) if one not in last.in_caption]
    return _written(session, [last_lines.below(session.table.game, one) for one in unsaid])


def is_more_than_shown(session: Session, seat: Seat) -> bool:
    """Whether the board's three lines can't say all that happened since this seat's player moved, if ever."""
    since = _moved_last(session, seat)
    return since > 0 and len(_told(session, None, since, LOG_LINES + 1)) > LOG_LINES


def news(session: Session, user_id: int) -> str:
    """What happened since this person's last move, for them alone; for a spectator the last moves."""
    try:
        seat = session.seats.at_hand(user_id)
    except Refusal:
        heading, new = "### The last moves", _told(session, None, 0, MOST_LINES)
    else:
        since = _moved_last(session, seat)
        heading, new = "### Since your last move" if since else "### So far", _told(session, seat, since)
    rows = _written(session, new) or ["Nothing has happened yet."]
    return "\n".join([heading, *(f"> {row}" for row in rows)])


def news_for(table: LobbyOrSession, user_id: int) -> str:
    """The same for a player of a game, if it's more than the board says; else empty."""
    if not isinstance(table, Session):
        return ""
    own = [seat for seat in table.table.seats if table.players[seat].user_id == user_id]
    return news(table, user_id) if any(is_more_than_shown(table, seat) for seat in own) else ""


def _moved_last(session: Session, seat: Seat) -> int:
    """After how many lines this seat's player last moved themselves; 0 if they haven't yet.

    What the table or a computer did for them meanwhile is news to them.
    """
    own, lines = session.table.of_same_player(seat), session.table.lines
    for number, line in zip(range(len(lines), 0, -1), reversed(lines), strict=True):
        is_theirs = not line.note or line.note.startswith(PICKED)
        if line.who in own and is_theirs and not line.is_talk:
            return number
    return 0


def _told(session: Session, viewer: Viewer, since: int, most: int | None = None) -> list[str]:
    """What this viewer was told after the first `since` lines, oldest first, or the newest `most` of it."""
    return [one.text for one in islice(heard(session, viewer, since), most)][::-1]


def _written(session: Session, told: list[str]) -> list[str]:
    """At most six lines. If there is more to tell, one line holds everything a player did in a row."""
    rows = told if len(told) <= MOST_LINES else _by_player(told)
    missing = len(rows) - MOST_LINES
    shown = [words.with_mentions(session, row) for row in rows[-MOST_LINES:]]
    if missing > 0:
        shown[0] = f"-# … and {missing + 1} more since your last move"
    return shown


def _by_player(told: list[str]) -> list[str]:
    """These sentences, those about the same player joined. One that names nobody joins the one before."""
    rows: list[str] = []
    whose = ""
    for text in told:
        found = _MARK.search(text)
        about = found[0] if found else whose
        if rows and about == whose and len(rows[-1]) + len(text) < LONGEST:
            rows[-1] = f"{rows[-1]} {text}"
        else:
            rows.append(text)
        whose = about
    return rows
