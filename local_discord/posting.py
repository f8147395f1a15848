"""Posts, edits and deletes messages, and announces it."""

from local_discord.applications import Application
from local_discord.channel_list import ChannelList
from local_discord.channels import Channel, Message
from local_discord.codec import Json
from local_discord.gateway import Gateway, messages_intent
from local_discord.message_payloads import MessagePayload
from local_discord.messages import amend, compose
from local_discord.pages import Pages
from local_discord.uploads import AttachmentStore
from local_discord.users import User
from local_discord.world import World


class Messages:
    """Changes messages and announces it to the bots and the open pages. The caller checks who may do this."""

    def __init__(
        self,
        world: World,
        gateway: Gateway,
        pages: Pages,
        attachments: AttachmentStore,
        channels: ChannelList,
    ) -> None:
        self._world = world
        self._gateway = gateway
        self._pages = pages
        self._attachments = attachments
        self._channels = channels

    def post(
        self,
        channel: Channel,
        author: User,
        payload: MessagePayload,
        *,
        application: Application | None = None,
        seen_by: str | None = None,
        metadata: Json | None = None,
        webhook_id: str | None = None,
    ) -> Message:
        """Posts a new message. Raises `APIError` if it replies to a message that doesn't exist."""
        message = compose(
            self._world,
            channel,
            author,
            payload,
            application=application,
            seen_by=seen_by,
            metadata=metadata,
            webhook_id=webhook_id,
        )
        if channel.is_thread:
            self._channels.wake_thread(channel, author)
        if channel.is_direct:
            self._channels.show_direct(channel)
        self.announce_new(message)
        return message

    def edit(self, message: Message, payload: MessagePayload) -> None:
        before = message.attachments
        amend(self._world, message, payload)
        kept = {one.id for one in message.attachments}
        self._attachments.retire([one for one in before if one.id not in kept])
        self.announce_change(message)

    def delete(self, message: Message) -> None:
        """Deletes the message; does nothing if it's gone already."""
        channel = message.channel
        if channel.messages.pop(message.id, None) is None:
            return
        self._attachments.retire(message.attachments)
        raw: Json = {"id": message.id, "channel_id": channel.id}
        if message.seen_by is not None:
            self._pages.to_person(message.seen_by, "MESSAGE_DELETE", raw)
            return
        self._pages.to_channel("MESSAGE_DELETE", channel, raw)
        if channel.guild_id:
            raw = raw | {"guild_id": channel.guild_id}
        self._gateway.to_channel("MESSAGE_DELETE", channel, raw, messages_intent(channel))

    def announce_new(self, message: Message) -> None:
        self._announce("MESSAGE_CREATE", message)
        self._pages.count_unread(message)

    def announce_change(self, message: Message) -> None:
        self._announce("MESSAGE_UPDATE", message)

    def _announce(self, name: str, message: Message) -> None:
        raw = message.raw | {"channel_type": int(message.channel.kind)}
        if message.nonce is not None and name == "MESSAGE_CREATE":
            raw["nonce"] = message.nonce
        if message.channel.guild_id:
            raw["guild_id"] = message.channel.guild_id
            member = self._world.member_in(message.channel, message.author.id)
            if member:
                raw["member"] = member.partial()
        self._pages.message(name, message, raw)
        if message.seen_by is None:
            self._gateway.message(name, message, raw)
