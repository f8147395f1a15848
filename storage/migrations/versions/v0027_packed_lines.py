"""Games that are over, each in one row; the bot moves them there while it runs."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision: str | None = "0026"


def upgrade() -> None:
    """No game is packed yet."""
    op.create_table(
        "packed_lines",
        sa.Column("session_id", sa.Integer, nullable=False),
        sa.Column("lines", sa.Integer, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("session_id", name="pk_packed_lines"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_packed_lines_session_id"),
    )
