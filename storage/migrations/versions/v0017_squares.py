"""How a try at the game of the day went, as squares."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision: str | None = "0016"


def upgrade() -> None:
    """Those of earlier tries are worked out when their players look at them again."""
    op.add_column("tries", sa.Column("squares", sa.Text))
