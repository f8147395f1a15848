"""A person at the page, without a browser: what tests, soaks and benchmarks drive."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Self, TypeVar

import aiohttp

from bot.local.wire import Json

T = TypeVar("T")

OPEN = ("waiting", "thinking")
REMEMBERED_MOST = 500
EPHEMERAL = 1 << 6
LOADING = 1 << 7


class Refused(Exception):
    """Discord did not let the person do it; the message is the sentence he was shown."""


class Person:
    """One person's picture of Discord, kept up to date from his socket.

    `channels` holds text channels, threads and direct messages by id; `messages` the newest 500 he has seen
    of each channel, oldest first, by message id; `modals` the forms open before him, by interaction id;
    `interactions` the state of each of his interactions.
    """

    def __init__(
        self, http: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse, url: str
    ) -> None:
        self.url = url
        self.me: Json = {}
        self.guild: Json = {}
        self.applications: dict[str, Json] = {}
        self.commands: list[Json] = []
        self.channels: dict[str, Json] = {}
        self.messages: dict[str, dict[str, Json]] = {}
        self.modals: dict[str, Json] = {}
        self.interactions: dict[str, str] = {}
        self.unread: dict[str, Json] = {}
        self.typing: list[Json] = []
        self.events = 0
        self._http = http
        self._socket = socket
        self._asked = 0
        self._answers: dict[int, asyncio.Future[Json]] = {}
        self._waiting: list[Callable[[], None]] = []
        self._takers = {
            "HELLO": self._take_hello,
            "DONE": self._take_done,
            "REFUSED": self._take_refused,
            "MESSAGE_CREATE": self._take_message,
            "MESSAGE_UPDATE": self._take_message,
            "MESSAGE_DELETE": self._take_message_delete,
            "CHANNEL_CREATE": self._take_channel,
            "CHANNEL_UPDATE": self._take_channel,
            "THREAD_CREATE": self._take_channel,
            "CHANNEL_DELETE": self._take_channel_delete,
            "THREAD_DELETE": self._take_channel_delete,
            "UNREAD": self._take_unread,
            "COMMANDS": self._take_commands,
            "APPLICATION": self._take_application,
            "INTERACTION": self._take_interaction,
            "MODAL": self._take_modal,
            "TYPING": self.typing.append,
            "GUILD": self._take_guild,
        }

    @classmethod
    @contextlib.asynccontextmanager
    async def connect(cls, url: str, user_id: str) -> AsyncIterator[Self]:
        """The person with this id at the local Discord at `url`, with every channel's history read."""
        async with aiohttp.ClientSession() as http:
            address = f"{url}/page/socket?person={user_id}"
            async with http.ws_connect(address, max_msg_size=0) as socket:
                person = cls(http, socket, url)
                reading = asyncio.create_task(person._read())
                try:
                    await person.wait_until(lambda: person.me)
                    await person._catch_up()
                    yield person
                finally:
                    reading.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await reading

    @property
    def id(self) -> str:
        return str(self.me["id"])

    def channel(self, name_or_id: str) -> Json:
        """The channel with this id or name. Raises KeyError when he sees none."""
        if name_or_id in self.channels:
            return self.channels[name_or_id]
        for channel in self.channels.values():
            if channel.get("name") == name_or_id:
                return channel
        raise KeyError(name_or_id)

    def in_channel(self, name_or_id: str) -> list[Json]:
        """The messages he sees in the channel, oldest first."""
        channel_id = self.channel(name_or_id)["id"]
        return list(self.messages.get(channel_id, {}).values())

    # What he does. Each raises `Refused` with the sentence he was shown.

    async def do(self, act: str, /, **fields: object) -> Json:
        """Any act of the page's contract, answered."""
        self._asked += 1
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._answers[self._asked] = answer
        await self._socket.send_json({"id": self._asked, "do": act, **fields})
        return await answer

    async def say(self, channel: str, content: str) -> Json:
        answer = await self.do("say", channel_id=self.channel(channel)["id"], content=content)
        return dict(answer["message"])

    async def command(self, name: str, /, *, channel: str, **options: object) -> str:
        """Uses a slash command; answers the interaction's id."""
        channel_id = self.channel(channel)["id"]
        answer = await self.do("command", channel_id=channel_id, name=name, options=options)
        return str(answer["interaction_id"])

    async def autocomplete(
        self, name: str, focused: str, /, *, channel: str, **options: object
    ) -> list[Json]:
        """The choices the bot offers for the option `focused`, as typed so far in `options`."""
        channel_id = self.channel(channel)["id"]
        asked: Json = {"name": name, "options": options, "focused": focused}
        return list((await self.do("autocomplete", channel_id=channel_id, **asked))["choices"])

    async def press(self, message: Json, custom_id: str | None = None, *, label: str | None = None) -> str:
        """Presses the button with this custom id or label; answers the interaction's id."""
        wanted = custom_id or self.control(message, label=label)["custom_id"]
        answer = await self.do("press", **self._place(message), custom_id=wanted)
        return str(answer["interaction_id"])

    async def select(self, message: Json, *values: str, custom_id: str | None = None) -> str:
        """Chooses values in the select menu with this custom id, or in the only one."""
        wanted = custom_id or self.control(message)["custom_id"]
        answer = await self.do("select", **self._place(message), custom_id=wanted, values=list(values))
        return str(answer["interaction_id"])

    async def submit(self, modal: Json, values: Json | None = None, /, **more: object) -> str:
        """Sends the form with values by custom id, as one mapping or by name."""
        given = (values or {}) | more
        answer = await self.do("submit", interaction_id=modal["interaction_id"], values=given)
        self.modals.pop(modal["interaction_id"], None)
        return str(answer["interaction_id"])

    async def open_dm(self, application_id: str | None = None) -> Json:
        """The direct messages with the bot: the only one, or the one named."""
        wanted = application_id or next(iter(self.applications))
        channel = dict((await self.do("open_dm", user_id=wanted))["channel"])
        self.channels[channel["id"]] = channel
        return channel

    async def fetch(self, url: str) -> bytes:
        """What an attachment's url leads to. Raises aiohttp.ClientResponseError when nothing is there."""
        async with self._http.get(url) as response:
            response.raise_for_status()
            return await response.read()

    # What he waits for. Each raises TimeoutError with what he saw instead.

    async def wait_until(self, check: Callable[[], T | None], timeout: float = 5.0) -> T:  # noqa: ASYNC109 - the tests' way to say it
        """Waits until `check` answers something true, tried at once and after every event."""
        found: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def attempt() -> None:
            result = check()
            if result and not found.done():
                found.set_result(result)

        attempt()
        self._waiting.append(attempt)
        try:
            async with asyncio.timeout(timeout):
                return await found
        except TimeoutError:
            raise TimeoutError(f"{self.me.get('username')} waited {timeout} s. {self._seen()}") from None
        finally:
            self._waiting.remove(attempt)

    async def wait_for(self, predicate: Callable[[Json], object], timeout: float = 5.0) -> Json:  # noqa: ASYNC109 - as above
        """The newest message the predicate holds for, there already or to come; edits are looked at anew."""
        return await self.wait_until(lambda: self._newest(predicate), timeout)

    async def wait_gone(self, message: Json, timeout: float = 5.0) -> None:  # noqa: ASYNC109 - as above
        """Waits until the message is deleted."""
        channel = message["channel_id"]
        await self.wait_until(lambda: message["id"] not in self.messages.get(channel, {}), timeout)

    async def outcome(self, interaction_id: str, timeout: float = 5.0) -> str:  # noqa: ASYNC109 - as above
        """How the interaction ended: `answered` or `failed`."""

        def ended() -> str | None:
            state = self.interactions.get(interaction_id)
            return None if state in OPEN else state

        return await self.wait_until(ended, timeout)

    async def reply_to(self, interaction_id: str, timeout: float = 5.0) -> Json:  # noqa: ASYNC109 - as above
        """The newest message that answers the interaction, once it is more than "thinking"."""

        def answers(message: Json) -> bool:
            metadata = message.get("interaction_metadata") or {}
            return metadata.get("id") == interaction_id and not message["flags"] & LOADING

        return await self.wait_for(answers, timeout)

    async def modal_of(self, interaction_id: str, timeout: float = 5.0) -> Json:  # noqa: ASYNC109 - as above
        return await self.wait_until(lambda: self.modals.get(interaction_id), timeout)

    def current(self, message: Json) -> Json:
        """The message as it is now. Raises KeyError when it is gone."""
        return self.messages[message["channel_id"]][message["id"]]

    def control(self, message: Json, *, label: str | None = None) -> Json:
        """The one button with the label, or without a label the one select menu. Raises LookupError."""
        controls = [one for one in every_component(message["components"]) if "custom_id" in one]
        if label is None:
            found = [one for one in controls if one["type"] != 2]
        else:
            found = [one for one in controls if one.get("label") == label]
        if len(found) != 1:
            labels = [one.get("label") or one.get("placeholder") for one in controls]
            raise LookupError(f"{len(found)} controls are called {label!r}; there are {labels}.")
        return found[0]

    # What he is told

    async def _read(self) -> None:
        async for frame in self._socket:
            event = json.loads(frame.data)
            self.events += 1
            self._takers[event["t"]](event["d"])
            for attempt in tuple(self._waiting):
                attempt()
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(ConnectionError("The local Discord closed the connection."))

    async def _catch_up(self) -> None:
        for channel_id in tuple(self.channels):
            history = await self.do("history", channel_id=channel_id)
            read = {message["id"]: message for message in history["messages"]}
            self.messages[channel_id] = read | self.messages.get(channel_id, {})

    def _take_hello(self, hello: Json) -> None:
        self.me, self.guild = hello["me"], hello["guild"]
        self.commands = hello["commands"]
        self.applications = {one["id"]: one for one in hello["applications"]}
        self.channels = {one["id"]: one for one in (*hello["channels"], *hello["dms"])}
        self.unread = hello["unread"]

    def _take_done(self, answer: Json) -> None:
        waiting = self._answers.pop(answer["id"])
        if not waiting.done():
            waiting.set_result(answer)

    def _take_refused(self, answer: Json) -> None:
        waiting = self._answers.pop(answer["id"])
        if not waiting.done():
            waiting.set_exception(Refused(answer["message"]))

    def _take_message(self, message: Json) -> None:
        seen = self.messages.setdefault(message["channel_id"], {})
        seen[message["id"]] = message
        if len(seen) > REMEMBERED_MOST:
            del seen[next(iter(seen))]

    def _take_message_delete(self, gone: Json) -> None:
        self.messages.get(gone["channel_id"], {}).pop(gone["id"], None)

    def _take_channel(self, channel: Json) -> None:
        self.channels[channel["id"]] = channel

    def _take_channel_delete(self, channel: Json) -> None:
        self.channels.pop(channel["id"], None)
        self.messages.pop(channel["id"], None)

    def _take_unread(self, unread: Json) -> None:
        self.unread[unread["channel_id"]] = unread

    def _take_commands(self, told: Json) -> None:
        self.commands = told["commands"]

    def _take_application(self, application: Json) -> None:
        self.applications[application["id"]] = application

    def _take_interaction(self, told: Json) -> None:
        self.interactions[told["interaction_id"]] = told["state"]

    def _take_modal(self, modal: Json) -> None:
        self.modals[modal["interaction_id"]] = modal

    def _take_guild(self, told: Json) -> None:
        self.guild = told["guild"]

    def _newest(self, predicate: Callable[[Json], object]) -> Json | None:
        seen = (message for messages in self.messages.values() for message in messages.values())
        fitting = (message for message in seen if predicate(message))
        return max(fitting, key=lambda message: int(message["id"]), default=None)

    def _seen(self) -> str:
        seen = [message for messages in self.messages.values() for message in messages.values()]
        seen.sort(key=lambda message: int(message["id"]))
        return "The last messages: " + " / ".join(repr(text_of(one)[:200]) for one in seen[-3:])

    def _place(self, message: Json) -> Json:
        return {"channel_id": message["channel_id"], "message_id": message["id"]}


