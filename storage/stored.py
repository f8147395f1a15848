"""What the archive hands out: one frozen value per row, its fields named and ordered like the columns."""

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

Phase = Literal["lobby", "playing", "finished", "stopped"]


@dataclass(frozen=True, slots=True)
class StoredSession:
    """A channel's game. Times are milliseconds since the epoch; both kinds of options are JSON text.

    `seed` is 32 secret bytes and stays out of the value's repr. `day` is set for a try at that day's game,
    `duel` for one side's table in that duel. With `answers_only` the bot isn't in the channel, and can only
    answer people there. With a `paused_why`, only people who manage the server can resume it. A game that
    `owes_end` is over, and its last board still has to be shown. `missing_since` then, Discord hasn't known
    its channel.
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
    day: int | None = None
    duel: int | None = None
    answers_only: bool = False
    paused_why: str | None = None
    owes_end: bool = False
    missing_since: int | None = None

    @property
    def is_try(self) -> bool:
        """Whether it's somebody's one try at a deal that others get, too."""
        return self.day is not None or self.duel is not None


@dataclass(frozen=True, slots=True)
class StandingBoard:
    """Where the board of an open table stands."""

    session_id: int
    guild_id: int | None
    channel_id: int
    message_id: int


DuelState = Literal["asked", "playing", "over", "declined", "withdrawn", "expired"]


@dataclass(frozen=True, slots=True)
class Duel:
    """The same deal for two people. Times are milliseconds since the epoch.

    `options` are the game's as JSON text, `rivals` the levels of the computers, with spaces between them.
    `seed` is 32 secret bytes and stays out of the value's repr. Without an `opponent_id`, anybody can accept.
    The challenge is the message with the `message_id`, if it could be posted.
    """

    id: int
    game: str
    edition: str
    options: str
    rivals: str
    seed: bytes = field(repr=False)
    challenger_id: int
    opponent_id: int | None
    state: DuelState
    guild_id: int
    channel_id: int
    message_id: int | None
    created_at: int
    accepted_at: int | None = None
    ended_at: int | None = None
    told_at: int | None = None

    @property
    def people(self) -> tuple[int, ...]:
        """Who plays, as far as that's known: the challenger first."""
        return (self.challenger_id, *([] if self.opponent_id is None else [self.opponent_id]))


@dataclass(frozen=True, slots=True)
class DuelSide:
    """One person's table in a duel. It's over once it has `ended_at`; without a `score`, they gave up."""

    duel_id: int
    user_id: int
    session_id: int
    guild_id: int | None
    score: int | None = None
    ended_at: int | None = None


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """What everybody gets who plays this game on this day."""

    day: int
    game: str


@dataclass(frozen=True, slots=True)
class Try:
    """Somebody's try at a day's deal. Without a `score` it isn't over, or doesn't count.

    Practice is a try at a game that wasn't the game of its day. `squares` tell how it went, in the letters of
    `Grade`; None as long as nobody has worked them out.
    """

    day: int
    game: str
    user_id: int
    session_id: int
    is_practice: bool
    score: int | None = None
    ended_at: int | None = None
    squares: str | None = None

    @property
    def deal(self) -> DailyDeal:
        """What was tried."""
        return DailyDeal(self.day, self.game)


@dataclass(frozen=True, slots=True)
class Summed:
    """Somebody's line in a table of several days. Equal points share a place.

    They have finished on so many `days`, and on those they `won` nobody was better.
    """

    user_id: int
    place: int
    points: int
    won: int
    days: int


@dataclass(frozen=True, slots=True)
class DailyChannel:
    """Where a server has the game of the day posted, at this `hour` of the day by UTC.

    It's nowhere if `channel_id` is None, or `why_off` says why the bot turned it off. It begins on the
    `first_day`, and `posted_day` is the last day that was posted, or couldn't be.
    """

    guild_id: int
    channel_id: int | None = None
    hour: int = 12
    first_day: int = 0
    posted_day: int = 0
    why_off: str = ""

    @property
    def is_on(self) -> bool:
        """Whether anything is posted."""
        return self.channel_id is not None and not self.why_off


@dataclass(frozen=True, slots=True)
class DailyPost:
    """The message about a day's game in a server.

    It tells of so many `players`: tries that count there, of this day and the day before. `is_over` is
    whether it says that the day is over.
    """

    guild_id: int
    day: int
    channel_id: int
    message_id: int
    players: int
    is_over: bool = False


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


@dataclass(frozen=True, slots=True)
class KeptAway:
    """Somebody who can't sit down in a server until then, in milliseconds since the epoch, and why.

    `mark` stands for them: see `bot.table.welcome`. Without a `user_id` they have deleted their data.
    """

    guild_id: int
    mark: str
    user_id: int | None
    until: int
    why: str


ServerAction = Literal[
    "removed", "kept away", "let back", "ended", "paused", "resumed", "settings", "exported"
]


@dataclass(frozen=True, slots=True)
class LoggedAction:
    """What somebody who manages a server has done there, and to whom; `at` is now. Times are milliseconds."""

    guild_id: int
    at: int
    by_id: int
    what: ServerAction
    about_id: int | None = None
    channel_id: int | None = None
    until: int | None = None
    why: str = ""


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
    return more | {name: getattr(value, name) for name in value.__dataclass_fields__}
