"""What happened, in words: below a picture, in its alt text, since your own last move, as a file.

The caption of a picture tells the newest line, so it isn't said again below the picture. People who can't see
the picture find the line in the alt text: everything told is in one of the two.
"""

import io
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice, pairwise, takewhile
from typing import Any, NamedTuple

import discord
from discord import ui

from bot.refusal import Refusal
from bot.screens.clock import paused
from bot.screens.parts import Screen, alt_text, sealed, with_mentions, with_names
from bot.tables.journal import ONLY
from bot.tables.open_tables import LobbyOrSession
from bot.tables.requests import LEFT_ALONE
from bot.tables.session import Session
from games import record
from games.core import AT_FIRST, Event, Preferences, Seat, Viewer
from games.game import AnyGame
from storage import StoredSession

LOG_LINES = 3
"""How many lines are told at most, including the one in the caption."""

STOPPED = "The game was stopped."
_ONLY = " It was the only move."


class Heard(NamedTuple):
    """A sentence that a viewer heard, seats as marks, and the event that told it."""

    text: str
    event: Event


class LastLines(NamedTuple):
    """The newest lines, oldest first: those below the picture, and those that its caption tells."""

    below: tuple[Heard, ...]
    in_caption: tuple[Heard, ...]


def newest(heard: Sequence[Heard], viewer: Viewer, said: Collection[str]) -> LastLines:
    """The last three of these lines without repetition, sorted by whether the caption has said them."""
    last = without_repeats(heard[-LOG_LINES:])
    told = tuple(one for one in last if not one.text.endswith(_ONLY) and one.event.in_short(viewer) in said)
    return LastLines(tuple(one for one in last if one not in told), told)


def without_repeats(heard: Sequence[Heard]) -> tuple[Heard, ...]:
    """These lines without any that one of the next three repeats."""
    after = [(one, heard[at : at + LOG_LINES]) for at, one in enumerate(heard, 1)]
    return tuple(one for one, later in after if not any(_is_said_by(other, one) for other in later))


def below(game: AnyGame, one: Heard) -> str:
    """The line as it stands below a picture of this game; the picture shows the cards of a dealt hand."""
    is_shown = one.event.is_hand and game.draw is not None
    return one.event.text if is_shown else one.text


def _is_said_by(later: Heard, line: Heard) -> bool:
    """Whether a later line repeats this one, as “Ada deals.” with a hand repeats “Ada deals first.”"""
    is_dealt = later.event.is_hand and line.event.short == later.event.short != ""
    return later.text == line.text or is_dealt


def newest_for(session: Session, viewer: Viewer, said: tuple[str, ...]) -> LastLines:
    """What this viewer heard last; see `newest`."""
    return session.once(
        ("news", viewer, said),
        lambda: newest(tuple(islice(heard(session, viewer), LOG_LINES))[::-1], viewer, said),
    )


def log(session: Session, viewer: Viewer, said: tuple[str, ...], missed_since: int = 0) -> str:
    """The newest lines that the caption doesn't tell, oldest first.

    A viewer who missed more than three of the lines after number `missed_since` is told how many.
    """
    missed = len(session.table.heard(viewer, missed_since)) if missed_since else 0
    shown = [below(session.game, one) for one in newest_for(session, viewer, said).below]
    if missed > LOG_LINES and shown:
        shown[0] = f"-# … and {missed - LOG_LINES + 1} more since the last board"
    return quoted(session, shown)


def quoted(session: Session, told: Sequence[str]) -> str:
    """These sentences, each in a line of its own that is set off from the rest of the message."""
    return with_mentions(session, "\n".join(f"> {text}" for text in told))


def description(
    session: Session, viewer: Viewer, said: tuple[str, ...], preferred: Preferences = AT_FIRST
) -> str:
    """The viewer's picture in prose, with the lines that its caption tells."""
    game, view = session.game, session.table.view(viewer, preferred)
    if preferred:
        text = described(game, view)
    else:
        text = session.once(("described", viewer), lambda: described(game, view))
    whole = with_lines(text, newest_for(session, viewer, said).in_caption)
    return alt_text(" ".join(filter(None, (paused(session), with_names(session, whole)))))


