"""When Discord was last heard over a connection.

A network that dies in silence closes nothing. discord.py gives a connection up a minute after the last frame,
and waits up to half a minute for an answer to its goodbye. Only then does it say that the connection is lost.
"""

import time

import discord
from discord.gateway import KeepAliveHandler


class LastHeard:
    """The last frame over each connection, by shard; 0 for a bot with one connection."""

    def __init__(self) -> None:
        self._beats: dict[int, KeepAliveHandler] = {}

    def connected(self, client: discord.Client, shard: int = 0) -> None:
        """This connection is up, or up again."""
        # discord.py has no event for a heartbeat's answer, and keeps the time of the last frame to itself.
        beat = client._get_websocket(shard_id=shard)._keep_alive  # noqa: SLF001
        if beat is not None:
            self._beats[shard] = beat

    def lost(self, shard: int = 0) -> float:
        """The last frame over a connection that is lost, by the monotonic clock; now if that isn't known."""
        beat = self._beats.pop(shard, None)
        ago = 0.0 if beat is None else time.perf_counter() - beat._last_recv  # noqa: SLF001 - as above
        return time.monotonic() - ago
