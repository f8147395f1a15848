"""Bots on discord.py, logged in to a local Discord."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeVar

import discord as dpy
import yarl

from local_discord.server import LocalDiscord

C = TypeVar("C", bound=dpy.Client)


def point_at(local: LocalDiscord) -> None:
    """From now on discord.py takes this for Discord."""
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
