"""The result card under the last board: what the bot adds to what the record says."""

from collections.abc import Sequence
from datetime import UTC, datetime

from bot.table.ratings import Change
from bot.table.screens.story import left_alone
from bot.table.seats import is_short
from bot.table.session import Session
from games.kit.results import Ended, Rated

PICTURE = "result.png"
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_MINUTE, _HOUR, _DAY = 60, 60 * 60, 24 * 60 * 60


def ended(session: Session, changes: Sequence[Change], ended_at: int | None) -> Ended:
    """The game as its card tells it, without its course. It has to be over.

    `changes` are what it changed in the ratings, and `ended_at` is when it ended, if that is saved.
    """
    table, about = session.table, session.game.about
    outcome, computers = table.outcome, left_alone(session)
    winners = about.winners(outcome.places) if outcome is not None else ()
    return Ended(
        title=about.title,
        view=table.view(None),
        outcome=outcome,
        scores=outcome.scores if outcome is not None else table.game.scores(table.position),
        winners=winners,
        holders=table.holders,
        resigned=tuple(seat for seat in table.resigned if seat not in computers),
        is_empty=nobody_left(session),
        ratings=_by_seat(session, changes),
        against_computers=any(not one.is_person for one in session.named),
        unrated=_unrated(session),
        took=_took(session.stored.started_at, ended_at),
    )


def nobody_left(session: Session) -> bool:
    """Whether all people have resigned, so that no computer is called the winner.

    Somebody who had given up their seat before may still have won.
    """
    outcome = session.table.outcome
    if outcome is None or not left_alone(session):
        return False
    winners = session.game.about.winners(outcome.places)
    return not winners or not session.named[outcome.places.index(1)].is_person


def _by_seat(session: Session, changes: Sequence[Change]) -> tuple[Rated | None, ...]:
    """What changed for the player of each seat; somebody with several seats has it at the first one."""
    left = {one.user_id: one for one in changes}
    found = [left.pop(one.user_id or 0, None) for one in session.named]
    return tuple(None if one is None else _rated(one) for one in found) if changes else ()


def _rated(change: Change) -> Rated:
    before, after = change.before, change.after
    if before is None:
        return Rated(None, after.shown, is_sure=not after.is_provisional)
    return Rated(before.shown, after.shown, not before.is_provisional, not after.is_provisional)


def _unrated(session: Session) -> str:
    """Why the game changes no ratings, if that can surprise anybody; nobody has any in direct messages."""
    table = session.table
    if table.outcome is None or table.stopped or session.is_direct:
        return ""
    if session.options.origin:
        return "not rated: played on from another game"
    if session.stays.is_friendly(table):
        return "doesn't count: something was undone"
    if not session.options.rated:
        return "friendly game, not rated"
    if not session.options.is_rated:
        return "not rated: any number of hints"
    if not all(one.is_whole for one in session.stays.shares(table)):
        return "not rated: a seat changed hands"
    if is_short(table):
        return "not rated: too few moves"
    return "not rated" if any(one.is_person for one in session.named) else ""


def _took(started_at: int | None, ended_at: int | None) -> tuple[str, ...]:
    """How long it took and the day it ended, by UTC; nothing that isn't known."""
    if ended_at is None:
        return ()
    day = datetime.fromtimestamp(ended_at / 1000, UTC)
    date = f"{day.day} {_MONTHS[day.month - 1]} {day.year}"
    return (date,) if started_at is None else (_length((ended_at - started_at) // 1000), date)


def _length(seconds: int) -> str:
    for unit, name, enough in ((_DAY, "day", 2 * _DAY), (_HOUR, "hour", 2 * _HOUR), (_MINUTE, "minute", 0)):
        if seconds >= enough:
            count = max(1, round(seconds / unit))
            return f"{count} {name}{'' if count == 1 else 's'}"
    return ""
