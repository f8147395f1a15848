"""What the real Discord, its moderators and its players do to a bot in a week."""

import asyncio
import datetime as dt
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from local_discord.channels import Channel, Overwrite
from local_discord.codec import Json
from local_discord.failures import Failure
from local_discord.guild import Guild, Role
from local_discord.permissions import Permission
from local_discord.person import Refused
from local_discord.server import LocalDiscord
from local_discord.users import Member
from tests.simulation.hours import HOUR, Hours
from tests.simulation.house import House, Process
from tests.simulation.people import Guest
from tests.simulation.places import BUSY, PEOPLE, SMALL, Kind, Place
from tests.simulation.seen import is_board

Event: TypeAlias = Callable[["Fate"], Awaitable[None]]

_ROLE, _MEMBER = 0, 1
_WRITING = int(Permission.SEND_MESSAGES | Permission.SEND_MESSAGES_IN_THREADS)
_SEEING = int(Permission.VIEW_CHANNEL)
_BAN_HOURS = 10 / 60
_NO_RESUME = 4009
_DROPPED = 4000
_POSTS = r"/messages(/\d+|/@original)?$|/callback$"


@dataclass(eq=False)
class Fate:
    """Lets events happen, each of which it tells in a line, and undoes them all in the end."""

    discord: LocalDiscord
    house: House
    places: list[Place]
    moderator: Guest
    hours: Hours
    rng: Random
    tell: Callable[[str], None]
    happened: Counter[str] = field(default_factory=Counter)
    restarting: asyncio.Lock = field(default_factory=asyncio.Lock)
    over: asyncio.Event = field(default_factory=asyncio.Event)
    """Set at the end of the week: whatever still goes on ends."""
    gone: set[int] = field(default_factory=set)
    """The channels that were deleted, or of servers that removed the bot."""

    # What an event needs

    def say(self, text: str) -> None:
        """Tell what happens, with its simulated time."""
        self.tell(f"{self.hours.said()}  {text}")

    async def lasts(self, least: float, most: float) -> None:
        """Wait for some hours, or until the week is over."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.rng.uniform(least, most) * HOUR):
                await self.over.wait()

    def place(self, *kinds: Kind) -> Place | None:
        """One of the places of these kinds that exist now."""
        there = [
            one for one in self.places if one.kind in kinds and one.channel_id in self.discord.world.channels
        ]
        return self.rng.choice(there) if there else None

    def channel(self, place: Place) -> Channel:
        """The channel that this place has now. Raises LookupError if it's gone."""
        return self.discord.world.channels[place.channel_id]

    def boards(self, channel: Channel) -> list[str]:
        """The ids of the boards that stand there."""
        there = channel.messages.values()
        return [one.id for one in there if one.seen_by is None and is_board(one.raw)]

    def message(self, channel: Channel, message_id: str) -> Json:
        """What names a message."""
        return {"channel_id": channel.id, "id": message_id}

    def guild(self, guild_id: str) -> Guild:
        """This server."""
        return self.discord.world.guilds[guild_id]

    def member(self, guild: Guild) -> Member | None:
        """The bot as a member of this server."""
        return guild.members.get(self.discord.applications[0].id)

    def own_role(self, guild: Guild) -> Role | None:
        """The role that the bot got with its invitation."""
        return next((one for one in guild.roles.values() if one.bot_id), None)

    def process(self) -> Process | None:
        """One of several processes of the bot; None means the bot."""
        running = [one for one in self.house.running if one.bot is not None]
        return self.rng.choice(running) if len(running) > 1 else None

    @staticmethod
    def named(process: Process | None) -> str:
        """What it's called."""
        return "the bot" if process is None else f"process {process.number}"

    def fails(self, hours: float, **how: object) -> None:
        """Requests fail like this for some hours, besides those that fail already."""
        failure = Failure(seconds=hours * HOUR, **how)  # type: ignore[arg-type]  # as its fields say
        self.discord.faults.failures.append(failure)

    async def end_all(self) -> None:
        """No fault is left, every thread is open, and the bot is everywhere again."""
        discord = self.discord
        discord.faults.fail_next([])
        discord.faults.set({"forbid": {}, "closed_dms": [], "refused_files": {}, "refuse_emojis": 0.0})
        discord.servers.set_outages({})
        for guild_id in (BUSY, SMALL):
            guild = self.guild(guild_id)
            discord.servers.invite(discord.applications[0], guild)
            member = self.member(guild)
            assert member is not None
            if member.timed_out_until is not None:
                member.timed_out_until = None
                discord.members.changed(guild, member)
        for place in self.places:
            if place.channel_id in discord.world.channels and place.is_thread:
                channel = self.channel(place)
                if channel.is_locked:
                    discord.threads.mark(channel, locked=False)
        await self.house.must_run()


