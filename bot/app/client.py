"""The bot's connection to Discord: receives Discord's events and hands them on."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import discord

from bot.app.dispatch import Commands, answer_press
from bot.app.parlour import Feature, Parlour
from bot.chat.discord_time import DISCORD_TIME, LastHeard, listening
from bot.chat.failures import INVALID, NOT_SENT, QUOTA_USED_UP, code_of, is_bad_emoji, reason_of, said_by
from bot.chat.limits import Breaker, Budget, counting, space
from bot.chat.patience import TROUBLE, in_words, may_pass, pause_after, trouble_with
from bot.chat.received import read_little
from bot.chat.tasks import Backoff
from bot.config import Settings
from bot.table.rebuild import bring_up_to_date
from bot.table.table import ALONE, Ownership
from bot.telemetry.metrics import CONNECTIONS, watch
from storage import Archive

log = logging.getLogger(__name__)

GUILDS_SECONDS = 0.2
"""How long to wait for another server to be announced before going on with the tables.

Discord may take longer than that; a server that isn't announced yet is unknown, not gone.
"""

FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 2.0, 900.0
"""The pauses between tries while Discord can't be reached at the start, unless it asks for longer ones."""

COMMANDS_SECONDS = 5.0
"""How long a start waits for Discord to take the commands. After that, it plays on with those it knows."""

QUOTA_SECONDS = 4 * 3600.0
"""When to register the commands again once too many were created in a day."""

INTENTS = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
"""The events that Discord sends the bot. None is privileged; docs/hosting.md says what each is for."""

PRESSES = (discord.InteractionType.component, discord.InteractionType.modal_submit)


class _Calm(logging.Filter):
    """Turns discord.py's report of a connection that failed, a traceback, into a line: it tries again."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always True."""
        failed = record.exc_info[1] if record.exc_info else None
        if isinstance(failed, TROUBLE):
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.msg, record.args = "%s (%s)", (record.getMessage(), said_by(failed))
            record.exc_info = record.exc_text = None
        return True


for _name in (discord.client.__name__, discord.shard.__name__):
    logging.getLogger(_name).addFilter(_Calm())


