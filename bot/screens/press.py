"""A press whose answer may be the new picture: acknowledged at once, edited when the picture is drawn."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field

import discord

_ACKNOWLEDGED_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class Press:
    """A press on a message that is being dealt with; `done` once it has had its answer."""

    interaction: discord.Interaction
    done: asyncio.Event = field(default_factory=asyncio.Event)

    async def answered(self) -> None:
        """Wait until it has its answer, but no longer than Discord would."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.done.wait(), _ACKNOWLEDGED_SECONDS)

    @property
    def is_taken(self) -> bool:
        """Whether its answer may be the edit of its message: it was acknowledged and nothing was said."""
        deferred = discord.InteractionResponseType.deferred_message_update
        return self.done.is_set() and self.interaction.response.type is deferred

    def is_on(self, message_id: int) -> bool:
        """Whether this message was pressed."""
        return self.interaction.message is not None and self.interaction.message.id == message_id