# Messages that moderators delete


async def purge(fate: Fate) -> None:
    """A moderator deletes the last messages of a channel at once, and its board with them."""
    place = fate.place(Kind.CHANNEL, Kind.PUBLIC)
    if place is None:
        return
    channel = fate.channel(place)
    wanted = [one.id for one in channel.messages.values() if one.seen_by is None][-30:]
    if wanted:
        boards = len(set(wanted) & set(fate.boards(channel)))
        fate.say(f"a moderator purges {place.name}: {len(wanted)} messages, {boards} boards among them")
        await fate.moderator.purge(*(fate.message(channel, one) for one in wanted))


async def delete_board(fate: Fate) -> None:
    """A moderator deletes a board."""
    place = fate.place(Kind.CHANNEL, Kind.PUBLIC)
    if place is None:
        return
    channel = fate.channel(place)
    if boards := fate.boards(channel):
        fate.say(f"a moderator deletes the board in {place.name}")
        await fate.moderator.do("delete", channel_id=channel.id, message_id=boards[-1])


# Threads


async def archive(fate: Fate) -> None:
    """Somebody archives a thread."""
    place = fate.place(Kind.PUBLIC, Kind.PRIVATE)
    if place is not None:
        fate.say(f"somebody archives {place.kind} {place.name}")
        fate.discord.threads.mark(fate.channel(place), archived=True)


async def lock(fate: Fate) -> None:
    """A moderator locks a thread, sometimes an archived one, and unlocks it some hours later."""
    place = fate.place(Kind.PUBLIC, Kind.PRIVATE)
    if place is None:
        return
    channel, archived = fate.channel(place), fate.rng.random() < 0.4 or None
    fate.say(f"a moderator locks {place.kind} {place.name}{' and archives it' if archived else ''}")
    fate.discord.threads.mark(channel, locked=True, archived=archived)
    await fate.lasts(1, 12)
    if channel.id in fate.discord.world.channels:
        fate.say(f"the moderator unlocks {place.name}")
        fate.discord.threads.mark(channel, locked=False)


# Rights


async def overwrite(fate: Fate) -> None:
    """A channel's overwrites take rights from the bot, and give them back; the bot is told."""
    place = fate.place(Kind.CHANNEL)
    if place is None:
        return
    channel = fate.channel(place)
    role = fate.own_role(fate.guild(channel.guild_id or ""))
    if role is None:
        return
    taken = Overwrite(role.id, _ROLE, deny=_SEEING if fate.rng.random() < 0.3 else _WRITING)
    fate.say(f"an admin takes {'View Channel' if taken.deny == _SEEING else 'Send Messages'} in {place.name}")
    channel.overwrites.append(taken)
    fate.discord.channels.update(channel)
    await fate.lasts(0.5, 6)
    if channel.id in fate.discord.world.channels:
        fate.say(f"the admin gives it back in {place.name}")
        channel.overwrites = [one for one in channel.overwrites if one is not taken]
        fate.discord.channels.update(channel)


async def forbid(fate: Fate) -> None:
    """Rights are missing in a channel for a while, and the bot isn't told of it."""
    place = fate.place(Kind.CHANNEL)
    if place is None:
        return
    right = fate.rng.choice(("SEND_MESSAGES", "VIEW_CHANNEL", "ATTACH_FILES"))
    fate.say(f"{right} is missing in {place.name}, and nobody tells the bot")
    world, bit = fate.discord.world, int(Permission[right])
    world.forbidden = world.forbidden | {place.channel_id: bit}
    where = place.channel_id
    await fate.lasts(0.5, 6)
    fate.say(f"{right} is back in {place.name}")
    world.forbidden = {key: one for key, one in world.forbidden.items() if key != where}


async def change_role(fate: Fate) -> None:
    """The bot's role loses a right in the whole server, and gets it back."""
    guild = fate.guild(fate.rng.choice((BUSY, SMALL)))
    role = fate.own_role(guild)
    everybody = guild.roles[guild.id]
    if role is None:
        return
    fate.say(f"an admin takes Send Messages from everybody in “{guild.name}”")
    before = role.permissions, everybody.permissions
    role.permissions, everybody.permissions = before[0] & ~_WRITING, before[1] & ~_WRITING
    for one in (role, everybody):
        fate.discord.members.role_changed("GUILD_ROLE_UPDATE", guild, {"role": one.raw()})
    await fate.lasts(0.2, 2)
    fate.say(f"the admin gives it back in “{guild.name}”")
    everybody.permissions = before[1]
    now = fate.own_role(guild)  # it may have been invited again meanwhile
    for one in (everybody,) if now is None else (now, everybody):
        one.permissions |= before[0] if one is now else 0
        fate.discord.members.role_changed("GUILD_ROLE_UPDATE", guild, {"role": one.raw()})


