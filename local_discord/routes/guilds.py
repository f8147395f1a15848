"""Servers, their channels, roles and members."""

from local_discord.api import Call, Reply, Route
from local_discord.channels import Channel, ChannelType
from local_discord.errors import missing_permissions, unknown_member
from local_discord.forms import Form, FormErrors
from local_discord.guild import Guild
from local_discord.permissions import Permission
from local_discord.snowflake import LARGEST_SNOWFLAKE
from local_discord.users import Member


async def guild(call: Call) -> Reply:
    guild = call.guild()
    raw = guild.raw()
    if call.asks_for("with_counts"):
        raw["approximate_member_count"] = len(guild.members)
        raw["approximate_presence_count"] = call.dispatcher.members.presence_count(guild)
    return Reply(raw)


async def channels(call: Call) -> Reply:
    visible = call.world.channels_for(call.application.id, call.guild())
    return Reply([one.raw() for one in visible if not one.is_thread])


async def create_channel(call: Call) -> Reply:
    guild = call.guild()
    _require(call, guild, Permission.MANAGE_CHANNELS)
    errors = FormErrors()
    form = Form(call.body, errors)
    name = form.text("name", 100, least=1, required=True)
    topic = form.text("topic", 1024)
    form.choice("type", (int(ChannelType.TEXT),))
    errors.raise_if_any()
    return Reply(call.dispatcher.channels.create(guild, name or "", topic).raw(), 201)


async def roles(call: Call) -> Reply:
    return Reply([role.raw() for role in call.guild().roles.values()])


async def members(call: Call) -> Reply:
    guild = call.guild()
    limit = call.number("limit", 1, 1, 1000)
    after = call.number("after", 0, 0, LARGEST_SNOWFLAKE)
    found = sorted(guild.members.values(), key=lambda one: int(one.user.id))
    return Reply([one.full() for one in found if int(one.user.id) > after][:limit])


async def member(call: Call) -> Reply:
    return Reply(_member(call).full())


async def active_threads(call: Call) -> Reply:
    visible = call.world.channels_for(call.application.id, call.guild())
    found = [one for one in visible if _is_active(one)]
    own = call.application.id
    joined = [one.thread_member(own) for one in found if own in one.thread_members]
    threads = [one.raw(own) for one in found]
    return Reply({"threads": threads, "members": joined, "has_more": False})


def _is_active(channel: Channel) -> bool:
    return channel.is_thread and not channel.thread_metadata["archived"]


def _member(call: Call) -> Member:
    found = call.guild().members.get(call["user_id"])
    if found is None:
        raise unknown_member()
    return found


def _require(call: Call, guild: Guild, permission: Permission) -> None:
    if permission & ~guild.permissions_of(guild.members[call.application.id]):
        raise missing_permissions()


ROUTES = (
    Route("GET", "/guilds/{guild_id}", guild),
    Route("GET", "/guilds/{guild_id}/channels", channels),
    Route("POST", "/guilds/{guild_id}/channels", create_channel),
    Route("GET", "/guilds/{guild_id}/roles", roles),
    Route("GET", "/guilds/{guild_id}/members", members),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", member),
    Route("GET", "/guilds/{guild_id}/threads/active", active_threads),
)
