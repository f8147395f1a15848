"""Interactions on their way to the process that has their table, sent as PostgreSQL notifications.

A notification has less than 8,000 bytes, which is enough for most interactions once they are compressed. A
longer one is sent in several, all in one transaction, so that they arrive one after the other.
"""

import zlib
from base64 import b64decode, b64encode
from dataclasses import dataclass
from hashlib import blake2b

from storage.shards import CHANNEL

PIECE = 7_800
"""How many characters of an interaction go into one notification, besides the ids."""


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


def private_channel(secret: str) -> str:
    """The name of the channel for interactions, which only processes that have the secret know.

    Anybody who can connect to a database can listen and send on any channel they know.
    """
    return f"{CHANNEL}_{blake2b(secret.encode(), digest_size=16).hexdigest()}"
