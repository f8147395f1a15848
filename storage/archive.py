"""The archive: one open database with everything the bot needs after a restart, by subject."""

from collections.abc import Generator
from types import TracebackType

from storage.clocks import Clocks
from storage.database import PATIENCE, Database
from storage.messages import Messages, Reminders
from storage.opening import open_database
from storage.people import People
from storage.record import Record
from storage.sessions import Sessions
from storage.writer import Writer


class Archive:
    """Sessions with their records and clocks, people, messages and reminders.

    Every change returns after COMMIT. Two archives, in two processes or one, may share a file
    (`storage.only_bot` keeps a second bot away). Everything raises StorageFailed if the disk or the database
    refuses, and keeps working.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.writer = Writer(database)
        """Every change to the database goes through it."""
        self.sessions = Sessions(database, self.writer)
        self.record = Record(database, self.writer)
        self.clocks = Clocks(database, self.writer)
        self.people = People(database, self.writer)
        self.messages = Messages(database, self.writer)
        self.reminders = Reminders(database, self.writer)

    @classmethod
    def open(cls, url: str, busy_timeout: float = PATIENCE) -> "Opening":
        """Open a database by URL, or a file by path. Await the result, or use it in `async with`.

        `sqlite:///parlour.sqlite3` is a file, `postgresql://user:password@server/name` a database on a
        server. Missing folders and the file are made, and the schema is brought up to date. `busy_timeout`
        is how many seconds a change waits for another writer. Raises StorageFailed.
        """
        return Opening(url, busy_timeout)

    async def close(self) -> None:
        """Finish all pending writes, then close the file."""
        await self.writer.close()
        await self.database.close()


class Opening:
    """An archive to open: `await` it and close it yourself, or use `async with`."""

    def __init__(self, url: str, busy_timeout: float) -> None:
        self._url = url
        self._busy_timeout = busy_timeout
        self._archive: Archive | None = None

    def __await__(self) -> Generator[object, None, Archive]:
        return self._open().__await__()

    async def __aenter__(self) -> Archive:
        self._archive = await self
        return self._archive

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._archive is not None:
            await self._archive.close()

    async def _open(self) -> Archive:
        return Archive(await open_database(self._url, self._busy_timeout))
