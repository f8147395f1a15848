"""Standings, ratings and how each game changed them; who wants to be seen on them."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision: str | None = "0012"

_ALONE = """
UPDATE results SET rated = true WHERE
    session_id IN (SELECT session_id FROM results WHERE level IS NOT NULL)
    AND session_id NOT IN (SELECT session_id FROM stays)
"""
"""Games with computers are rated from now on, on a ladder of their own, unless a seat changed hands."""


def upgrade() -> None:
    """The new tables stay empty: the next start counts all results once."""
    for name, column in (("shown_everywhere", sa.false()), ("profile_hidden", sa.false())):
        op.add_column("people", sa.Column(name, sa.Boolean, nullable=False, server_default=column))
    op.create_table(
        "standings",
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("ladder", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("period", sa.Text, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("mu", sa.Double),
        sa.Column("sigma", sa.Double),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("rated", sa.Integer, nullable=False),
        sa.Column("form", sa.Text, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("last_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "ladder", "game", "period", "user_id", name="pk_standings"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rating_changes",
        sa.Column("session_id", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("ladder", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("mu_before", sa.Double),
        sa.Column("sigma_before", sa.Double),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("session_id", "guild_id", "user_id", name="pk_rating_changes"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_rating_changes_session_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "counted",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("changed_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_counted"),
    )
    for table, *columns in (
        ("people", "shown_everywhere"),
        ("results", "user_id", "ended_at", "session_id", "guild_id", "game", "place"),
        ("results", "ended_at"),
        ("sessions", "ended_at"),
        ("sessions", "guild_id", "ended_at"),
        ("sessions", "channel_id", "ended_at"),
        ("standings", "user_id", "guild_id", "period"),
        ("rating_changes", "user_id", "guild_id", "game", "ladder", "at"),
    ):
        op.create_index(f"ix_{table}_{columns[0]}", table, columns)
    op.create_index(
        "ix_standings_rank", "standings", ["guild_id", "ladder", "game", "period", "rank", "user_id"]
    )
    op.execute(_ALONE)
