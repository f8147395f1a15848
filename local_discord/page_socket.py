"""One open page: runs what the person does there, and answers it."""

import json
import time

from aiohttp import WSMsgType, web

from local_discord.actions import ACTIONS, PageRequest
from local_discord.backend import Backend
from local_discord.codec import Json, encode
from local_discord.errors import APIError, ClientError
from local_discord.send_queue import SendQueue
from local_discord.users import User


class PageSocket:
    """A person's connection. Every action is answered with DONE, or with REFUSED and a sentence."""

    def __init__(
        self, discord: Backend, socket: web.WebSocketResponse, queue: SendQueue, person: User
    ) -> None:
        self.discord = discord
        self.socket = socket
        self.queue = queue
        self.person = person

    async def run(self) -> None:
        pages = self.discord.pages
        self._tell("HELLO", self._hello())
        pages.opened(self.person.id, self.queue)
        try:
            async for message in self.socket:
                if message.type is WSMsgType.TEXT:
                    # Each action has its own task: a press must not wait for an autocomplete.
                    self.discord.spawn(self._answer(message.data))
        finally:
            pages.closed(self.person.id, self.queue)
            await self.queue.stop()

    async def _answer(self, text: str) -> None:
        request: Json = {}
        try:
            request = json.loads(text)
            action = ACTIONS.get(request["do"])
            if action is None:
                raise ClientError(f"There's no action called {request['do']!r}.")
            answer = await action(PageRequest(self.discord, self.person, request))
        except ClientError as error:
            self._refuse(request, str(error))
        except APIError as error:
            self._refuse(request, error.body["message"])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            self._refuse(request, f"The request doesn't make sense: {type(error).__name__} {error}.")
        else:
            self._tell("DONE", {"id": request.get("id"), **answer})

    def _refuse(self, request: object, sentence: str) -> None:
        identity = request.get("id") if isinstance(request, dict) else None
        self._tell("REFUSED", {"id": identity, "message": sentence})

    def _tell(self, name: str, raw: Json) -> None:
        self.queue.put(encode({"t": name, "d": raw}))

    def _hello(self) -> Json:
        discord, own = self.discord, self.person.id
        world = discord.world
        directs = [one for one in world.directs.values() if one.recipient is self.person]
        return {
            "me": self.person.raw,
            "people": [user.raw for user in world.people.values()],
            "guilds": [one.for_page() for one in world.guilds.values()],
            "channels": [one.raw(own) for one in world.channels_for(own)],
            "dms": [one.raw(own) for one in directs if one.shown_to_person],
            "commands": discord.directory.commands(),
            "applications": discord.directory.listed(),
            "unread": discord.pages.unread(own),
            "welcomes": world.welcomes,
            "faults": discord.faults.raw(),
            "now": time.time_ns() // 1_000_000,
        }


async def page_socket(discord: Backend, request: web.Request) -> web.StreamResponse:
    """Upgrades a page's request. Without a person in it, it gets the first one; an unknown one gets a 404."""
    people = discord.world.people
    person = people.get(request.query.get("person") or next(iter(people)))
    if person is None:
        return web.Response(status=404, text="There's no such person here.")
    socket = web.WebSocketResponse(compress=False, max_msg_size=1 << 20)
    await socket.prepare(request)
    queue = SendQueue(socket, request.transport)
    await discord.serving(PageSocket(discord, socket, queue, person).run())
    return socket
