"""How far a count of all games has come, so that it can go on after a restart."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision: str | None = "0025"


def upgrade() -> None:
    """No count is under way."""
    op.add_column("counted", sa.Column("until_at", sa.BigInteger))
    op.add_column("counted", sa.Column("until_session", sa.Integer))
