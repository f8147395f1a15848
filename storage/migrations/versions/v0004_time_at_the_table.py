"""How much time each seat has used, and which tables are paused."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision: str | None = "0003"


def upgrade() -> None:
    """At older tables nobody has used any time, and none is paused."""
    op.add_column("sessions", sa.Column("paused_at", sa.BigInteger))
    op.create_table(
        "times",
        sa.Column("session_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("move", sa.Integer, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
        sa.Column("bank_used", sa.BigInteger, nullable=False),
        sa.Column("excused", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("session_id", "seat", name="pk_times"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_times_session_id"),
    )
