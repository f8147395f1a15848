"""The one writer: everything queued while the last commit ran goes into the next transaction.

A thousand tables need hardly more commits than one, and commits are what makes disks slow. Each request gets
its own answer after COMMIT: a refused one never affects the others. Lines that wait are inserted by one
statement, and one by one only to see which are refused.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeAlias, TypeVar

from sqlalchemy import Connection, Executable, insert, select
from sqlalchemy.exc import IntegrityError

from storage.database import Database, Work
from storage.errors import CLOSED, AlreadyWritten, IndexTaken, NoSuchSession, StorageFailed
from storage.schema import lines
from storage.stored import StoredLine, row_of

T = TypeVar("T")

_MOST_IN_GROUP = 1_000


Rows: TypeAlias = Sequence[Mapping[str, Any]]
"""Rows of lines."""


@dataclass(frozen=True, slots=True, eq=False)
class _Pending(Generic[T]):
    """A change that waits for its commit, and the future of its answer."""

    change: Work[T]
    answer: "asyncio.Future[T]"
    rows: Rows = ()
    """If that's all it does: the lines of one session that it appends, together or not at all."""
    is_alone: bool = False
    """Whether it has a transaction of its own."""


class Writer:
    """Serves appends and other changes in the order they came, appends first within a group."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queue: list[_Pending[Any]] = []
        self._woken = asyncio.Event()
        self._closed = False
        self.failing_since: float | None = None
        """When the database was first asked for a change that it couldn't make; None if it made the last."""
        self.fails = asyncio.Event()
        """Set while that is so."""
        self._serving = asyncio.create_task(self._serve(), name="storage writer")

    async def append(
        self, session_id: int, lines: Sequence[StoredLine], then: Sequence[Executable] = ()
    ) -> None:
        """Write lines of a session and `then` the rest, all or none; returns once they are on the disk.

        Raises AlreadyWritten, IndexTaken, NoSuchSession or StorageFailed. A caller that is cancelled while it
        waits leaves its lines queued: they are still written.
        """
        rows = [row_of(line, session_id=session_id) for line in lines]
        await self._submit(partial(_insert_checked, rows=rows, then=then), () if then else rows)

    async def run(self, change: Work[T], *, alone: bool = False) -> T:
        """Make a change in a transaction and return its value. If it raises, only this change is undone.

        One that waits for other processes has the transaction `alone`, so that it holds nothing they need.
        """
        return await self._submit(change, alone=alone)

    async def idle(self) -> None:
        """Wait until everything asked before is written or refused."""
        await self._submit(lambda _: None)

    async def close(self) -> None:
        """Finish pending writes and refuse new ones."""
        self._closed = True
        self._woken.set()
        # Not awaited directly, so that the rest can be closed even if the serving task was cancelled.
        await asyncio.wait([self._serving])

    async def _submit(self, change: Work[T], rows: Rows = (), *, alone: bool = False) -> T:
        if self._closed or self._serving.done():
            raise StorageFailed(CLOSED)
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.append(_Pending(change, answer, rows, alone))
        self._woken.set()
        return await answer

    async def _serve(self) -> None:
        group: list[_Pending[Any]] = []
        try:
            while self._queue or not self._closed:
                await self._woken.wait()
                group, self._queue = self._queue[:_MOST_IN_GROUP], self._queue[_MOST_IN_GROUP:]
                if not self._queue:
                    self._woken.clear()
                await self._commit(group)
        finally:
            # There are answers left here only if the event loop shuts down in the middle of a commit.
            self._closed = True
            for pending in (*group, *self._queue):
                pending.answer.cancel()

    async def _commit(self, group: Sequence[_Pending[Any]]) -> None:
        # A move is what people wait for; a message to remember or a seat can come after it.
        moves = [pending for pending in group if pending.rows]
        if moves and not await self._at_once(moves):
            await self._one_by_one(moves)
        others = [pending for pending in group if not pending.rows and not pending.is_alone]
        if others:
            await self._one_by_one(others)
        for pending in group:
            if pending.is_alone:
                await self._alone(pending)

    async def _at_once(self, group: Sequence[_Pending[None]]) -> bool:
        """Returns whether all were answered; if not, nothing is written and each has to be tried alone."""
        rows = [row for pending in group for row in pending.rows]
        try:
            await self._change(partial(_insert, rows=rows))
        except Exception as error:
            if self._database.is_request_at_fault(error):
                return False
            _tell_all(group, self._database.failed(error))
        else:
            for pending in group:
                _tell(pending, None)
        return True

    async def _change(self, work: Work[T]) -> T:
        """Let the database make this change, and remember whether it could."""
        asked_at = time.monotonic()
        try:
            value = await self._database.change(work)
        except Exception as error:
            if self.failing_since is None and not self._database.is_request_at_fault(error):
                self.failing_since = asked_at
                self.fails.set()
            raise
        self.failing_since = None
        self.fails.clear()
        return value

    async def _one_by_one(self, group: Sequence[_Pending[Any]]) -> None:
        """Make these changes in one transaction, with a savepoint for each if there are several."""
        if len(group) == 1:
            await self._alone(group[0])
            return
        try:
            outcomes = await self._change(
                lambda connection: [self._outcome(connection, pending) for pending in group]
            )
        except Exception as error:
            _tell_all(group, self._database.failed(error))
        else:
            for pending, outcome in zip(group, outcomes, strict=True):
                _tell(pending, outcome)

    async def _alone(self, pending: _Pending[Any]) -> None:
        """Make this change in its own transaction, which is undone if the change raises something."""
        try:
            outcome = await self._change(pending.change)
        except Exception as error:
            at_fault = self._database.is_request_at_fault(error)
            _tell(pending, error if at_fault else self._database.failed(error))
        else:
            _tell(pending, outcome)

    def _outcome(self, connection: Connection, pending: _Pending[Any]) -> object:
        savepoint = connection.begin_nested()
        try:
            value = pending.change(connection)
        except Exception as error:
            # When the disk fails SQLite drops the whole transaction, and no savepoint is left to go back to.
            if not self._database.is_request_at_fault(error):
                raise
            savepoint.rollback()
            return error
        savepoint.commit()
        return value


