"""What every message is made with, the same for all tables of a process."""

import asyncio
from dataclasses import dataclass, field

import discord

from bot.background import Background
from bot.limits.budget import Budget
from bot.screens.faces import Faces
from bot.screens.failures import NOT_SENT, UNKNOWN_MEMBER, UNKNOWN_USER, code_of
from bot.screens.pictures import Pictures
from bot.screens.presence import Presence
from storage import Archive, StoredSession


@dataclass(frozen=True, slots=True)
class DisplayContext:
    """Where messages are sent and kept, and what is drawn into them.

    A board is posted again below `bury_after` messages; players are reminded after `remind_after` seconds,
    never if that is 0.
    """

    client: discord.Client
    archive: Archive
    pictures: Pictures
    faces: Faces
    budget: Budget
    background: Background
    bury_after: int
    remind_after: float
    presence: Presence = field(default_factory=Presence)

    def channel_of(self, stored: StoredSession) -> discord.PartialMessageable:
        """The channel of a table."""
        return self.client.get_partial_messageable(stored.channel_id, guild_id=stored.guild_id)


MEMBER_SECONDS = 3.0
"""How long Discord has to say whether somebody is in a server: discord.py would try for half a minute."""


async def has_left(client: discord.Client, guild_id: int | None, user_id: int) -> bool:
    """Whether this person isn't in the server; False if Discord doesn't say so in time."""
    guild = client.get_guild(guild_id or 0)
    if guild is None:
        return False
    try:
        async with asyncio.timeout(MEMBER_SECONDS):
            await guild.fetch_member(user_id)
    except NOT_SENT as failed:
        return code_of(failed) in (UNKNOWN_MEMBER, UNKNOWN_USER)
    return False
