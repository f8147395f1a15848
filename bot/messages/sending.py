"""What every message is made with, and sending people one that calls them."""

import asyncio
import hashlib
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import discord

from bot.failures import DMS_CLOSED, NO_SERVER_IN_COMMON, NOT_SENT, UNKNOWN_MEMBER, UNKNOWN_USER, code_of
from bot.limits import Budget
from bot.screens.faces import Faces
from bot.screens.parts import Screen, calling, notice
from bot.screens.pictures import Pictures
from bot.tables.open_tables import LobbyOrSession
from bot.tasks import Background
from storage import Archive, StorageFailed, StoredSession

log = logging.getLogger(__name__)


MOST = 10_000
"""How many people are remembered: the last ones who pressed something."""


class Presence:
    """When each person last pressed something, since the bot's start."""

    def __init__(self) -> None:
        self._seen: OrderedDict[int, float] = OrderedDict()

    def seen(self, user_id: int) -> None:
        """This person has just pressed or typed something."""
        self._seen[user_id] = time.monotonic()
        self._seen.move_to_end(user_id)
        if len(self._seen) > MOST:
            self._seen.popitem(last=False)

    def seconds_ago(self, user_id: int) -> float:
        """How long ago this person last pressed something; infinity if unknown."""
        return time.monotonic() - self._seen.get(user_id, float("-inf"))


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


Place = tuple[int, int]
"""A message: its channel's id and its own."""


def once(*what: object) -> str:
    """A nonce that is the same for the same message.

    If the bot is killed between sending and remembering, and sends it again, Discord shows it once.
    """
    return hashlib.blake2b(":".join(map(str, what)).encode(), digest_size=12).hexdigest()


async def tell_channel(
    context: DisplayContext, table: LobbyOrSession, text: str, called: Sequence[int], nonce: str
) -> Place:
    """Post this in a table's channel and notify these people. Raises what a request can raise."""
    channel = context.channel_of(table.stored)
    sent = await channel.send(view=notice(text), allowed_mentions=calling(called), nonce=nonce)
    return table.stored.channel_id, sent.id


class Closed(Exception):
    """This person doesn't let the bot write to them."""

    def __init__(self, *, is_news: bool) -> None:
        """`is_news` is whether that turned out just now, to somebody who reads the server's channels."""
        super().__init__()
        self.is_news = is_news


async def write_directly(
    context: DisplayContext,
    user_id: int,
    make: Callable[[], Awaitable[Screen]],
    nonce: str,
    *,
    called: Collection[int] = (),
    retries: bool = False,
) -> Place:
    """Send this person what this makes. Raises Closed if they don't allow that, which is remembered.

    For somebody of whom that is known, nothing is made and sent, unless it `retries`. Raises what a request
    can raise, and StorageFailed.
    """
    archive = context.archive
    was_closed = (await archive.people.person(user_id)).dms_closed
    if was_closed and not retries:
        raise Closed(is_news=False)
    screen = await make()
    try:
        channel = await context.client.create_dm(discord.Object(user_id))
        sent = await channel.send(
            view=screen.layout, files=list(screen.files), allowed_mentions=calling(called), nonce=nonce
        )
    except discord.Forbidden as failed:
        if failed.code not in (DMS_CLOSED, NO_SERVER_IN_COMMON):
            raise
        if not was_closed:
            await archive.people.set_dms_closed(user_id, True)
        # Somebody who left the server doesn't read its channels either.
        raise Closed(is_news=not was_closed and failed.code == DMS_CLOSED) from None
    if was_closed:
        with suppress(StorageFailed):  # it has arrived, and its place is to be kept
            await archive.people.set_dms_closed(user_id, False)
    return channel.id, sent.id


async def tell_directly(context: DisplayContext, user_id: int, text: str, nonce: str) -> Place | None:
    """Send this person a direct message that notifies them; None if they don't allow that.

    Raises what a request can raise, and StorageFailed.
    """

    async def make() -> Screen:
        return Screen(notice(text))

    try:
        return await write_directly(context, user_id, make, nonce, called=[user_id])
    except Closed:
        return None
