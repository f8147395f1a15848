"""What happened, in words: below a picture, in its alt text, since your own last move, as a file.

The caption of a picture tells the newest event, so it isn't said again below the picture. People who can't
see the picture find it in the alt text: everything told is in one of the two.
"""

import io
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice, pairwise, takewhile
from typing import Any, NamedTuple

import discord
from discord import ui

from bot.chat.parts import Screen, alt_text, escaped, sealed
from bot.refusal import Refusal
from bot.table import verdict as fairness
from bot.table.journal import ONLY
from bot.table.open_tables import LobbyOrSession
from bot.table.requests import LEFT_ALONE
from bot.table.screens.clock import paused
from bot.table.screens.naming import with_mentions, with_names
from bot.table.session import Session
from bot.table.verdict import Verdict
from games.core import AT_FIRST, CHANCE, Caption, Event, Preferences, Seat, Viewer
from games.engine import record
from games.engine.playback import Playback
from games.engine.record import Line
from games.engine.table import AnyTable
from games.engine.talk import undone_number
from games.game import AnyGame
from games.kit.faces import Kept, Told
from storage import StoredSession

RECENT = 3
"""Of how many of the newest lines the alt text has those that the picture tells; without pictures all."""

LINE_MOST = 76
"""How many characters a line below a picture has at most, names included: two rows on a phone."""

STOPPED = "The game was stopped."
_ONLY = " It was the only move."


class Heard(NamedTuple):
    """A sentence that a viewer heard, seats as marks, and the event that told it.

    With `is_aside`, its player may not know or others may: the table made the move for them, or they said
    something to the table, such as an undo, which the channel hears.
    """

    text: str
    event: Event
    is_aside: bool = False


def is_said(one: Heard, viewer: Viewer, said: Collection[Caption]) -> bool:
    """Whether the caption tells this; that a move was the only one stands in no caption."""
    return not one.text.endswith(_ONLY) and one.event.caption(viewer) in said


def told_by(heard: Iterable[Heard], viewer: Viewer, said: Collection[Caption]) -> list[Heard]:
    """What the picture tells of the last three things that were heard, newest first; oldest first.

    That's what its caption says, and what nobody did: that a coin fell, or a deal was passed out.
    """
    last = islice(heard, RECENT)
    return [one for one in last if one.event.by is None or is_said(one, viewer, said)][::-1]


def newest_of_each(heard: Iterable[Heard], own: Collection[Seat]) -> list[Heard]:
    """The newest thing that each player did, from the newest on, of what was heard, newest first.

    Of what the `own` seats did there are only asides. Nobody did what chance and the rules did: the picture
    shows it.
    """
    found: dict[Seat, Heard] = {}
    for one in heard:
        by = one.event.by
        if by is not None and (by not in own or one.is_aside):
            found.setdefault(by, one)
    return list(found.values())


def below(
    game: AnyGame, heard: Iterable[Heard], viewer: Viewer, own: Collection[Seat], said: Collection[Caption]
) -> list[Heard]:
    """What stands in a line each below a picture of this game, of what was heard, newest first.

    It's what `newest_of_each` finds, except what the picture's caption says or the picture shows. Without
    pictures it's the last three things.
    """
    if game.pictures is None:
        return [*islice(heard, RECENT)]
    return [
        one for one in newest_of_each(heard, own) if not is_said(one, viewer, said) and not one.event.is_shown
    ]


def log(session: Session, viewer: Viewer, said: Collection[Caption]) -> str:
    """A line for each opponent who moved since this viewer's last move, the newest first; see `below`.

    There's none while somebody wants to undo a move, which is named there. The channel is told what happened
    since the player to move moved last. *What happened* tells the rest.
    """
    table, own = session.table, _readers(session, viewer)
    if table.ask:
        return ""
    since, kept = _moved_before(session, own), kept_for(session, viewer)
    if kept is not None:
        said = (*said, kept.told)
    found = session.once(
        ("below", viewer, said), lambda: below(session.game, heard(session, viewer, since), viewer, own, said)
    )
    return quoted(session, [shortened(one, viewer, lambda text: with_names(session, text)) for one in found])


def _readers(session: Session, viewer: Viewer) -> tuple[Seat, ...]:
    """The viewer's seats; for the channel those of the one player to move, if it's one."""
    table = session.table
    if viewer is not None:
        return table.of_same_player(viewer)
    first, *others = sorted(table.turn.owes - {CHANCE}) or [CHANCE]
    own = () if first == CHANCE else table.of_same_player(first)
    return own if set(others) <= set(own) else ()


def _moved_before(session: Session, own: Sequence[Seat]) -> int:
    """After how many lines these seats' player last moved; by default when any player's last move began.

    By default, a move of which the channel was told nothing doesn't count: it would show by what goes away.
    """
    if own:
        return _moved_last(session, own[0])
    lines, told = session.table.lines, session.last_heard(None)
    last = (number for number in range(told, 0, -1) if lines[number - 1].who != CHANCE)
    return next(last, 1) - 1


