"""A server's roles, and who has them."""

from local_discord.api import NOTHING, Call, Reply, Route
from local_discord.codec import Json
from local_discord.errors import (
    invalid_role,
    missing_permissions,
    too_few_boosts,
    too_many_roles,
    unknown_role,
)
from local_discord.forms import Form, FormErrors
from local_discord.guild import Guild, Role
from local_discord.permissions import EVERYTHING, Permission
from local_discord.snowflake import new_snowflake
from local_discord.users import Member

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
    call.dispatcher.members.role_changed("GUILD_ROLE_CREATE", guild, {"role": made.raw()})
    return Reply(made.raw())


async def edit_role(call: Call) -> Reply:
    guild = _managed(call)
    edited = _find(guild, call["role_id"])
    _require_below(call, guild, edited)
    _with(edited, _read(call, guild))
    call.dispatcher.members.role_changed("GUILD_ROLE_UPDATE", guild, {"role": edited.raw()})
    return Reply(edited.raw())


async def move_roles(call: Call) -> Reply:
    """Gives roles new positions, all of them or none."""
    guild = _managed(call)
    errors = FormErrors()
    moves = []
    for one in Form({"roles": call.body}, errors).children("roles", ROLES_MOST, required=True) or ():
        moved = _find(guild, one.snowflake("id", required=True) or "")
        _require_below(call, guild, moved)
        moves.append((moved, one.whole("position", 1, guild.rank_of(_own(call, guild))[0])))
    errors.raise_if_any()
    for moved, position in moves:
        moved.position = moved.position if position is None else position
        call.dispatcher.members.role_changed("GUILD_ROLE_UPDATE", guild, {"role": moved.raw()})
    return await roles(call)


async def delete_role(call: Call) -> Reply:
    guild = _managed(call)
    deleted = _find(guild, call["role_id"])
    if deleted.id == guild.id or deleted.bot_id:
        raise invalid_role()
    _require_below(call, guild, deleted)
    call.world.remove_role(guild, deleted)
    call.dispatcher.members.role_changed("GUILD_ROLE_DELETE", guild, {"role_id": deleted.id})
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
    call.dispatcher.members.changed(guild, member)
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
    errors = FormErrors()
    form = Form(call.fields(), errors)
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
    errors.raise_if_any()
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
    return call.guild(int(Permission.MANAGE_ROLES))


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


_ALL = "/guilds/{guild_id}/roles"
_ONE = _ALL + "/{role_id}"
_GIVEN = "/guilds/{guild_id}/members/{user_id}/roles/{role_id}"
ROUTES = (
    Route("GET", _ALL, roles),
    Route("POST", _ALL, create_role),
    Route("PATCH", _ALL, move_roles),
    Route("GET", _ONE, role),
    Route("PATCH", _ONE, edit_role),
    Route("DELETE", _ONE, delete_role),
    Route("PUT", _GIVEN, give_role),
    Route("DELETE", _GIVEN, take_role),
)
