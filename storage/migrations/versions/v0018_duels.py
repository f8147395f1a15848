"""Duels: who challenged whom, to which deal, and how both came out."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision: str | None = "0017"

_OPEN = "phase IN ('lobby', 'playing') AND day IS NULL AND duel IS NULL"


def upgrade() -> None:
    """A person's direct messages can have another table besides their tables in duels."""
    op.add_column("sessions", sa.Column("duel", sa.Integer))
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
        "duels",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("rivals", sa.Text, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("challenger_id", sa.BigInteger, nullable=False),
        sa.Column("opponent_id", sa.BigInteger),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("accepted_at", sa.BigInteger),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("told_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_duels"),
        sa.CheckConstraint(
            "state IN ('asked', 'playing', 'over', 'declined', 'withdrawn', 'expired')",
            name=op.f("ck_duels_state"),
        ),
        sa.CheckConstraint("length(seed) = 32", name=op.f("ck_duels_seed")),
    )
    op.create_index("ix_duels_challenger_id", "duels", ["challenger_id", "state"])
    op.create_index("ix_duels_opponent_id", "duels", ["opponent_id", "state"])
    op.create_index("ix_duels_state", "duels", ["state", "told_at"])
    op.create_table(
        "duel_sides",
        sa.Column("duel_id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("session_id", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("score", sa.Integer),
        sa.Column("ended_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("duel_id", "user_id", name="pk_duel_sides"),
        sa.ForeignKeyConstraint(["duel_id"], ["duels.id"], name="fk_duel_sides_duel_id"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_duel_sides_session_id"),
    )
    op.create_index("ix_duel_sides_session_id", "duel_sides", ["session_id"])
