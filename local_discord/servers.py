"""Which applications are in which server, and which servers are available: changes it and announces it."""

from dataclasses import dataclass

from local_discord.applications import Application
from local_discord.codec import now_iso
from local_discord.errors import ClientError, found, unavailable, unknown_channel
from local_discord.gateway import Intent
from local_discord.guild import Guild
from local_discord.lists import Announcer, AppDirectory, MemberList

OUTAGES = (unavailable().status, unknown_channel().body["code"])
"""With what requests can be refused in an outage: 503, or as if the channel didn't exist."""


@dataclass(eq=False)
class ServerList(Announcer):
    """Adds applications to servers and removes them, and starts and ends outages."""

    _members: MemberList
    _directory: AppDirectory

    def invite(self, application: Application, guild: Guild) -> None:
        """Adds the bot to the server, which comes to it in a GUILD_CREATE. Nothing happens if it's there."""
        if application.id in guild.members:
            return
        application.commands_only.discard(guild.id)
        theirs = (one for one in self._gateway.sessions_of(application) if one.shard.has(guild.id))
        waiting = [one for one in theirs if one.intents & Intent.GUILDS]
        for session in waiting:
            session.awaited.add(guild.id)
        role = self._world.install(application, guild, now_iso())
        self._members.role_changed("GUILD_ROLE_CREATE", guild, {"role": role.raw()})
        self._members.added(guild, guild.members[application.id])
        for session in waiting if guild.id not in self._world.outages else ():
            self._gateway.bring(session, guild, has_joined=True)
        self._directory.tell(application)

    def add_commands(self, application: Application, guild: Guild) -> None:
        """Leaves only the application's commands in the server: without `bot` among the scopes with which it
        was added, its bot isn't a member and hears only of interactions (issue 3085 of discord-api-docs)."""
        self.remove(application, guild)
        application.commands_only.add(guild.id)
        self._directory.tell(application)

    def remove(self, application: Application, guild: Guild) -> None:
        """Removes the application from the server. Its bot gets a GUILD_DELETE without `unavailable`."""
        application.commands_only.discard(guild.id)
        if application.id in guild.members:
            for session in self._gateway.knowing(guild):
                if session.application is application:
                    session.tell("GUILD_DELETE", {"id": guild.id})
            role = next(one for one in guild.roles.values() if one.bot_id == application.id)
            self._members.leave(guild, application.user)
            self._world.remove_role(guild, role)
            self._members.role_changed("GUILD_ROLE_DELETE", guild, {"role_id": role.id})
        for session in self._gateway.sessions_of(application):
            session.awaited.discard(guild.id)
        self._directory.tell(application)

    def set_outages(self, wanted: dict[str, int]) -> None:
        """Makes these servers unavailable, and the others available again.

        Bots get a GUILD_DELETE with `unavailable` at the start of an outage and a GUILD_CREATE at its end
        (Discord's documentation of gateway events). Meanwhile each request for the server and its channels is
        refused with 503, or with 10003 if that was chosen for its channels. Raises `ClientError`.
        """
        unknown = ClientError("That server doesn't exist.")
        guilds = {one: found(self._world.guilds.get(one), unknown) for one in wanted}
        if not set(wanted.values()) <= set(OUTAGES):
            raise ClientError(f"In an outage requests are refused with one of {OUTAGES}.")
        before, self._world.outages = self._world.outages, dict(wanted)
        for guild in (guilds[one] for one in wanted if one not in before):
            for session in self._gateway.knowing(guild):
                session.tell("GUILD_DELETE", {"id": guild.id, "unavailable": True})
                session.awaited.add(guild.id)
        for guild in (self._world.guilds[one] for one in before if one not in wanted):
            for session in self._gateway.sessions.values():
                if guild.id in session.awaited and session.is_in(guild):
                    self._gateway.bring(session, guild)