def every_component(components: list[Json]) -> Iterator[Json]:
    """All components of a message or a modal, nested ones after their holder."""
    for component in components:
        yield component
        yield from every_component(component.get("components") or [])
        for key in ("accessory", "component"):
            if component.get(key):
                yield from every_component([component[key]])


def text_of(message: Json) -> str:
    """Everything written in the message: content, text displays, embeds; one piece a line."""
    pieces = [message["content"]]
    pieces += [one["content"] for one in every_component(message["components"]) if one["type"] == 10]
    for embed in message["embeds"]:
        pieces += [embed.get("title", ""), embed.get("description", "")]
    return "\n".join(piece for piece in pieces if piece)


def labels_of(message: Json) -> list[str]:
    """The labels of the message's buttons that can be pressed."""
    buttons = (one for one in every_component(message["components"]) if one["type"] == 2)
    return [one.get("label", "") for one in buttons if not one.get("disabled")]


def pictures_of(message: Json) -> list[Json]:
    """The pictures the message shows, `{url, description}`: of its galleries, and its attachments."""
    shown = [
        {"url": item["media"]["url"], "description": item["description"]}
        for one in every_component(message["components"])
        for item in one.get("items", ())
    ]
    attached = [{"url": one["url"], "description": one.get("description")} for one in message["attachments"]]
    urls = {one["url"] for one in shown}
    return shown + [one for one in attached if one["url"] not in urls]


def is_ephemeral(message: Json) -> bool:
    return bool(message["flags"] & EPHEMERAL)
