"""The tables, in terms that SQLite and PostgreSQL both understand.

Times are integer milliseconds since the epoch, UTC. Discord's ids are big integers. The options of a game
and of its table, a player's marks, and the settings of people and servers are JSON text that storage never
reads.

What becomes of a column when the person in it deletes their data is said with it; `privacy` does it.
"""

from enum import Enum
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ColumnElement,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    false,
    func,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Fate(Enum):
    """What becomes of a column with a person in it when they delete their data."""

    DELETED = "the row is deleted"
    FORMER = "a former player's number takes the place of theirs"
    NAME = "a former player's name takes the place of theirs"
    EMPTIED = "it is emptied"
    SCRUBBED = "they are taken out of the JSON text"


def _becomes(fate: Fate) -> dict[str, Fate | None]:
    return {"fate": fate}


_DELETED, _FORMER, _NAME = map(_becomes, (Fate.DELETED, Fate.FORMER, Fate.NAME))
_EMPTIED, _SCRUBBED = map(_becomes, (Fate.EMPTIED, Fate.SCRUBBED))


def _fact(name: str, *what: Any, **more: Any) -> Column[Any]:
    """A column without a person in it. Each of the others says what becomes of it."""
    return Column(name, *what, info={"fate": None}, **more)


def fates(table: Table) -> dict[str, Fate]:
    """The columns of this table with a person in them, by name."""
    return {one.name: fate for one in table.c if (fate := one.info.get("fate")) is not None}


def _session_id() -> Column[int]:
    return _fact("session_id", Integer, ForeignKey("sessions.id"), primary_key=True)


