"""Who has paused a table."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision: str | None = "0009"


def upgrade() -> None:
    """For a table that is paused now, nobody knows who did it."""
    op.add_column("sessions", sa.Column("paused_by", sa.BigInteger))
