"""Pins the messages of a channel, and announces it."""

from local_discord.channels import Channel, Message
from local_discord.codec import Json
from local_discord.errors import system_message, too_many_pins
from local_discord.gateway import Gateway, Intent
from local_discord.messages import compose_pin_notice
from local_discord.posting import Messages
from local_discord.snowflake import moment_after
from local_discord.users import User

PINS_MOST = 250


class Pins:
    """Pins and unpins messages. The caller checks who may do this."""

    def __init__(self, gateway: Gateway, messages: Messages) -> None:
        self._gateway = gateway
        self._messages = messages

    def listed(self, channel: Channel) -> list[Message]:
        """The pinned messages, beginning with the one pinned most recently."""
        pinned = [one for one in channel.messages.values() if one.pinned_at]
        return sorted(pinned, key=lambda one: one.pinned_at or "", reverse=True)

    def pin(self, message: Message, user: User) -> None:
        """Pins the message and says so in the channel; does nothing if it's already pinned.

        Refuses Discord's own notices with 50021, and a 251st pin with 30003.
        """
        if message.pinned_at:
            return
        if message.is_notice:
            raise system_message()
        channel = message.channel
        if len(self.listed(channel)) >= PINS_MOST:
            raise too_many_pins()
        message.pinned_at = channel.last_pin_timestamp = moment_after(channel.last_pin_timestamp)
        self._tell(message, pinned=True)
        self._messages.announce_new(compose_pin_notice(message, user))

    def unpin(self, message: Message) -> None:
        """Unpins the message; does nothing if it isn't pinned."""
        if not message.pinned_at:
            return
        message.pinned_at = None
        listed = self.listed(message.channel)
        message.channel.last_pin_timestamp = listed[0].pinned_at if listed else None
        self._tell(message, pinned=False)

    def _tell(self, message: Message, *, pinned: bool) -> None:
        message.raw = message.raw | {"pinned": pinned}
        self._messages.announce_change(message)
        channel = message.channel
        raw: Json = {"channel_id": channel.id, "last_pin_timestamp": channel.last_pin_timestamp}
        if channel.guild_id:
            raw["guild_id"] = channel.guild_id
        intent = Intent.DIRECT_MESSAGES if channel.is_direct else Intent.GUILDS
        self._gateway.to_channel("CHANNEL_PINS_UPDATE", channel, raw, intent)
