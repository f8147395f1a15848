"""A fence around the database of one of several processes: once it counts as dead, it writes nothing."""

from typing import TypeVar

from sqlalchemy import Connection

from storage.database import Database, Work
from storage.errors import StorageFailed
from storage.shards import Shards, tell

T = TypeVar("T")


class Fenced:
    """A `Database` whose changes are made only while this process lives; see `Shards.must_live`."""

    def __init__(self, database: Database, shards: Shards) -> None:
        self._database = database
        self._shards = shards

    async def read(self, work: Work[T]) -> T:
        """See `Database`."""
        return await self._database.read(work)

    async def change(self, work: Work[T]) -> T:
        """See `Database`. Raises TakenOver too."""

        def fenced(connection: Connection) -> T:
            self._shards.must_live(connection)
            return work(connection)

        return await self._database.change(fenced)

    def tell(self, connection: Connection, word: str) -> None:
        """See `Database`."""
        tell(connection, word)

    def is_request_at_fault(self, error: Exception) -> bool:
        """See `Database`."""
        return self._database.is_request_at_fault(error)

    def failed(self, error: Exception, *, was_read: bool = False) -> StorageFailed:
        """See `Database`."""
        return self._database.failed(error, was_read=was_read)

    async def close(self) -> None:
        """See `Database`."""
        await self._database.close()
