"""The first answer to an interaction: Discord takes one, within three seconds; later ones are followups."""

import asyncio
import logging

import discord

from bot.screens.failures import NOT_SENT, reason_of

log = logging.getLogger(__name__)

PATIENCE = 1.8
"""Seconds after which an answer is deferred; Discord gives up on a press after 3."""


class FirstAnswer:
    """Keeps track of the one first answer. If nobody gives it in time, it becomes a deferral."""

    def __init__(self, interaction: discord.Interaction) -> None:
        self._interaction = interaction
        self._is_taken = False
        self._is_thinking = False
        self._impatient: asyncio.TimerHandle | None = None
        self._late: asyncio.Task[None] | None = None

    def start_waiting(self) -> None:
        """Start the time to give it, unless it was given: a contested press is acknowledged already."""
        response = self._interaction.response
        self._is_taken = response.is_done()
        self._is_thinking = response.type is discord.InteractionResponseType.deferred_channel_message
        if not self._is_taken:
            self._impatient = asyncio.get_running_loop().call_later(PATIENCE, self._put_off)

    async def take(self) -> bool:
        """Whether the caller may give it now. If not, wait for a deferral that is on its way."""
        if self._is_taken:
            if self._late is None:
                return False
            await asyncio.wait({self._late})
            return not self._interaction.response.is_done()  # Discord may have refused the deferral
        self._is_taken = True
        self.stop_waiting()
        return True

    async def retake(self) -> None:
        """The attempt may have failed: an answer that Discord refused doesn't count."""
        await self.take()
        self._is_taken = self._interaction.response.is_done()

    def stop_waiting(self) -> None:
        """Defer it no longer."""
        if self._impatient is not None:
            self._impatient.cancel()
        if self._late is not None:
            self._late.cancel()

    async def defer(self) -> None:
        """Acknowledge a press; for a command, let Discord show that the bot is thinking."""
        if self._interaction.type is discord.InteractionType.application_command:
            await self._interaction.response.defer(ephemeral=True)
            self._is_thinking = True
        else:
            await self._interaction.response.defer()

    def mark_replaced(self) -> None:
        """A message has replaced the one that says the bot is thinking."""
        self._is_thinking = False

    async def unsay(self) -> None:
        """Stop showing that the bot is thinking."""
        if self._is_thinking:
            self._is_thinking = False
            await self._interaction.delete_original_response()

    def _put_off(self) -> None:
        # The task starts only now that it's late: almost every press is answered before.
        self._is_taken = True
        self._late = asyncio.create_task(self._defer_late())

    async def _defer_late(self) -> None:
        try:
            await self.defer()
        except NOT_SENT as failed:
            log.info("an answer could not be deferred (%s)", reason_of(failed))
