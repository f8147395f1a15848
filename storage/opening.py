"""Opening the database that a URL names."""

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from storage.database import Database
from storage.errors import StorageFailed
from storage.postgres import Postgres, must_be_known
from storage.sqlite import SQLite

NOT_SERVED = "storage.url names {name}, but Parlour works with SQLite and PostgreSQL."


def address_of(url: str) -> URL:
    """The address in a URL or the plain path of a file.

    Raises StorageFailed for other kinds of database, and for parameters of a server that we don't know.
    """
    try:
        address = make_url(url) if "://" in url else URL.create("sqlite", database=url)
    except ArgumentError as error:
        raise StorageFailed("storage.url is neither a path nor a database URL.") from error
    except ValueError as error:
        raise StorageFailed(
            "The port in storage.url isn't a number. If the password has signs besides letters and digits, "
            "write each as in a web address, such as %40 for @."
        ) from error
    if address.get_backend_name() == "postgres":
        address = address.set(drivername="postgresql")
    if address.get_backend_name() not in ("sqlite", "postgresql"):
        raise StorageFailed(NOT_SERVED.format(name=address.get_backend_name()))
    if not is_file(address):
        must_be_known(address)
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
