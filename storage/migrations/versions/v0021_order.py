"""Who is kept from a server's tables, and who did what there to keep order."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision: str | None = "0020"


def upgrade() -> None:
    """Nobody is kept away, and nothing has been done."""
    op.create_table(
        "kept_away",
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("mark", sa.Text, nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "mark", name="pk_kept_away"),
    )
    op.create_table(
        "server_log",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by_id", sa.BigInteger, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("about_id", sa.BigInteger),
        sa.Column("channel_id", sa.BigInteger),
        sa.Column("until", sa.BigInteger),
        sa.Column("why", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_server_log"),
    )
    op.create_index("ix_server_log_guild_id", "server_log", ["guild_id", "id"])
