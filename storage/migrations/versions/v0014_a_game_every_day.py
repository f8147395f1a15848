"""A game every day: whose try is which table, how it came out, and what par was."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision: str | None = "0013"

_OPEN = "phase IN ('lobby', 'playing') AND day IS NULL"


def upgrade() -> None:
    """A person's direct messages can have another table besides the games of the day."""
    op.add_column("sessions", sa.Column("day", sa.Integer))
    op.drop_index("one_open_session_a_channel", "sessions")
    op.create_index(
        "one_open_session_a_channel",
        "sessions",
        ["channel_id"],
        unique=True,
        sqlite_where=sa.text(_OPEN),
        postgresql_where=sa.text(_OPEN),
    )
    op.create_table(
        "tries",
        sa.Column("day", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("session_id", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer),
        sa.Column("ended_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("day", "user_id", name="pk_tries"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_tries_session_id"),
    )
    op.create_index("ix_tries_user_id", "tries", ["user_id", "day"])
    op.create_index("ix_tries_session_id", "tries", ["session_id"])
    op.create_table(
        "tries_shown",
        sa.Column("day", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("day", "guild_id", "user_id", name="pk_tries_shown"),
    )
    op.create_table(
        "pars",
        sa.Column("day", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("day", "game", name="pk_pars"),
    )
    op.create_table(
        "daily_secret",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_daily_secret"),
    )
