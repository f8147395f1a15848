"""The state of the local Discord: people, servers, their channels and direct messages."""

import re
from collections.abc import Container, Iterator, Sequence

from local_discord.applications import Application
from local_discord.channels import Channel, ChannelType, Overwrite, Webhook
from local_discord.codec import Json, new_snowflake, now_iso, timestamp_of
from local_discord.components import Emojis
from local_discord.errors import (
    direct_messages_closed,
    no_server_in_common,
    thread_archived,
    thread_locked,
    unavailable,
    unknown_channel,
)
from local_discord.fixtures import GuildFixture, PersonFixture, WorldFixture
from local_discord.guild import Guild, Role
from local_discord.permissions import DIRECT_MESSAGE, EVERYONE, VISITED, Permission, named
from local_discord.refusals import Refusals
from local_discord.users import Avatar, Member, User

AUTO_ARCHIVE_MINUTES = 1440
ROLE = 0

_USER = re.compile(r"<@!?(\d{1,20})>")
_ROLE = re.compile(r"<@&(\d{1,20})>")
_EVERYONE = re.compile(r"@(?:everyone|here)\b")
_EVERYTHING: Json = {"parse": ["users", "roles", "everyone"], "replied_user": True}


class World:
    """Everything that exists. Only these methods change it; the parts of `Backend` announce it."""

    def __init__(self, fixture: WorldFixture, applications: Sequence[Application]) -> None:
        self.applications = {application.id: application for application in applications}
        self.by_token = {application.token: application for application in applications}
        self.people = {one.id: _user(one) for one in fixture.people}
        self.users = self.people | {one.id: one.user for one in applications}
        self.guilds: dict[str, Guild] = {}
        self.channels: dict[str, Channel] = {}
        self.directs: dict[tuple[str, str], Channel] = {}
        self.webhooks: dict[str, Webhook] = {}
        self.emoji_images: dict[str, str] = {}
        self.forbidden: dict[str, int] = {}
        self.closed_dms: set[str] = set()
        self.refusals = Refusals()
        self.outages: dict[str, int] = {}
        """The servers that aren't available, by id, and the code with which requests for them are refused."""
        greeted = {
            channel.id: channel.welcome
            for guild in fixture.guilds
            for channel in guild.channels
            if channel.welcome
        }
        self.welcome_pictures = {
            one: Avatar.read(welcome.picture) for one, welcome in greeted.items() if welcome.picture
        }
        pictures = {
            one: {"picture": f"/welcomes/{one}/{picture.hash}.png"}
            for one, picture in self.welcome_pictures.items()
        }
        self.welcomes: dict[str, Json] = {
            one: welcome.model_dump(mode="json") | pictures.get(one, {}) for one, welcome in greeted.items()
        }
        for guild in fixture.guilds:
            self._add_guild(guild)
        for group in fixture.groups:
            members = tuple(self.people[one] for one in group.members)
            kind, name = ChannelType.GROUP, group.name or ""
            self._added(Channel(group.id, kind, name, owner_id=group.owner, members=members))

    def _add_guild(self, fixture: GuildFixture) -> None:
        guild = self.guilds[fixture.id] = Guild(fixture.id, fixture.name, fixture.owner)
        for place, role in enumerate(fixture.roles, start=1):
            permissions = named(role.permissions)
            guild.roles[role.id] = Role(role.id, role.name, permissions, place, role.colour, hoist=True)
            for person_id in role.members:
                guild.roles_on_joining.setdefault(person_id, []).append(role.id)
        for user in self.people.values():
            if fixture.has(user.id):
                self.join(guild, user)
        for person_id, picture in fixture.avatars.items():
            guild.members[person_id].avatar = Avatar.read(picture)
        for one in fixture.channels:
            channel = self.add_channel(guild, one.name, one.topic, one.id, ChannelType[one.kind.upper()])
            channel.denied_to_bots = named(one.denied_to_bots)
            if one.denied:
                channel.overwrites.append(Overwrite(guild.id, ROLE, deny=named(one.denied)))
        for application in self.applications.values():
            if application.is_installed_in(guild.id):
                self.install(application, guild, timestamp_of(application.id))

    def install(self, application: Application, guild: Guild, joined_at: str) -> Role:
        """Adds the bot to the server, with a role of its own, which it returns."""
        role_id = str(int(application.id) + list(self.guilds).index(guild.id) + 1)
        permissions = EVERYONE | named(application.permissions)
        role = Role(role_id, application.name, permissions, len(guild.roles), bot_id=application.id)
        guild.roles[role_id] = role
        guild.members[application.id] = Member(application.user, joined_at, [role_id])
        for channel in self.channels.values():
            if channel.guild_id == guild.id and channel.denied_to_bots:
                channel.overwrites.append(Overwrite(role_id, ROLE, deny=channel.denied_to_bots))
        return role

    def add_channel(
        self,
        guild: Guild,
        name: str,
        topic: str | None = None,
        channel_id: str | None = None,
        kind: ChannelType = ChannelType.TEXT,
    ) -> Channel:
        identity, place = channel_id or new_snowflake(), len(self.channels)
        return self._added(Channel(identity, kind, name, topic, place, guild.id))

    def add_thread(
        self,
        parent: Channel,
        name: str,
        owner_id: str,
        thread_id: str | None = None,
        kind: ChannelType = ChannelType.PUBLIC_THREAD,
    ) -> Channel:
        thread = Channel(thread_id or new_snowflake(), kind, name)
        thread.guild_id, thread.parent_id, thread.owner_id = parent.guild_id, parent.id, owner_id
        now = now_iso()
        thread.thread_metadata = {
            "archived": False,
            "archive_timestamp": now,
            "auto_archive_duration": AUTO_ARCHIVE_MINUTES,
            "locked": False,
            "create_timestamp": now,
        }
        if kind is ChannelType.PRIVATE_THREAD:
            thread.thread_metadata["invitable"] = True
        thread.thread_members[owner_id] = now
        return self._added(thread)

    def direct(self, person: User, bot: User) -> Channel:
        """The direct messages of these two, created if there were none."""
        channel = self.directs.get((person.id, bot.id))
        if channel is None:
            channel = self._added(Channel(new_snowflake(), ChannelType.DM, recipient=person, bot=bot))
            self.directs[person.id, bot.id] = channel
        return channel

    def _added(self, channel: Channel) -> Channel:
        self.channels[channel.id] = channel
        return channel

    def remove_channel(self, channel: Channel) -> list[Channel]:
        """Removes the channel, its webhooks and its threads. Returns the channels, threads first."""
        self.webhooks = {key: one for key, one in self.webhooks.items() if one.channel is not channel}
        threads = [one for one in self.channels.values() if one.is_thread and one.parent_id == channel.id]
        for gone in (*threads, channel):
            del self.channels[gone.id]
        return [*threads, channel]

    # Who is in which server, with which roles

    def remove_role(self, guild: Guild, role: Role) -> None:
        """Removes the role from the server, its members and its channels."""
        del guild.roles[role.id]
        held = (*(one.roles for one in guild.members.values()), *guild.roles_on_joining.values())
        for roles in held:
            roles[:] = [one for one in roles if one != role.id]
        for channel in self.channels.values():
            channel.overwrites = [one for one in channel.overwrites if one.id != role.id]

    def join(self, guild: Guild, user: User) -> Member:
        roles = list(guild.roles_on_joining.get(user.id, ()))
        member = guild.members[user.id] = Member(user, timestamp_of(user.id), roles)
        return member

    def leave(self, guild: Guild, user: User) -> None:
        del guild.members[user.id]

    def guilds_of(self, user_id: str) -> list[Guild]:
        """The servers the user is in, by id."""
        found = [one for one in self.guilds.values() if user_id in one.members]
        return sorted(found, key=lambda one: int(one.id))

    def guild_of(self, channel: Channel) -> Guild | None:
        """The channel's server; None for direct messages."""
        return self.guilds[channel.guild_id] if channel.guild_id else None

    def member_in(self, channel: Channel, user_id: str) -> Member | None:
        """The user as a member of the channel's server; None outside it, and in direct messages."""
        guild = self.guild_of(channel)
        return guild.members.get(user_id) if guild else None

    def share_a_guild(self, one: User, other: User) -> bool:
        return any({one.id, other.id} <= guild.members.keys() for guild in self.guilds.values())

    def directs_of(self, person: User) -> list[Channel]:
        """The direct messages that the person sees, and their group messages."""
        shown = (one for one in self.directs.values() if one.recipient is person and one.shown_to_person)
        return [*shown, *(one for one in self.channels.values() if person in one.members)]

    def installs(self, application: Application, person: User, channel: Channel) -> Json:
        """Who added the application so that the person can use it here, as Discord names them.

        `"0"` is the server, or "0" in direct messages with the bot; `"1"` is the person. Empty if nobody did.
        """
        found: Json = {}
        is_here = self.member_in(channel, application.id) or channel.guild_id in application.commands_only
        if is_here or channel.bot is application.user:
            found["0"] = channel.guild_id or "0"
        if person.id in application.added_by:
            found["1"] = person.id
        return found

    # Custom emojis, which only applications have here

    def emojis_of(self, application: Application) -> Emojis:
        """Those that its next message may use."""
        return Emojis(application.emojis, self.refusals.draw_emojis())

    def delete_emojis(self, names: Container[str] | None = None) -> None:
        """Deletes every application's emojis with these names, or all of them; no bot is told."""
        for application in self.applications.values():
            for gone in [one for one in application.emojis.values() if names is None or one["name"] in names]:
                del application.emojis[gone["id"]]
                self.emoji_images.pop(gone["id"], None)

    # Who may do what

    def permissions(self, user_id: str, channel: Channel) -> int:
        """The user's permissions in the channel: 0 if they are neither a member nor a recipient, or if it's a
        private thread that they aren't in and can't manage."""
        granted = self._granted(user_id, channel)
        if channel.kind is ChannelType.PRIVATE_THREAD and user_id not in channel.thread_members:
            return granted if granted & Permission.MANAGE_THREADS else 0
        return granted

    def could_join(self, user_id: str, thread: Channel) -> bool:
        """Whether the user could be a member of the thread: they see the channel it's in."""
        return bool(self._granted(user_id, thread) & Permission.VIEW_CHANNEL)

    def _granted(self, user_id: str, channel: Channel) -> int:
        """The user's permissions in the channel, also in a private thread of other people."""
        forbidden = self._forbidden_in(channel) if user_id in self.applications else 0
        guild = self.guild_of(channel)
        if guild is None:
            parties = {user.id for user in channel.parties}
            return DIRECT_MESSAGE & ~forbidden if user_id in parties else 0
        member = guild.members.get(user_id)
        if member is None:
            return 0
        return guild.permissions_in(self._place_of(channel), member) & ~forbidden

    def permissions_of_application(self, application: Application, channel: Channel) -> int:
        """What a server's own application may do where it's used, as an interaction says it.

        That's what its bot may do, whether it's in a private thread or not. If only its commands are there,
        it's what everybody may do, and always attach files and embed links (the change log of calculated
        permissions, and issue 5316 of discord-api-docs).
        """
        guild = self.guild_of(channel)
        if guild is None or application.id in guild.members:
            return self._granted(application.id, channel)
        return guild.permissions_in(self._place_of(channel), Member(application.user, "")) | VISITED

    def _place_of(self, channel: Channel) -> Channel:
        """The channel whose overwrites count here: a thread has those of the channel it's in."""
        return self.channels.get(channel.parent_id or "", channel) if channel.is_thread else channel

    def _forbidden_in(self, channel: Channel) -> int:
        return self.forbidden.get(channel.id, 0) | self.forbidden.get(channel.parent_id or "", 0)

    def may_view(self, user_id: str, channel: Channel) -> bool:
        return bool(self.permissions(user_id, channel) & Permission.VIEW_CHANNEL)

    def may_read(self, user_id: str, channel: Channel) -> bool:
        """Whether the user gets the channel's messages. In a voice or stage channel that also takes the right
        to connect (pull request 5111 of discord-api-docs)."""
        needed = Permission.VIEW_CHANNEL | (Permission.CONNECT if channel.is_spoken else 0)
        return not needed & ~self.permissions(user_id, channel)

    def must_be_available(self, channel: Channel) -> None:
        """Refuses whatever is asked for in a server that isn't available, with the code of its outage."""
        code = self.outages.get(channel.guild_id or "")
        if code is not None:
            raise unknown_channel() if code == unknown_channel().body["code"] else unavailable()

    def must_take_changes(self, user_id: str, thread: Channel) -> None:
        """Refuses to edit messages in an archived thread with 50083, and in a locked one with 160005 if the
        user can't manage threads (Discord's change log of locked threads, and pull request 9216 of
        discord.js; which code it is in an active thread is a guess)."""
        if thread.is_archived:
            raise thread_archived()
        self.must_take_messages(user_id, thread)

    def must_take_messages(self, user_id: str, thread: Channel) -> None:
        """Refuses new messages in a locked thread if the user can't manage threads: with 160005, or with
        50083 if it's archived too, as a message would have to open it."""
        if thread.is_locked and not self.permissions(user_id, thread) & Permission.MANAGE_THREADS:
            raise thread_archived() if thread.is_archived else thread_locked()

    def must_reach(self, channel: Channel) -> None:
        """Refuses a bot's direct message: with 50278 if the person shares no server with it, with 50007 if
        they accept no direct messages, with another code if a fault says so."""
        person, bot = channel.recipient, channel.bot
        if person is None or bot is None or not self.share_a_guild(person, bot):
            raise no_server_in_common()
        if person.id in self.closed_dms:
            raise direct_messages_closed()
        self.refusals.require("refused_dm_posts", person.id)

    def channels_for(self, user_id: str, guild: Guild | None = None) -> Iterator[Channel]:
        """The servers' channels and the threads that the user may view, in order, in one server or in all."""
        for channel in self.channels.values():
            wanted = guild is None or channel.guild_id == guild.id
            if wanted and not channel.is_direct and self.may_view(user_id, channel):
                yield channel


