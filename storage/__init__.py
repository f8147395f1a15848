"""The durable side of the bot: sessions and their append-only records, on SQLite.

It knows a line as (index, who, text, note) and nothing of any game or of Discord but its ids.
"""

from storage.archive import Archive
from storage.errors import (
    AlreadyWritten,
    ChannelTaken,
    IndexTaken,
    NoSuchSession,
    PhasePassed,
    StorageError,
    StorageFailed,
)
from storage.stored import (
    Person,
    Phase,
    Result,
    StoredLine,
    StoredMessage,
    StoredSeat,
    StoredSession,
)

__all__ = [
    "AlreadyWritten",
    "Archive",
    "ChannelTaken",
    "IndexTaken",
    "NoSuchSession",
    "Person",
    "Phase",
    "PhasePassed",
    "Result",
    "StorageError",
    "StorageFailed",
    "StoredLine",
    "StoredMessage",
    "StoredSeat",
    "StoredSession",
]
