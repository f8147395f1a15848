"""Which tables rest, so that a start doesn't have to load them."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision: str | None = "0006"


def upgrade() -> None:
    """The first start loads every table once, and then knows which can rest."""
    op.add_column("sessions", sa.Column("rests_at", sa.Integer))
