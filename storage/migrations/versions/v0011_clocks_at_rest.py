"""When the clocks of tables at rest ring, so that a start doesn't have to load those tables either."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision: str | None = "0010"


def upgrade() -> None:
    """No table with a running clock is at rest yet."""
    op.add_column("times", sa.Column("left", sa.BigInteger))
    op.add_column("times", sa.Column("counted_at", sa.BigInteger))
