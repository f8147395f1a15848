"""What a bot asks about itself and others: its application, commands and emojis, the gateway, users."""

import re

from local_discord.api import NOTHING, Call, Reply, Route
from local_discord.codec import LARGEST_SNOWFLAKE, Json, new_snowflake
from local_discord.commands import COMMANDS_MOST, read_command
from local_discord.errors import APIError, not_json, unknown_command, unknown_emoji, unknown_user
from local_discord.forms import Form, FormErrors
from local_discord.guild import Guild
from local_discord.users import User

# The application itself, and the gateway


async def own_application(call: Call) -> Reply:
    """The application; its owner is the owner of the first server it is in."""
    guilds = call.world.guilds_of(call.application.id)
    people = call.world.people
    owner = people[guilds[0].owner_id] if guilds else next(iter(people.values()))
    return Reply(call.application.full(owner, len(guilds)))


async def gateway(call: Call) -> Reply:
    return Reply({"url": call.discord.gateway_url})


async def gateway_for_bot(call: Call) -> Reply:
    starts = call.discord.session_starts
    return Reply(
        {
            "url": call.discord.gateway_url,
            "shards": starts.sharding.recommended,
            "session_start_limit": starts.limit(call.application.id),
        }
    )


# Users

GUILDS_LISTED_MOST = 200


async def own_user(call: Call) -> Reply:
    return Reply(call.application.user.own())


async def user(call: Call) -> Reply:
    return Reply(_user(call, call["user_id"]).raw)


async def own_guilds(call: Call) -> Reply:
    """The servers the bot is in, by id."""
    limit = call.number("limit", GUILDS_LISTED_MOST, 1, GUILDS_LISTED_MOST)
    after = call.number("after", 0, 0, LARGEST_SNOWFLAKE)
    before = call.number("before", LARGEST_SNOWFLAKE, 0, LARGEST_SNOWFLAKE)
    found = [one for one in call.world.guilds_of(call.application.id) if after < int(one.id) < before]
    # With `before` these are the ones closest to it, as in all of Discord's lists.
    chosen = found[-limit:] if "before" in call.query else found[:limit]
    return Reply([_own_guild(call, one) for one in chosen])


def _own_guild(call: Call, guild: Guild) -> Json:
    permissions = str(guild.permissions_of(guild.members[call.application.id]))
    partial: Json = {"id": guild.id, "name": guild.name, "icon": None, "banner": None, "owner": False}
    partial |= {"permissions": permissions, "features": []}
    if call.asks_for("with_counts"):
        partial["approximate_member_count"] = len(guild.members)
        partial["approximate_presence_count"] = call.discord.members.presence_count(guild)
    return partial


async def open_direct(call: Call) -> Reply:
    with Form(call.body) as form:
        recipient_id = form.snowflake("recipient_id", required=True)
    person = _user(call, recipient_id or "")
    if person.bot:
        raise APIError(400, 50007, "Cannot send messages to this user")
    channel = call.world.direct(person, call.application.user)
    return Reply(channel.raw(call.application.id))


def _user(call: Call, user_id: str) -> User:
    found = call.world.users.get(user_id)
    if found is None:
        raise unknown_user()
    return found


# Commands, global ones and a server's


async def commands(call: Call) -> Reply:
    return Reply(list(_registered(call).values()))


async def command(call: Call) -> Reply:
    return Reply(_command(call))


async def replace_commands(call: Call) -> Reply:
    """Replaces all commands. A command with the same type and name as before keeps its id."""
    registered = _registered(call)
    if not isinstance(call.body, list):
        raise not_json()
    errors = FormErrors()
    read = [read_command(Form(fields, errors, (str(place),))) for place, fields in enumerate(call.body)]
    _refuse_duplicates(read, errors)
    errors.raise_if_any()
    _require_room(read)
    before = {(one["type"], one["name"]): one for one in registered.values()}
    registered.clear()
    for one in read:
        kept = _stored(call, one, before.get((one["type"], one["name"])))
        registered[kept["id"]] = kept
    call.discord.directory.tell_commands()
    return Reply(list(registered.values()))


