"""A person who uses the page without a browser. Tests, soak tests and benchmarks act through it."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from typing import Self, TypeVar

import aiohttp

from local_discord.client_state import (
    ClientState,
    Refused,
    every_component,
    is_ephemeral,
    labels_of,
    pictures_of,
    text_of,
)
from local_discord.codec import Json

__all__ = [
    "Person",
    "Refused",
    "every_component",
    "is_ephemeral",
    "labels_of",
    "pictures_of",
    "text_of",
]

T = TypeVar("T")

OPEN = ("waiting", "thinking")
LOADING = 1 << 7

AT_MOST = 30.0
"""How many seconds we wait at most: far more than a slow machine needs."""


class Person(ClientState):
    """A connected person: what they do and what they wait for. `ClientState` has what they see."""

    def __init__(self, http: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse) -> None:
        super().__init__()
        self._http = http
        self._socket = socket
        self._asked = 0
        self._waiting: list[Callable[[], None]] = []

    @classmethod
    @contextlib.asynccontextmanager
    async def connect(cls, url: str, user_id: str) -> AsyncIterator[Self]:
        """Connects this person to the local Discord at `url`, and reads every channel's history."""
        async with aiohttp.ClientSession() as http:
            address = f"{url}/page/socket?person={user_id}"
            async with http.ws_connect(address, max_msg_size=0) as socket:
                person = cls(http, socket)
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
        """The channel with this id or name. Raises KeyError if they can't see one."""
        if name_or_id in self.channels:
            return self.channels[name_or_id]
        for channel in self.channels.values():
            if channel.get("name") == name_or_id:
                return channel
        raise KeyError(name_or_id)

    def in_channel(self, name_or_id: str) -> list[Json]:
        """The messages they see in the channel, oldest first."""
        channel_id = self.channel(name_or_id)["id"]
        return sorted(self.messages.get(channel_id, {}).values(), key=lambda message: int(message["id"]))

    # What they do. Each of these raises `Refused` with the sentence they were shown.

    async def do(self, action: str, /, **fields: object) -> Json:
        """Does any of the page's actions and returns the answer."""
        self._asked += 1
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._answers[self._asked] = answer
        await self._socket.send_json({"id": self._asked, "do": action, **fields})
        return await answer

    async def say(self, channel: str, content: str) -> Json:
        answer = await self.do("say", channel_id=self.channel(channel)["id"], content=content)
        return dict(answer["message"])

    async def command(self, name: str, /, *, channel: str, **options: object) -> str:
        """Uses a slash command; returns the interaction's id."""
        channel_id = self.channel(channel)["id"]
        answer = await self.do("command", channel_id=channel_id, name=name, options=options)
        return str(answer["interaction_id"])

    async def autocomplete(
        self, name: str, focused: str, /, *, channel: str, **options: object
    ) -> list[Json]:
        """The choices that the bot offers for the option `focused`, given what `options` has so far."""
        channel_id = self.channel(channel)["id"]
        asked: Json = {"name": name, "options": options, "focused": focused}
        return list((await self.do("autocomplete", channel_id=channel_id, **asked))["choices"])

    async def press(self, message: Json, custom_id: str | None = None, *, label: str | None = None) -> str:
        """Presses the button with this custom id or label; returns the interaction's id."""
        wanted = custom_id or self.control(message, label=label)["custom_id"]
        answer = await self.do("press", **self._place(message), custom_id=wanted)
        return str(answer["interaction_id"])

    async def select(self, message: Json, *values: str, custom_id: str | None = None) -> str:
        """Chooses values in the select menu with this custom id, or in the only one."""
        wanted = custom_id or self.control(message)["custom_id"]
        answer = await self.do("select", **self._place(message), custom_id=wanted, values=list(values))
        return str(answer["interaction_id"])

    async def submit(self, modal: Json, values: Json | None = None, /, **more: object) -> str:
        """Submits the form. The values, by custom id, come in a mapping or as keyword arguments."""
        given = (values or {}) | more
        answer = await self.do("submit", interaction_id=modal["interaction_id"], values=given)
        self.modals.pop(modal["interaction_id"], None)
        return str(answer["interaction_id"])

    async def react(self, message: Json, emoji: str) -> None:
        """Adds a reaction: `👍`, or `name:id` for a custom emoji."""
        await self.do("react", **self._place(message), emoji=emoji)

    async def unreact(self, message: Json, emoji: str) -> None:
        await self.do("unreact", **self._place(message), emoji=emoji)

    async def pin(self, message: Json) -> None:
        await self.do("pin", **self._place(message))

    async def unpin(self, message: Json) -> None:
        await self.do("unpin", **self._place(message))

    async def pins(self, channel: str) -> list[Json]:
        """The pinned messages of the channel, beginning with the one pinned most recently."""
        return list((await self.do("pins", channel_id=self.channel(channel)["id"]))["messages"])

    async def open_dm(self, application_id: str | None = None) -> Json:
        """The direct messages with the bot that has this id, or else with the first one."""
        wanted = application_id or next(iter(self.applications))
        channel = dict((await self.do("open_dm", user_id=wanted))["channel"])
        self.channels[channel["id"]] = channel
        return channel

    async def fetch(self, url: str) -> bytes:
        """Downloads an attachment. Raises aiohttp.ClientResponseError if there's nothing at the URL."""
        async with self._http.get(url) as response:
            response.raise_for_status()
            return await response.read()

    # What they wait for. Each of these raises TimeoutError with what they saw instead.

    async def wait_until(self, check: Callable[[], T | None], timeout: float = AT_MOST) -> T:  # noqa: ASYNC109 - tests read best this way
        """Waits until `check` returns something true. It is called at once and after every event."""
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
            raise TimeoutError(f"{self.me.get('username')} waited {timeout} s. {self.last_words()}") from None
        finally:
            self._waiting.remove(attempt)

    async def wait_for(self, predicate: Callable[[Json], object], timeout: float = AT_MOST) -> Json:  # noqa: ASYNC109 - as above
        """The newest message for which the predicate is true, or else the next one that makes it true.

        It is tried once on every message, then on each one that is posted or edited.
        """

        def changed() -> Json | None:
            return self.changed if self.changed and predicate(self.changed) else None

        there = self.newest(predicate)
        return await self.wait_until(changed, timeout) if there is None else there

    async def wait_gone(self, message: Json, timeout: float = AT_MOST) -> None:  # noqa: ASYNC109 - as above
        """Waits until the message is deleted."""
        channel = message["channel_id"]
        await self.wait_until(lambda: message["id"] not in self.messages.get(channel, {}), timeout)

    async def outcome(self, interaction_id: str, timeout: float = AT_MOST) -> str:  # noqa: ASYNC109 - as above
        """How the interaction ended: `answered` or `failed`."""

        def ended() -> str | None:
            state = self.interactions.get(interaction_id)
            return None if state in OPEN else state

        return await self.wait_until(ended, timeout)

    async def reply_to(self, interaction_id: str, timeout: float = AT_MOST) -> Json:  # noqa: ASYNC109 - as above
        """The newest message that answers the interaction, once it says more than "thinking"."""

        def is_reply(message: Json) -> bool:
            metadata = message.get("interaction_metadata") or {}
            return metadata.get("id") == interaction_id and not message["flags"] & LOADING

        return await self.wait_for(is_reply, timeout)

    async def modal_of(self, interaction_id: str, timeout: float = AT_MOST) -> Json:  # noqa: ASYNC109 - as above
        return await self.wait_until(lambda: self.modals.get(interaction_id), timeout)

    def current(self, message: Json) -> Json:
        """The current version of the message. Raises KeyError if it was deleted."""
        return self.messages[message["channel_id"]][message["id"]]

    def control(self, message: Json, *, label: str | None = None) -> Json:
        """The one button with the label, or without a label the one select menu. Else raises LookupError."""
        controls = [one for one in every_component(message["components"]) if "custom_id" in one]
        if label is None:
            found = [one for one in controls if one["type"] != 2]
        else:
            found = [one for one in controls if one.get("label") == label]
        if len(found) != 1:
            labels = [one.get("label") or one.get("placeholder") for one in controls]
            raise LookupError(f"{len(found)} controls are called {label!r}; there are {labels}.")
        return found[0]

    # What they receive

    async def _read(self) -> None:
        async for frame in self._socket:
            self.take(json.loads(frame.data))
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

    def _place(self, message: Json) -> Json:
        return {"channel_id": message["channel_id"], "message_id": message["id"]}
