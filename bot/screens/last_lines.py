"""What happened, in words: the lines below a picture, and the alt text.

The caption of a picture tells the newest line, so it isn't said again below the picture. People who can't see
the picture find the line in the alt text: everything told is in one of the two.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice, pairwise, takewhile
from typing import Any, NamedTuple

from bot.screens import words
from bot.screens.clock import paused
from bot.tables.only_move import ONLY
from bot.tables.requests import LEFT_ALONE
from bot.tables.session import Session
from games.core import AT_FIRST, Event, Preferences, Viewer
from games.game import AnyGame

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


def newest(heard: Sequence[Heard], viewer: Viewer, caption: str) -> LastLines:
    """The last three of these lines without repetition, sorted by whether this caption tells them."""
    last = without_repeats(heard[-LOG_LINES:])
    told = tuple(
        one for one in last if not one.text.endswith(_ONLY) and one.event.is_in_caption(caption, viewer)
    )
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
    """Whether a later line repeats this one, as “Ada deals.” and “Ada deals first.” do."""
    begins = set(line.event.captions) & set(later.event.captions)
    is_longer = any(line.text.startswith(short) and later.text.startswith(short) for short in begins)
    return later.text == line.text or is_longer


def newest_for(session: Session, viewer: Viewer, caption: str) -> LastLines:
    """What this viewer heard last; see `newest`."""
    return session.once(
        ("news", viewer, caption),
        lambda: newest(tuple(islice(heard(session, viewer), LOG_LINES))[::-1], viewer, caption),
    )


def log(session: Session, viewer: Viewer, caption: str, missed_since: int = 0) -> str:
    """The newest lines that the caption doesn't tell, oldest first.

    A viewer who missed more than three of the lines after number `missed_since` is told how many.
    """
    missed = len(session.table.heard(viewer, missed_since)) if missed_since else 0
    shown = [
        words.with_mentions(session, below(session.table.game, one))
        for one in newest_for(session, viewer, caption).below
    ]
    if missed > LOG_LINES and shown:
        shown[0] = f"-# … and {missed - LOG_LINES + 1} more since the last board"
    return "\n".join(f"> {text}" for text in shown)


def description(session: Session, viewer: Viewer, caption: str, preferred: Preferences = AT_FIRST) -> str:
    """The viewer's picture in prose, with the lines that its caption tells."""
    game, view = session.table.game, session.table.view(viewer, preferred)
    text = (
        session.once(("described", viewer), lambda: described(game, view))
        if not preferred
        else described(game, view)
    )
    whole = with_lines(text, newest_for(session, viewer, caption).in_caption)
    return words.alt_text(" ".join(filter(None, (paused(session), words.with_names(session, whole)))))


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
    for (number, one), (before, _) in pairwise(chain(told, [(0, Heard("", Event("")))])):
        note = table.lines[number - 1].note
        is_above = one.event.is_outcome if table.outcome else table.stopped and one.text == STOPPED
        if note == LEFT_ALONE or is_above:
            continue
        yield one._replace(text=one.text + _ONLY) if note == ONLY and number != before else one


def left_alone(session: Session) -> int:
    """How many computers resigned because everyone else had, which ended the game."""
    lines = session.table.lines if session.table.over else ()
    return sum(line.note == LEFT_ALONE for line in lines)
