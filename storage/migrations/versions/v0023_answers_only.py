"""Tables in places where the bot isn't: a person has brought it along, and it can only answer there."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision: str | None = "0022"


def upgrade() -> None:
    """Until now the bot was wherever there was a table."""
    column = sa.Column("answers_only", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("sessions", column)