async def time_out(fate: Fate) -> None:
    """A moderator times the bot out for an hour. Nobody tells it when that is over."""
    guild = fate.guild(fate.rng.choice((BUSY, SMALL)))
    member = fate.member(guild)
    if member is not None:
        fate.say(f"a moderator times the bot out in “{guild.name}” for an hour")
        until = dt.datetime.fromtimestamp(time.time() + HOUR, dt.UTC)
        member.timed_out_until = until
        fate.discord.members.changed(guild, member)
        await fate.lasts(1, 1)


# Discord itself


async def outage(fate: Fate) -> None:
    """A server isn't available; requests for it get 503, or as if its channels didn't exist."""
    guild, code = fate.guild(fate.rng.choice((BUSY, SMALL))), fate.rng.choice((503, 10003))
    fate.say(f"Discord has an outage of “{guild.name}” ({code})")
    fate.discord.servers.set_outages(fate.discord.world.outages | {guild.id: code})
    await fate.lasts(0.2, 3)
    fate.say(f"“{guild.name}” is available again")
    left = {key: one for key, one in fate.discord.world.outages.items() if key != guild.id}
    fate.discord.servers.set_outages(left)


async def ban(fate: Fate) -> None:
    """Cloudflare answers every request with its page for ten minutes."""
    fate.say("Cloudflare bans the bot for ten minutes")
    seconds = _BAN_HOURS * HOUR
    fate.fails(_BAN_HOURS, status=429, html=True, retry_after=seconds)
    await fate.lasts(_BAN_HOURS, _BAN_HOURS)


async def envoy(fate: Fate) -> None:
    """Discord's proxies fail now and then for an hour or two."""
    status, share = fate.rng.choice((503, 503, 500, 520)), fate.rng.uniform(0.2, 0.6)
    hours = fate.rng.uniform(0.5, 2)
    fate.say(f"{share:.0%} of all requests get {status} for {hours:.1f} h")
    fate.fails(hours, status=status, html=status == 520, chance=share, seed=fate.rng.randrange(1000))
    await fate.lasts(hours, hours)


async def resets(fate: Fate) -> None:
    """Connections break by chance: before the request has any effect, or after it."""
    after, share = fate.rng.random() < 0.5, fate.rng.uniform(0.1, 0.4)
    hours = fate.rng.uniform(0.5, 2)
    fate.say(
        f"{share:.0%} of all connections break {'after' if after else 'before'} the request for {hours:.1f} h"
    )
    how = {"reset": True, "chance": share, "seed": fate.rng.randrange(1000), "after": after}
    fate.fails(hours, path=_POSTS, **how)
    await fate.lasts(hours, hours)


async def lose_gateway(fate: Fate) -> None:
    """The gateway's connection is lost, and the session resumed."""
    fate.say("the gateway closes its connection; the session can be resumed")
    fate.discord.faults.drop_gateway(_DROPPED)


async def lose_session(fate: Fate) -> None:
    """The session is lost, with whatever happens until there is a new one: a board is deleted meanwhile."""
    place = fate.place(Kind.CHANNEL, Kind.PUBLIC)
    fate.say("the gateway ends the session; what happens until there is a new one is told to nobody")
    fate.discord.faults.refuse_identify(0.3 * HOUR)
    fate.discord.faults.drop_gateway(_NO_RESUME)
    await fate.lasts(0.1, 0.1)
    if place is not None and place.channel_id in fate.discord.world.channels:
        channel = fate.channel(place)
        if boards := fate.boards(channel):
            fate.say(f"meanwhile a moderator deletes the board in {place.name}")
            await fate.moderator.do("delete", channel_id=channel.id, message_id=boards[-1])
    await fate.lasts(0.2, 0.2)


async def reconnect(fate: Fate) -> None:
    """Discord asks the bot to connect again (op 7)."""
    fate.say("Discord asks the bot to reconnect")
    fate.discord.gateway.ask_to_reconnect()


async def automod(fate: Fate) -> None:
    """AutoMod, or a limit of uploads, stops pictures in a channel for an hour."""
    place = fate.place(Kind.CHANNEL)
    if place is None:
        return
    code = fate.rng.choice((200000, 400001))
    fate.say(f"no pictures in {place.name} for an hour ({code})")
    fate.discord.faults.set({"refused_files": {place.channel_id: code}})
    await fate.lasts(1, 1)
    fate.discord.faults.set({"refused_files": {}})


async def delete_emojis(fate: Fate) -> None:
    """Somebody deletes the application's emojis in the developer portal."""
    fate.say("somebody deletes the emojis in the developer portal")
    fate.discord.faults.delete_emojis(["*"])


