"""The archive: one open database with everything the bot needs after a restart, by subject."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Self

from storage.clocks import Clocks
from storage.dailies import Dailies
from storage.daily_news import DailyNews
from storage.database import PATIENCE, Database
from storage.departures import Departures
from storage.duels import Duels
from storage.messages import Messages, Reminders
from storage.migrations import WRITE
from storage.opening import open_database
from storage.order import Order
from storage.packing import Packing
from storage.people import People
from storage.privacy import Privacy
from storage.record import Record
from storage.sessions import Sessions
from storage.standings import Standings
from storage.transfer import Transfer
from storage.writer import Writer


class Archive:
    """Sessions with their records, standings and clocks, people, messages and reminders.

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
        self.packing = Packing(database, self.writer)
        self.standings = Standings(database, self.writer)
        self.dailies = Dailies(database, self.writer)
        self.daily_news = DailyNews(database, self.writer)
        self.duels = Duels(database, self.writer)
        self.clocks = Clocks(database, self.writer)
        self.people = People(database, self.writer)
        self.privacy = Privacy(database, self.writer, self.people)
        self.transfer = Transfer(database, self.writer)
        self.departures = Departures(database, self.writer)
        self.order = Order(database, self.writer)
        self.messages = Messages(database, self.writer)
        self.reminders = Reminders(database, self.writer)

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str, busy_timeout: float = PATIENCE) -> AsyncIterator[Self]:
        """Open a database by URL, or a file by path, until the end of the block.

        `sqlite:///parlour.sqlite3` is a file, `postgresql://user:password@server/name` a database on a
        server. Missing folders and the file are made, and the schema is brought up to date. `busy_timeout`
        is how many seconds a change waits for another writer. Raises StorageFailed.
        """
        archive = cls(await open_database(url, busy_timeout))
        try:
            yield archive
        finally:
            await archive.close()

    async def must_work(self) -> None:
        """Raises StorageFailed unless something can be read and written now, and is where it will be read."""
        await self.sessions.find(0)
        await self.writer.run(lambda connection: connection.exec_driver_sql(WRITE))

    async def close(self) -> None:
        """Finish all pending writes, then close the file."""
        await self.writer.close()
        await self.database.close()