def shortened(one: Heard, viewer: Viewer, named: Callable[[str], str]) -> str:
    """The short form of what was heard, or as much of it as fits in two rows on a phone.

    `named` puts in the names, which count.
    """
    text = one.event.in_short(viewer)
    text = text if text.endswith((".", "!", "?")) else f"{text}."
    words = (text + _ONLY if one.text.endswith(_ONLY) else text).split(" ")
    if len(named(" ".join(words))) <= LINE_MOST:
        return " ".join(words)
    while len(words) > 1 and len(named(" ".join(words))) > LINE_MOST - 2:
        words.pop()
    return f"{' '.join(words).rstrip('.,:;')} …"


def quoted(session: Session, told: Sequence[str]) -> str:
    """These sentences, each in a line of its own that is set off from the rest of the message."""
    return with_mentions(session, "\n".join(f"> {text}" for text in told))


def description(
    session: Session, viewer: Viewer, said: tuple[Caption, ...], preferred: Preferences = AT_FIRST
) -> str:
    """The viewer's picture in prose, with the lines that its caption tells."""
    game, view = session.game, session.table.view(viewer, preferred)
    if preferred:
        text = described(game, view)
    else:
        text = session.once(("described", viewer), lambda: described(game, view))
    told, kept = told_by(heard(session, viewer), viewer, said), kept_for(session, viewer)
    if kept is not None:
        told = [Heard(kept.highlight.words, Event("", None)), *told]
    whole = with_lines(text, told)
    return alt_text(" ".join(filter(None, (paused(session), with_names(session, whole)))))


def described_as(session: Session, view: Any) -> str:
    """A view of this table in prose, with names."""
    return alt_text(with_names(session, described(session.game, view)))


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
        line = table.lines[number - 1]
        is_above = one.event.is_outcome if table.outcome else table.stopped and one.text == STOPPED
        if line.note == LEFT_ALONE or is_above:
            continue
        if line.note == ONLY and number != before:
            one = one._replace(text=one.text + _ONLY, is_aside=True)  # noqa: PLW2901 - the same, and more
        yield one._replace(is_aside=True) if viewer is None and line.is_talk else one


def left_alone(session: Session) -> frozenset[Seat]:
    """The seats of computers that resigned because everyone else had, which ended the game."""
    table = session.table
    lines = (line for line in table.lines if line.note == LEFT_ALONE) if table.over else ()
    return frozenset(seat for line in lines for seat in table.of_same_player(line.who))


NEWS = "news"
"""The purpose of the ephemeral message that tells it."""

MOST_LINES = 6
"""How many lines someone who was away gets."""

MOST_STEPS = 6
"""How many pictures they get. Discord shows ten, but each takes a tenth of a second to draw."""

LONGEST = 300
"""What one player did is written in one line up to this length, in characters."""

PICKED = "picked by "
"""How the note begins on a move that a computer picked for a player who asked for it."""


def is_more_than_shown(session: Session, viewer: Viewer) -> bool:
    """Whether more happened since the viewer's last move than a line for each opponent says.

    For the channel it's the last move of the player to move.
    """
    own = _readers(session, viewer)
    since = _moved_before(session, own)
    moved = (line for line in session.table.lines[since:] if not line.is_talk)
    if all(line.who in (CHANCE, *own) for line in moved):
        return False
    new = _told(session, viewer, since)
    return len(newest_of_each(new, own)) < len(new)


def news(session: Session, user_id: int) -> str:
    """What happened since this person's last move, for them alone; for a spectator the last moves."""
    seat = _seat_of(session, user_id)
    if seat is None:
        heading, new = "### The last moves", _told(session, None, 0, MOST_LINES)
    else:
        since = _moved_last(session, seat)
        heading, new = "### Since your last move" if since else "### So far", _told(session, seat, since)
    return f"{heading}\n{quoted(session, _at_most_six(new) or ['Nothing has happened yet.'])}"


def _seat_of(session: Session, user_id: int) -> Viewer:
    """This person's seat that owes a move, else their first; None for a spectator."""
    try:
        return session.seats.at_hand(user_id)
    except Refusal:
        return None


def steps(session: Session, user_id: int) -> list[tuple[Any, Told]]:
    """What this person saw after each move since their last one, oldest first, and at the end what they see.

    Each with what its picture tells.

    In a game of hands it's their own view; spectators have the channel's. Moves that were undone aren't among
    them, nor any they weren't told of, nor those before a draw of chance that was long ago. If they're too
    many, each player's last move in a row stands for the others, and the oldest are left out.
    """
    table, seat = session.table, _seat_of(session, user_id)
    viewer = seat if session.game.about.hands else None
    since = _moved_before(session, _readers(session, seat))
    told = {
        number
        for number, event in takewhile(lambda one: one[0] > since, reversed(table.log))
        if event.heard_by(viewer)
    }
    moved = [one for one in table.plies if one.at >= since]
    later = [*((one.before, one.at) for one in moved[1:]), (table.position, len(table.lines))]
    found = [(one.seat, after) for one, after in zip(moved, later, strict=False) if one.number in told]
    if len(found) > MOST_STEPS:
        following = [*(by for by, _ in found[1:]), None]
        found = [one for one, after in zip(found, following, strict=True) if one[0] != after]
    seen = [(table.game.view(after, viewer), at) for _, (after, at) in found[-MOST_STEPS:-1]]
    return [
        (view, Told(table.newest(viewer, at))) for view, at in (*seen, (table.view(viewer), len(table.lines)))
    ]


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
        if line.who in own and _is_by_player(line) and not line.is_talk:
            return number
    return 0