sessions = Table(
    "sessions",
    metadata,
    # Old messages' buttons contain it, so it is never reused: sessions are not deleted.
    _fact("id", Integer, primary_key=True),
    # None in a direct message.
    _fact("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False, info=_EMPTIED),
    _fact("game", Text, nullable=False),
    _fact("edition", Text, nullable=False),
    _fact("options", Text, nullable=False),
    _fact("seed", LargeBinary, nullable=False),
    Column("host_id", BigInteger, nullable=False, info=_FORMER),
    _fact("phase", Text, nullable=False),
    _fact("created_at", BigInteger, nullable=False),
    _fact("started_at", BigInteger),
    _fact("ended_at", BigInteger),
    Column("table_options", Text, nullable=False, server_default="{}", info=_SCRUBBED),
    # When it was paused; None while it goes on.
    _fact("paused_at", BigInteger),
    # How many lines it had when it went to rest: everything was shown, and only people had to move. None
    # while it's in a process's memory.
    _fact("rests_at", Integer),
    # Who has paused it; None while it goes on, and for a pause that an older version wrote.
    Column("paused_by", BigInteger, info=_EMPTIED),
    # Which day's game it is, for somebody's try at that; None for every other table.
    _fact("day", Integer),
    # Which duel it is played in, for one side's table there; None for every other table.
    _fact("duel", Integer),
    # Whether the bot isn't in the channel, so that it can only answer people there.
    _fact("answers_only", Boolean, nullable=False, server_default=false()),
    # What those who manage the server said who have paused it, so that only they can resume it. None while it
    # goes on, and if somebody else has paused it.
    Column("paused_why", Text, info=_EMPTIED),
    # Whether its game is over and its last board still has to be shown.
    _fact("owes_end", Boolean, nullable=False, server_default=false()),
    # Since when Discord has said, each time it was asked, that there's no such channel.
    _fact("missing_since", BigInteger),
    CheckConstraint("phase IN ('lobby', 'playing', 'finished', 'stopped')", name="phase"),
    CheckConstraint("length(seed) = 32", name="seed"),
)

is_open = sessions.c.phase.in_(("lobby", "playing"))


def in_shard(shard: int, of: int) -> ColumnElement[bool]:
    """Whether a session is in this shard; see `Shards.shard_of`."""
    return func.coalesce(sessions.c.guild_id, 0) // (1 << 22) % of == shard


# The index, not the program, keeps two tables out of one channel: two bots may share the file.
# For lists of past games, and to find the last one that ended.
Index("ix_sessions_ended_at", sessions.c.ended_at)
Index("ix_sessions_guild_id", sessions.c.guild_id, sessions.c.ended_at)
Index("ix_sessions_channel_id", sessions.c.channel_id, sessions.c.ended_at)

# Tries at a given deal have a rule of their own, one for each person: see `tries` and `duel_sides`.
takes_channel = is_open & sessions.c.day.is_(None) & sessions.c.duel.is_(None)

Index(
    "one_open_session_a_channel",
    sessions.c.channel_id,
    unique=True,
    sqlite_where=takes_channel,
    postgresql_where=takes_channel,
)

seats = Table(
    "seats",
    metadata,
    _session_id(),
    _fact("seat", Integer, primary_key=True),
    Column("user_id", BigInteger, info=_FORMER),
    _fact("level", Text),
    Column("name", Text, nullable=False, info=_NAME),
    # Text, because chance is drawn from these ids too, character by character.
    _fact("click_id", Text, nullable=False),
    CheckConstraint("(user_id IS NULL) <> (level IS NULL)", name="person_or_computer"),
    Index("ix_seats_user_id", "user_id"),
)

# Who had a seat from which line on; no rows for a seat that never changed hands. It only grows.
stays = Table(
    "stays",
    metadata,
    _session_id(),
    # The first to write an index moves the seat; the other reads it and judges again.
    _fact("index", Integer, primary_key=True),
    _fact("seat", Integer, nullable=False),
    _fact("since", Integer, nullable=False),
    Column("user_id", BigInteger, info=_FORMER),
    _fact("level", Text),
    Column("name", Text, nullable=False, info=_NAME),
    # Whether somebody else may take the seat from this computer.
    _fact("is_open", Boolean, nullable=False),
    CheckConstraint("(user_id IS NULL) <> (level IS NULL)", name="person_or_computer"),
)

hints = Table(
    "hints",
    metadata,
    _session_id(),
    _fact("seat", Integer, primary_key=True),
    _fact("used", Integer, nullable=False),
    # The question the last hint was for: asking again there gives the same hint.
    _fact("prompt_version", Integer, nullable=False),
)

# How much of its time each seat has used, in milliseconds: `used` of the move that began at line `move`, and
# `bank_used` of its extra time. The seat's missed moves count from the line `excused` on. At a table at rest,
# `left` is how much more of a running seat's time runs before anything happens, as of `counted_at`.
times = Table(
    "times",
    metadata,
    _session_id(),
    _fact("seat", Integer, primary_key=True),
    _fact("move", Integer, nullable=False),
    _fact("used", BigInteger, nullable=False),
    _fact("bank_used", BigInteger, nullable=False),
    _fact("excused", Integer, nullable=False),
    _fact("left", BigInteger),
    _fact("counted_at", BigInteger),
)

lines = Table(
    "lines",
    metadata,
    _session_id(),
    # The first to write an index gets the move; the other reads it and judges again.
    _fact("index", Integer, primary_key=True),
    _fact("who", Integer, nullable=False),
    _fact("text", Text, nullable=False),
    _fact("note", Text, nullable=False),
    # The same press twice, or redelivered after a restart, is one move.
    _fact("interaction_id", BigInteger, unique=True),
    _fact("at", BigInteger, nullable=False),
)

# All lines of a game that's over, in place of their rows: see `storage.packing`.
packed_lines = Table(
    "packed_lines",
    metadata,
    _session_id(),
    _fact("lines", Integer, nullable=False),
    _fact("content", LargeBinary, nullable=False),
)

# The game after the first `lines` lines. It's only a cache: any row can be deleted.
checkpoints = Table(
    "checkpoints",
    metadata,
    _session_id(),
    _fact("lines", Integer, nullable=False),
    # The whole table, including the hands.
    _fact("text", Text, nullable=False),
    # A checkpoint without the right seal is ignored.
    _fact("seal", Text, nullable=False),
)

messages = Table(
    "messages",
    metadata,
    _session_id(),
    Column("purpose", Text, primary_key=True, info=_DELETED),
    _fact("channel_id", BigInteger, nullable=False),
    _fact("message_id", BigInteger, nullable=False),
)

# What a player marked in their notebook: not part of the game, and for nobody else.
notebooks = Table(
    "notebooks",
    metadata,
    _session_id(),
    _fact("seat", Integer, primary_key=True),
    Column("marks", Text, nullable=False, info=_DELETED),
)

people = Table(
    "people",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=_DELETED),
    _fact("dms_closed", Boolean, nullable=False),
    Column("settings", Text, nullable=False, info=_SCRUBBED),
    # Columns, not settings, because leaderboards are read for many people at once.
    _fact("shown_everywhere", Boolean, nullable=False, server_default=false()),
    _fact("profile_hidden", Boolean, nullable=False, server_default=false()),
    Index("ix_people_shown_everywhere", "shown_everywhere"),
)

