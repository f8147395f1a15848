"""What a bot asks about itself and others: its application, commands and emojis, the gateway, users."""

import re
import time

from local_discord import errors
from local_discord.api import Call, route
from local_discord.codec import LARGEST_SNOWFLAKE, OBJECTS, Json, new_snowflake
from local_discord.commands import COMMANDS_MOST, CREATED_MOST, CREATED_SECONDS, read_command
from local_discord.errors import APIError, found
from local_discord.forms import Form, FormErrors
from local_discord.guild import Guild
from local_discord.users import User

# The application itself, and the gateway


@route("GET", "/applications/@me", "/oauth2/applications/@me")
def own_application(call: Call) -> Json:
    """The application; its owner is the owner of the first server it is in."""
    guilds = call.world.guilds_of(call.application.id)
    people = call.world.people
    owner = people[guilds[0].owner_id] if guilds else next(iter(people.values()))
    return call.application.full(owner, len(guilds))


@route("GET", "/gateway", open=True)
def gateway(call: Call) -> Json:
    return {"url": call.discord.gateway_url}


@route("GET", "/gateway/bot")
def gateway_for_bot(call: Call) -> Json:
    starts = call.discord.session_starts
    return {
        "url": call.discord.gateway_url,
        "shards": starts.sharding.recommended,
        "session_start_limit": starts.limit(call.application.id),
    }


# Users

GUILDS_LISTED_MOST = 200


@route("GET", "/users/@me")
def own_user(call: Call) -> Json:
    return call.application.user.own()


@route("GET", "/users/{user_id}")
def user(call: Call) -> Json:
    return _user(call, call["user_id"]).raw


@route("GET", "/users/@me/guilds")
def own_guilds(call: Call) -> list[Json]:
    """The servers the bot is in, by id."""
    limit = call.number("limit", GUILDS_LISTED_MOST, 1, GUILDS_LISTED_MOST)
    after = call.number("after", 0, 0, LARGEST_SNOWFLAKE)
    before = call.number("before", LARGEST_SNOWFLAKE, 0, LARGEST_SNOWFLAKE)
    there = [one for one in call.world.guilds_of(call.application.id) if after < int(one.id) < before]
    # With `before` these are the ones closest to it, as in all of Discord's lists.
    chosen = there[-limit:] if "before" in call.query else there[:limit]
    return [_own_guild(call, one) for one in chosen]


def _own_guild(call: Call, guild: Guild) -> Json:
    permissions = str(guild.permissions_of(guild.members[call.application.id]))
    partial: Json = {"id": guild.id, "name": guild.name, "icon": None, "banner": None, "owner": False}
    partial |= {"permissions": permissions, "features": []}
    if call.asks_for("with_counts"):
        partial |= call.discord.members.counts(guild)
    return partial


@route("POST", "/users/@me/channels")
def open_direct(call: Call) -> Json:
    with Form(call.body) as form:
        recipient_id = form.snowflake("recipient_id", required=True)
    person = _user(call, recipient_id or "")
    if person.bot:
        raise APIError(400, 50007, "Cannot send messages to this user")
    call.world.refusals.require("refused_dms", person.id)
    return call.world.direct(person, call.application.user).raw(call.application.id)


def _user(call: Call, user_id: str) -> User:
    return found(call.world.users.get(user_id), errors.unknown_user())


# Commands, global ones and a server's

COMMANDS = (
    "/applications/{application_id}/commands",
    "/applications/{application_id}/guilds/{guild_id}/commands",
)
COMMAND = tuple(one + "/{command_id}" for one in COMMANDS)


@route("GET", *COMMANDS)
def commands(call: Call) -> list[Json]:
    return list(_registered(call).values())


@route("GET", *COMMAND)
def command(call: Call) -> Json:
    """The command in the path."""
    return found(_registered(call).get(call["command_id"]), errors.unknown_command())


@route("PUT", *COMMANDS)
def replace_commands(call: Call) -> list[Json]:
    """Replaces all commands. A command with the same type and name as before keeps its id."""
    registered = _registered(call)
    if not isinstance(call.body, list):
        raise errors.not_json()
    wrong = FormErrors()
    read = [read_command(Form(fields, wrong, (str(place),))) for place, fields in enumerate(call.body)]
    _refuse_duplicates(read, wrong)
    wrong.raise_if_any()
    _require_room(read)
    before = {_key(one): one for one in registered.values()}
    _count_created(call, sum(_key(one) not in before for one in read))
    registered.clear()
    for one in read:
        _store(call, one, before.get(_key(one)))
    call.discord.directory.tell_commands()
    return list(registered.values())


@route("POST", *COMMANDS)
def create_command(call: Call) -> Json:
    """Creates a command, or overwrites the one that has the same type and name."""
    registered = _registered(call)
    with Form(call.body) as form:
        read = read_command(form)
    before = next((one for one in registered.values() if _key(one) == _key(read)), None)
    if before is None:
        _require_room([*registered.values(), read])
        _count_created(call, 1)
        call.status = 201
    stored = _store(call, read, before)
    call.discord.directory.tell_commands()
    return stored


