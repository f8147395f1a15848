"""Who is to be forgotten at which table, once that ends or they leave it."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision: str | None = "0019"


def upgrade() -> None:
    """Nobody is to be forgotten yet."""
    op.create_table(
        "forgetting",
        sa.Column("session_id", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("former_id", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("session_id", "user_id", name="pk_forgetting"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_forgetting_session_id"),
    )
