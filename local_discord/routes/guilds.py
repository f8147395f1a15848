"""Servers: their channels, roles and members."""

import datetime as dt

from local_discord.api import NOTHING, Call, Reply, Route
from local_discord.channels import Channel, ChannelType
from local_discord.codec import LARGEST_SNOWFLAKE, Json, new_snowflake
from local_discord.errors import (
    invalid_role,
    missing_permissions,
    not_in_voice,
    too_few_boosts,
    too_many_roles,
    unknown_role,
)
from local_discord.forms import Form
from local_discord.guild import Guild, Role
from local_discord.permissions import EVERYTHING, Permission
from local_discord.users import Member, read_avatar

# Roles, and who has them

ROLES_MOST = 250
COLOUR_MOST = 0xFFFFFF


async def roles(call: Call) -> Reply:
    return Reply([role.raw() for role in call.guild().roles.values()])


async def role(call: Call) -> Reply:
    return Reply(_find(call.guild(), call["role_id"]).raw())


async def create_role(call: Call) -> Reply:
    """Makes a role just above @everyone, with @everyone's permissions if none are given."""
    guild = _managed(call)
    changes = _read(call, guild)
    if len(guild.roles) >= ROLES_MOST:
        raise too_many_roles()
    made = Role(new_snowflake(), "new role", guild.roles[guild.id].permissions, position=1)
    guild.roles[made.id] = _with(made, changes)
    call.discord.members.role_changed("GUILD_ROLE_CREATE", guild, {"role": made.raw()})
    return Reply(made.raw())


async def edit_role(call: Call) -> Reply:
    guild = _managed(call)
    edited = _find(guild, call["role_id"])
    _require_below(call, guild, edited)
    _with(edited, _read(call, guild))
    call.discord.members.role_changed("GUILD_ROLE_UPDATE", guild, {"role": edited.raw()})
    return Reply(edited.raw())


async def move_roles(call: Call) -> Reply:
    """Gives roles new positions, all of them or none."""
    guild = _managed(call)
    moves = []
    with Form({"roles": call.body}) as form:
        for one in form.children("roles", ROLES_MOST, required=True) or ():
            moved = _find(guild, one.snowflake("id", required=True) or "")
            _require_below(call, guild, moved)
            moves.append((moved, one.whole("position", 1, guild.rank_of(_own(call, guild))[0])))
    for moved, position in moves:
        moved.position = moved.position if position is None else position
        call.discord.members.role_changed("GUILD_ROLE_UPDATE", guild, {"role": moved.raw()})
    return await roles(call)


async def delete_role(call: Call) -> Reply:
    guild = _managed(call)
    deleted = _find(guild, call["role_id"])
    if deleted.id == guild.id or deleted.bot_id:
        raise invalid_role()
    _require_below(call, guild, deleted)
    call.world.remove_role(guild, deleted)
    call.discord.members.role_changed("GUILD_ROLE_DELETE", guild, {"role_id": deleted.id})
    return NOTHING


async def give_role(call: Call) -> Reply:
    guild = _managed(call)
    member = call.member(guild)
    return _give(call, guild, member, [*member.roles, call["role_id"]])


async def take_role(call: Call) -> Reply:
    guild = _managed(call)
    member = call.member(guild)
    _find(guild, call["role_id"])
    return _give(call, guild, member, [one for one in member.roles if one != call["role_id"]])


def _give(call: Call, guild: Guild, member: Member, wanted: list[str]) -> Reply:
    member.roles = changed_roles(call, guild, member, wanted)
    call.discord.members.changed(guild, member)
    return NOTHING


def changed_roles(call: Call, guild: Guild, member: Member, wanted: list[str]) -> list[str]:
    """The roles that the member will have. Refuses to give or take one that isn't below the bot's own."""
    wanted = list(dict.fromkeys(wanted))
    for role_id in set(wanted) ^ set(member.roles):
        changed = _find(guild, role_id)
        if changed.id == guild.id:
            raise invalid_role()
        _require_below(call, guild, changed)
        if changed.bot_id:
            raise missing_permissions()
    return wanted


