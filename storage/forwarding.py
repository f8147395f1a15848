"""Interactions on their way to the process that has their table, sent as PostgreSQL notifications.

A notification has less than 8,000 bytes, which is enough for most interactions once they are compressed. A
longer one is sent in several, all in one transaction, so that they arrive one after the other.
"""

import zlib
from base64 import b64decode, b64encode
from dataclasses import dataclass
from hashlib import blake2b

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from storage.postgres import Postgres
from storage.shards import CHANNEL

PIECE = 7_800
"""How many characters of an interaction go into one notification, besides the ids."""

SENDING_SECONDS = 0.75
"""How long the server has to connect, and to answer, when we send something: a person is waiting."""

_SEND = text("SELECT pg_notify(:channel, said) FROM unnest(CAST(:said AS text[])) AS said")


@dataclass(frozen=True, slots=True)
class Forwarded:
    """An interaction for a table in this shard. `packed` is its payload, compressed."""

    id: int
    shard: int
    packed: str

    @classmethod
    def of(cls, interaction_id: int, shard: int, payload: str) -> "Forwarded":
        """Pack an interaction, whose payload is JSON text."""
        return cls(interaction_id, shard, b64encode(zlib.compress(payload.encode())).decode())

    @property
    def payload(self) -> str:
        """The payload as JSON text. Raises ValueError if it can't be read."""
        try:
            return zlib.decompress(b64decode(self.packed)).decode()
        except zlib.error as error:
            raise ValueError(str(error)) from None

    def pieces(self) -> list[str]:
        """The notifications for `Pieces` to read. No two are equal."""
        said = [self.packed[at : at + PIECE] for at in range(0, len(self.packed), PIECE)]
        return [f"{self.id} {self.shard} {n} {len(said)} {piece}" for n, piece in enumerate(said)]


class Pieces:
    """Puts interactions back together. One that lacks a piece is dropped when the next begins."""

    def __init__(self) -> None:
        self._had: list[str] = []

    def add(self, said: str) -> Forwarded | None:
        """Add a piece. Returns the interaction if this was its last one."""
        interaction_id, shard, number, count, piece = said.split(" ")
        if number == "0":
            self._had = []
        self._had.append(piece)
        if not len(self._had) == int(count) == int(number) + 1:
            return None
        return Forwarded(int(interaction_id), int(shard), "".join(self._had))


class Forwarding:
    """Sends interactions to the other processes."""

    def __init__(self, database: Postgres, secret: str) -> None:
        """Only processes with the same `secret` hear what is sent."""
        self.channel = private_channel(secret)
        self._database = database

    async def send(self, forwarded: Forwarded) -> None:
        """Let the process that has its shard answer an interaction. Raises StorageFailed.

        All processes hear it, this one too, or none. It isn't fenced: an interaction from a process that
        counts as dead does no harm.
        """
        try:
            async with self._database.watched(SENDING_SECONDS) as connection:
                await connection.execution_options(isolation_level="AUTOCOMMIT")
                await connection.execute(_SEND, {"channel": self.channel, "said": forwarded.pieces()})
        except DBAPIError as error:
            raise self._database.failed(error) from error


def private_channel(secret: str) -> str:
    """The name of the channel for interactions, which only processes that have the secret know.

    Anybody who can connect to a database can listen and send on any channel they know.
    """
    return f"{CHANNEL}_{blake2b(secret.encode(), digest_size=16).hexdigest()}"
