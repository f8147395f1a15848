"""Servers, their channels and members."""

import datetime as dt

from local_discord.api import Call, Reply, Route
from local_discord.avatars import read_avatar
from local_discord.channels import Channel, ChannelType
from local_discord.errors import missing_permissions, not_in_voice
from local_discord.forms import Form, FormErrors
from local_discord.permissions import Permission
from local_discord.routes.roles import ROLES_MOST, changed_roles
from local_discord.snowflake import LARGEST_SNOWFLAKE

TIMEOUT_MOST = dt.timedelta(days=28)


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
    guild = call.guild(int(Permission.MANAGE_CHANNELS))
    errors = FormErrors()
    form = Form(call.body, errors)
    name = form.text("name", 100, least=1, required=True)
    topic = form.text("topic", 1024)
    form.choice("type", (int(ChannelType.TEXT),))
    errors.raise_if_any()
    return Reply(call.dispatcher.channels.create(guild, name or "", topic).raw(), 201)


async def members(call: Call) -> Reply:
    guild = call.guild()
    limit = call.number("limit", 1, 1, 1000)
    after = call.number("after", 0, 0, LARGEST_SNOWFLAKE)
    found = sorted(guild.members.values(), key=lambda one: int(one.user.id))
    return Reply([one.full() for one in found if int(one.user.id) > after][:limit])


async def member(call: Call) -> Reply:
    return Reply(call.member(call.guild()).full())


async def edit_member(call: Call) -> Reply:
    """Changes the nickname, roles and timeout of a member who ranks lower; each needs its permission."""
    guild = call.guild()
    edited, own = call.member(guild), guild.members[call.application.id]
    errors = FormErrors()
    form = Form(call.fields(), errors)
    nick, listed = form.text("nick", 32), form.items("roles", ROLES_MOST)
    until = form.moment("communication_disabled_until")
    if until and until > dt.datetime.now(dt.UTC) + TIMEOUT_MOST:
        code, message = "INVALID_COMMUNICATION_DISABLED_TIMESTAMP", "Must be at most 28 days from now."
        form.wrong("communication_disabled_until", code, message)
    errors.raise_if_any()
    if any(form.given(key) for key in ("mute", "deaf", "channel_id")):
        raise not_in_voice()
    for key, needed in _NEEDED.items():
        if key in form.fields:
            call.guild(int(needed))
            if edited is not own and guild.rank_of(edited) >= guild.rank_of(own):
                raise missing_permissions()
    if until and guild.permissions_of(edited) & Permission.ADMINISTRATOR:
        raise missing_permissions()
    if listed is not None:
        edited.roles = changed_roles(call, guild, edited, [str(one) for one in listed])
    if "nick" in form.fields:
        edited.nick = nick or None
    if "communication_disabled_until" in form.fields:
        edited.timed_out_until = until
    call.dispatcher.members.changed(guild, edited)
    return Reply(edited.full())


async def edit_own_member(call: Call) -> Reply:
    """Changes the bot's own nickname and its avatar in this server."""
    guild = call.guild()
    own = guild.members[call.application.id]
    errors = FormErrors()
    form = Form(call.fields(), errors)
    nick, avatar = form.text("nick", 32), read_avatar(form)
    errors.raise_if_any()
    if "nick" in form.fields:
        call.guild(int(Permission.CHANGE_NICKNAME))
        own.nick = nick or None
    if "avatar" in form.fields:
        own.avatar = avatar
    call.dispatcher.members.changed(guild, own)
    return Reply(own.full())


async def active_threads(call: Call) -> Reply:
    visible = call.world.channels_for(call.application.id, call.guild())
    found = [one for one in visible if _is_active(one)]
    own = call.application.id
    joined = [one.thread_member(own) for one in found if own in one.thread_members]
    threads = [one.raw(own) for one in found]
    return Reply({"threads": threads, "members": joined, "has_more": False})


def _is_active(channel: Channel) -> bool:
    return channel.is_thread and not channel.thread_metadata["archived"]


_NEEDED = {
    "nick": Permission.MANAGE_NICKNAMES,
    "roles": Permission.MANAGE_ROLES,
    "communication_disabled_until": Permission.MODERATE_MEMBERS,
}
ROUTES = (
    Route("GET", "/guilds/{guild_id}", guild),
    Route("GET", "/guilds/{guild_id}/channels", channels),
    Route("POST", "/guilds/{guild_id}/channels", create_channel),
    Route("GET", "/guilds/{guild_id}/members", members),
    Route("PATCH", "/guilds/{guild_id}/members/@me", edit_own_member),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", member),
    Route("PATCH", "/guilds/{guild_id}/members/{user_id}", edit_member),
    Route("GET", "/guilds/{guild_id}/threads/active", active_threads),
)
