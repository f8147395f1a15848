"""The state of long games, so that a start doesn't have to replay them from the first line."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision: str | None = "0007"


def upgrade() -> None:
    """Make the table; the bot fills it while long games go on."""
    op.create_table(
        "checkpoints",
        sa.Column("session_id", sa.Integer, nullable=False),
        sa.Column("lines", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("seal", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("session_id", name="pk_checkpoints"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_checkpoints_session_id"),
    )
