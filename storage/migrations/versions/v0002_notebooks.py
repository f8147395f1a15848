"""What players mark in their notebooks."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision: str | None = "0001"


def upgrade() -> None:
    """Make the table; nobody has marked anything yet."""
    op.create_table(
        "notebooks",
        sa.Column("session_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("marks", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("session_id", "seat", name="pk_notebooks"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_notebooks_session_id"),
    )
