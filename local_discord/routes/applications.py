"""The application itself."""

from local_discord.api import Call, Reply, Route


async def own_application(call: Call) -> Reply:
    """The application; its owner is the owner of the first server it is in."""
    guilds = call.world.guilds_of(call.application.id)
    people = call.world.people
    owner = people[guilds[0].owner_id] if guilds else next(iter(people.values()))
    return Reply(call.application.full(owner, len(guilds)))


ROUTES = (
    Route("GET", "/applications/@me", own_application),
    Route("GET", "/oauth2/applications/@me", own_application),
)