servers = Table(
    "servers",
    metadata,
    _fact("guild_id", BigInteger, primary_key=True, autoincrement=False),
    _fact("settings", Text, nullable=False),
)

# One row for each person a table has waited for a while: a wait that ends soon is never saved.
waits = Table(
    "waits",
    metadata,
    _session_id(),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=_DELETED),
    # Identifies their question: a new question is a new wait.
    _fact("question", Text, nullable=False),
    _fact("since", BigInteger, nullable=False),
    # When there may be something to do about it; None once there isn't.
    _fact("look_at", BigInteger),
    _fact("told_at", BigInteger),
    _fact("warned_at", BigInteger),
)

digests = Table(
    "digests",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=_DELETED),
    _fact("sent_at", BigInteger, nullable=False),
)

# Repeats columns of sessions and seats, so that leaderboards don't have to read those.
results = Table(
    "results",
    metadata,
    _session_id(),
    _fact("seat", Integer, primary_key=True),
    _fact("game", Text, nullable=False),
    _fact("guild_id", BigInteger),
    Column("user_id", BigInteger, info=_FORMER),
    _fact("level", Text),
    _fact("place", Integer, nullable=False),
    _fact("score", Integer),
    _fact("rated", Boolean, nullable=False),
    _fact("ended_at", BigInteger, nullable=False),
    Index("ix_results_game", "game", "guild_id"),
    Index("ix_results_user_id", "user_id", "ended_at", "session_id", "guild_id", "game", "place"),
    Index("ix_results_ended_at", "ended_at"),
)

# How people do, derived from the results: see `storage.standings`. There's a row for each server and for all
# of them together (guild 0), each game and all of them ("all"), and all time ("") and the season and month in
# which they played last.
standings = Table(
    "standings",
    metadata,
    _fact("guild_id", BigInteger, primary_key=True, autoincrement=False),
    _fact("ladder", Text, primary_key=True),
    _fact("game", Text, primary_key=True),
    _fact("period", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=_FORMER),
    # The rating after their last game of this period; None before their first rated one.
    _fact("mu", Double),
    _fact("sigma", Double),
    # A leaderboard is sorted by it, the least first; equal ranks share a place.
    _fact("rank", Integer, nullable=False),
    _fact("games", Integer, nullable=False),
    _fact("wins", Integer, nullable=False),
    _fact("rated", Integer, nullable=False),
    # How their last games came out, a letter each, the newest last.
    _fact("form", Text, nullable=False),
    # How many of their last games in a row came out like the newest.
    _fact("streak", Integer, nullable=False),
    _fact("last_at", BigInteger, nullable=False),
    Index("ix_standings_rank", "guild_id", "ladder", "game", "period", "rank", "user_id"),
    Index("ix_standings_user_id", "user_id", "guild_id", "period"),
    sqlite_with_rowid=False,
)

