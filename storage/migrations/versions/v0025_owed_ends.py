"""Ends that people haven't seen yet, and channels that Discord says it doesn't know."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision: str | None = "0024"


def upgrade() -> None:
    """Every end until now was shown, or is forgotten; and no channel is missing, as far as anybody knows."""
    op.add_column("sessions", sa.Column("owes_end", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("sessions", sa.Column("missing_since", sa.BigInteger))
