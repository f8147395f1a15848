"""Interactions on their way to the process that has their table: as notifications, in no table.

A notification has less than 8,000 bytes, which most interactions fit once they are packed. What doesn't is
sent in several, which one transaction sends together, so that they arrive one after the other.
"""

import zlib
from base64 import b64decode, b64encode
from dataclasses import dataclass
from hashlib import blake2b

from storage.shards import CHANNEL

PIECE = 7_800
"""How much of an interaction goes into one notification; the rest of it says which interaction that is."""


@dataclass(frozen=True, slots=True)
class Forwarded:
    """An interaction for a table in this shard. `packed` is what Discord sent of it."""

    id: int
    shard: int
    packed: str

    @classmethod
    def of(cls, interaction_id: int, shard: int, payload: str) -> "Forwarded":
        """This interaction, whose payload is JSON text."""
        return cls(interaction_id, shard, b64encode(zlib.compress(payload.encode())).decode())

    @property
    def payload(self) -> str:
        """JSON text. Raises ValueError if it can't be read."""
        try:
            return zlib.decompress(b64decode(self.packed)).decode()
        except zlib.error as error:
            raise ValueError(str(error)) from None

    def pieces(self) -> list[str]:
        """As `Pieces` reads it. None of them is like another."""
        said = [self.packed[at : at + PIECE] for at in range(0, len(self.packed), PIECE)]
        return [f"{self.id} {self.shard} {n} {len(said)} {piece}" for n, piece in enumerate(said)]


class Pieces:
    """Puts interactions together. One that lacks a piece is forgotten when the next begins."""

    def __init__(self) -> None:
        self._had: list[str] = []

    def add(self, said: str) -> Forwarded | None:
        """The interaction of which this is the last piece."""
        interaction_id, shard, number, count, piece = said.split(" ")
        if number == "0":
            self._had = []
        self._had.append(piece)
        if not len(self._had) == int(count) == int(number) + 1:
            return None
        return Forwarded(int(interaction_id), int(shard), "".join(self._had))


def private_channel(secret: str) -> str:
    """Where interactions are told: only those who know the secret know its name.

    Anybody who may connect to a database may listen to a channel, and send there.
    """
    return f"{CHANNEL}_{blake2b(secret.encode(), digest_size=16).hexdigest()}"
