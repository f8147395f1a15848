"""The one writer: everything queued while the last commit ran goes into the next transaction.

A thousand tables need hardly more commits than one, and commits are what makes disks slow. What is
asked for is acknowledged after COMMIT, each with its own answer: a refusal never touches a neighbour.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from aiosqlite import Connection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage.append import MOST_LINES, Appended, insert_at_once, insert_checked
from storage.database import WRITES
from storage.errors import StorageFailed, is_fault_of_the_asker, storage_failed

T = TypeVar("T")

# A group this long fits one statement as long as an append has four lines on average.
_MOST_ASKED = MOST_LINES // 4

Change = Callable[[AsyncConnection], Awaitable[T]]


@dataclass(frozen=True, slots=True, eq=False)
class _Asked(Generic[T]):
    """A change that waits for its commit, and the promise of its answer."""

    change: Change[T]
    answer: "asyncio.Future[T]"
    appended: Appended | None = None


class Writer:
    """Serves appends and other changes in the order they came, appends first within a group."""

    def __init__(self, connection: AsyncConnection, driver: Connection) -> None:
        self._connection = connection
        self.driver = driver
        """SQLite's own connection, on which everything is written."""
        self._asked: list[_Asked[Any]] = []
        self._woken = asyncio.Event()
        self._closed = False
        self._serving = asyncio.create_task(self._serve(), name="storage writer")

    @classmethod
    async def on(cls, engine: AsyncEngine) -> "Writer":
        """The writer of a database, on a connection of its own."""
        connection = await engine.connect()
        await connection.execution_options(**WRITES)
        driver = (await connection.get_raw_connection()).driver_connection
        assert isinstance(driver, Connection)
        return cls(connection, driver)

    async def append(self, appended: Appended) -> None:
        """Write the lines, all or none; returns once they are on the disk.

        Raises what `storage.append.insert_checked` raises, and StorageFailed. A caller that is cancelled
        while it waits leaves its lines queued: they are still written.
        """
        await self._ask(lambda connection: insert_checked(connection, appended), appended)

    async def run(self, change: Change[T]) -> T:
        """Make a change in a transaction and return its value; what it raises undoes it, and it alone."""
        return await self._ask(change)

    async def close(self) -> None:
        """Finish pending writes, refuse new ones, and release the connection."""
        self._closed = True
        self._woken.set()
        # Not awaited itself, so the connection is released even if the loop was told to stop.
        await asyncio.wait([self._serving])
        await self._connection.close()

    async def _ask(self, change: Change[T], appended: Appended | None = None) -> T:
        if self._closed or self._serving.done():
            raise StorageFailed("The database is closed. Start the bot again.")
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._asked.append(_Asked(change, answer, appended))
        self._woken.set()
        return await answer

    async def _serve(self) -> None:
        group: list[_Asked[Any]] = []
        try:
            while self._asked or not self._closed:
                await self._woken.wait()
                group, self._asked = self._asked[:_MOST_ASKED], self._asked[_MOST_ASKED:]
                if not self._asked:
                    self._woken.clear()
                await self._commit(group)
        finally:
            # Reached with answers owed only when the loop shuts down in the middle of a commit.
            self._closed = True
            for asked in (*group, *self._asked):
                asked.answer.cancel()

    async def _commit(self, group: Sequence[_Asked[Any]]) -> None:
        # A move is what people wait for; a message to remember or a seat can come after it.
        lines = [asked for asked in group if asked.appended]
        if lines and not await self._insert_at_once(lines):
            await self._one_by_one(lines)
        others = [asked for asked in group if not asked.appended]
        if others:
            await self._one_by_one(others)

    async def _insert_at_once(self, group: Sequence[_Asked[None]]) -> bool:
        """Whether all have their answer; if not, nothing is written and each is to be looked at alone."""
        appends = [asked.appended for asked in group if asked.appended]
        if sum(len(appended.lines) for appended in appends) > MOST_LINES:
            return False
        try:
            await insert_at_once(self.driver, appends)
        except Exception as error:
            if is_fault_of_the_asker(error):
                return False
            _tell_all(group, storage_failed(error))
        else:
            for asked in group:
                _tell(asked, None)
        return True

    async def _one_by_one(self, group: Sequence[_Asked[Any]]) -> None:
        """One transaction, and in it a savepoint for each."""
        try:
            async with self._connection.begin():
                outcomes = [await self._outcome(asked) for asked in group]
        except Exception as error:
            _tell_all(group, storage_failed(error))
        else:
            for asked, outcome in zip(group, outcomes, strict=True):
                _tell(asked, outcome)

    async def _outcome(self, asked: _Asked[Any]) -> object:
        savepoint = await self._connection.begin_nested()
        try:
            value = await asked.change(self._connection)
        except Exception as error:
            # When the disk fails SQLite drops the whole transaction, and no savepoint is left to go back to.
            if not is_fault_of_the_asker(error):
                raise
            await savepoint.rollback()
            return error
        await savepoint.commit()
        return value


def _tell(asked: _Asked[Any], outcome: object) -> None:
    if asked.answer.done():
        return
    if isinstance(outcome, Exception):
        asked.answer.set_exception(outcome)
    else:
        asked.answer.set_result(outcome)


def _tell_all(group: Sequence[_Asked[Any]], failure: StorageFailed) -> None:
    for asked in group:
        _tell(asked, failure.once_more())
