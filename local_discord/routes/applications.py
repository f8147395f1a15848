"""The application itself."""

from local_discord.api import Call, Reply, Route


async def own_application(call: Call) -> Reply:
    guild = call.world.guild
    owner = call.world.people[guild.owner_id]
    return Reply(call.application.full(owner))


ROUTES = (
    Route("GET", "/applications/@me", own_application),
    Route("GET", "/oauth2/applications/@me", own_application),
)
