"""Changes to the world, and who hears about them."""

from collections.abc import Sequence

from local_discord.applications import Application
from local_discord.channels import Channel, Message
from local_discord.codec import Json
from local_discord.deadlines import Deadlines
from local_discord.faults import Faults
from local_discord.fixtures import WorldFixture
from local_discord.gateway import Gateway, Intent, messages_intent
from local_discord.guild import Guild
from local_discord.message_payloads import MessagePayload
from local_discord.messages import amend, compose
from local_discord.pages import Pages
from local_discord.pins import Pins
from local_discord.reactions import Reactions
from local_discord.snowflake import now_iso
from local_discord.uploads import AttachmentStore
from local_discord.users import User
from local_discord.world import World


class Dispatcher:
    """Changes the world and announces the change to the bots and to the open pages."""

    def __init__(
        self, fixture: WorldFixture, applications: Sequence[Application], deadlines: Deadlines
    ) -> None:
        self.world = World(fixture, applications)
        self.gateway = Gateway(self.world)
        self.pages = Pages(self.world)
        self.reactions = Reactions(self.world, self.gateway, self.pages)
        self.pins = Pins(self)
        self.attachments = AttachmentStore()
        self.faults = Faults(self.world, self.gateway)
        self.deadlines = deadlines

    # Messages

    def post(
        self,
        channel: Channel,
        author: User,
        payload: MessagePayload,
        *,
        application: Application | None = None,
        seen_by: str | None = None,
        metadata: Json | None = None,
    ) -> Message:
        """Posts a new message. Raises `APIError` if it replies to a message that doesn't exist."""
        message = compose(
            self.world,
            channel,
            author,
            payload,
            application=application,
            seen_by=seen_by,
            metadata=metadata,
        )
        if channel.is_thread:
            self._wake_thread(channel, author)
        if channel.is_direct and not channel.shown_to_person and channel.recipient:
            channel.shown_to_person = True
            self.pages.to_person(channel.recipient.id, "CHANNEL_CREATE", channel.raw(channel.recipient.id))
        self.announce_new(message)
        return message

    def edit(self, message: Message, payload: MessagePayload) -> None:
        before = message.attachments
        amend(self.world, message, payload)
        kept = {one.id for one in message.attachments}
        self.attachments.retire([one for one in before if one.id not in kept])
        self.announce_change(message)

    def announce_new(self, message: Message) -> None:
        self._announce("MESSAGE_CREATE", message)
        self.pages.count_unread(message)

    def announce_change(self, message: Message) -> None:
        self._announce("MESSAGE_UPDATE", message)

    def tell_pins(self, channel: Channel) -> None:
        """CHANNEL_PINS_UPDATE: the channel's pins have changed."""
        raw: Json = {"channel_id": channel.id, "last_pin_timestamp": channel.last_pin_timestamp}
        if channel.guild_id:
            raw["guild_id"] = channel.guild_id
        intent = Intent.DIRECT_MESSAGES if channel.is_direct else Intent.GUILDS
        self.gateway.to_channel("CHANNEL_PINS_UPDATE", channel, raw, intent)

    def delete(self, message: Message) -> None:
        channel = message.channel
        if channel.messages.pop(message.id, None) is None:
            return
        self.attachments.retire(message.attachments)
        raw: Json = {"id": message.id, "channel_id": channel.id}
        if message.seen_by is not None:
            self.pages.to_person(message.seen_by, "MESSAGE_DELETE", raw)
            return
        self.pages.to_channel("MESSAGE_DELETE", channel, raw)
        if channel.guild_id:
            raw = raw | {"guild_id": channel.guild_id}
        self.gateway.to_channel("MESSAGE_DELETE", channel, raw, messages_intent(channel))

    def _announce(self, name: str, message: Message) -> None:
        raw = message.raw | {"channel_type": int(message.channel.kind)}
        if message.nonce is not None and name == "MESSAGE_CREATE":
            raw["nonce"] = message.nonce
        if message.channel.guild_id:
            raw["guild_id"] = message.channel.guild_id
            member = self.world.member_in(message.channel, message.author.id)
            if member:
                raw["member"] = member.partial()
        self.pages.message(name, message, raw)
        if message.seen_by is None:
            self.gateway.message(name, message, raw)

    # Channels

    def create_channel(self, guild: Guild, name: str, topic: str | None = None) -> Channel:
        channel = self.world.add_text_channel(guild, name.lower().replace(" ", "-"), topic)
        self._announce_channel("CHANNEL_CREATE", channel)
        return channel

    def update_channel(self, channel: Channel) -> None:
        self._announce_channel("THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE", channel)

    def create_thread(self, parent: Channel, name: str, owner: User, thread_id: str | None = None) -> Channel:
        thread = self.world.add_thread(parent, name, owner.id, thread_id)
        for session in self.gateway.watching(thread):
            raw = thread.raw(session.application.id) | {"newly_created": True}
            session.tell("THREAD_CREATE", raw)
        self.pages.to_channel("THREAD_CREATE", thread)
        return thread

    def delete_channel(self, channel: Channel) -> None:
        """Deletes the channel, its threads first."""
        watching = {one.id: self.gateway.watching(one) for one in self.world.channels.values()}
        viewers = {one.id: self.pages.viewers(one) for one in self.world.channels.values()}
        for gone in self.world.remove_channel(channel):
            name = "THREAD_DELETE" if gone.is_thread else "CHANNEL_DELETE"
            raw = gone.raw()
            for session in watching[gone.id]:
                session.tell(name, raw)
            for person_id in viewers[gone.id]:
                self.pages.to_person(person_id, name, raw)
            self.pages.forget_channel(gone.id)
            self.attachments.drop(
                [file for message in gone.messages.values() for file in message.attachments]
            )

    def open_direct(self, person: User, bot: User, *, by_person: bool) -> Channel:
        """The direct messages between these two; the person sees them once they open them or get one."""
        channel = self.world.direct(person, bot)
        if by_person and not channel.shown_to_person:
            channel.shown_to_person = True
            self.pages.to_person(person.id, "CHANNEL_CREATE", channel.raw(person.id))
        return channel

    def _announce_channel(self, name: str, channel: Channel) -> None:
        for session in self.gateway.watching(channel):
            session.tell(name, channel.raw(session.application.id))
        page_name = "CHANNEL_UPDATE" if name == "THREAD_UPDATE" else name
        self.pages.to_channel(page_name, channel)

    def _wake_thread(self, thread: Channel, author: User) -> None:
        """The author of a message in a thread joins it, and it is no longer archived."""
        thread.thread_members.setdefault(author.id, now_iso())
        if thread.thread_metadata["archived"]:
            thread.thread_metadata["archived"] = False
            self.update_channel(thread)

    # People

    def typing(self, channel: Channel, user: User) -> None:
        self.pages.to_channel("TYPING", channel, {"channel_id": channel.id, "user_id": user.id})

    def leave(self, guild: Guild, person: User) -> None:
        """The person leaves the server; nothing happens if they are not in it."""
        if person.id not in guild.members:
            return
        self.world.leave(guild, person)
        raw = {"guild_id": guild.id, "user": person.raw}
        self.gateway.to_guild("GUILD_MEMBER_REMOVE", guild, raw, Intent.GUILD_MEMBERS)
        self._tell_guild(guild)

    def join(self, guild: Guild, person: User) -> None:
        """The person joins the server; nothing happens if they are in it already."""
        if person.id in guild.members:
            return
        member = self.world.join(guild, person)
        raw = member.full() | {"guild_id": guild.id}
        self.gateway.to_guild("GUILD_MEMBER_ADD", guild, raw, Intent.GUILD_MEMBERS)
        self._tell_guild(guild)

    def presence_count(self, guild: Guild) -> int:
        """How many members of the server are online: connected bots, and people with an open page."""
        world = self.world
        bots = (one for one in world.applications.values() if self.gateway.online(one))
        present = {one.id for one in bots} | {one for one in world.people if self.pages.is_open(one)}
        return len(present & guild.members.keys())

    def _tell_guild(self, guild: Guild) -> None:
        self.pages.to_all("GUILD", {"guild": guild.for_page()})

    def tell_commands(self) -> None:
        self.pages.to_all("COMMANDS", {"commands": self.commands()})

    def commands(self) -> list[Json]:
        return [command for one in self.world.applications.values() for command in one.every_command()]

    def tell_application(self, application: Application) -> None:
        self.pages.to_all("APPLICATION", self.application(application))

    def application(self, application: Application) -> Json:
        """The application as the page shows it."""
        return {
            "id": application.id,
            "name": application.name,
            "bot": application.user.raw,
            "online": self.gateway.online(application),
        }