async def create_command(call: Call) -> Reply:
    """Creates a command, or overwrites the one that has the same type and name."""
    registered = _registered(call)
    with Form(call.body) as form:
        read = read_command(form)
    key = (read["type"], read["name"])
    before = next((one for one in registered.values() if (one["type"], one["name"]) == key), None)
    if before is None:
        _require_room([*registered.values(), read])
    kept = _stored(call, read, before)
    registered[kept["id"]] = kept
    call.discord.directory.tell_commands()
    return Reply(kept, 200 if before else 201)


async def edit_command(call: Call) -> Reply:
    before = _command(call)
    with Form(before | call.fields()) as form:
        read = read_command(form)
    kept = _stored(call, read, before)
    _registered(call)[kept["id"]] = kept
    call.discord.directory.tell_commands()
    return Reply(kept)


async def delete_command(call: Call) -> Reply:
    del _registered(call)[_command(call)["id"]]
    call.discord.directory.tell_commands()
    return NOTHING


def _registered(call: Call) -> dict[str, Json]:
    call.require_own_application()
    if "guild_id" not in call.request.match_info:
        return call.application.commands
    return call.application.guild_commands.setdefault(call.guild().id, {})


def _command(call: Call) -> Json:
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


# Emojis

EMOJIS_MOST = 2000
BYTES_MOST = 256 * 1024
_NAME = re.compile(r"\w{2,32}", re.ASCII)


async def emojis(call: Call) -> Reply:
    return Reply({"items": list(_own_emojis(call).values())})


async def emoji(call: Call) -> Reply:
    return Reply(_emoji(call))


async def create_emoji(call: Call) -> Reply:
    own = _own_emojis(call)
    name, image = _read_emoji(call)
    if len(own) >= EMOJIS_MOST:
        raise APIError(400, 30008, f"Maximum number of emojis reached ({EMOJIS_MOST})")
    identity = new_snowflake()
    own[identity] = {
        "id": identity,
        "name": name,
        "roles": [],
        "user": call.application.user.raw,
        "require_colons": True,
        "managed": False,
        "animated": image.startswith("data:image/gif"),
        "available": True,
    }
    call.world.emoji_images[identity] = image
    return Reply(own[identity], 201)


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
            form.wrong(
                "name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with that name already exists"
            )
    return name, image


async def rename_emoji(call: Call) -> Reply:
    renamed = _emoji(call)
    with Form(call.body) as form:
        name = form.text("name", 32, least=2, required=True)
    renamed["name"] = name
    return Reply(renamed)


async def delete_emoji(call: Call) -> Reply:
    del _own_emojis(call)[_emoji(call)["id"]]
    call.world.emoji_images.pop(call["emoji_id"], None)
    return NOTHING


def _own_emojis(call: Call) -> dict[str, Json]:
    call.require_own_application()
    return call.application.emojis


def _emoji(call: Call) -> Json:
    found = _own_emojis(call).get(call["emoji_id"])
    if found is None:
        raise unknown_emoji()
    return found


_COMMANDS = (
    "/applications/{application_id}/commands",
    "/applications/{application_id}/guilds/{guild_id}/commands",
)
_EMOJIS = "/applications/{application_id}/emojis"
_EMOJI = _EMOJIS + "/{emoji_id}"
ROUTES = (
    Route("GET", "/applications/@me", own_application),
    Route("GET", "/oauth2/applications/@me", own_application),
    Route("GET", "/gateway", gateway, open=True),
    Route("GET", "/gateway/bot", gateway_for_bot),
    Route("GET", "/users/@me", own_user),
    Route("GET", "/users/@me/guilds", own_guilds),
    Route("POST", "/users/@me/channels", open_direct),
    Route("GET", "/users/{user_id}", user),
    *(
        route
        for place in _COMMANDS
        for route in (
            Route("GET", place, commands),
            Route("PUT", place, replace_commands),
            Route("POST", place, create_command),
            Route("GET", place + "/{command_id}", command),
            Route("PATCH", place + "/{command_id}", edit_command),
            Route("DELETE", place + "/{command_id}", delete_command),
        )
    ),
    Route("GET", _EMOJIS, emojis),
    Route("POST", _EMOJIS, create_emoji),
    Route("GET", _EMOJI, emoji),
    Route("PATCH", _EMOJI, rename_emoji),
    Route("DELETE", _EMOJI, delete_emoji),
)