@route("PATCH", *COMMAND)
def edit_command(call: Call) -> Json:
    before = command(call)
    with Form(before | call.fields()) as form:
        read = read_command(form)
    stored = _store(call, read, before)
    call.discord.directory.tell_commands()
    return stored


@route("DELETE", *COMMAND)
def delete_command(call: Call) -> None:
    del _registered(call)[command(call)["id"]]
    call.discord.directory.tell_commands()


def _registered(call: Call) -> dict[str, Json]:
    call.require_own_application()
    if "guild_id" not in call.request.match_info:
        return call.application.commands
    own = call.application
    guild_id = call["guild_id"] if call["guild_id"] in own.commands_only else call.guild().id
    return own.guild_commands.setdefault(guild_id, {})


def _key(command: Json) -> tuple[int, str]:
    """What no two commands of one place have in common."""
    return command["type"], command["name"]


def _store(call: Call, read: Json, before: Json | None) -> Json:
    """Stores the command in place of the one before. If they are the same, so is the version."""
    identity = before["id"] if before else new_snowflake()
    stored = {"id": identity, "application_id": call.application.id, **read}
    if "guild_id" in call.request.match_info:
        stored["guild_id"] = call["guild_id"]
    same = before and {**stored, "version": before["version"]} == before
    stored["version"] = before["version"] if before and same else new_snowflake()
    _registered(call)[identity] = stored
    return stored


def _refuse_duplicates(read: list[Json], wrong: FormErrors) -> None:
    seen: set[tuple[int, str]] = set()
    code, message = "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique"
    for place, one in enumerate(read):
        Form({}, wrong, (str(place),)).require_new("name", _key(one), seen, code, message)


def _count_created(call: Call, count: int) -> None:
    """Refuses new commands with 30034 if they are too many for a day (discord.py 7534)."""
    now = time.monotonic()
    created = call.application.created.setdefault(call.request.match_info.get("guild_id", ""), [])
    created[:] = [one for one in created if now - one < CREATED_SECONDS]
    if count and len(created) + count > CREATED_MOST:
        raise errors.too_many_commands_created()
    created += [now] * count


def _require_room(read: list[Json]) -> None:
    for kind, most in COMMANDS_MOST.items():
        if sum(one["type"] == kind for one in read) > most:
            raise APIError(400, 30032, f"Maximum number of application commands reached ({most}).")


# Emojis

EMOJIS_MOST = 2000
BYTES_MOST = 256 * 1024
EMOJIS = "/applications/{application_id}/emojis"
EMOJI = EMOJIS + "/{emoji_id}"
_NAME = re.compile(r"\w{2,32}", re.ASCII)


@route("GET", EMOJIS)
def emojis(call: Call) -> Json:
    return {"items": list(_own_emojis(call).values())}


@route("GET", EMOJI)
def emoji(call: Call) -> Json:
    """The emoji in the path."""
    return found(_own_emojis(call).get(call["emoji_id"]), errors.unknown_emoji())


@route("POST", EMOJIS)
def create_emoji(call: Call) -> Json:
    own = _own_emojis(call)
    name, image = _read_emoji(call)
    if len(own) >= EMOJIS_MOST:
        raise APIError(400, 30008, f"Maximum number of emojis reached ({EMOJIS_MOST})")
    identity = new_snowflake()
    animated = image.startswith("data:image/gif")
    made = {"id": identity, "name": name, "user": call.application.user.raw, "animated": animated}
    own[identity] = OBJECTS["emoji"] | made
    call.world.emoji_images[identity] = image
    call.status = 201
    return own[identity]


def _read_emoji(call: Call) -> tuple[str, str]:
    """The emoji's name and its picture, a data URI."""
    with Form(call.body) as form:
        name = form.text("name", 32, least=2, required=True) or ""
        image = form.text("image", BYTES_MOST * 2, required=True) or ""
        if name and not _NAME.fullmatch(name):
            form.wrong("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
        if image and not image.startswith("data:image/"):
            form.wrong("image", "IMAGE_INVALID", "Invalid image data")
        if len(image.partition(",")[2]) * 3 // 4 > BYTES_MOST:
            form.wrong("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
        if any(one["name"] == name for one in call.application.emojis.values()):
            message = "An emoji with that name already exists"
            form.wrong("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", message)
    return name, image


@route("PATCH", EMOJI)
def rename_emoji(call: Call) -> Json:
    renamed = emoji(call)
    with Form(call.body) as form:
        name = form.text("name", 32, least=2, required=True)
    renamed["name"] = name
    return renamed


@route("DELETE", EMOJI)
def delete_emoji(call: Call) -> None:
    del _own_emojis(call)[emoji(call)["id"]]
    call.world.emoji_images.pop(call["emoji_id"], None)


def _own_emojis(call: Call) -> dict[str, Json]:
    call.require_own_application()
    return call.application.emojis
