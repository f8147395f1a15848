"""What can go wrong, in sentences that a host or a player can act on."""

import sqlite3

from sqlalchemy.exc import DBAPIError


class StorageError(Exception):
    """The base class of the archive's errors."""


class StorageFailed(StorageError):
    """The disk or the database refused; nothing has been written.

    `is_lasting` if waiting doesn't help: the file is damaged, or isn't what this program needs.
    `was_read` if there was nothing to write.
    """

    def __init__(self, sentence: str, *, is_lasting: bool = False, was_read: bool = False) -> None:
        super().__init__(sentence)
        self.is_lasting = is_lasting
        self.was_read = was_read

    def copy(self) -> "StorageFailed":
        """The same for somebody else: one exception raised in many tasks gathers all their tracebacks."""
        return StorageFailed(str(self), is_lasting=self.is_lasting, was_read=self.was_read)


class NoSuchSession(StorageError):
    """There's no session with that id."""

    def __init__(self, session_id: int) -> None:
        super().__init__(f"There is no session {session_id}.")
        self.session_id = session_id


class ChannelTaken(StorageError):
    """The channel already has an open session: `session_id`."""

    def __init__(self, session_id: int) -> None:
        super().__init__(f"This channel already has an open game, session {session_id}.")
        self.session_id = session_id


class PhasePassed(StorageError):
    """The session isn't in a phase from which it can start or end; `phase` is the one it is in."""

    def __init__(self, session_id: int, phase: str) -> None:
        super().__init__(f"Session {session_id} is already {phase}.")
        self.session_id = session_id
        self.phase = phase


class AlreadyWritten(StorageError):
    """This interaction has its line already: `index` of `session_id`. The same press twice is one move."""

    def __init__(self, session_id: int, index: int) -> None:
        super().__init__(f"This click is already saved as line {index} of session {session_id}.")
        self.session_id = session_id
        self.index = index


class IndexTaken(StorageError):
    """Another process wrote this line first. Read the record again and judge the move again."""

    def __init__(self, session_id: int, index: int) -> None:
        super().__init__(f"Line {index} of session {session_id} was written by another process first.")
        self.session_id = session_id
        self.index = index


class SeatsChanged(StorageError):
    """Another process moved a seat of this session first. Read its seats again and judge again."""

    def __init__(self, session_id: int) -> None:
        super().__init__(f"A seat of session {session_id} was moved by another process first.")
        self.session_id = session_id


FOREIGN = "This file isn't a Parlour database. Point storage.url at another file."
_HELD = "Another program has locked the database for too long. Close it, or try again later."
_DAMAGED = "The database file is damaged. Restore it from a copy."
_LACKING = "The database is missing something Parlour needs ({cause}). Restore it from a copy."
_UNOPENED = "Can't open the database file. Check its path and permissions."

_SENTENCES = {
    sqlite3.SQLITE_FULL: "The disk with the database is full. Free up some space.",
    sqlite3.SQLITE_READONLY: "The database is read-only. Let the bot write to the file and its folder.",
    sqlite3.SQLITE_IOERR: "The disk with the database failed. Check its health, quota and free space.",
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: FOREIGN,
    sqlite3.SQLITE_BUSY: _HELD,
    sqlite3.SQLITE_LOCKED: _HELD,
    sqlite3.SQLITE_CANTOPEN: _UNOPENED,
    sqlite3.SQLITE_PERM: _UNOPENED,
}

_LASTING = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

_ASKER = (sqlite3.IntegrityError, sqlite3.DataError, sqlite3.ProgrammingError, sqlite3.InterfaceError)


def _cause(error: Exception) -> BaseException:
    return error.orig if isinstance(error, DBAPIError) and error.orig else error


def is_request_at_fault(error: Exception) -> bool:
    """Whether the request is to blame rather than the disk, so others can still be served."""
    cause = _cause(error)
    return isinstance(cause, _ASKER) or not isinstance(cause, sqlite3.Error)


def storage_failed(error: Exception, *, was_read: bool = False) -> StorageFailed:
    """SQLite's error as a sentence, or in the driver's own words if there is no sentence for it."""
    cause = _cause(error)
    # The low byte is the primary code; the rest says where in SQLite it happened.
    code = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code == sqlite3.SQLITE_ERROR and str(cause).startswith(("no such table", "no such column")):
        return StorageFailed(_LACKING.format(cause=cause), is_lasting=True, was_read=was_read)
    if code == sqlite3.SQLITE_ERROR and str(cause).startswith("Could not decode"):  # and the text
        return StorageFailed(_DAMAGED, is_lasting=True, was_read=was_read)
    sentence = _SENTENCES.get(code, f"The database refused the request: {cause}.")
    return StorageFailed(sentence, is_lasting=code in _LASTING, was_read=was_read)
