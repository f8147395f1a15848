"""What a person puts on a message: reactions and pins."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from local_discord.codec import Json
from local_discord.errors import APIError, ClientError
from local_discord.permissions import Permission

if TYPE_CHECKING:
    from local_discord.client_actions import ClientActions


class MarkingActions:
    """The actions of one person that mark messages. Each raises `ClientError` with a sentence."""

    def __init__(self, actions: "ClientActions") -> None:
        self._acts = actions
        self._dispatcher = actions.dispatcher
        self._person = actions.person

    def by_name(self) -> dict[str, Callable[[Json], Awaitable[Json]]]:
        return {
            "react": self.react,
            "unreact": self.unreact,
            "pins": self.pins,
            "pin": self.pin,
            "unpin": self.unpin,
        }

    async def react(self, request: Json) -> Json:
        channel = self._acts.channel(request, Permission.READ_MESSAGE_HISTORY)
        message = self._acts.message(request)
        if message.seen_by is not None:
            raise ClientError("You can't react to a message that only you can see.")
        if channel.is_archived:
            raise ClientError("This thread is archived. Write in it to open it again.")
        try:
            reaction = self._dispatcher.reactions.find(message, str(request["emoji"]))
        except APIError:
            raise ClientError(f"{request['emoji']} isn't an emoji that you can use here.") from None
        if not reaction.users:
            self._acts.channel(request, Permission.ADD_REACTIONS)
        self._dispatcher.reactions.add(message, reaction, self._person)
        return {}

    async def unreact(self, request: Json) -> Json:
        message = self._acts.message(request)
        reaction = message.reactions.get(str(request["emoji"]).rpartition(":")[2])
        if reaction:
            self._dispatcher.reactions.remove(message, reaction, self._person)
        return {}

    async def pins(self, request: Json) -> Json:
        channel = self._acts.channel(request, Permission.READ_MESSAGE_HISTORY)
        return {"messages": [one.raw_for(self._person.id) for one in self._dispatcher.pins.listed(channel)]}

    async def pin(self, request: Json) -> Json:
        self._acts.channel(request, Permission.PIN_MESSAGES)
        message = self._acts.message(request)
        if message.seen_by is not None:
            raise ClientError("You can't pin a message that only you can see.")
        self._dispatcher.pins.pin(message, self._person)
        return {}

    async def unpin(self, request: Json) -> Json:
        self._acts.channel(request, Permission.PIN_MESSAGES)
        self._dispatcher.pins.unpin(self._acts.message(request))
        return {}
