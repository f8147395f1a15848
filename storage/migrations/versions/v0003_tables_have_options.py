"""What the host chooses for the table in every game, and how many hints each seat has had."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision: str | None = "0002"


def upgrade() -> None:
    """Older tables have everything at its default, and nobody at them has asked for a hint."""
    op.add_column("sessions", sa.Column("table_options", sa.Text, nullable=False, server_default="{}"))
    op.create_index("ix_seats_user_id", "seats", ["user_id"])
    op.create_table(
        "hints",
        sa.Column("session_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("used", sa.Integer, nullable=False),
        sa.Column("prompt_version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("session_id", "seat", name="pk_hints"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_hints_session_id"),
    )
