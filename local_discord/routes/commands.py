"""Application commands, both global ones and a server's."""

from local_discord.api import NOTHING, Call, Reply, Route
from local_discord.codec import Json
from local_discord.command_forms import COMMANDS_MOST, read_command
from local_discord.errors import APIError, not_json, unknown_command
from local_discord.forms import Form, FormErrors
from local_discord.snowflake import new_snowflake


async def commands(call: Call) -> Reply:
    return Reply(list(_registered(call).values()))


async def command(call: Call) -> Reply:
    return Reply(_found(call))


async def replace_commands(call: Call) -> Reply:
    """Replaces all commands. A command with the same type and name as before keeps its id."""
    registered = _registered(call)
    if not isinstance(call.body, list):
        raise not_json()
    errors = FormErrors()
    read = []
    for place, fields in enumerate(call.body):
        read.append(read_command(Form(fields, errors, (str(place),))))
    _refuse_duplicates(read, errors)
    errors.raise_if_any()
    _require_room(read)
    before = {(one["type"], one["name"]): one for one in registered.values()}
    registered.clear()
    for one in read:
        kept = _stored(call, one, before.get((one["type"], one["name"])))
        registered[kept["id"]] = kept
    call.dispatcher.directory.tell_commands()
    return Reply(list(registered.values()))


async def create_command(call: Call) -> Reply:
    """Creates a command, or overwrites the one that has the same type and name."""
    registered = _registered(call)
    errors = FormErrors()
    read = read_command(Form(call.body, errors))
    errors.raise_if_any()
    key = (read["type"], read["name"])
    before = next((one for one in registered.values() if (one["type"], one["name"]) == key), None)
    if before is None:
        _require_room([*registered.values(), read])
    kept = _stored(call, read, before)
    registered[kept["id"]] = kept
    call.dispatcher.directory.tell_commands()
    return Reply(kept, 200 if before else 201)


async def edit_command(call: Call) -> Reply:
    before = _found(call)
    errors = FormErrors()
    read = read_command(Form(before | call.fields(), errors))
    errors.raise_if_any()
    kept = _stored(call, read, before)
    _registered(call)[kept["id"]] = kept
    call.dispatcher.directory.tell_commands()
    return Reply(kept)


async def delete_command(call: Call) -> Reply:
    del _registered(call)[_found(call)["id"]]
    call.dispatcher.directory.tell_commands()
    return NOTHING


def _registered(call: Call) -> dict[str, Json]:
    call.require_own_application()
    if "guild_id" not in call.request.match_info:
        return call.application.commands
    return call.application.guild_commands.setdefault(call.guild().id, {})


def _found(call: Call) -> Json:
    found = _registered(call).get(call["command_id"])
    if found is None:
        raise unknown_command()
    return found


def _stored(call: Call, read: Json, before: Json | None) -> Json:
    identity = before["id"] if before else new_snowflake()
    stored = {"id": identity, "application_id": call.application.id, **read}
    guild_id = call.request.match_info.get("guild_id")
    if guild_id:
        stored["guild_id"] = guild_id
    same = before and {key: value for key, value in before.items() if key != "version"} == stored
    stored["version"] = before["version"] if before and same else new_snowflake()
    return stored


def _refuse_duplicates(read: list[Json], errors: FormErrors) -> None:
    seen: set[tuple[int, str]] = set()
    for place, one in enumerate(read):
        key = (one["type"], one["name"])
        if key in seen:
            message = "Application command names must be unique"
            errors.add((str(place), "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", message)
        seen.add(key)


def _require_room(read: list[Json]) -> None:
    for kind, most in COMMANDS_MOST.items():
        if sum(one["type"] == kind for one in read) > most:
            raise APIError(400, 30032, f"Maximum number of application commands reached ({most}).")


_PLACES = (
    "/applications/{application_id}/commands",
    "/applications/{application_id}/guilds/{guild_id}/commands",
)
ROUTES = tuple(
    route
    for place in _PLACES
    for route in (
        Route("GET", place, commands),
        Route("PUT", place, replace_commands),
        Route("POST", place, create_command),
        Route("GET", place + "/{command_id}", command),
        Route("PATCH", place + "/{command_id}", edit_command),
        Route("DELETE", place + "/{command_id}", delete_command),
    )
)
