"""What a person puts on a message: reactions and pins."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from local_discord.permissions import Permission
from local_discord.refusal import Declined, Refusal
from local_discord.wire import Json

if TYPE_CHECKING:
    from local_discord.acts import Acts


class Marks:
    """The acts of one person that mark messages. Each raises `Declined` with a sentence."""

    def __init__(self, acts: "Acts") -> None:
        self._acts = acts
        self._hub = acts.hub
        self._person = acts.person

    def by_name(self) -> dict[str, Callable[[Json], Awaitable[Json]]]:
        return {
            "react": self.react,
            "unreact": self.unreact,
            "pins": self.pins,
            "pin": self.pin,
            "unpin": self.unpin,
        }

    async def react(self, asked: Json) -> Json:
        channel = self._acts.channel(asked, Permission.READ_MESSAGE_HISTORY)
        message = self._acts.message(asked)
        if message.seen_by is not None:
            raise Declined("A message that only you can see takes no reactions.")
        if channel.is_archived:
            raise Declined("This thread is archived. Write in it to open it again.")
        try:
            reaction = self._hub.reactions.find(message, str(asked["emoji"]))
        except Refusal:
            raise Declined(f"{asked['emoji']} is not an emoji that you can use here.") from None
        if not reaction.users:
            self._acts.channel(asked, Permission.ADD_REACTIONS)
        self._hub.reactions.add(message, reaction, self._person)
        return {}

    async def unreact(self, asked: Json) -> Json:
        message = self._acts.message(asked)
        reaction = message.reactions.get(str(asked["emoji"]).rpartition(":")[2])
        if reaction:
            self._hub.reactions.remove(message, reaction, self._person)
        return {}

    async def pins(self, asked: Json) -> Json:
        channel = self._acts.channel(asked, Permission.READ_MESSAGE_HISTORY)
        return {"messages": [one.raw_for(self._person.id) for one in self._hub.pins.listed(channel)]}

    async def pin(self, asked: Json) -> Json:
        self._acts.channel(asked, Permission.PIN_MESSAGES)
        message = self._acts.message(asked)
        if message.seen_by is not None:
            raise Declined("A message that only you can see cannot be pinned.")
        self._hub.pins.pin(message, self._person)
        return {}

    async def unpin(self, asked: Json) -> Json:
        self._acts.channel(asked, Permission.PIN_MESSAGES)
        self._hub.pins.unpin(self._acts.message(asked))
        return {}
