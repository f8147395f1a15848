"""The durable side of the bot: sessions and their append-only records, on SQLite or PostgreSQL.

A line is (index, who, text, note). Storage knows nothing about games, and of Discord only its ids.
"""

from storage.archive import Archive
from storage.errors import (
    AlreadyWritten,
    ChannelTaken,
    IndexTaken,
    NoSuchSession,
    PhasePassed,
    SeatsChanged,
    StorageFailed,
    Unconfirmed,
)
from storage.moving import move_storage
from storage.opening import only_bot
from storage.shards import Shard, Shards, Shared, TakenOver
from storage.shared import Forwarded, SharedArchive, open_shared
from storage.stored import (
    EndedGame,
    OpenLobby,
    OpenTable,
    Person,
    Phase,
    Result,
    RunningTime,
    StoredCheckpoint,
    StoredHints,
    StoredLine,
    StoredMessage,
    StoredSeat,
    StoredSession,
    StoredStay,
    StoredTime,
    StoredWait,
)

__all__ = [
    "AlreadyWritten",
    "Archive",
    "ChannelTaken",
    "EndedGame",
    "Forwarded",
    "IndexTaken",
    "NoSuchSession",
    "OpenLobby",
    "OpenTable",
    "Person",
    "Phase",
    "PhasePassed",
    "Result",
    "RunningTime",
    "SeatsChanged",
    "Shard",
    "Shards",
    "Shared",
    "SharedArchive",
    "StorageFailed",
    "StoredCheckpoint",
    "StoredHints",
    "StoredLine",
    "StoredMessage",
    "StoredSeat",
    "StoredSession",
    "StoredStay",
    "StoredTime",
    "StoredWait",
    "TakenOver",
    "Unconfirmed",
    "move_storage",
    "only_bot",
    "open_shared",
]