def _tell(pending: _Pending[Any], outcome: object) -> None:
    if pending.answer.done():
        return
    if isinstance(outcome, Exception):
        pending.answer.set_exception(outcome)
    else:
        pending.answer.set_result(outcome)


def _tell_all(group: Sequence[_Pending[Any]], failure: StorageFailed) -> None:
    for pending in group:
        _tell(pending, failure.copy())


_INSERT = insert(lines)
_INSERT_SEVERAL = _INSERT.returning(lines.c.index)
"""With RETURNING, SQLAlchemy sends one statement for all rows instead of one for each."""


def _insert(connection: Connection, rows: Rows) -> None:
    """Write all the lines, inside a change. Raises the driver's errors as they are."""
    connection.execute(_INSERT if len(rows) == 1 else _INSERT_SEVERAL, rows)


def _insert_checked(connection: Connection, rows: Rows, then: Sequence[Executable]) -> None:
    """Write the lines of one session, or raise why not: AlreadyWritten, IndexTaken or NoSuchSession."""
    try:
        with connection.begin_nested():
            _insert(connection, rows)
    except IntegrityError as error:
        raise _refusal(connection, rows) from error
    for statement in then:
        connection.execute(statement)


def _refusal(connection: Connection, rows: Rows) -> Exception:
    """Why the lines were refused. A repeated click finds its own line at its index, so check it first."""
    presses = [row["interaction_id"] for row in rows if row["interaction_id"] is not None]
    where = select(lines.c.session_id, lines.c.index)
    pressed = where.where(lines.c.interaction_id.in_(presses))
    if found := connection.execute(pressed).first():
        return AlreadyWritten(*found)
    session_id, indexes = rows[0]["session_id"], [row["index"] for row in rows]
    here = where.where(lines.c.session_id == session_id, lines.c.index.in_(indexes))
    if found := connection.execute(here.order_by(lines.c.index)).first():
        return IndexTaken(*found)
    return NoSuchSession(session_id)
