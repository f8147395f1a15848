"""Who had which seat of a game, once a seat has changed hands."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision: str | None = "0005"


def upgrade() -> None:
    """Make the table; for older games we only know who has the seats now."""
    op.create_table(
        "stays",
        sa.Column("session_id", sa.Integer, nullable=False),
        sa.Column("index", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("level", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("is_open", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("session_id", "index", name="pk_stays"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_stays_session_id"),
        sa.CheckConstraint("(user_id IS NULL) <> (level IS NULL)", name=op.f("ck_stays_person_or_computer")),
    )
