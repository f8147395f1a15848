"""A press whose answer may be the new picture: acknowledged at once, edited when the picture is drawn."""

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass, field

import discord

from bot.screens.ephemerals import LAST_SECONDS, TOKEN_SECONDS, Ephemeral
from bot.screens.screen import Screen

_ACKNOWLEDGED_SECONDS = 3.0

_CHANGES = (
    discord.InteractionResponseType.message_update,
    discord.InteractionResponseType.deferred_message_update,
)
"""Answers that make the pressed message the interaction's own, to edit and to delete."""


@dataclass(frozen=True, slots=True)
class Press:
    """A press on a message; `done` is set once it has had its answer."""

    interaction: discord.Interaction
    done: asyncio.Event = field(default_factory=asyncio.Event)
    at: float = field(default_factory=time.monotonic)

    async def answered(self) -> None:
        """Wait until it has been answered, but no longer than Discord would."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.done.wait(), _ACKNOWLEDGED_SECONDS)

    @property
    def is_acknowledged(self) -> bool:
        """Whether its answer can still be an edit of its message: it was only acknowledged so far."""
        deferred = discord.InteractionResponseType.deferred_message_update
        return self.done.is_set() and self.interaction.response.type is deferred

    @property
    def changes_message(self) -> bool:
        """Whether its answer is a change of the pressed message, not another message."""
        return self.interaction.response.type in _CHANGES

    @property
    def ephemeral(self) -> Ephemeral | None:
        """The pressed message, if only one person sees it. The token of this press is its newest."""
        message = self.interaction.message
        if message is None or not message.flags.ephemeral:
            return None
        return Ephemeral.response(self.interaction, message.id)

    def can_edit(self, message_id: int) -> bool:
        """Whether its token can edit this message: Discord doesn't count that for the bot's own limit."""
        is_fresh = time.monotonic() < self.at + TOKEN_SECONDS - LAST_SECONDS
        return is_fresh and self.is_acknowledged and self.is_on(message_id)

    def is_on(self, message_id: int) -> bool:
        """Whether this message was pressed."""
        return self.interaction.message is not None and self.interaction.message.id == message_id

    async def edit(self, screen: Screen) -> None:
        """Show this on the pressed message. Raises HTTPException once its token or the message is gone."""
        await self.interaction.edit_original_response(
            view=screen.layout,
            attachments=list(screen.files),
            allowed_mentions=discord.AllowedMentions.none(),
        )
