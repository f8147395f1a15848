"""What can go wrong, in sentences that a host or a player can act on."""


class StorageError(Exception):
    """The base class of the archive's errors."""


class StorageFailed(StorageError):
    """The disk or the database refused; nothing has been written.

    `is_lasting` means that waiting doesn't help: the file is damaged, or isn't what this program needs.
    `was_read` means that it only tried to read.
    """

    def __init__(self, sentence: str, *, is_lasting: bool = False, was_read: bool = False) -> None:
        super().__init__(sentence)
        self.is_lasting = is_lasting
        self.was_read = was_read

    def copy(self) -> "StorageFailed":
        """A copy for another task: one exception raised in many tasks collects all their tracebacks."""
        return StorageFailed(str(self), is_lasting=self.is_lasting, was_read=self.was_read)


class Unconfirmed(StorageFailed):
    """The connection was lost during the commit: whether it was written, only reading can tell."""

    def copy(self) -> "Unconfirmed":
        """See `StorageFailed`."""
        return Unconfirmed(str(self))


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


HELD = "Another program has locked the database for too long. Close it, or try again later."

LACKING = "The database is missing something Parlour needs ({cause}). Restore it from a copy."

FOREIGN = "This file isn't a Parlour database. Point storage.url at another file."

NEWER = "A newer version of Parlour wrote this database. Update this one."

MOVED = "The database file isn't where it was. Put it back, or restart the bot."

CLOSED = "The database is closed. Start the bot again."
