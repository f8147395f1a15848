"""How a duel ends: with the second of its tables, in the same change."""

from sqlalchemy import Connection, func, select, update

from storage import schema

_duels, _sides = schema.duels, schema.duel_sides

SIDES = 2


def side_ended(connection: Connection, session_id: int, score: int | None, at: int) -> None:
    """This table has ended, inside a change; None is the score of somebody who gave up.

    Nothing happens if it isn't a table of a duel, or of one that has ended without it.
    """
    duel = select(_sides.c.duel_id).where(_sides.c.session_id == session_id).scalar_subquery()
    # If the other table ends at the same moment, its process waits here.
    query = select(_duels.c.id).where(_duels.c.id == duel, _duels.c.state == "playing").with_for_update()
    number = connection.scalar(query)
    if number is None:
        return
    own = _sides.c.session_id == session_id
    connection.execute(update(_sides).where(own).values(score=score, ended_at=at))
    through = select(func.count()).where(_sides.c.duel_id == number, _sides.c.ended_at.is_not(None))
    if connection.scalar(through) == SIDES:
        connection.execute(update(_duels).where(_duels.c.id == number).values(state="over", ended_at=at))
