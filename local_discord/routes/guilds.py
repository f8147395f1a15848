"""Servers: their channels, roles and members."""

import datetime as dt
import time

from local_discord import errors
from local_discord.api import Call, route
from local_discord.channels import FORUMS, WITH_MESSAGES, ChannelType
from local_discord.codec import LARGEST_SNOWFLAKE, Json, new_snowflake
from local_discord.errors import found
from local_discord.forms import Form
from local_discord.guild import Guild, Role
from local_discord.permissions import EVERYTHING, Permission
from local_discord.users import Member, read_avatar

# Roles, and who has them

ROLES_MOST = 250
COLOUR_MOST = 0xFFFFFF
ROLES = "/guilds/{guild_id}/roles"
ROLE = ROLES + "/{role_id}"
GIVEN_ROLE = "/guilds/{guild_id}/members/{user_id}/roles/{role_id}"


@route("GET", ROLES)
def roles(call: Call) -> list[Json]:
    return [role.raw() for role in call.guild().roles.values()]


@route("GET", ROLE)
def role(call: Call) -> Json:
    return _find(call.guild(), call["role_id"]).raw()


@route("POST", ROLES)
def create_role(call: Call) -> Json:
    """Makes a role just above @everyone, with @everyone's permissions if none are given."""
    guild = _managed(call)
    changes = _read(call, guild)
    if len(guild.roles) >= ROLES_MOST:
        raise errors.too_many_roles()
    made = Role(new_snowflake(), "new role", guild.roles[guild.id].permissions, position=1)
    guild.roles[made.id] = _with(made, changes)
    call.discord.members.role_changed("GUILD_ROLE_CREATE", guild, {"role": made.raw()})
    return made.raw()


@route("PATCH", ROLE)
def edit_role(call: Call) -> Json:
    guild = _managed(call)
    edited = _find(guild, call["role_id"])
    _require_below(call, guild, edited)
    _with(edited, _read(call, guild))
    call.discord.members.role_changed("GUILD_ROLE_UPDATE", guild, {"role": edited.raw()})
    return edited.raw()


@route("PATCH", ROLES)
def move_roles(call: Call) -> list[Json]:
    """Gives roles new positions, all of them or none."""
    guild = _managed(call)
    moves = []
    with Form({"roles": call.body}) as form:
        for one in form.children("roles", ROLES_MOST, required=True):
            moved = _find(guild, one.snowflake("id", required=True) or "")
            _require_below(call, guild, moved)
            moves.append((moved, one.whole("position", 1, guild.rank_of(_own(call, guild))[0])))
    for moved, position in moves:
        moved.position = moved.position if position is None else position
        call.discord.members.role_changed("GUILD_ROLE_UPDATE", guild, {"role": moved.raw()})
    return roles(call)


@route("DELETE", ROLE)
def delete_role(call: Call) -> None:
    guild = _managed(call)
    deleted = _find(guild, call["role_id"])
    if deleted.id == guild.id or deleted.bot_id:
        raise errors.invalid_role()
    _require_below(call, guild, deleted)
    call.world.remove_role(guild, deleted)
    call.discord.members.role_changed("GUILD_ROLE_DELETE", guild, {"role_id": deleted.id})


@route("PUT", GIVEN_ROLE)
def give_role(call: Call) -> None:
    guild = _managed(call)
    member = call.member(guild)
    _give(call, guild, member, [*member.roles, call["role_id"]])


@route("DELETE", GIVEN_ROLE)
def take_role(call: Call) -> None:
    guild = _managed(call)
    member = call.member(guild)
    _find(guild, call["role_id"])
    _give(call, guild, member, [one for one in member.roles if one != call["role_id"]])


def _give(call: Call, guild: Guild, member: Member, wanted: list[str]) -> None:
    member.roles = changed_roles(call, guild, member, wanted)
    call.discord.members.changed(guild, member)


def changed_roles(call: Call, guild: Guild, member: Member, wanted: list[str]) -> list[str]:
    """The roles that the member will have. Refuses to give or take one that isn't below the bot's own."""
    wanted = list(dict.fromkeys(wanted))
    for role_id in set(wanted) ^ set(member.roles):
        changed = _find(guild, role_id)
        if changed.id == guild.id:
            raise errors.invalid_role()
        _require_below(call, guild, changed)
        if changed.bot_id:
            raise errors.missing_permissions()
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
        raise errors.too_few_boosts()
    if (permissions or 0) & EVERYTHING & ~guild.permissions_of(_own(call, guild)):
        raise errors.missing_permissions()
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
    return found(guild.roles.get(role_id), errors.unknown_role())


