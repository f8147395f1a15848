"""Why those who manage a server have paused a table, which then only they can resume."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision: str | None = "0023"


def upgrade() -> None:
    """Until now, everybody who could pause a table could resume it."""
    op.add_column("sessions", sa.Column("paused_why", sa.Text))
