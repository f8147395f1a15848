"""Who joins a server, who leaves it, and how many of its members are online."""

from local_discord.gateway import Gateway, Intent
from local_discord.guild import Guild
from local_discord.pages import Pages
from local_discord.users import User
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

    def presence_count(self, guild: Guild) -> int:
        """How many members of the server are online: connected bots, and people with an open page."""
        world = self._world
        bots = (one for one in world.applications.values() if self._gateway.online(one))
        present = {one.id for one in bots} | {one for one in world.people if self._pages.is_open(one)}
        return len(present & guild.members.keys())

    def _tell(self, guild: Guild) -> None:
        self._pages.to_all("GUILD", {"guild": guild.for_page()})
