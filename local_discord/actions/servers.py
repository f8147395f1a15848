"""The servers that a person joins and leaves."""

from local_discord.codec import Json
from local_discord.page_request import Action, PageRequest


async def leave(request: PageRequest) -> Json:
    request.dispatcher.members.leave(request.guild(), request.person)
    return {}


async def join(request: PageRequest) -> Json:
    request.dispatcher.members.join(request.guild(), request.person)
    return {}


ACTIONS: dict[str, Action] = {"leave": leave, "join": join}
