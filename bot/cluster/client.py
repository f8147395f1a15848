"""The connections to Discord of one of several processes: one for each shard that it has, or is about to."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import discord
from discord.gateway import DiscordWebSocket
from discord.state import AutoShardedConnectionState

from bot.app.client import Client
from bot.app.parlour import Feature
from bot.chat.discord_time import LastHeard
from bot.cluster.arrivals import InteractionRouter, Payload
from bot.cluster.sharing import HeldShards, ShardOwner
from bot.config import Settings
from bot.table.table import Part
from bot.telemetry.metrics import CONNECTIONS
from storage import SharedArchive, StorageFailed, open_shared

IDENTIFY_SECONDS = 5.25
"""Discord lets a bot connect a shard every 5 seconds, whichever process has it."""


class _Incoming(AutoShardedConnectionState[Any]):
    """What Discord sends, except that `decide` decides about interactions."""

    def __init__(self, decide: Callable[[Payload], None], **options: Any) -> None:
        self._decide = decide
        super().__init__(**options)

    def parse_interaction_create(self, data: Any) -> None:
        """Discord has sent an interaction."""
        self._decide(data)

    def answer(self, payload: Payload) -> None:
        """Let this process answer an interaction, as if Discord had sent it here."""
        super().parse_interaction_create(payload)  # type: ignore[arg-type]  # as Discord sends it

    def read(self, payload: Payload) -> discord.Interaction:
        """The interaction in this payload."""
        return discord.Interaction(data=payload, state=self)  # type: ignore[arg-type]


class ShardedClient(Client, discord.AutoShardedClient):
    """The client of a process that has some of the shards; `sharing` says which."""

    def __init__(
        self,
        settings: Settings,
        opened: SharedArchive,
        features: Sequence[Feature],
    ) -> None:
        self._incoming: _Incoming
        count = settings.discord.shards
        share = HeldShards(opened)
        super().__init__(settings, opened.archive, features, share, shard_count=count)
        self._shards = opened.shards
        self._concurrency = 1
        self._heard = defaultdict[int, LastHeard](LastHeard)
        self.arrivals = InteractionRouter(self.app, opened, self._incoming.answer, self._incoming.read)
        self.sharing = ShardOwner(self.app, opened, share, self.arrivals, self, settings.discord.handover)
        self._has_waited: set[int] = set()
        """The shards that have waited already, and may identify at once."""

    def _get_state(self, **options: Any) -> _Incoming:
        more = {"handlers": self._handlers, "hooks": self._hooks, "http": self.http, **options}
        self._incoming = _Incoming(self._interaction_arrived, dispatch=self.dispatch, **more)
        return self._incoming

    def _interaction_arrived(self, payload: Payload) -> None:
        self.arrivals.arrived(payload)

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Pass an event on; once other processes have all tables, only presses, so that people are told."""
        if event == "interaction" or not self.sharing.is_lost:
            super().dispatch(event, *args, **kwargs)

    def is_ready(self) -> bool:
        """Whether this process knows which shards it has; discord.py would wait for a list of all of them."""
        return self.sharing.has_begun

    async def setup_hook(self) -> None:
        """Register the commands, and learn how many shards may connect at once."""
        await self._shards.join()  # Discord may have kept us waiting for longer than a lease
        await super().setup_hook()
        self._concurrency = max((await self.fetch_session_start_limits()).max_concurrency, 1)

    async def launch_shards(self) -> None:
        """Begin to share, instead of connecting all shards at once."""
        if not self.is_closed():
            await self._shards.join()  # logging in may have taken longer than a lease
            self.app.start_housekeeping()
            self.sharing.start()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until this shard may connect again."""
        if shard_id in self._has_waited:
            self._has_waited.discard(shard_id)
        else:
            await self._wait_to_identify(shard_id or 0)

    def hears_nothing(self) -> bool:
        """See `Client`."""
        return any(one.is_late for one in self._heard.values())

    async def open(self, shard: int) -> None:
        """See `Gateway`."""
        connection = self.get_shard(shard)
        if connection is None or connection.is_closed():
            # Wait before there is a connection, which mustn't stay silent for long.
            await self._wait_to_identify(shard)
            self._has_waited.add(shard)
            await self.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard)

    async def shut(self, shard: int) -> None:
        """See `Gateway`."""
        self.app.outages.connected(shard)  # another process has its tables
        if (connection := self.get_shard(shard)) is not None:
            await connection.disconnect()

    async def on_ready(self) -> None:
        """Nothing: each shard has its own event."""

    on_resumed = on_disconnect = on_ready

    async def on_shard_ready(self, shard_id: int) -> None:
        """Discord sends this after every lost session too."""
        await self._shard_connected(shard_id, "ready")

    async def on_shard_resumed(self, shard_id: int) -> None:
        """The connection is back, and nothing that Discord sent meanwhile is lost."""
        await self._shard_connected(shard_id, "resumed")

    async def _shard_connected(self, shard_id: int, event: str) -> None:
        CONNECTIONS.labels(event).inc()
        self._heard[shard_id].connected(self._get_websocket(shard_id=shard_id))
        self.app.outages.connected(shard_id)
        await self.sharing.connected(shard_id)
        if event == "ready" and self.sharing.has(shard_id):
            self.app.lost_boards.look(Part(shard_id, self.shard_count or 1))

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Moves can't reach us; discord.py keeps trying."""
        if self.sharing.has(shard_id):
            CONNECTIONS.labels("lost").inc()
            self.app.outages.disconnected(shard_id, self._heard[shard_id].lost())

    async def on_message(self, message: discord.Message) -> None:
        """While a shard changes hands, two processes get this."""
        if self.app.share.has(message.guild.id if message.guild else None):
            await super().on_message(message)

    async def close(self) -> None:
        """Give the shards to others, then shut down in order."""
        await self.sharing.leave()
        await super().close()
        self.sharing.stop()

    async def _wait_to_identify(self, shard: int) -> None:
        try:
            bucket = shard % self._concurrency
            seconds = await self._shards.wait_to_identify(bucket, IDENTIFY_SECONDS)
        except StorageFailed:
            seconds = IDENTIFY_SECONDS
        await asyncio.sleep(seconds)


@asynccontextmanager
async def one_of_several(settings: Settings, features: Sequence[Feature]) -> AsyncIterator[ShardedClient]:
    """The bot before it logs in, as one of several processes. Raises StorageFailed; see `open_shared`."""
    where, secret = settings.discord, settings.discord.token.get_secret_value()
    async with open_shared(settings.storage.url, where.shards, secret=secret) as opened:
        yield ShardedClient(settings, opened, features)