# The bot's host, its people and its servers


async def restart(fate: Fate) -> None:
    """The host restarts the bot."""
    async with fate.restarting:
        if fate.over.is_set():
            return
        process = fate.process()
        fate.say(f"the host stops {fate.named(process)}")
        await fate.house.stop(process)
        await fate.lasts(0.05, 0.5)
        fate.say("the bot starts again")
        await fate.house.start()


async def kill(fate: Fate) -> None:
    """The bot ends in the middle of everything, and is started again."""
    async with fate.restarting:
        if fate.over.is_set():
            return
        process = fate.process()
        fate.say(f"{fate.named(process)} is killed")
        fate.house.kill(process.number if process else 0)
        await fate.lasts(0.02, 0.2)
        fate.say("the bot starts again")
        await fate.house.start()


async def close_direct(fate: Fate) -> None:
    """Somebody closes their direct messages, and opens them later."""
    person, closed = fate.rng.choice(PEOPLE), fate.discord.world.closed_dms
    fate.say(f"{fate.discord.world.people[person].name} closes their direct messages")
    closed.add(person)
    await fate.lasts(2, 24)
    fate.say(f"{fate.discord.world.people[person].name} opens them again")
    closed.discard(person)


async def delete_channel(fate: Fate) -> None:
    """A channel is deleted with its table, and the people move on to a new one."""
    place = fate.place(Kind.CHANNEL)
    if place is None or place.guild_id is None:
        return
    fate.say(f"an admin deletes {place.name}")
    fate.gone.add(int(place.channel_id))
    fate.discord.channels.delete(fate.channel(place))
    await fate.lasts(0.5, 2)
    place.channel_id = fate.discord.channels.create(fate.guild(place.guild_id), place.name).id


async def remove_bot(fate: Fate) -> None:
    """The bot is removed from a server, and invited again hours later."""
    guild, application = fate.guild(SMALL), fate.discord.applications[0]
    if application.id not in guild.members:
        return
    fate.say(f"an admin removes the bot from “{guild.name}”")
    fate.discord.servers.remove(application, guild)
    await fate.lasts(1, 10)
    fate.say(f"the bot is invited to “{guild.name}” again")
    fate.discord.servers.invite(application, guild)


async def leave_thread(fate: Fate) -> None:
    """The bot is removed from a private thread, and added again."""
    place = fate.place(Kind.PRIVATE)
    if place is None:
        return
    thread, bot_id = fate.channel(place), fate.discord.applications[0].id
    fate.say(f"somebody removes the bot from private thread {place.name}")
    fate.discord.threads.remove(thread, bot_id)
    await fate.lasts(0.5, 4)
    if thread.id in fate.discord.world.channels:
        fate.say(f"somebody adds the bot to {place.name} again")
        fate.discord.threads.add(thread, [bot_id])


A_WEEK: tuple[tuple[Event, float], ...] = (
    (purge, 14),
    (delete_board, 14),
    (archive, 10),
    (lock, 5),
    (overwrite, 8),
    (forbid, 6),
    (change_role, 3),
    (time_out, 4),
    (outage, 5),
    (ban, 5),
    (envoy, 6),
    (resets, 6),
    (lose_gateway, 10),
    (lose_session, 6),
    (reconnect, 6),
    (automod, 5),
    (delete_emojis, 2),
    (restart, 4),
    (kill, 4),
    (close_direct, 6),
    (delete_channel, 3),
    (remove_bot, 2),
    (leave_thread, 3),
)
"""What happens, and how often in a week on average."""


def schedule(hours: float, rng: Random) -> list[tuple[float, Event]]:
    """When what happens, in order, within so many hours. In a week everything does, in a day some of it."""
    found: list[tuple[float, Event]] = []
    for event, often in A_WEEK:
        mean = often * hours / 168
        count = int(mean) + (rng.random() < mean % 1)
        found += [(rng.uniform(0.02, 0.95) * hours, event) for _ in range(count)]
    return sorted(found, key=lambda one: one[0])


async def live_through(fate: Fate, planned: list[tuple[float, Event]], hours: float) -> None:
    """Let all of these happen at their times until these hours have passed; then all of them are over."""
    begun: list[asyncio.Task[None]] = []
    for at, event in planned:
        await fate.hours.until(at)
        begun.append(asyncio.create_task(_happens(fate, event)))
    await fate.hours.until(hours)
    fate.say("the week is over: every fault ends")
    fate.over.set()
    for one in begun:
        await one
    await fate.end_all()


async def _happens(fate: Fate, event: Event) -> None:
    fate.happened[event.__name__] += 1
    with suppress(Refused):
        await event(fate)
