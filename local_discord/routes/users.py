"""Users, and opening direct messages with them."""

from local_discord.api import Call, Reply, Route
from local_discord.codec import Json
from local_discord.errors import APIError, unknown_user
from local_discord.forms import Form, FormErrors
from local_discord.guild import Guild
from local_discord.snowflake import LARGEST_SNOWFLAKE
from local_discord.users import User

LISTED_MOST = 200


async def own_user(call: Call) -> Reply:
    return Reply(call.application.user.own())


async def user(call: Call) -> Reply:
    return Reply(_find(call, call["user_id"]).raw)


async def own_guilds(call: Call) -> Reply:
    """The servers the bot is in, by id."""
    limit = call.number("limit", LISTED_MOST, 1, LISTED_MOST)
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
        partial["approximate_presence_count"] = call.dispatcher.members.presence_count(guild)
    return partial


async def open_direct(call: Call) -> Reply:
    errors = FormErrors()
    recipient_id = Form(call.body, errors).snowflake("recipient_id", required=True)
    errors.raise_if_any()
    person = _find(call, recipient_id or "")
    if person.bot:
        raise APIError(400, 50007, "Cannot send messages to this user")
    channel = call.world.direct(person, call.application.user)
    return Reply(channel.raw(call.application.id))


def _find(call: Call, user_id: str) -> User:
    found = call.world.users.get(user_id)
    if found is None:
        raise unknown_user()
    return found


ROUTES = (
    Route("GET", "/users/@me", own_user),
    Route("GET", "/users/@me/guilds", own_guilds),
    Route("POST", "/users/@me/channels", open_direct),
    Route("GET", "/users/{user_id}", user),
)
