"""Discord's HTTP API and gateway on loopback, in memory, for trying a bot without Discord.

Nothing here knows which bot logs in. README.md in this folder describes the protocol.
"""

from local_discord.applications import Application
from local_discord.fixtures import (
    ApplicationFixture,
    ChannelFixture,
    GuildFixture,
    PersonFixture,
    RoleFixture,
    WorldFixture,
)
from local_discord.interactions import Deadlines
from local_discord.person import Person, Refused
from local_discord.ratelimit import NO_LIMITS, Limit, Limits
from local_discord.sample import SAMPLE
from local_discord.server import LocalDiscord
from local_discord.shards import NO_WAITING, Sharding

__all__ = [
    "NO_LIMITS",
    "NO_WAITING",
    "SAMPLE",
    "Application",
    "ApplicationFixture",
    "ChannelFixture",
    "Deadlines",
    "GuildFixture",
    "Limit",
    "Limits",
    "LocalDiscord",
    "Person",
    "PersonFixture",
    "Refused",
    "RoleFixture",
    "Sharding",
    "WorldFixture",
]
