"""Which tables this process plays: all of them, unless `bot.cluster` says otherwise; see decision 29.

It stands alone since lobbies and sessions ask it, and only `bot.cluster` has another answer.
"""

from contextlib import AbstractAsyncContextManager, nullcontext
from typing import NamedTuple

from bot.refusal import Elsewhere
from storage import Archive, StoredSession


class Part(NamedTuple):
    """Some of the bot's servers: those of one shard of several. By default all."""

    shard: int = 0
    of: int = 1


EVERYTHING = Part()


class Ownership:
    """What one process has of the bot's work: everything, since it is alone."""

    def has(self, guild_id: int | None) -> bool:
        """Whether this process plays the tables of this server, or those in direct messages if None."""
        return True

    def must_have(self, guild_id: int | None) -> None:
        """Raises Refusal if another process has the tables of this server."""
        if not self.has(guild_id):
            raise Elsewhere

    def shard_of(self, guild_id: int | None) -> int:
        """The connection to Discord that brings this server's events, or direct messages if None."""
        return 0

    async def elsewhere(self, archive: Archive, user_id: int) -> list[StoredSession]:
        """This person's open tables that other processes play. Raises StorageFailed."""
        return []

    def turns(self) -> AbstractAsyncContextManager[None]:
        """To be entered for work that only one process does at a time."""
        return nullcontext()


ALONE = Ownership()
