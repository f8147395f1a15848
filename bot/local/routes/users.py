"""Users, and the direct messages a bot opens with them."""

from bot.local.api import Call, Reply, Route
from bot.local.forms import Complaints, Form
from bot.local.refusal import Refusal, unknown_user
from bot.local.users import User


async def own_user(call: Call) -> Reply:
    return Reply(call.application.user.own())


async def user(call: Call) -> Reply:
    return Reply(_find(call, call["user_id"]).raw)


async def own_guilds(call: Call) -> Reply:
    guild = call.discord.hub.world.guild
    if call.application.id not in guild.members:
        return Reply([])
    permissions = str(guild.permissions_of(guild.members[call.application.id]))
    partial = {"id": guild.id, "name": guild.name, "icon": None, "banner": None, "owner": False}
    return Reply([partial | {"permissions": permissions, "features": []}])


async def open_direct(call: Call) -> Reply:
    complaints = Complaints()
    recipient_id = Form(call.body, complaints).snowflake("recipient_id", required=True)
    complaints.settle()
    person = _find(call, recipient_id or "")
    if person.bot:
        raise Refusal(400, 50007, "Cannot send messages to this user")
    channel = call.discord.hub.open_direct(person, call.application.user, by_person=False)
    return Reply(channel.raw(call.application.id))


def _find(call: Call, user_id: str) -> User:
    found = call.discord.hub.world.users.get(user_id)
    if found is None:
        raise unknown_user()
    return found


ROUTES = (
    Route("GET", "/users/@me", own_user),
    Route("GET", "/users/@me/guilds", own_guilds),
    Route("POST", "/users/@me/channels", open_direct),
    Route("GET", "/users/{user_id}", user),
)
