"""What the page for developers does."""

from local_discord.codec import Json
from local_discord.page_request import Action, PageRequest


async def faults(request: PageRequest) -> Json:
    return {"faults": request.dispatcher.faults.set(request.fields)}


ACTIONS: dict[str, Action] = {"faults": faults}
