"""Bots on discord.py, logged in to a local Discord."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import discord as dpy
import yarl
from discord import app_commands

from local_discord.server import LocalDiscord

INVALID_SESSION = '"op":9,'


class Client(dpy.Client):
    """A process of the bot with one shard: it notes its events, and answers presses and commands.

    `name` is the name it gives in its answers.
    """

    def __init__(self, name: str = "", **options: Any) -> None:
        intents = dpy.Intents.all()
        super().__init__(intents=intents, guild_ready_timeout=0.05, enable_debug_events=True, **options)
        self.name = name
        self.told: asyncio.Queue[dpy.Message] = asyncio.Queue()
        self.answered: list[dpy.Interaction[Any]] = []
        self.events: Counter[str] = Counter()
        self.refused: asyncio.Queue[None] = asyncio.Queue()
        self.tree = app_commands.CommandTree(self)
        self.tree.command(name="greet", description="Say hello")(self._greet)

    async def _greet(self, interaction: dpy.Interaction[Any]) -> None:
        await self.answer(interaction)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """It doesn't wait discord.py's five seconds between two shards."""

    async def on_message(self, message: dpy.Message) -> None:
        if message.author != self.user:
            self.told.put_nowait(message)

    async def on_interaction(self, interaction: dpy.Interaction[Any]) -> None:
        if interaction.type is dpy.InteractionType.component:
            await self.answer(interaction)

    async def answer(self, interaction: dpy.Interaction[Any]) -> None:
        self.answered.append(interaction)
        await interaction.response.send_message(f"{self.name} heard you")

    async def on_socket_event_type(self, name: str) -> None:
        self.events[name] += 1

    async def on_socket_raw_receive(self, said: str) -> None:
        if INVALID_SESSION in said:
            self.refused.put_nowait(None)


class Sharded(Client, dpy.AutoShardedClient):
    """The same with several shards; it also notes what happens to their connections."""

    def __init__(self, name: str = "", **options: Any) -> None:
        super().__init__(name, **options)
        self.lost: list[int] = []
        self.begun: asyncio.Queue[int] = asyncio.Queue()
        self.resumed: asyncio.Queue[int] = asyncio.Queue()

    async def on_shard_disconnect(self, shard_id: int) -> None:
        self.lost.append(shard_id)

    async def on_shard_connect(self, shard_id: int) -> None:
        self.begun.put_nowait(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        self.resumed.put_nowait(shard_id)


class Patient(Sharded):
    """It waits between two shards as discord.py does."""

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        await dpy.AutoShardedClient.before_identify_hook(self, shard_id, initial=initial)


C = TypeVar("C", bound=dpy.Client)


def point_at(local: LocalDiscord) -> None:
    """From now on discord.py uses this as Discord."""
    dpy.http.Route.BASE = local.api_url
    dpy.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(local.gateway_url)


@asynccontextmanager
async def logged_in(client: C, local: LocalDiscord) -> AsyncIterator[C]:
    """The client, ready, until the end of the block. Raises what its start raised."""
    point_at(local)
    async with client:
        work = asyncio.create_task(client.start(local.applications[0].token))
        ready = asyncio.create_task(client.wait_until_ready())
        await asyncio.wait({work, ready}, return_when=asyncio.FIRST_COMPLETED)
        if work.done():
            ready.cancel()
            await work
        yield client
        await client.close()
        await work