# How a finished game changed the ratings in its server, and those over all servers (guild 0).
rating_changes = Table(
    "rating_changes",
    metadata,
    _session_id(),
    _fact("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=_FORMER),
    _fact("ladder", Text, nullable=False),
    _fact("game", Text, nullable=False),
    _fact("mu_before", Double),
    _fact("sigma_before", Double),
    _fact("mu", Double, nullable=False),
    _fact("sigma", Double, nullable=False),
    _fact("at", BigInteger, nullable=False),
    Index("ix_rating_changes_user_id", "user_id", "guild_id", "game", "ladder", "at"),
    sqlite_with_rowid=False,
)

# One row: by which rules the standings were counted, and how many games. While all are counted again, it has
# the last game that was, and when that ended.
counted = Table(
    "counted",
    metadata,
    _fact("id", Integer, primary_key=True, autoincrement=False),
    _fact("rules", Text, nullable=False),
    _fact("games", Integer, nullable=False),
    # When these rules took the place of older ones for games that had been played; None if there were none.
    _fact("changed_at", BigInteger),
    # None once all are counted: from then on each is counted as it ends.
    _fact("until_at", BigInteger),
    _fact("until_session", Integer),
)

# Everybody's one try at each of a day's games.
tries = Table(
    "tries",
    metadata,
    _fact("day", Integer, primary_key=True, autoincrement=False),
    _fact("game", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=_DELETED),
    _fact("session_id", Integer, ForeignKey("sessions.id"), nullable=False),
    # Kept, because a new game among the others changes whose turn it would have been on past days.
    _fact("is_practice", Boolean, nullable=False),
    # None until it's over, and for a try that doesn't count.
    _fact("score", Integer),
    _fact("ended_at", BigInteger),
    # How it went, a letter a square; None until somebody has worked that out.
    _fact("squares", Text),
    Index("ix_tries_user_id", "user_id", "day"),
    Index("ix_tries_session_id", "session_id"),
)

# The servers in whose table of a day's game somebody is.
tries_shown = Table(
    "tries_shown",
    metadata,
    # First, so that a server's table of a month reads only that server's rows.
    _fact("guild_id", BigInteger, primary_key=True, autoincrement=False),
    _fact("day", Integer, primary_key=True, autoincrement=False),
    _fact("game", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=_DELETED),
)

pars = Table(
    "pars",
    metadata,
    _fact("day", Integer, primary_key=True, autoincrement=False),
    _fact("game", Text, primary_key=True),
    _fact("score", Integer, nullable=False),
)

# One row: what the seeds of all days are made from.
daily_secret = Table(
    "daily_secret",
    metadata,
    _fact("id", Integer, primary_key=True, autoincrement=False),
    _fact("secret", LargeBinary, nullable=False),
)

# Where and when, by UTC, servers have the game of the day posted.
daily_channels = Table(
    "daily_channels",
    metadata,
    _fact("guild_id", BigInteger, primary_key=True, autoincrement=False),
    # None if a server doesn't want it.
    _fact("channel_id", BigInteger),
    _fact("hour", Integer, nullable=False),
    # Nothing is posted before the first day, nor again for the last one that was, or couldn't be.
    _fact("first_day", Integer, nullable=False),
    _fact("posted_day", Integer, nullable=False),
    # Why the bot turned it off; empty if it didn't.
    _fact("why_off", Text, nullable=False),
)

# The messages about days that aren't over everywhere yet.
daily_posts = Table(
    "daily_posts",
    metadata,
    _fact("guild_id", BigInteger, primary_key=True, autoincrement=False),
    _fact("day", Integer, primary_key=True, autoincrement=False),
    _fact("channel_id", BigInteger, nullable=False),
    _fact("message_id", BigInteger, nullable=False),
    # How many tries it tells of, of this day and the one before, and whether it says that the day is over.
    _fact("players", Integer, nullable=False),
    _fact("is_over", Boolean, nullable=False),
)

# When to think of reminding somebody of the game of the day.
daily_reminders = Table(
    "daily_reminders",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=_DELETED),
    _fact("due_at", BigInteger, nullable=False),
    Index("ix_daily_reminders_due_at", "due_at"),
)

# The hours of days, from 0, in which the game of the day could be played.
daily_hours = Table(
    "daily_hours",
    metadata,
    _fact("day", Integer, primary_key=True, autoincrement=False),
    _fact("hour", Integer, primary_key=True, autoincrement=False),
)

# The same deal for two people: who challenged whom to what, and the message that says so.
duels = Table(
    "duels",
    metadata,
    _fact("id", Integer, primary_key=True),
    _fact("game", Text, nullable=False),
    # What both play, as it was when they were challenged: an update of the bot changes nothing.
    _fact("edition", Text, nullable=False),
    _fact("options", Text, nullable=False),
    _fact("rivals", Text, nullable=False),
    _fact("seed", LargeBinary, nullable=False),
    Column("challenger_id", BigInteger, nullable=False, info=_FORMER),
    # None until somebody accepts a challenge to everybody.
    Column("opponent_id", BigInteger, info=_FORMER),
    _fact("state", Text, nullable=False),
    _fact("guild_id", BigInteger, nullable=False),
    _fact("channel_id", BigInteger, nullable=False),
    _fact("message_id", BigInteger),
    _fact("created_at", BigInteger, nullable=False),
    _fact("accepted_at", BigInteger),
    _fact("ended_at", BigInteger),
    # When both were told how it ended; None until then.
    _fact("told_at", BigInteger),
    CheckConstraint(
        "state IN ('asked', 'playing', 'over', 'declined', 'withdrawn', 'expired')", name="state"
    ),
    CheckConstraint("length(seed) = 32", name="seed"),
    Index("ix_duels_challenger_id", "challenger_id", "state"),
    Index("ix_duels_opponent_id", "opponent_id", "state"),
    Index("ix_duels_state", "state", "told_at"),
)

