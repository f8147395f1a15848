"""The message in a table's channel is called its board, as everywhere else."""

from alembic import op

revision = "0012"
down_revision: str | None = "0011"


def upgrade() -> None:
    """Boards that stand keep standing, under their new name."""
    op.execute("UPDATE messages SET purpose = 'board' WHERE purpose = 'panel'")
