"""Creates, changes and deletes channels, threads and direct messages, and announces it."""

from local_discord.channels import Channel
from local_discord.gateway import Gateway
from local_discord.guild import Guild
from local_discord.pages import Pages
from local_discord.snowflake import now_iso
from local_discord.uploads import AttachmentStore
from local_discord.users import User
from local_discord.world import World


class ChannelList:
    """Changes channels and announces it to the bots and the open pages. The caller checks who may do this."""

    def __init__(self, world: World, gateway: Gateway, pages: Pages, attachments: AttachmentStore) -> None:
        self._world = world
        self._gateway = gateway
        self._pages = pages
        self._attachments = attachments

    def create(self, guild: Guild, name: str, topic: str | None = None) -> Channel:
        """Creates a text channel. Its name is in small letters, with hyphens for spaces."""
        channel = self._world.add_text_channel(guild, name.lower().replace(" ", "-"), topic)
        self._announce("CHANNEL_CREATE", channel)
        return channel

    def create_thread(self, parent: Channel, name: str, owner: User, thread_id: str | None = None) -> Channel:
        thread = self._world.add_thread(parent, name, owner.id, thread_id)
        for session in self._gateway.watching(thread):
            raw = thread.raw(session.application.id) | {"newly_created": True}
            session.tell("THREAD_CREATE", raw)
        self._pages.to_channel("THREAD_CREATE", thread)
        return thread

    def update(self, channel: Channel) -> None:
        """Announces that the channel or thread has changed."""
        self._announce("THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE", channel)

    def wake_thread(self, thread: Channel, author: User) -> None:
        """Adds the author of a message to its thread, and reopens the thread if it was archived."""
        if author.id in self._world.users:  # a webhook joins nothing
            thread.thread_members.setdefault(author.id, now_iso())
        if thread.thread_metadata["archived"]:
            thread.thread_metadata["archived"] = False
            self.update(thread)

    def delete(self, channel: Channel) -> None:
        """Deletes the channel, its threads first."""
        watching = {one.id: self._gateway.watching(one) for one in self._world.channels.values()}
        viewers = {one.id: self._pages.viewers(one) for one in self._world.channels.values()}
        for gone in self._world.remove_channel(channel):
            name = "THREAD_DELETE" if gone.is_thread else "CHANNEL_DELETE"
            raw = gone.raw()
            for session in watching[gone.id]:
                session.tell(name, raw)
            for person_id in viewers[gone.id]:
                self._pages.to_person(person_id, name, raw)
            self._pages.forget_channel(gone.id)
            self._attachments.drop(
                [file for message in gone.messages.values() for file in message.attachments]
            )

    def show_direct(self, channel: Channel) -> None:
        """Shows these direct messages to their person, who sees them once they open them or get one."""
        if channel.recipient and not channel.shown_to_person:
            channel.shown_to_person = True
            person_id = channel.recipient.id
            self._pages.to_person(person_id, "CHANNEL_CREATE", channel.raw(person_id))

    def typing(self, channel: Channel, user: User) -> None:
        """Tells the channel's open pages that the user is typing."""
        self._pages.to_channel("TYPING", channel, {"channel_id": channel.id, "user_id": user.id})

    def _announce(self, name: str, channel: Channel) -> None:
        for session in self._gateway.watching(channel):
            session.tell(name, channel.raw(session.application.id))
        page_name = "CHANNEL_UPDATE" if name == "THREAD_UPDATE" else name
        self._pages.to_channel(page_name, channel)
