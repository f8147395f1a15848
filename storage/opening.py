"""The database that a URL names: opening it, looking at it, and keeping other bots away.

One bot per database: two would play the computers of the same tables and redraw the same boards.
"""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from storage.database import Condition, Database
from storage.errors import StorageFailed
from storage.pasted import is_quoted, trimmed
from storage.postgres import FORM, NO_PORT, Postgres, filled_in, must_be_known, with_hosts_apart
from storage.sqlite import SQLite, is_there, place_of

SHUTDOWN_SECONDS = 3.0
"""How long to wait for another bot that is just shutting down."""

_NOT_SERVED = "storage.url names {name}, but Parlour works with SQLite and PostgreSQL."
_TAKEN = (
    "Another bot is already running with this database ({name}). Stop it first. If two bots are meant to "
    "share the database, set storage.shared = true for both."
)
_LOST = "The database couldn't be reached for a while, and another bot has it now."


def address_of(url: str) -> URL:
    """The address in a URL or the plain path of a file, without what was pasted along with it.

    What a server's URL leaves out is filled in as PostgreSQL's own programs do. Raises StorageFailed for an
    address that can't be meant like this, other kinds of database, and parameters of a server that we don't
    know. It never quotes the URL, which may contain a password.
    """
    given = trimmed(url)
    if is_quoted(given):
        raise StorageFailed("storage.url has quotes around it: remove them.")
    if not given.isprintable():
        raise StorageFailed(
            "storage.url contains a line break or another sign that nobody sees. Type it again."
        )
    if "://" not in given:
        if begun := _BEGUN.match(given):
            raise StorageFailed(_FORMS[begun["kind"].casefold()])
        return _a_file(URL.create("sqlite", database=given))
    try:
        address = make_url(with_hosts_apart(given))
    except ArgumentError as error:
        raise StorageFailed("storage.url is neither a path nor a database URL.") from error
    except ValueError as error:
        raise StorageFailed(NO_PORT) from error
    address = address.set(drivername=address.drivername.casefold())
    if address.get_backend_name() == "postgres":
        address = address.set(drivername="postgresql")
    if is_file(address):
        return _a_file(address)
    if address.get_backend_name() != "postgresql":
        raise StorageFailed(_NOT_SERVED.format(name=address.get_backend_name()))
    must_be_known(address)
    return filled_in(address)


_SQLITE_FORM = (
    "storage.url has to look like sqlite:///FILE, with three slashes, or four for a path from the root."
)
_FORMS = {
    "sqlite": _SQLITE_FORM,
    "file": _SQLITE_FORM,
    "postgres": FORM,
    "postgresql": FORM,
}
_BEGUN = re.compile(rf"(?P<kind>{'|'.join(_FORMS)})(\+\w+)?:", re.IGNORECASE)
"""How an address begins, which without its slashes would be a path."""


def _a_file(address: URL) -> URL:
    """The address of a file. Raises StorageFailed if the URL or the path can't be meant like this."""
    if address.host or address.username:
        raise StorageFailed(_SQLITE_FORM)
    name = trimmed(address.database or "")
    if name.endswith("/"):
        raise StorageFailed("storage.url names a folder. Add the name of a file.")
    if name.startswith("$"):
        raise StorageFailed("storage.url begins with $, which Parlour doesn't fill in. Write the whole path.")
    try:
        return address.set(database=str(Path(name).expanduser()) if name.startswith("~") else name)
    except RuntimeError:
        raise StorageFailed(
            "storage.url begins with ~, but this account has no home. Write the whole path."
        ) from None


def is_file(address: URL) -> bool:
    """Whether it's an SQLite file, not a database on a server."""
    return address.get_backend_name() == "sqlite"


def path_of(url: str) -> Path:
    """The database file that a URL or a path names. Raises StorageFailed if it's on a server."""
    address = address_of(url)
    if not is_file(address):
        raise StorageFailed("The games are on a database server, not in a file.")
    return place_of(address)


def must_be_there(url: str, why: str) -> None:
    """Raises StorageFailed if the database is a file that isn't there; `why` says what can't be done then."""
    if is_file(address_of(url)) and not is_there(file := path_of(url)):
        raise StorageFailed(f"There's no database at {file} to {why}.")


def _kind_of(address: URL) -> type[Database]:
    return SQLite if is_file(address) else Postgres


async def open_database(url: str, busy_timeout: float) -> Database:
    """The database with the newest schema. Raises StorageFailed."""
    address = address_of(url)
    return await _kind_of(address).open(address, busy_timeout)


async def look_at(url: str) -> Condition:
    """The state of the database. Raises StorageFailed if it can't be read or written, or isn't Parlour's."""
    address = address_of(url)
    return await _kind_of(address).look_at(address)


@asynccontextmanager
async def only_bot(
    url: str, patience: float = SHUTDOWN_SECONDS
) -> AsyncIterator["asyncio.Future[StorageFailed]"]:
    """Keep every other bot that asks for it off this database until the end of the block.

    However the process ends, the system or the server then frees the database. The future is done if another
    bot took it because the server couldn't be reached for a while. Raises StorageFailed if another process
    still has it after `patience` seconds, or if `url` isn't a database that we can use.
    """
    address = address_of(url)
    gone: asyncio.Future[StorageFailed] = asyncio.get_running_loop().create_future()
    async with _kind_of(address).alone(address, patience) as lost:
        if lost is None:
            raise StorageFailed(_TAKEN.format(name=address.database))
        lost.add_done_callback(lambda _: gone.set_result(StorageFailed(_LOST)))
        yield gone