def _is_by_player(line: Line) -> bool:
    """Whether the player made this move, or asked for it."""
    return not line.note or line.note.startswith(PICKED)


def told_to(session: Session, viewer: Viewer, notice: str = "") -> Told:
    """What this viewer's picture tells: the newest thing that they heard, or a notice in its place."""
    kept, notice = kept_for(session, viewer), notice or paused(session)
    if notice or session.table.stopped:
        return Told(Caption(notice or STOPPED), kept, asks=False)
    told = (one for one in heard(session, viewer) if not one.event.is_minor)
    newest = session.once(("newest", viewer), lambda: next(told, None))
    return Told(newest.event.caption(viewer) if newest else None, kept)


def told_of(playback: Playback, at: int, viewer: Viewer) -> Told:
    """What a picture of this move tells, in a game that's over."""
    news = playback.told(at, viewer).caption(viewer)
    return Told(news, kept_at(playback.at(at), viewer), playback.timeline(at))


def kept_for(session: Session, viewer: Viewer) -> Kept | None:
    """The newest highlight since this viewer last moved, one that is about them before any other.

    For the channel, it's since the last move of those who have to move now. What was undone isn't there
    anymore, and the end has a picture of its own.
    """
    return session.once(("kept", viewer), lambda: kept_at(session.table, viewer))


def kept_at(table: AnyTable, viewer: Viewer) -> Kept | None:
    """The same for a table of any session, as it stands or as it stood."""
    since = {*_since_moved(table, viewer)}
    new = takewhile(lambda told: told[0] >= min(since, default=told[0] + 1), reversed(table.log))
    found = [event for number, event in new if number in since and event.highlight(viewer)]
    own = (event for event in found if viewer in event.highlights)
    newest = next(own, found[0] if found else None)
    highlight = newest and newest.highlight(viewer)
    return Kept(highlight, newest.caption(viewer)) if newest and highlight else None


def _since_moved(table: AnyTable, viewer: Viewer) -> Iterator[int]:
    """The numbers of the lines that aren't undone, newest first, up to this viewer's last move."""
    if table.over:
        return
    lines, undone_from = table.lines, len(table.lines) + 1
    waited = table.turn.owes - {CHANCE} if viewer is None else {viewer}
    seats = {one for seat in waited for one in table.of_same_player(seat)}
    for number, line in zip(range(len(lines), 0, -1), reversed(lines), strict=True):
        if not seats:
            return
        if line.is_talk:
            undone_from = min(undone_from, undone_number(line) or undone_from)
        elif number < undone_from:
            yield number
            # A secret move changes nothing for the others: it would tell them that it was made.
            if line.who in seats and _is_by_player(line) and (viewer is not None or _is_told(table, number)):
                seats -= {*table.of_same_player(line.who)}


def _is_told(table: AnyTable, number: int) -> bool:
    """Whether everybody was told something of this line."""
    new = takewhile(lambda told: told[0] >= number, reversed(table.log))
    return any(told == number and event.text for told, event in new)


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
    for text, event, _ in told:
        by = last if event.by is None else event.by
        if rows and by == last and len(rows[-1]) + len(text) < LONGEST:
            rows[-1] = f"{rows[-1]} {text}"
        else:
            rows.append(text)
        last = by
    return rows


def record_screen(stored: StoredSession, whole: record.Record) -> Screen:
    """The whole record of a finished game as a download. It shows everything, hidden cards included."""
    file = _file(stored, whole)
    told = (
        "Here's the whole game, move by move. "
        "It includes the secret seed, so anyone can check that every roll and deal was fair."
    )
    return Screen(sealed([ui.TextDisplay(told), ui.File(f"attachment://{file.filename}")]), (file,))


def check_screen(stored: StoredSession, whole: record.Record, found: Verdict) -> Screen:
    """What was checked in a game that's over, and the files with which anybody can check it themselves."""
    file = _file(stored, whole)
    files, told = [file], [escaped(found.text)]
    if fairness.stands_alone(stored.game):
        files += [_attached("verify.html", fairness.page()), _attached("verify.py", fairness.command())]
        told.append(
            "You don't have to trust me with that. Save these files, open verify.html in your browser, and "
            f"drop {file.filename} into it: it works without a network. verify.py does the same in Python."
        )
    shown = [ui.File[ui.LayoutView](f"attachment://{one.filename}") for one in files]
    return Screen(sealed([*map(ui.TextDisplay[ui.LayoutView], told), *shown]), tuple(files))


def _file(stored: StoredSession, whole: record.Record) -> discord.File:
    return _attached(f"{stored.game}-{stored.id}.txt", record.write(whole).encode())


def _attached(name: str, content: bytes) -> discord.File:
    return discord.File(io.BytesIO(content), filename=name)