# Everybody's one table in a duel, from when they begin.
duel_sides = Table(
    "duel_sides",
    metadata,
    _fact("duel_id", Integer, ForeignKey("duels.id"), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=_FORMER),
    _fact("session_id", Integer, ForeignKey("sessions.id"), nullable=False),
    # The server in which they pressed Play; None for direct messages.
    _fact("guild_id", BigInteger),
    # None until it's over, and for somebody who gave up.
    _fact("score", Integer),
    _fact("ended_at", BigInteger),
    Index("ix_duel_sides_session_id", "session_id"),
)

# Who was reminded that a duel lapses soon.
duel_reminders = Table(
    "duel_reminders",
    metadata,
    _fact("duel_id", Integer, ForeignKey("duels.id"), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=_DELETED),
)

# Who was told how a duel ended, until everybody was. Its channel has the number 0.
duel_results = Table(
    "duel_results",
    metadata,
    _fact("duel_id", Integer, ForeignKey("duels.id"), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=_DELETED),
)

# Who can't sit down in a server until then.
kept_away = Table(
    "kept_away",
    metadata,
    _fact("guild_id", BigInteger, primary_key=True, autoincrement=False),
    # Made from their id and a secret, so that it's known of somebody who has deleted their data, too.
    _fact("mark", Text, primary_key=True),
    Column("user_id", BigInteger, info=_EMPTIED),
    _fact("until", BigInteger, nullable=False),
    Column("why", Text, nullable=False, info=_EMPTIED),
)

# What people who manage a server have done there, and to whom.
server_log = Table(
    "server_log",
    metadata,
    _fact("id", Integer, primary_key=True),
    _fact("guild_id", BigInteger, nullable=False),
    _fact("at", BigInteger, nullable=False),
    Column("by_id", BigInteger, nullable=False, info=_FORMER),
    _fact("what", Text, nullable=False),
    Column("about_id", BigInteger, info=_FORMER),
    _fact("channel_id", BigInteger),
    _fact("until", BigInteger),
    Column("why", Text, nullable=False, info=_EMPTIED),
    Index("ix_server_log_guild_id", "guild_id", "id"),
)

# From which servers the bot was removed, and since when that's known.
gone_servers = Table(
    "gone_servers",
    metadata,
    _fact("guild_id", BigInteger, primary_key=True, autoincrement=False),
    _fact("since", BigInteger, nullable=False),
)

# Whom to forget at a table that was open when they deleted their data, and who takes their place.
forgetting = Table(
    "forgetting",
    metadata,
    _session_id(),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=_DELETED),
    _fact("former_id", BigInteger, nullable=False),
)

OF_PROCESSES = {"of_processes": True}
"""Marks the tables by which processes share the work. They have nothing to do with games."""

# One row: when a copy of this database was last saved. The process that saves it tells those that play.
last_copy = Table(
    "last_copy",
    metadata,
    _fact("id", Integer, primary_key=True, autoincrement=False),
    _fact("saved_at", BigInteger, nullable=False),
    info=OF_PROCESSES,
)

# Living processes only: a process that counts as dead loses its row.
processes = Table(
    "processes",
    metadata,
    _fact("id", BigInteger, primary_key=True, autoincrement=False),
    # After this the others may count it as dead.
    _fact("until", BigInteger, nullable=False),
    # It's shutting down and giving its shards to others.
    _fact("is_leaving", Boolean, nullable=False),
    info=OF_PROCESSES,
)

shards = Table(
    "shards",
    metadata,
    _fact("shard", Integer, primary_key=True, autoincrement=False),
    _fact("process_id", BigInteger, ForeignKey("processes.id", ondelete="SET NULL")),
    # Who gets it next, and whether they have connected to Discord for it.
    _fact("next_id", BigInteger, ForeignKey("processes.id", ondelete="SET NULL")),
    _fact("is_next_ready", Boolean, nullable=False),
    # The ids of the interactions that the process before has just answered.
    _fact("seen", Text, nullable=False),
    info=OF_PROCESSES,
)

# Version 0.7 forwarded interactions through this table. Now it stays empty; see `storage.shared`.
forwarded = Table(
    "forwarded",
    metadata,
    _fact("id", BigInteger, primary_key=True, autoincrement=False),
    _fact("shard", Integer, nullable=False),
    _fact("payload", Text, nullable=False),
    _fact("at", BigInteger, nullable=False),
    info=OF_PROCESSES,
)

# When a shard may connect next, by Discord's bucket.
identifies = Table(
    "identifies",
    metadata,
    _fact("bucket", Integer, primary_key=True, autoincrement=False),
    _fact("at", BigInteger, nullable=False),
    info=OF_PROCESSES,
)
