"""Application commands, global and of the server."""

from local_discord.api import NOTHING, Call, Reply, Route
from local_discord.command_forms import COMMANDS_MOST, read_command
from local_discord.forms import Complaints, Form
from local_discord.refusal import Refusal, not_json, unknown_command
from local_discord.snowflake import new_snowflake
from local_discord.wire import Json


async def commands(call: Call) -> Reply:
    return Reply(list(_shelf(call).values()))


async def command(call: Call) -> Reply:
    return Reply(_found(call))


async def replace_commands(call: Call) -> Reply:
    """All commands anew: one that keeps its type and name keeps its id."""
    shelf = _shelf(call)
    if not isinstance(call.body, list):
        raise not_json()
    complaints = Complaints()
    read = []
    for place, fields in enumerate(call.body):
        read.append(read_command(Form(fields, complaints, (str(place),))))
    _refuse_duplicates(read, complaints)
    complaints.settle()
    _require_room(read)
    before = {(one["type"], one["name"]): one for one in shelf.values()}
    shelf.clear()
    for one in read:
        kept = _stored(call, one, before.get((one["type"], one["name"])))
        shelf[kept["id"]] = kept
    call.discord.hub.tell_commands()
    return Reply(list(shelf.values()))


async def create_command(call: Call) -> Reply:
    """A new command, or the one of the same type and name over-written."""
    shelf = _shelf(call)
    complaints = Complaints()
    read = read_command(Form(call.body, complaints))
    complaints.settle()
    key = (read["type"], read["name"])
    before = next((one for one in shelf.values() if (one["type"], one["name"]) == key), None)
    if before is None:
        _require_room([*shelf.values(), read])
    kept = _stored(call, read, before)
    shelf[kept["id"]] = kept
    call.discord.hub.tell_commands()
    return Reply(kept, 200 if before else 201)


async def edit_command(call: Call) -> Reply:
    before = _found(call)
    complaints = Complaints()
    read = read_command(Form(before | call.fields(), complaints))
    complaints.settle()
    kept = _stored(call, read, before)
    _shelf(call)[kept["id"]] = kept
    call.discord.hub.tell_commands()
    return Reply(kept)


async def delete_command(call: Call) -> Reply:
    del _shelf(call)[_found(call)["id"]]
    call.discord.hub.tell_commands()
    return NOTHING


def _shelf(call: Call) -> dict[str, Json]:
    call.require_own_application()
    if "guild_id" not in call.request.match_info:
        return call.application.commands
    call.require_guild()
    return call.application.guild_commands


def _found(call: Call) -> Json:
    found = _shelf(call).get(call["command_id"])
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


def _refuse_duplicates(read: list[Json], complaints: Complaints) -> None:
    seen: set[tuple[int, str]] = set()
    for place, one in enumerate(read):
        key = (one["type"], one["name"])
        if key in seen:
            message = "Application command names must be unique"
            complaints.add((str(place), "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", message)
        seen.add(key)


def _require_room(read: list[Json]) -> None:
    for kind, most in COMMANDS_MOST.items():
        if sum(one["type"] == kind for one in read) > most:
            raise Refusal(400, 30032, f"Maximum number of application commands reached ({most}).")


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
