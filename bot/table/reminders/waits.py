"""Whom a table waits for, and what each of them is told when, in which way: a pure function of values.

Moments are seconds since the epoch by Discord's clock. Nothing here sends, reads or saves anything:
`reminders` sends the difference between what is wanted and what stands.
"""

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from bot.people.quiet_hours import QuietHours
from bot.people.settings import ReminderSettings
from bot.table.clock.own_time import shown
from bot.table.leaving import absent, others
from bot.table.session import Session
from storage import StoredWait

GRACE_SECONDS = 2.0
"""How long even people who want reminders at once have to move first."""

HERE_SECONDS, HERE_MINUTES = 120.0, 2
"""How long people count as here after they press something: the shorter of the two."""

MISSING_MINUTES = 5
"""How long after Discord first doesn't know a person as a member it's asked again: it may err."""

AGAIN_MINUTES = 10
"""How long a table doesn't remind somebody again who hasn't pressed anything since: another player can undo
a move and make it again as often as they like."""

LONG_PAUSE_SECONDS = 86_400.0
"""After a longer pause people are reminded again: they can't know that the game goes on."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a table asks one person, as a text that identifies the question.

    `ends` is when their time for it runs out, if that is so soon that they are warned.
    """

    question: str
    ends: int | None = None


@dataclass(frozen=True, slots=True)
class Wait:
    """A table waits for a person to answer this question."""

    question: str
    since: float
    told_at: float | None = None
    warned_at: float | None = None
    has_checked: bool = False
    """Whether we have checked that they haven't left the server."""
    missing_since: float | None = None
    """When Discord first said that they aren't in the server."""

    @classmethod
    def read(cls, stored: StoredWait) -> Self:
        """The wait from storage."""
        told_at, warned_at = (
            None if one is None else one / 1000 for one in (stored.told_at, stored.warned_at)
        )
        return cls(stored.question, stored.since / 1000, told_at, warned_at)

    def stored(self, session_id: int, user_id: int, look_at: float | None) -> StoredWait:
        """The wait for storage; there may be something to do about it at `look_at`."""
        moments = (self.since, look_at, self.told_at, self.warned_at)
        since, *others = (None if one is None else round(one * 1000) for one in moments)
        return StoredWait(session_id, user_id, self.question, since or 0, *others)


@dataclass(frozen=True, slots=True)
class Delays:
    """What holds for people who haven't chosen.

    After `usual` seconds they are told at this table, None for never, and after `host` by the bot's host's
    settings, 0 for never. `minute` is how many seconds count as a minute.
    """

    host: float
    usual: float | None
    minute: float


@dataclass(frozen=True, slots=True)
class Listener:
    """What is known of a person whom a table waits for.

    What they have chosen doesn't matter before `first_look`. For a daily list it matters when they were
    really asked, even if the bot was away then, and when they had the last list.
    """

    seen_at: float
    settings: ReminderSettings = field(default_factory=ReminderSettings)
    quiet: QuietHours | None = None
    asked_at: float | None = None
    listed_at: float | None = None
    told_at: float = -math.inf
    """When this table last reminded them, of whatever it asked then."""


@dataclass(frozen=True, slots=True)
class Call:
    """How a person is told now; in the channel too if it isn't possible in another way.

    `ends` is when their time runs out, if that is why. `since` is when the table began to wait for them, and
    `due` when they were to be told, for a list.
    """

    ends: int | None
    is_list: bool
    is_direct: bool
    is_in_channel: bool
    since: float
    due: float


@dataclass(frozen=True, slots=True)
class Next:
    """What is to be done about a wait: a `call` now, or a look later; nothing more if neither.

    If it `checks`, find out first whether the person has left the server. Once a wait `lasts`, it is saved
    with the next look, so that a restart goes on counting.
    """

    look_at: float | None = None
    lasts: bool = False
    checks: bool = False
    call: Call | None = None


def standing(
    waits: Mapping[int, Wait], asked: Mapping[int, Asked], last_pause: tuple[float, float]
) -> dict[int, Wait]:
    """The waits that go on: of people still asked the same, unless they were told before a long pause."""
    began, ended = last_pause
    forgotten = ended if ended - began > LONG_PAUSE_SECONDS else 0
    return {
        user_id: wait
        for user_id, wait in waits.items()
        if user_id in asked
        and asked[user_id].question == wait.question
        and (wait.told_at is None or wait.told_at >= forgotten)
    }


