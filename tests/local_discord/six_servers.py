"""Six servers, and the shards of a bot that divide them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from local_discord.gateway import Intent
from local_discord.ratelimit import NO_LIMITS
from local_discord.sample import many_servers
from local_discord.server import LocalDiscord
from local_discord.shards import Sharding
from tests.local_discord.raw_bot import INTENTS, RawBot
from tests.openapi import described

SERVERS, SHARDS = 6, 3
WORLD = many_servers(SERVERS)
ALL = INTENTS | Intent.GUILD_MESSAGE_REACTIONS


@asynccontextmanager
async def started(sharding: Sharding) -> AsyncIterator[LocalDiscord]:
    """A Discord with the six servers; every answer is checked against the description at the end."""
    with described() as recording:
        async with LocalDiscord(WORLD, limits=NO_LIMITS, record=recording, sharding=sharding) as local:
            yield local


@asynccontextmanager
async def shard(discord: LocalDiscord, number: int | None, count: int = SHARDS) -> AsyncIterator[RawBot]:
    """This shard, connected and with its servers received; None for a connection that names no shard."""
    async with RawBot.connect(discord, identify=False) as bot:
        await bot.identify(ALL, **({} if number is None else {"shard": [number, count]}))
        for _ in (await bot.event("READY"))["guilds"]:
            await bot.event("GUILD_CREATE")
        yield bot


def guild(number: int) -> str:
    return WORLD.guilds[number].id


def room(number: int) -> str:
    return WORLD.guilds[number].channels[0].id


async def untold(bots: list[RawBot]) -> bool:
    """Whether none of these has received an event by the time its next heartbeat is answered."""
    return not any([await bot.heard() for bot in bots])
