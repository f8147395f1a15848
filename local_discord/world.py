"""The state of the local Discord: people, the server, its channels, direct messages."""

from collections.abc import Iterator, Sequence

from local_discord import sample
from local_discord.applications import Application
from local_discord.channels import Channel, ChannelType, Overwrite
from local_discord.errors import direct_messages_closed, no_server_in_common
from local_discord.guild import Guild, Role
from local_discord.permissions import EVERYONE, MODERATOR, Permission, permissions_in
from local_discord.snowflake import new_snowflake, now_iso, timestamp_of
from local_discord.users import Member, User

AUTO_ARCHIVE_MINUTES = 1440


class World:
    """Everything that exists. It changes only through these methods and tells nobody: `Dispatcher` does."""

    def __init__(self, applications: Sequence[Application]) -> None:
        self.applications = {application.id: application for application in applications}
        self.by_token = {application.token: application for application in applications}
        self.people = {person[0]: User(*person) for person in sample.PEOPLE}
        self.users = self.people | {one.id: one.user for one in applications}
        self.guild = Guild(sample.GUILD_ID, sample.GUILD_NAME, sample.ADA)
        self.channels: dict[str, Channel] = {}
        self.directs: dict[tuple[str, str], Channel] = {}
        self.forbidden: dict[str, int] = {}
        self.closed_dms: set[str] = set()
        self._settle()

    def _settle(self) -> None:
        roles = self.guild.roles
        roles[sample.MODERATOR_ROLE_ID] = Role(sample.MODERATOR_ROLE_ID, "Moderator", MODERATOR, 1, 0x2ECC71)
        for user in self.people.values():
            self.join(user)
        for place, application in enumerate(self.applications.values(), start=2):
            name, role_id = application.name, application.role_id
            roles[role_id] = Role(role_id, name, EVERYONE, place, bot_id=application.id)
            member = Member(application.user, timestamp_of(application.id), [role_id])
            self.guild.members[application.id] = member
        for channel_id, name, topic in sample.CHANNELS:
            self.add_text_channel(name, topic, channel_id)
        mute = int(Permission.SEND_MESSAGES | Permission.ATTACH_FILES | Permission.SEND_MESSAGES_IN_THREADS)
        bots = (one.role_id for one in self.applications.values())
        self.channels[sample.NO_BOTS_HERE].overwrites = [Overwrite(role_id, 0, deny=mute) for role_id in bots]

    def add_text_channel(self, name: str, topic: str | None = None, channel_id: str | None = None) -> Channel:
        identity = channel_id or new_snowflake()
        place = len(self.channels)
        channel = Channel(identity, ChannelType.TEXT, name, topic, place, self.guild.id)
        self.channels[identity] = channel
        return channel

    def add_thread(self, parent: Channel, name: str, owner_id: str, thread_id: str | None = None) -> Channel:
        identity = thread_id or new_snowflake()
        thread = Channel(
            identity,
            ChannelType.PUBLIC_THREAD,
            name,
            guild_id=self.guild.id,
            parent_id=parent.id,
            owner_id=owner_id,
        )
        now = now_iso()
        thread.thread_metadata = {
            "archived": False,
            "archive_timestamp": now,
            "auto_archive_duration": AUTO_ARCHIVE_MINUTES,
            "locked": False,
            "create_timestamp": now,
        }
        thread.thread_members[owner_id] = now
        self.channels[identity] = thread
        return thread

    def direct(self, person: User, bot: User) -> Channel:
        """The direct message channel of the two; opened when there was none."""
        channel = self.directs.get((person.id, bot.id))
        if channel is None:
            channel = Channel(new_snowflake(), ChannelType.DM, recipient=person, bot=bot)
            self.directs[person.id, bot.id] = channel
            self.channels[channel.id] = channel
        return channel

    def remove_channel(self, channel: Channel) -> list[Channel]:
        """Takes the channel out, its threads with it; answers all that went, threads first."""
        threads = [one for one in self.channels.values() if one.is_thread and one.parent_id == channel.id]
        for gone in (*threads, channel):
            del self.channels[gone.id]
        return [*threads, channel]

    def join(self, user: User) -> Member:
        roles = [sample.MODERATOR_ROLE_ID] if user.id in sample.MODERATORS else []
        member = Member(user, timestamp_of(user.id), roles)
        self.guild.members[user.id] = member
        return member

    def leave(self, user: User) -> None:
        del self.guild.members[user.id]

    def member(self, user_id: str) -> Member | None:
        return self.guild.members.get(user_id)

    def permissions(self, user_id: str, channel: Channel) -> int:
        """The user's permissions in the channel: none where he is no member or no recipient."""
        forbidden = self._forbidden_in(channel) if user_id in self.applications else 0
        member = self.member(user_id)
        if channel.is_direct:
            parties = {user.id for user in (channel.recipient, channel.bot) if user}
            if user_id not in parties:
                return 0
            member = member or Member(self.users[user_id], "")
        if member is None:
            return 0
        return permissions_in(self, member, channel, forbidden)

    def _forbidden_in(self, channel: Channel) -> int:
        return self.forbidden.get(channel.id, 0) | self.forbidden.get(channel.parent_id or "", 0)

    def may_view(self, user_id: str, channel: Channel) -> bool:
        return bool(self.permissions(user_id, channel) & Permission.VIEW_CHANNEL)

    def must_reach(self, person: User | None) -> None:
        """Refuses a bot's direct message to who left the server, 50278, or closed his messages, 50007."""
        if person is None or person.id not in self.guild.members:
            raise no_server_in_common()
        if person.id in self.closed_dms:
            raise direct_messages_closed()

    def channels_for(self, user_id: str) -> Iterator[Channel]:
        """Text channels and threads the user may view, in order."""
        for channel in self.channels.values():
            if not channel.is_direct and self.may_view(user_id, channel):
                yield channel