def _user(fixture: PersonFixture) -> User:
    avatar = None if fixture.avatar is None else Avatar.read(fixture.avatar)
    return User(fixture.id, fixture.username, fixture.name, fixture.colour, avatar=avatar)


# Whom a message mentions, and whom it may notify


def find_mentions(
    world: World,
    channel: Channel,
    author_id: str,
    text: str,
    allowed: Json | None,
    replied_to: str | None = None,
) -> Json:
    """What a message's text mentions, as in the message object, if `allowed_mentions` lets it through.

    `replied_to` is the author replied to.
    """
    allowed = _EVERYTHING if allowed is None else allowed
    parse = allowed.get("parse") or ()
    users = _let_through(_USER.findall(text), "users" in parse, allowed.get("users"))
    roles = _let_through(_ROLE.findall(text), "roles" in parse, allowed.get("roles"))
    if replied_to and allowed.get("replied_user", False) and replied_to not in users:
        users.append(replied_to)
    guild = world.guild_of(channel)
    everyone = "everyone" in parse and bool(_EVERYONE.search(text))
    may = everyone and world.permissions(author_id, channel) & Permission.MENTION_EVERYONE
    return {
        "mentions": [world.users[one].raw for one in users if one in world.users],
        "mention_roles": [one for one in roles if guild and one in guild.roles],
        "mention_everyone": bool(may),
    }


def _let_through(found: list[str], all_of_them: bool, listed: list[object] | None) -> list[str]:
    unique = list(dict.fromkeys(found))
    if all_of_them:
        return unique
    wanted = {str(one) for one in listed or ()}
    return [one for one in unique if one in wanted]


def notifies(world: World, channel: Channel, raw: Json, user_id: str) -> bool:
    """Whether the message in this channel notifies the user."""
    if raw["mention_everyone"] or any(user["id"] == user_id for user in raw["mentions"]):
        return True
    member = world.member_in(channel, user_id)
    return bool(member and set(raw["mention_roles"]) & set(member.roles))
