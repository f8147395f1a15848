"""Who was told how a duel ended, while others weren't yet."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision: str | None = "0028"


def upgrade() -> None:
    """Of duels that not everybody was told of, nobody was, as far as the database knows."""
    op.create_table(
        "duel_results",
        sa.Column("duel_id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("duel_id", "user_id", name="pk_duel_results"),
        sa.ForeignKeyConstraint(["duel_id"], ["duels.id"], name="fk_duel_results_duel_id"),
    )
