"""Sessions, their seats, lines, messages and results, and people."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None


def upgrade() -> None:
    """Make the first six tables."""
    _sessions()
    _seats()
    _lines()
    _messages()
    _people()
    _results()


def _session_id(table: str) -> tuple[sa.Column[int], sa.ForeignKeyConstraint]:
    key = sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name=f"fk_{table}_session_id")
    return sa.Column("session_id", sa.Integer, nullable=False), key


def _sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("host_id", sa.BigInteger, nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("started_at", sa.BigInteger),
        sa.Column("ended_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sa.CheckConstraint(
            "phase IN ('lobby', 'playing', 'finished', 'stopped')", name=op.f("ck_sessions_phase")
        ),
        sa.CheckConstraint("length(seed) = 32", name=op.f("ck_sessions_seed")),
    )
    still_open = sa.text("phase IN ('lobby', 'playing')")
    op.create_index(
        "one_open_session_a_channel",
        "sessions",
        ["channel_id"],
        unique=True,
        sqlite_where=still_open,
        postgresql_where=still_open,
    )


def _seats() -> None:
    session_id, key = _session_id("seats")
    op.create_table(
        "seats",
        session_id,
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("level", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("click_id", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("session_id", "seat", name="pk_seats"),
        sa.CheckConstraint("(user_id IS NULL) <> (level IS NULL)", name=op.f("ck_seats_person_or_computer")),
        key,
    )


def _lines() -> None:
    session_id, key = _session_id("lines")
    op.create_table(
        "lines",
        session_id,
        sa.Column("index", sa.Integer, nullable=False),
        sa.Column("who", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("interaction_id", sa.BigInteger),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("session_id", "index", name="pk_lines"),
        key,
        sa.UniqueConstraint("interaction_id", name="uq_lines_interaction_id"),
    )


def _messages() -> None:
    session_id, key = _session_id("messages")
    op.create_table(
        "messages",
        session_id,
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("session_id", "purpose", name="pk_messages"),
        key,
    )


def _people() -> None:
    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("dms_closed", sa.Boolean, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_people"),
    )


def _results() -> None:
    session_id, key = _session_id("results")
    op.create_table(
        "results",
        session_id,
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("level", sa.Text),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("session_id", "seat", name="pk_results"),
        key,
    )
    op.create_index("ix_results_game", "results", ["game", "guild_id"])
