"""Inserting lines: all that are waiting in one statement, or one by one to see which are refused."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from storage.errors import AlreadyWritten, IndexTaken, NoSuchSession
from storage.schema import lines
from storage.stored import StoredLine


@dataclass(frozen=True, slots=True)
class Appended:
    """Lines of one session that are written together or not at all."""

    session_id: int
    lines: tuple[StoredLine, ...]


_INSERT = insert(lines)
_INSERT_SEVERAL = _INSERT.returning(lines.c.index)
"""With RETURNING, SQLAlchemy sends one statement for all rows instead of one for each."""


def insert_at_once(connection: Connection, group: Iterable[Appended]) -> None:
    """Write all the lines, inside a change. Raises the driver's errors as they are."""
    rows = [_row(one.session_id, line) for one in group for line in one.lines]
    connection.execute(_INSERT if len(rows) == 1 else _INSERT_SEVERAL, rows)


def insert_checked(connection: Connection, appended: Appended) -> None:
    """Write the lines of one session, or raise why not: AlreadyWritten, IndexTaken or NoSuchSession."""
    try:
        with connection.begin_nested():
            insert_at_once(connection, [appended])
    except IntegrityError as error:
        raise _refusal(connection, appended) from error


def _row(session_id: int, line: StoredLine) -> dict[str, object]:
    # By hand, because every move of every table comes through here and `asdict` copies deeply.
    return {
        "session_id": session_id,
        "index": line.index,
        "who": line.who,
        "text": line.text,
        "note": line.note,
        "interaction_id": line.interaction_id,
        "at": line.at,
    }


def _refusal(connection: Connection, appended: Appended) -> Exception:
    """Why the lines were refused. A repeated click finds its own line at its index, so check it first."""
    presses = [line.interaction_id for line in appended.lines if line.interaction_id is not None]
    where = select(lines.c.session_id, lines.c.index)
    pressed = where.where(lines.c.interaction_id.in_(presses))
    if found := connection.execute(pressed).first():
        return AlreadyWritten(*found)
    indexes = [line.index for line in appended.lines]
    here = where.where(lines.c.session_id == appended.session_id, lines.c.index.in_(indexes))
    if found := connection.execute(here.order_by(lines.c.index)).first():
        return IndexTaken(*found)
    return NoSuchSession(appended.session_id)
