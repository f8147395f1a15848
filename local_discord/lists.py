"""What a page lists, channels, members with their roles, and applications: changes it and announces it."""

from dataclasses import dataclass

from local_discord.applications import Application
from local_discord.channels import Channel, ChannelType
from local_discord.codec import Json
from local_discord.files import AttachmentStore
from local_discord.gateway import Gateway, Intent
from local_discord.guild import Guild
from local_discord.pages import Pages
from local_discord.users import Member, User
from local_discord.world import World


@dataclass(eq=False)
class Announcer:
    """Something that changes the world and announces it to the bots (`gateway`) and the open `pages`."""

    _world: World
    _gateway: Gateway
    _pages: Pages


@dataclass(eq=False)
class ChannelList(Announcer):
    """Changes channels and announces it to the bots and the open pages. The caller checks who may do this."""

    _attachments: AttachmentStore

    def create(
        self, guild: Guild, name: str, topic: str | None = None, kind: ChannelType = ChannelType.TEXT
    ) -> Channel:
        """Creates a channel. Its name is in small letters, with hyphens for spaces."""
        channel = self._world.add_channel(guild, name.lower().replace(" ", "-"), topic, kind=kind)
        self.announce("CHANNEL_CREATE", channel)
        return channel

    def update(self, channel: Channel) -> None:
        """Announces that the channel or thread has changed."""
        self.announce("THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE", channel)

    def delete(self, channel: Channel) -> None:
        """Deletes the channel, its threads first. Bots hear nothing of those that were archived, which they
        don't know (Discord's documentation of threads)."""
        watching = {one.id: self._gateway.watching(one) for one in self._world.channels.values()}
        viewers = {one.id: self._pages.viewers(one) for one in self._world.channels.values()}
        for gone in self._world.remove_channel(channel):
            name = "THREAD_DELETE" if gone.is_thread else "CHANNEL_DELETE"
            raw = gone.raw()
            for session in watching[gone.id] if gone is channel or not gone.is_archived else ():
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

    def announce(self, name: str, channel: Channel, **for_bots: object) -> None:
        """Announces a change of the channel to everybody who can see it; `for_bots` is added for bots."""
        for session in self._gateway.watching(channel):
            session.tell(name, channel.raw(session.application.id) | for_bots)
        page_name = "CHANNEL_UPDATE" if name == "THREAD_UPDATE" else name
        self._pages.to_channel(page_name, channel)


class MemberList(Announcer):
    """Changes the servers' members and announces it to the bots and the open pages."""

    def join(self, guild: Guild, person: User) -> None:
        """The person joins the server; nothing happens if they are in it already."""
        if person.id in guild.members:
            return
        self.added(guild, self._world.join(guild, person))

    def leave(self, guild: Guild, user: User) -> None:
        """The user leaves the server; nothing happens if they are not in it."""
        if user.id not in guild.members:
            return
        self._world.leave(guild, user)
        self._announce("GUILD_MEMBER_REMOVE", guild, {"user": user.raw})

    def added(self, guild: Guild, member: Member) -> None:
        """Announces a new member."""
        self._announce("GUILD_MEMBER_ADD", guild, member.full())

    def changed(self, guild: Guild, member: Member) -> None:
        """Announces a change of a member. A bot always hears of itself."""
        raw = member.full() | {"guild_id": guild.id}
        for session in self._gateway.sessions.values():
            hears = session.intents & Intent.GUILD_MEMBERS or session.application.id == member.user.id
            if hears and session.is_in(guild) and session.hears_of(guild.id):
                session.tell("GUILD_MEMBER_UPDATE", raw)
        self._tell(guild)

    def role_changed(self, name: str, guild: Guild, said: Json) -> None:
        """Announces that a role was made, changed or deleted."""
        self._announce(name, guild, said, Intent.GUILDS)

    def counts(self, guild: Guild) -> Json:
        """How many members the server has, and how many are online: connected bots, people with a page."""
        world = self._world
        bots = (one for one in world.applications.values() if self._gateway.online(one))
        present = {one.id for one in bots} | {one for one in world.people if self._pages.is_open(one)}
        return {
            "approximate_member_count": len(guild.members),
            "approximate_presence_count": len(present & guild.members.keys()),
        }

    def _announce(self, name: str, guild: Guild, said: Json, intent: Intent = Intent.GUILD_MEMBERS) -> None:
        self._gateway.to_guild(name, guild, {"guild_id": guild.id} | said, intent)
        self._tell(guild)

    def _tell(self, guild: Guild) -> None:
        self._pages.to_all("GUILD", {"guild": guild.for_page()})


class AppDirectory(Announcer):
    """Says which applications are online and which commands there are, and announces it to the open pages."""

    def listed(self) -> list[Json]:
        """Every application, each `{id, name, bot, online, people, commands_only}`."""
        return [self._raw(one) for one in self._world.applications.values()]

    def commands(self) -> list[Json]:
        """The commands of all applications."""
        return [command for one in self._world.applications.values() for command in one.every_command()]

    def tell(self, application: Application) -> None:
        """Announces that the application has come online or gone offline."""
        self._pages.to_all("APPLICATION", self._raw(application))

    def tell_commands(self) -> None:
        """Announces that the commands have changed."""
        self._pages.to_all("COMMANDS", {"commands": self.commands()})

    def _raw(self, application: Application) -> Json:
        return {
            "id": application.id,
            "name": application.name,
            "bot": application.user.raw,
            "online": self._gateway.online(application),
            "people": sorted(application.added_by),
            "commands_only": sorted(application.commands_only),
        }
