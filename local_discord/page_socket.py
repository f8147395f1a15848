"""One open page: what a person does, and the answer to it."""

import json
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from aiohttp import WSMsgType, web

from local_discord.acts import Acts
from local_discord.outbox import Outbox
from local_discord.refusal import Declined, Refusal
from local_discord.users import User
from local_discord.wire import Json, encode

if TYPE_CHECKING:
    from local_discord.server import LocalDiscord

Act = Callable[[Json], Awaitable[Json]]


class PageSocket:
    """One socket of one person. Every act is answered by DONE or by REFUSED with a sentence."""

    def __init__(
        self, discord: "LocalDiscord", socket: web.WebSocketResponse, outbox: Outbox, person: User
    ) -> None:
        self.discord = discord
        self.socket = socket
        self.outbox = outbox
        self.person = person
        self.acts: dict[str, Act] = Acts(discord, person).by_name()

    async def run(self) -> None:
        pages = self.discord.hub.pages
        self._tell("HELLO", self._hello())
        pages.opened(self.person.id, self.outbox)
        try:
            async for message in self.socket:
                if message.type is WSMsgType.TEXT:
                    # Each act runs by itself: an autocomplete that waits must not hold up a press.
                    self.discord.spawn(self._act(message.data))
        finally:
            pages.closed(self.person.id, self.outbox)
            await self.outbox.stop()

    async def _act(self, text: str) -> None:
        asked: Json = {}
        try:
            asked = json.loads(text)
            act = self.acts.get(asked["do"])
            if act is None:
                raise Declined(f"There is nothing called {asked['do']!r} to do.")
            answer = await act(asked)
        except Declined as declined:
            self._refuse(asked, str(declined))
        except Refusal as refusal:
            self._refuse(asked, refusal.body["message"])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            self._refuse(asked, f"The page asked for something wrongly: {type(error).__name__} {error}.")
        else:
            self._tell("DONE", {"id": asked.get("id"), **answer})

    def _refuse(self, asked: object, sentence: str) -> None:
        identity = asked.get("id") if isinstance(asked, dict) else None
        self._tell("REFUSED", {"id": identity, "message": sentence})

    def _tell(self, name: str, raw: Json) -> None:
        self.outbox.put(encode({"t": name, "d": raw}))

    def _hello(self) -> Json:
        hub = self.discord.hub
        world, own = hub.world, self.person.id
        directs = [one for one in world.directs.values() if one.recipient is self.person]
        return {
            "me": self.person.raw,
            "people": [user.raw for user in world.people.values()],
            "guild": world.guild.for_page(),
            "channels": [one.raw(own) for one in world.channels_for(own)],
            "dms": [one.raw(own) for one in directs if one.shown_to_person],
            "commands": hub.commands(),
            "applications": [hub.application(one) for one in world.applications.values()],
            "unread": hub.pages.unread(own),
            "faults": hub.faults.raw(),
            "now": time.time_ns() // 1_000_000,
        }


async def page_socket(discord: "LocalDiscord", request: web.Request) -> web.StreamResponse:
    """Upgrades the request of a page; a person nobody knows is answered with 404."""
    person = discord.hub.world.people.get(request.query.get("person", ""))
    if person is None:
        return web.Response(status=404, text="There is no such person here.")
    socket = web.WebSocketResponse(compress=False, max_msg_size=1 << 20)
    await socket.prepare(request)
    outbox = Outbox(socket, request.transport)
    await discord.serving(PageSocket(discord, socket, outbox, person).run())
    return socket
