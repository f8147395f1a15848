"""When a copy of this database was last saved."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision: str | None = "0027"


def upgrade() -> None:
    """None has been, as far as the database knows."""
    op.create_table(
        "last_copy",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("saved_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_last_copy"),
    )