def _require_below(call: Call, guild: Guild, changed: Role) -> None:
    if changed.rank >= guild.rank_of(_own(call, guild)):
        raise errors.missing_permissions()


# Servers, their channels and members

TIMEOUT_MOST = dt.timedelta(days=28)
NEEDED = {
    "nick": Permission.MANAGE_NICKNAMES,
    "roles": Permission.MANAGE_ROLES,
    "communication_disabled_until": Permission.MODERATE_MEMBERS,
}
"""What a bot has to be allowed to change of a member."""


@route("GET", "/guilds/{guild_id}")
def guild(call: Call) -> Json:
    """The server. One that the bot isn't in is answered like one that doesn't exist, other than by the rest
    of these routes (issue 5840 of discord-api-docs)."""
    asked = call.world.guilds.get(call["guild_id"])
    if asked and call.application.id not in asked.members:
        raise errors.unknown_guild()
    guild = call.guild()
    raw = guild.raw()
    if call.asks_for("with_counts"):
        raw |= call.discord.members.counts(guild)
    return raw


@route("GET", "/guilds/{guild_id}/channels")
def channels(call: Call) -> list[Json]:
    visible = call.world.channels_for(call.application.id, call.guild())
    return [one.raw() for one in visible if not one.is_thread]


@route("POST", "/guilds/{guild_id}/channels")
def create_channel(call: Call) -> Json:
    guild = call.guild(Permission.MANAGE_CHANNELS)
    with Form(call.body) as form:
        name = form.text("name", 100, least=1, required=True)
        topic = form.text("topic", 1024)
        kind = ChannelType(form.choice("type", (*WITH_MESSAGES, *FORUMS)) or ChannelType.TEXT)
    call.status = 201
    return call.discord.channels.create(guild, name or "", topic, kind).raw()


@route("GET", "/guilds/{guild_id}/members")
def members(call: Call) -> list[Json]:
    guild = call.guild()
    limit = call.number("limit", 1, 1, 1000)
    after = call.number("after", 0, 0, LARGEST_SNOWFLAKE)
    by_id = sorted(guild.members.values(), key=lambda one: int(one.user.id))
    return [one.full() for one in by_id if int(one.user.id) > after][:limit]


@route("GET", "/guilds/{guild_id}/members/{user_id}")
def member(call: Call) -> Json:
    return call.member(call.guild()).full()


# This comes first, or "@me" would be taken for an id.
@route("PATCH", "/guilds/{guild_id}/members/@me")
def edit_own_member(call: Call) -> Json:
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
    return own.full()


@route("PATCH", "/guilds/{guild_id}/members/{user_id}")
def edit_member(call: Call) -> Json:
    """Changes the nickname, roles and timeout of a member who ranks lower; each needs its permission."""
    guild = call.guild()
    edited, own = call.member(guild), guild.members[call.application.id]
    with Form(call.fields()) as form:
        nick, listed = form.text("nick", 32), form.items("roles", ROLES_MOST)
        until = form.moment("communication_disabled_until")
        if until and until > dt.datetime.fromtimestamp(time.time(), dt.UTC) + TIMEOUT_MOST:
            code, message = "INVALID_COMMUNICATION_DISABLED_TIMESTAMP", "Must be at most 28 days from now."
            form.wrong("communication_disabled_until", code, message)
    if any(form.given(key) for key in ("mute", "deaf", "channel_id")):
        raise errors.not_in_voice()
    for key, needed in NEEDED.items():
        if key in form.fields:
            call.guild(needed)
            if edited is not own and guild.rank_of(edited) >= guild.rank_of(own):
                raise errors.missing_permissions()
    if until and guild.permissions_of(edited) & Permission.ADMINISTRATOR:
        raise errors.missing_permissions()
    if listed is not None:
        edited.roles = changed_roles(call, guild, edited, [str(one) for one in listed])
    if "nick" in form.fields:
        edited.nick = nick or None
    if "communication_disabled_until" in form.fields:
        edited.timed_out_until = until
    call.discord.members.changed(guild, edited)
    return edited.full()


@route("GET", "/guilds/{guild_id}/threads/active")
def active_threads(call: Call) -> Json:
    visible = call.world.channels_for(call.application.id, call.guild())
    active = [one for one in visible if one.is_thread and not one.is_archived]
    own = call.application.id
    joined = [one.thread_member(own) for one in active if own in one.thread_members]
    return {"threads": [one.raw(own) for one in active], "members": joined, "has_more": False}
