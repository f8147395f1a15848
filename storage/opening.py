"""Opening the database that a URL names."""

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from storage.database import Database
from storage.errors import StorageFailed
from storage.postgres import Postgres
from storage.sqlite import SQLite

NOT_SERVED = "storage.url names {name}, but Parlour works with SQLite and PostgreSQL."


def address_of(url: str) -> URL:
    """The address in a URL or the plain path of a file. Raises StorageFailed for other kinds of database."""
    try:
        address = make_url(url) if "://" in url else URL.create("sqlite", database=url)
    except ArgumentError as error:
        raise StorageFailed("storage.url is neither a path nor a database URL.") from error
    if address.get_backend_name() not in ("sqlite", "postgresql"):
        raise StorageFailed(NOT_SERVED.format(name=address.get_backend_name()))
    return address


def is_file(address: URL) -> bool:
    """Whether it's an SQLite file, not a database on a server."""
    return address.get_backend_name() == "sqlite"


def name_of(address: URL) -> str:
    """A name for a database on a server, without user or password."""
    return f"{address.database} on {address.host or 'this machine'}"


async def open_database(url: str, busy_timeout: float) -> Database:
    """The database with the newest schema. Raises StorageFailed."""
    address = address_of(url)
    return await (SQLite if is_file(address) else Postgres).open(address, busy_timeout)
