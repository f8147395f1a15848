"""Where servers have the game of the day posted, whom to remind of it, and when it could be played."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision: str | None = "0015"


def upgrade() -> None:
    """Nothing is posted and nobody is reminded until somebody asks for it."""
    op.create_table(
        "daily_channels",
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("channel_id", sa.BigInteger),
        sa.Column("hour", sa.Integer, nullable=False),
        sa.Column("first_day", sa.Integer, nullable=False),
        sa.Column("posted_day", sa.Integer, nullable=False),
        sa.Column("why_off", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_daily_channels"),
    )
    op.create_table(
        "daily_posts",
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("day", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("is_over", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "day", name="pk_daily_posts"),
    )
    op.create_table(
        "daily_reminders",
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_daily_reminders"),
    )
    op.create_index("ix_daily_reminders_due_at", "daily_reminders", ["due_at"])
    op.create_table(
        "daily_hours",
        sa.Column("day", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("hour", sa.Integer, nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("day", "hour", name="pk_daily_hours"),
    )