def wanted(
    asked: Mapping[int, Asked],
    waits: Mapping[int, Wait],
    people: Mapping[int, Listener],
    delays: Delays,
    now: float,
    *,
    is_direct: bool = False,
) -> dict[int, Next]:
    """What is to be done now about each of these waits, by user id.

    `is_direct` says that the table is in a person's direct messages, where they write with the bot anyway.
    """
    return {
        user_id: _next(asked[user_id], wait, people[user_id], delays, now, is_direct=is_direct)
        for user_id, wait in waits.items()
    }


def first_look(asked: Asked, wait: Wait, seen_at: float, delays: Delays) -> float | None:
    """Nobody is told before this moment: they have just been asked, or are here. None if they were told."""
    if wait.told_at is not None and not _is_warned(asked, wait):
        return None
    most = delays.host or math.inf
    return max(wait.since + min(GRACE_SECONDS, most), seen_at + min(_here_seconds(0, delays), most))


def _next(asked: Asked, wait: Wait, person: Listener, delays: Delays, now: float, *, is_direct: bool) -> Next:
    first = first_look(asked, wait, person.seen_at, delays)
    if first is None or first > now:
        return Next(first)
    if wait.missing_since is not None:
        again = wait.missing_since + MISSING_MINUTES * delays.minute
        return Next(again, lasts=True) if again > now else Next(checks=True)
    settings, since = person.settings, wait.since
    if settings.is_daily:
        since = min(since, person.asked_at or since)
    seconds = settings.after(delays.usual, delays.minute)
    ends = asked.ends if _is_warned(asked, wait) else None
    if ends is not None:
        tell_at = None if settings.where == "nowhere" else now
    elif settings.is_daily:
        tell_at = _list_due(person, since)
    else:
        tell_at = None if seconds is None else since + seconds
    if tell_at is not None and person.quiet is not None:
        tell_at = person.quiet.until(max(tell_at, now)) or tell_at
    check_at = None if wait.has_checked or delays.usual is None else since + delays.usual
    moment = min((one for one in (tell_at, check_at) if one is not None), default=None)
    if moment is None:
        return Next(lasts=True)
    moment = max(moment, _earliest(person, seconds or 0, delays, is_warning=ends is not None))
    if moment > now:
        lasts_at = wait.since + delays.minute
        return Next(moment, lasts=True) if now >= lasts_at else Next(min(moment, lasts_at))
    if not wait.has_checked or tell_at is None:
        return Next(checks=True)
    is_list = settings.is_daily and ends is None and not is_direct
    chooses_direct = settings.is_daily or settings.where != "channel"
    return Next(
        call=Call(
            ends,
            is_list,
            is_direct=chooses_direct and not is_list and not is_direct,
            is_in_channel=is_direct or not chooses_direct or (settings.where == "both" and not is_list),
            since=since,
            due=tell_at,
        )
    )


def _earliest(person: Listener, seconds: float, delays: Delays, *, is_warning: bool) -> float:
    here = person.seen_at + _here_seconds(seconds, delays)
    if is_warning or person.told_at <= person.seen_at:
        return here
    return max(here, person.told_at + AGAIN_MINUTES * delays.minute)


def _list_due(person: Listener, since: float) -> float:
    if person.listed_at is not None and person.listed_at >= since:
        return since
    return person.settings.next_digest(since, person.listed_at)


def _is_warned(asked: Asked, wait: Wait) -> bool:
    return asked.ends is not None and wait.warned_at is None


def _here_seconds(seconds: float, delays: Delays) -> float:
    return min(HERE_SECONDS, seconds or HERE_MINUTES * delays.minute)


def asked_of(session: Session) -> dict[int, Asked]:
    """What the game asks each person it waits for. A pause changes no question, but nobody is warned."""
    clock, ends = session.clock, dict[int | None, int]()
    for seat in session.waits_for():
        if clock.is_warned(seat):
            ends.setdefault(session.players[seat].user_id, shown(clock.at(seat).ends))
    return {user_id: Asked(one, ends.get(user_id)) for user_id, one in _questions(session).items()}


def _questions(session: Session) -> dict[int, str]:
    """The questions of the people the game waits for.

    People who owe a move are asked for that, even if they also have to decide about an absent player.
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