@lru_cache(maxsize=256)
def described(game: Any, view: Any) -> str:
    """A view in prose, seats as marks. Each question on the way to a move shows the same one."""
    return str(game.describe(view)) if game.describe is not None else str(game.about.title)


def with_lines(description: str, told: Sequence[Heard]) -> str:
    """The description with these lines, unless it has them, after the sentence that says whose turn it is."""
    first, stop, rest = description.partition(". ")
    new = [one.text for one in told if one.text not in description]
    return " ".join(filter(None, (first + stop.rstrip(), *new, rest)))


def heard(session: Session, viewer: Viewer, since: int = 0) -> Iterator[Heard]:
    """What this viewer was told after the first `since` lines, newest first, except what the headline says.

    If the table made a player's only move, the line says so. That computers resigned because nobody was
    left to play against isn't news.
    """
    table = session.table
    new = takewhile(lambda told: told[0] > since, reversed(table.log))
    told = ((number, Heard(text, event)) for number, event in new if (text := event.heard_by(viewer)))
    for (number, one), (before, _) in pairwise(chain(told, [(0, Heard("", Event("", None)))])):
        note = table.lines[number - 1].note
        is_above = one.event.is_outcome if table.outcome else table.stopped and one.text == STOPPED
        if note == LEFT_ALONE or is_above:
            continue
        yield one._replace(text=one.text + _ONLY) if note == ONLY and number != before else one


def left_alone(session: Session) -> int:
    """How many computers resigned because everyone else had, which ended the game."""
    lines = session.table.lines if session.table.over else ()
    return sum(line.note == LEFT_ALONE for line in lines)


NEWS = "news"
"""The purpose of the ephemeral message that tells it."""

MOST_LINES = 6
"""How many lines someone who was away gets."""

LONGEST = 300
"""What one player did is written in one line up to this length, in characters."""

PICKED = "picked by "
"""How the note begins on a move that a computer picked for a player who asked for it."""


def log_for(session: Session, seat: Seat, said: tuple[str, ...]) -> str:
    """What this seat was told since its player's last move, and at least the newest three lines.

    What the picture's caption says isn't repeated.
    """
    last = newest_for(session, seat, said)
    new = [*heard(session, seat, _moved_last(session, seat))][::-1]
    if len(new) <= LOG_LINES:
        return quoted(session, [below(session.game, one) for one in last.below])
    unsaid = [one for one in without_repeats(new) if one not in last.in_caption]
    return quoted(session, _at_most_six([one._replace(text=below(session.game, one)) for one in unsaid]))


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
    return f"{heading}\n{quoted(session, _at_most_six(new) or ['Nothing has happened yet.'])}"


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


def _told(session: Session, viewer: Viewer, since: int, most: int | None = None) -> list[Heard]:
    """What this viewer was told after the first `since` lines, oldest first, or the newest `most` of it."""
    return [*islice(heard(session, viewer, since), most)][::-1]


def _at_most_six(told: Sequence[Heard]) -> list[str]:
    """At most six lines. If there is more to tell, one line holds everything a player did in a row."""
    rows = [one.text for one in told] if len(told) <= MOST_LINES else _by_player(told)
    missing = len(rows) - MOST_LINES
    shown = rows[-MOST_LINES:]
    if missing > 0:
        shown[0] = f"-# … and {missing + 1} more since your last move"
    return shown


def _by_player(told: Sequence[Heard]) -> list[str]:
    """These sentences, what one player did in a row joined. What nobody did joins the sentence before."""
    rows: list[str] = []
    last: Seat | None = None
    for text, event in told:
        by = last if event.by is None else event.by
        if rows and by == last and len(rows[-1]) + len(text) < LONGEST:
            rows[-1] = f"{rows[-1]} {text}"
        else:
            rows.append(text)
        last = by
    return rows


def record_screen(stored: StoredSession, whole: record.Record) -> Screen:
    """The whole record of a finished game as a download. It shows everything, hidden cards included."""
    text = record.write(whole)
    name = f"{stored.game}-{stored.id}.txt"
    told = (
        "Here's the whole game, move by move. "
        "It includes the secret seed, so anyone can check that every roll and deal was fair."
    )
    file = discord.File(io.BytesIO(text.encode()), filename=name)
    return Screen(sealed([ui.TextDisplay(told), ui.File(f"attachment://{name}")]), (file,))
