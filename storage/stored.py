"""What the archive hands out: one frozen value per row, its fields named and ordered like the columns."""

from dataclasses import dataclass, field, fields
from typing import Any, Literal, NamedTuple

Phase = Literal["lobby", "playing", "finished", "stopped"]


@dataclass(frozen=True, slots=True)
class StoredSession:
    """A channel's game. Times are milliseconds since the epoch; both kinds of options are JSON text.

    `seed` is 32 secret bytes and stays out of the value's repr.
    """

    id: int
    guild_id: int | None
    channel_id: int
    game: str
    edition: str
    options: str
    seed: bytes = field(repr=False)
    host_id: int
    phase: Phase
    created_at: int
    started_at: int | None = None
    ended_at: int | None = None
    table_options: str = "{}"
    paused_at: int | None = None
    rests_at: int | None = None
    paused_by: int | None = None


@dataclass(frozen=True, slots=True)
class OpenTable:
    """An open session in short. If it `rests`, nothing happens there until somebody comes."""

    id: int
    guild_id: int | None
    channel_id: int
    game: str
    edition: str
    rests: bool


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A game under way in short, with the message of its board if that's known."""

    id: int
    channel_id: int
    game: str
    started_at: int | None
    message_id: int | None


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A game that was finished or stopped, in short."""

    id: int
    game: str
    ended_at: int


@dataclass(frozen=True, slots=True)
class OpenLobby:
    """A session that hasn't started, in short."""

    id: int
    guild_id: int | None
    channel_id: int


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """Who sits where: a person (`user_id`) or a computer (`level`), never both.

    `seat` is 0-based, `name` is the name shown on joining, `click_id` the interaction that joined.
    """

    seat: int
    user_id: int | None
    level: str | None
    name: str
    click_id: str


@dataclass(frozen=True, slots=True)
class StoredStay:
    """Who has a seat from line `since` on: a person or a computer. If it `is_open`, others may take it."""

    seat: int
    since: int
    user_id: int | None
    level: str | None
    name: str
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class StoredHints:
    """How many hints a seat has had, and at which of its questions it had the last one."""

    used: int = 0
    prompt_version: int | None = None


@dataclass(frozen=True, slots=True)
class StoredTime:
    """How much of its time a seat has used, in milliseconds.

    `used` is for the move that began at line `move`, and `bank_used` is the extra time that earlier moves
    took. Moves it missed before line `excused` don't count. If its time runs at a table at rest, something
    happens once another `left` of it has run since `counted_at`.
    """

    seat: int
    move: int = 0
    used: int = 0
    bank_used: int = 0
    excused: int = 0
    left: int | None = None
    counted_at: int | None = None


@dataclass(frozen=True, slots=True)
class RunningTime:
    """The time of a seat at a table at rest with a running clock, and its player with their settings."""

    session_id: int
    user_id: int | None
    settings: str
    time: StoredTime


@dataclass(frozen=True, slots=True)
class StoredLine:
    """One line of a record: the seat that spoke (-1 is chance), its text and a note for the reader.

    `text` may reveal a hand, so it stays out of the value's repr.
    """

    index: int
    who: int
    text: str = field(repr=False)
    note: str = field(default="", repr=False)
    interaction_id: int | None = None
    at: int = 0


@dataclass(frozen=True, slots=True)
class StoredCheckpoint:
    """The game after a session's first `lines` lines, and the seal that vouches for it.

    `text` shows hands, so it stays out of the value's repr.
    """

    lines: int
    text: str = field(repr=False)
    seal: str


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A message that the bot will edit again; `purpose` is unique in its session."""

    session_id: int
    purpose: str
    channel_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class StoredWait:
    """A table waits for a person. Times are milliseconds since the epoch.

    `question` identifies their question. `look_at` is when there may be something to do about it.
    """

    session_id: int
    user_id: int
    question: str
    since: int
    look_at: int | None = None
    told_at: int | None = None
    warned_at: int | None = None


@dataclass(frozen=True, slots=True)
class Person:
    """What we remember about a user across sessions; `settings` is JSON text."""

    user_id: int
    dms_closed: bool = False
    settings: str = "{}"
    shown_everywhere: bool = False
    """Whether they want to be on the leaderboards over all servers."""
    profile_hidden: bool = False
    """Whether others can't see their profile."""


@dataclass(frozen=True, slots=True)
class Result:
    """How one seat of a finished session came out. Derived from the record, so it can be rebuilt."""

    session_id: int
    seat: int
    game: str
    guild_id: int | None
    user_id: int | None
    level: str | None
    place: int
    score: int | None
    rated: bool
    ended_at: int


class StandingKey(NamedTuple):
    """Whose standing, and in what: a server or 0 for all servers, a ladder, a game or `all`, and a period."""

    guild_id: int
    ladder: str
    game: str
    period: str
    user_id: int


@dataclass(frozen=True, slots=True)
class Standing:
    """How one person does. Derived from the results, so it can be counted again.

    `mu` and `sigma` are the rating after their last game of the period; None before the first rated one.
    Leaderboards are sorted by `rank`, the least first, and equal ranks share a place. `form` has a letter
    for each of the last games, `streak` says how many in a row came out like the newest, `last_at` is when
    that ended.
    """

    mu: float | None = None
    sigma: float | None = None
    rank: int = 0
    games: int = 0
    wins: int = 0
    rated: int = 0
    form: str = ""
    streak: int = 0
    last_at: int = 0


@dataclass(frozen=True, slots=True)
class StoredChange:
    """How one game changed the rating of one person in a server, or over all servers (guild 0).

    Before their first rated game, `mu_before` and `sigma_before` are None.
    """

    session_id: int
    guild_id: int
    user_id: int
    ladder: str
    game: str
    mu_before: float | None
    sigma_before: float | None
    mu: float
    sigma: float
    at: int


def row_of(value: Any, **more: object) -> dict[str, object]:
    """One of these values as a row of its table, with `more` columns."""
    # Not by `asdict`, which copies deeply: every move of every table comes through here.
    return more | {one.name: getattr(value, one.name) for one in fields(value)}
