"""Servers from which the bot was removed."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision: str | None = "0021"


def upgrade() -> None:
    """It's in all of them, as far as anybody knows."""
    op.create_table(
        "gone_servers",
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_gone_servers"),
    )
