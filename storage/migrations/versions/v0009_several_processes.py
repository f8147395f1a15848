"""Several processes of one bot: which are alive, who has which shards, and forwarded presses."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision: str | None = "0008"


def upgrade() -> None:
    """The tables stay empty for a bot that runs as one process."""
    op.create_table(
        "processes",
        sa.Column("id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("is_leaving", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
    )
    op.create_table(
        "shards",
        sa.Column("shard", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("process_id", sa.BigInteger),
        sa.Column("next_id", sa.BigInteger),
        sa.Column("is_next_ready", sa.Boolean, nullable=False),
        sa.Column("seen", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("shard", name="pk_shards"),
        sa.ForeignKeyConstraint(
            ["process_id"], ["processes.id"], name="fk_shards_process_id", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["next_id"], ["processes.id"], name="fk_shards_next_id", ondelete="SET NULL"),
    )
    op.create_table(
        "forwarded",
        sa.Column("id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("shard", sa.Integer, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_forwarded"),
    )
    op.create_table(
        "identifies",
        sa.Column("bucket", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("bucket", name="pk_identifies"),
    )
