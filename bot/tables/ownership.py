"""Which tables this process plays: all, or those in the shards that it has; see decision 29."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext

from bot.refusal import Elsewhere


class Ownership:
    """One process's part of the bot's work: everything, unless there is a `shard_of`."""

    def __init__(
        self,
        shard_of: Callable[[int | None], int] | None = None,
        turns: Callable[[], AbstractAsyncContextManager[None]] = nullcontext,
    ) -> None:
        """`shard_of` finds a server's shard; only one process at a time is inside `turns`."""
        self.held: set[int] = set()
        """The shards whose tables this process plays, if there are several."""
        self.turns = turns
        self._shard_of = shard_of

    @property
    def is_all(self) -> bool:
        """Whether this process plays every table, since it runs alone."""
        return self._shard_of is None

    def shard_of(self, guild_id: int | None) -> int:
        """The connection to Discord that brings this server's events, or direct messages if None."""
        return 0 if self._shard_of is None else self._shard_of(guild_id)

    def has(self, guild_id: int | None) -> bool:
        """Whether this process plays the tables of this server, or those in direct messages if None."""
        return self._shard_of is None or self._shard_of(guild_id) in self.held

    def must_have(self, guild_id: int | None) -> None:
        """Raises Refusal if another process has the tables of this server."""
        if not self.has(guild_id):
            raise Elsewhere