def _read(call: Call, guild: Guild) -> Json:
    """What the request says about a role, by the names of its attributes."""
    with Form(call.fields()) as form:
        given = form.snowflake("permissions")  # digits in a string, like an id
        permissions = None if given is None else int(given)
        colours = form.child("colors") or form
        colour = colours.whole("color" if colours is form else "primary_color", 0, COLOUR_MOST)
        changes = {
            "name": form.text("name", 100, least=1),
            "permissions": permissions,
            "colour": colour,
            "hoist": form.flag("hoist"),
            "mentionable": form.flag("mentionable"),
        }
    if any(form.given(one) for one in ("icon", "unicode_emoji")) or colours.given("secondary_color"):
        raise too_few_boosts()
    if (permissions or 0) & EVERYTHING & ~guild.permissions_of(_own(call, guild)):
        raise missing_permissions()
    return {key: value for key, value in changes.items() if value is not None}


def _with(changed: Role, changes: Json) -> Role:
    for key, value in changes.items():
        setattr(changed, key, value)
    return changed


def _managed(call: Call) -> Guild:
    return call.guild(Permission.MANAGE_ROLES)


def _own(call: Call, guild: Guild) -> Member:
    return guild.members[call.application.id]


def _find(guild: Guild, role_id: str) -> Role:
    found = guild.roles.get(role_id)
    if found is None:
        raise unknown_role()
    return found


def _require_below(call: Call, guild: Guild, changed: Role) -> None:
    if changed.rank >= guild.rank_of(_own(call, guild)):
        raise missing_permissions()


# Servers, their channels and members

TIMEOUT_MOST = dt.timedelta(days=28)


async def guild(call: Call) -> Reply:
    guild = call.guild()
    raw = guild.raw()
    if call.asks_for("with_counts"):
        raw["approximate_member_count"] = len(guild.members)
        raw["approximate_presence_count"] = call.discord.members.presence_count(guild)
    return Reply(raw)


async def channels(call: Call) -> Reply:
    visible = call.world.channels_for(call.application.id, call.guild())
    return Reply([one.raw() for one in visible if not one.is_thread])


async def create_channel(call: Call) -> Reply:
    guild = call.guild(Permission.MANAGE_CHANNELS)
    with Form(call.body) as form:
        name = form.text("name", 100, least=1, required=True)
        topic = form.text("topic", 1024)
        form.choice("type", (int(ChannelType.TEXT),))
    return Reply(call.discord.channels.create(guild, name or "", topic).raw(), 201)


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
    with Form(call.fields()) as form:
        nick, listed = form.text("nick", 32), form.items("roles", ROLES_MOST)
        until = form.moment("communication_disabled_until")
        if until and until > dt.datetime.now(dt.UTC) + TIMEOUT_MOST:
            code, message = "INVALID_COMMUNICATION_DISABLED_TIMESTAMP", "Must be at most 28 days from now."
            form.wrong("communication_disabled_until", code, message)
    if any(form.given(key) for key in ("mute", "deaf", "channel_id")):
        raise not_in_voice()
    for key, needed in _NEEDED.items():
        if key in form.fields:
            call.guild(needed)
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
    call.discord.members.changed(guild, edited)
    return Reply(edited.full())


async def edit_own_member(call: Call) -> Reply:
    """Changes the bot's own nickname and its avatar in this server."""
    guild = call.guild()
    own = guild.members[call.application.id]
    with Form(call.fields()) as form:
        nick, avatar = form.text("nick", 32), read_avatar(form)
    if "nick" in form.fields:
        call.guild(Permission.CHANGE_NICKNAME)
        own.nick = nick or None
    if "avatar" in form.fields:
        own.avatar = avatar
    call.discord.members.changed(guild, own)
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


_ROLES = "/guilds/{guild_id}/roles"
_ROLE = _ROLES + "/{role_id}"
_GIVEN_ROLE = "/guilds/{guild_id}/members/{user_id}/roles/{role_id}"
ROUTES = (
    Route("GET", "/guilds/{guild_id}", guild),
    Route("GET", "/guilds/{guild_id}/channels", channels),
    Route("POST", "/guilds/{guild_id}/channels", create_channel),
    Route("GET", "/guilds/{guild_id}/members", members),
    Route("PATCH", "/guilds/{guild_id}/members/@me", edit_own_member),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", member),
    Route("PATCH", "/guilds/{guild_id}/members/{user_id}", edit_member),
    Route("GET", "/guilds/{guild_id}/threads/active", active_threads),
    Route("GET", _ROLES, roles),
    Route("POST", _ROLES, create_role),
    Route("PATCH", _ROLES, move_roles),
    Route("GET", _ROLE, role),
    Route("PATCH", _ROLE, edit_role),
    Route("DELETE", _ROLE, delete_role),
    Route("PUT", _GIVEN_ROLE, give_role),
    Route("DELETE", _GIVEN_ROLE, take_role),
)
