"""The games that don't count on a day can be practised: a try is of a day and a game."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision: str | None = "0014"


def upgrade() -> None:
    """Every try so far was at the game that counted, which is its table's."""
    op.execute(
        "CREATE TABLE tries_before AS SELECT tries.*, sessions.game FROM tries "
        "JOIN sessions ON sessions.id = tries.session_id"
    )
    op.drop_table("tries")
    op.create_table(
        "tries",
        sa.Column("day", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("session_id", sa.Integer, nullable=False),
        sa.Column("is_practice", sa.Boolean, nullable=False),
        sa.Column("score", sa.Integer),
        sa.Column("ended_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("day", "game", "user_id", name="pk_tries"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_tries_session_id"),
    )
    op.create_index("ix_tries_user_id", "tries", ["user_id", "day"])
    op.create_index("ix_tries_session_id", "tries", ["session_id"])
    op.execute(
        "INSERT INTO tries (day, game, user_id, session_id, is_practice, score, ended_at) "
        "SELECT day, game, user_id, session_id, FALSE, score, ended_at FROM tries_before"
    )
    op.execute(
        "CREATE TABLE shown_before AS SELECT tries_shown.*, tries_before.game FROM tries_shown "
        "JOIN tries_before ON tries_before.day = tries_shown.day "
        "AND tries_before.user_id = tries_shown.user_id"
    )
    op.drop_table("tries_shown")
    op.create_table(
        "tries_shown",
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("day", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("guild_id", "day", "game", "user_id", name="pk_tries_shown"),
    )
    op.execute(
        "INSERT INTO tries_shown (day, game, guild_id, user_id) "
        "SELECT day, game, guild_id, user_id FROM shown_before"
    )
    op.drop_table("shown_before")
    op.drop_table("tries_before")
