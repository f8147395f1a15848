"""One request of a person's page, and what it names."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from local_discord.channels import Channel, Message
from local_discord.codec import Json
from local_discord.errors import ClientError
from local_discord.guild import Guild
from local_discord.permissions import Permission
from local_discord.users import User

if TYPE_CHECKING:
    from local_discord.dispatcher import Dispatcher
    from local_discord.server import LocalDiscord
    from local_discord.world import World


@dataclass(frozen=True, slots=True)
class PageRequest:
    """What one person asks for, and with which `fields`.

    `guild`, `channel` and `message` raise `ClientError` with a sentence if the person can't have that one.
    """

    discord: "LocalDiscord"
    person: User
    fields: Json

    @property
    def dispatcher(self) -> "Dispatcher":
        return self.discord.dispatcher

    @property
    def world(self) -> "World":
        return self.discord.world

    def __getitem__(self, name: str) -> Any:
        """The field with this name. Raises KeyError if the page didn't send it."""
        return self.fields[name]

    def get(self, name: str) -> Any:
        """The field with this name, or None."""
        return self.fields.get(name)

    def guild(self) -> Guild:
        """The server named in `guild_id`; the first one if none is given."""
        guild = self.world.guilds.get(str(self.get("guild_id") or next(iter(self.world.guilds))))
        if guild is None:
            raise ClientError("That server doesn't exist.")
        return guild

    def channel(self, needed: Permission = Permission.VIEW_CHANNEL) -> Channel:
        """The channel named in `channel_id`, if the person can see it and has the permission there."""
        channel = self.world.channels.get(str(self["channel_id"]))
        permissions = self.world.permissions(self.person.id, channel) if channel else 0
        if channel is None or not permissions & Permission.VIEW_CHANNEL:
            raise ClientError("That channel doesn't exist anymore.")
        if not permissions & needed:
            name = (needed.name or "").replace("_", " ").lower()
            raise ClientError(f"You don't have permission to {name} here.")
        return channel

    def message(self) -> Message:
        """The message named in `message_id`, if the person can see it."""
        message = self.channel().messages.get(str(self["message_id"]))
        if message is None or not message.may_be_seen_by(self.person.id):
            raise ClientError("That message doesn't exist anymore.")
        return message


Action: TypeAlias = Callable[[PageRequest], Awaitable[Json]]
"""Does what the request asks and returns the answer's fields. Raises `ClientError` with a sentence."""
