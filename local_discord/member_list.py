"""Who joins a server, who leaves it, what changes about its members and roles, and who is online."""

from local_discord.codec import Json
from local_discord.gateway import Gateway, Intent
from local_discord.guild import Guild
from local_discord.pages import Pages
from local_discord.users import Member, User
from local_discord.world import World


class MemberList:
    """Changes the servers' members and announces it to the bots and the open pages."""

    def __init__(self, world: World, gateway: Gateway, pages: Pages) -> None:
        self._world = world
        self._gateway = gateway
        self._pages = pages

    def join(self, guild: Guild, person: User) -> None:
        """The person joins the server; nothing happens if they are in it already."""
        if person.id in guild.members:
            return
        member = self._world.join(guild, person)
        raw = member.full() | {"guild_id": guild.id}
        self._gateway.to_guild("GUILD_MEMBER_ADD", guild, raw, Intent.GUILD_MEMBERS)
        self._tell(guild)

    def leave(self, guild: Guild, person: User) -> None:
        """The person leaves the server; nothing happens if they are not in it."""
        if person.id not in guild.members:
            return
        self._world.leave(guild, person)
        raw = {"guild_id": guild.id, "user": person.raw}
        self._gateway.to_guild("GUILD_MEMBER_REMOVE", guild, raw, Intent.GUILD_MEMBERS)
        self._tell(guild)

    def changed(self, guild: Guild, member: Member) -> None:
        """Announces a change of a member. A bot always hears of itself."""
        raw = member.full() | {"guild_id": guild.id}
        for session in self._gateway.sessions.values():
            hears = session.intents & Intent.GUILD_MEMBERS or session.application.id == member.user.id
            if hears and session.is_in(guild):
                session.tell("GUILD_MEMBER_UPDATE", raw)
        self._tell(guild)

    def role_changed(self, name: str, guild: Guild, said: Json) -> None:
        """Announces that a role was made, changed or deleted."""
        self._gateway.to_guild(name, guild, {"guild_id": guild.id} | said, Intent.GUILDS)
        self._tell(guild)

    def presence_count(self, guild: Guild) -> int:
        """How many members of the server are online: connected bots, and people with an open page."""
        world = self._world
        bots = (one for one in world.applications.values() if self._gateway.online(one))
        present = {one.id for one in bots} | {one for one in world.people if self._pages.is_open(one)}
        return len(present & guild.members.keys())

    def _tell(self, guild: Guild) -> None:
        self._pages.to_all("GUILD", {"guild": guild.for_page()})
