"""A press whose answer may be the new picture: acknowledged at once, edited when the picture is drawn."""

import asyncio
from dataclasses import dataclass, field

import discord

_ACKNOWLEDGED_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class Press:
    """A press on a message that is being dealt with; `done` once it has had its answer."""

    interaction: discord.Interaction
    done: asyncio.Event = field(default_factory=asyncio.Event)

    async def may_edit(self) -> bool:
        """Whether its answer may be the edit of its message: it was acknowledged and nothing was said."""
        try:
            await asyncio.wait_for(self.done.wait(), _ACKNOWLEDGED_SECONDS)
        except TimeoutError:
            return False
        return self.interaction.response.type is discord.InteractionResponseType.deferred_message_update
