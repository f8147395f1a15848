"""What a person puts on a message: reactions and pins."""

from local_discord.codec import Json
from local_discord.errors import APIError, ClientError
from local_discord.page_request import Action, PageRequest
from local_discord.permissions import Permission


async def react(request: PageRequest) -> Json:
    channel = request.channel(Permission.READ_MESSAGE_HISTORY)
    message = request.message()
    if message.seen_by is not None:
        raise ClientError("You can't react to a message that only you can see.")
    if channel.is_archived:
        raise ClientError("This thread is archived. Write in it to open it again.")
    reactions = request.dispatcher.reactions
    try:
        reaction = reactions.find(message, str(request["emoji"]))
    except APIError:
        raise ClientError(f"{request['emoji']} isn't an emoji that you can use here.") from None
    if not reaction.users:
        request.channel(Permission.ADD_REACTIONS)
    reactions.add(message, reaction, request.person)
    return {}


async def unreact(request: PageRequest) -> Json:
    message = request.message()
    reaction = message.reactions.get(str(request["emoji"]).rpartition(":")[2])
    if reaction:
        request.dispatcher.reactions.remove(message, reaction, request.person)
    return {}


async def pins(request: PageRequest) -> Json:
    listed = request.dispatcher.pins.listed(request.channel(Permission.READ_MESSAGE_HISTORY))
    return {"messages": [one.raw_for(request.person.id) for one in listed]}


async def pin(request: PageRequest) -> Json:
    request.channel(Permission.PIN_MESSAGES)
    message = request.message()
    if message.seen_by is not None:
        raise ClientError("You can't pin a message that only you can see.")
    request.dispatcher.pins.pin(message, request.person)
    return {}


async def unpin(request: PageRequest) -> Json:
    request.channel(Permission.PIN_MESSAGES)
    request.dispatcher.pins.unpin(request.message())
    return {}


ACTIONS: dict[str, Action] = {
    "react": react,
    "unreact": unreact,
    "pins": pins,
    "pin": pin,
    "unpin": unpin,
}
