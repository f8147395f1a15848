"""What servers are set to, whom a table waits for, and when each person had their last digest."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision: str | None = "0004"


def upgrade() -> None:
    """Make the tables; every server starts with the defaults, and nobody has been reminded yet."""
    op.create_table(
        "servers",
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_servers"),
    )
    op.create_table(
        "waits",
        sa.Column("session_id", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("question", sa.Text, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("look_at", sa.BigInteger),
        sa.Column("told_at", sa.BigInteger),
        sa.Column("warned_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("session_id", "user_id", name="pk_waits"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_waits_session_id"),
    )
    op.create_table(
        "digests",
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("sent_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_digests"),
    )
