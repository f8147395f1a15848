"""Who was reminded of which duel before it lapses."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision: str | None = "0018"


def upgrade() -> None:
    """Nobody has been reminded yet, so players of duels that lapse within a day are, after the start."""
    op.create_table(
        "duel_reminders",
        sa.Column("duel_id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("duel_id", "user_id", name="pk_duel_reminders"),
        sa.ForeignKeyConstraint(["duel_id"], ["duels.id"], name="fk_duel_reminders_duel_id"),
    )