class Client(discord.Client):
    """Receives events; the application, its commands and its interactions deal with them."""

    def __init__(
        self,
        settings: Settings,
        archive: Archive,
        features: Sequence[Feature],
        share: Ownership = ALONE,
        **more: Any,
    ) -> None:
        """`share` is this process's part of the work, and `more` goes to discord.py."""
        budget = Budget(Breaker())
        super().__init__(
            intents=INTENTS,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=GUILDS_SECONDS,
            http_trace=watch(counting(listening(), budget)),
            **more,
        )
        space(self.http, budget)
        read_little(self.http, self._connection, self._refused)
        self.app = Parlour(self, settings, archive, budget, share, features)
        self.tree = Commands(self, self.app)
        self._making_known: asyncio.Task[None] | None = None
        self.heard = LastHeard()
        self.app.hears_nothing = self.hears_nothing

    def _refused(self, failed: discord.HTTPException) -> None:
        if is_bad_emoji(failed):
            self.app.pictures.icons.refused()

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Pass an event on unless the connection is closed: discord.py has no loop for it then."""
        if not self.is_closed():
            super().dispatch(event, *args, **kwargs)

    async def login(self, token: str) -> None:
        """Log in, however long Discord refuses us for now or can't be reached.

        To end and be started again would only prolong a ban. Raises discord.LoginFailure for a token that
        Discord doesn't accept, and discord.HTTPException if something else answers.
        """
        backoff = Backoff(FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS)
        while True:
            try:
                return await super().login(token)
            except TROUBLE as failed:
                if self.app.is_leaving or not may_pass(failed):
                    raise
                seconds = pause_after(failed, backoff)
                log.warning("%s Trying again in %s.", trouble_with(failed), in_words(seconds))
            await self.http.close()
            self.http.connector = discord.utils.MISSING  # it was closed, and another login makes a new one
            await asyncio.sleep(seconds)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Play until the bot stops, however long the gateway doesn't answer at first."""
        backoff = Backoff(FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS)
        while True:
            try:
                return await super().connect(reconnect=reconnect)
            except AttributeError as failed:
                # This is how discord.py 2.7.1 fails if it never reached its gateway and tries again.
                if failed.obj is not None or failed.name != "sequence":
                    raise
            seconds = backoff.pause()
            log.warning("Discord's gateway doesn't answer. Trying again in %s.", in_words(seconds))
            await asyncio.sleep(seconds)

    async def setup_hook(self) -> None:
        """Make the commands known before any event, and count games behind if that has to be done again."""
        if self._making_known is None:
            self.app.at_start(bring_up_to_date(self.app.archive, self.app.share.turns))
            self._making_known = self.app.at_start(self._make_known())
        await asyncio.wait({self._making_known}, timeout=COMMANDS_SECONDS)

    async def _make_known(self) -> None:
        """Register the commands; until Discord takes them, people use those that it knows."""
        backoff = Backoff(FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS)
        while True:
            try:
                await self.tree.sync()
                return
            except NOT_SENT as failed:
                if code_of(failed) == INVALID:
                    log.error("Discord doesn't take the commands, by a fault of the bot: %s", said_by(failed))
                    return
                is_quota = code_of(failed) == QUOTA_USED_UP
                seconds = QUOTA_SECONDS if is_quota else pause_after(failed, backoff)
                why = reason_of(failed)
            log.warning(
                "the commands can't be registered (%s), so people use the old ones; trying again in %s",
                why,
                in_words(seconds),
            )
            await asyncio.sleep(seconds)

    async def on_ready(self) -> None:
        """Discord sends this after every lost session too."""
        self._connected("ready")
        self.app.start()

    async def on_resumed(self) -> None:
        """The connection is back, and nothing that Discord sent meanwhile is lost."""
        self._connected("resumed")

    def _connected(self, event: str) -> None:
        CONNECTIONS.labels(event).inc()
        self.heard.connected(self.ws)
        self.app.outages.connected()

    def hears_nothing(self) -> bool:
        """Whether a connection is silent, though nobody has given it up yet."""
        return self.heard.is_late

    async def on_disconnect(self) -> None:
        """Moves can't reach us; discord.py keeps trying."""
        CONNECTIONS.labels("lost").inc()
        self.app.outages.disconnected(since=self.heard.lost())

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Presses and forms; discord.py hands commands to their tree."""
        DISCORD_TIME.observe(interaction.created_at.timestamp())
        if interaction.type in PRESSES and await self.app.admits(interaction):
            await answer_press(self.app, interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Messages bury a board unless only one person sees them; one to the bot itself is answered."""
        if message.flags.ephemeral:  # Discord tells us of our own answers, too
            return
        if message.author == self.user:
            self.app.context.deliveries.arrived(str(message.nonce), message.id)
        self.app.messages.posted(message.channel.id, message.id)
        await self.app.written_to(message)

    async def on_raw_message_delete(self, gone: discord.RawMessageDeleteEvent) -> None:
        """It may have been a board."""
        self.app.messages.deleted(gone.channel_id, {gone.message_id})

    async def on_raw_bulk_message_delete(self, gone: discord.RawBulkMessageDeleteEvent) -> None:
        """A board may have been among them."""
        self.app.messages.deleted(gone.channel_id, gone.message_ids)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A table goes with its channel."""
        await self.app.messages.channel_gone(channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """A table goes with its thread."""
        await self.app.messages.channel_gone(thread.thread_id)

    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """It was archived or locked, or isn't any more."""
        is_archived = thread.data["thread_metadata"]["archived"]
        await self.app.thread_changed(thread.guild_id, thread.thread_id, is_archived=is_archived)

    async def on_thread_remove(self, thread: discord.Thread) -> None:
        """Somebody has removed us from it, which discord.py doesn't write down."""
        thread.me = None

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Somebody has added us to it, perhaps again."""
        self.app.look_again(thread.guild.id)
        self.app.lost_boards.look(where=thread.id)

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """We may be allowed to write there now, or to see it again."""
        self.app.look_again(after.guild.id)
        self.app.lost_boards.look(where=after.id)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """We may be allowed to write in this server now, or to see more of it."""
        self.app.look_again(after.guild.id)
        if before.permissions != after.permissions:
            self.app.lost_boards.look(where=after.guild.id)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Discord tells us of ourselves alone: we have another role, or our time-out has ended."""
        self.app.look_again(after.guild.id)
        if before.roles != after.roles:
            self.app.lost_boards.look(where=after.guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """An outage of this server is over."""
        self.app.look_again(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """We're in this server, perhaps again."""
        self.app.look_again(guild.id)
        self.app.lost_boards.look()

    async def close(self) -> None:
        """Shut down in order, or at once if another process has taken over; see `Parlour`."""
        ends = self.app.abandon if self.app.answering.has_moved else self.app.close
        await ends(super().close)

    async def __aexit__(self, *raised: object) -> None:
        """Shut down, if that hasn't happened yet. It's fine if the logout took too long and was cut short."""
        if self._closing_task is None:
            await self.close()
        else:
            await asyncio.wait({self._closing_task})
