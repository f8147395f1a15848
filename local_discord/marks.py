"""The reactions and pins of a `Person`, who uses the page without a browser."""

from typing import TYPE_CHECKING

from local_discord.codec import Json
from local_discord.message_reading import place_of

if TYPE_CHECKING:
    from local_discord.person import Person


class Marks:
    """One person's reactions and pins. Each method raises `Refused` with the sentence they were shown."""

    def __init__(self, person: "Person") -> None:
        self._person = person

    async def react(self, message: Json, emoji: str) -> None:
        """Adds a reaction: `👍`, or `name:id` for a custom emoji."""
        await self._person.do("react", **place_of(message), emoji=emoji)

    async def unreact(self, message: Json, emoji: str) -> None:
        await self._person.do("unreact", **place_of(message), emoji=emoji)

    async def pin(self, message: Json) -> None:
        await self._person.do("pin", **place_of(message))

    async def unpin(self, message: Json) -> None:
        await self._person.do("unpin", **place_of(message))

    async def pins(self, channel: str) -> list[Json]:
        """The pinned messages of the channel, beginning with the one pinned most recently."""
        channel_id = self._person.sees.channel(channel)["id"]
        return list((await self._person.do("pins", channel_id=channel_id))["messages"])
