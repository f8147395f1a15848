"""A person who uses the page without a browser. Tests, soak tests and benchmarks act through it."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from typing import Self, TypeVar

import aiohttp

from local_discord.channels import LOADING
from local_discord.client_state import (
    ClientState,
    control_of,
    is_ephemeral,
    labels_of,
    pictures_of,
    place_of,
    text_of,
)
from local_discord.codec import Json
from local_discord.components import every_component

__all__ = [
    "Person",
    "Refused",
    "control_of",
    "every_component",
    "is_ephemeral",
    "labels_of",
    "pictures_of",
    "text_of",
]

T = TypeVar("T")

ANSWERS = ("DONE", "REFUSED")
OPEN = ("waiting", "thinking")

AT_MOST = 30.0
"""How many seconds we wait at most: far more than a slow machine needs."""


class Refused(Exception):
    """Discord didn't let the person do it; the message is the sentence they saw."""


class Person:
    """A connected person: what they do, and what they wait for.

    `sees` is what they see, kept up to date by every event; `marks` adds and removes reactions and pins.
    """

    def __init__(self, http: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.sees = ClientState()
        self.marks = Marks(self)
        self._http = http
        self._socket = socket
        self._asked = 0
        self._answers: dict[int, asyncio.Future[Json]] = {}
        self._changed: Json | None = None
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
                    await person.wait_until(lambda: person.sees.me)
                    await person._catch_up()
                    yield person
                finally:
                    reading.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await reading

    @property
    def id(self) -> str:
        return str(self.sees.me["id"])

    # What they do. Each of these raises `Refused` with the sentence they were shown.

    async def do(self, action: str, /, **fields: object) -> Json:
        """Does any of the page's actions and returns the answer."""
        self._asked += 1
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._answers[self._asked] = answer
        await self._socket.send_json({"id": self._asked, "do": action, **fields})
        return await answer

    async def say(self, channel: str, content: str) -> Json:
        answer = await self.do("say", channel_id=self.sees.channel(channel)["id"], content=content)
        return dict(answer["message"])

    async def command(self, name: str, /, *, channel: str, **options: object) -> str:
        """Uses a slash command; returns the interaction's id."""
        channel_id = self.sees.channel(channel)["id"]
        answer = await self.do("command", channel_id=channel_id, name=name, options=options)
        return str(answer["interaction_id"])

    async def autocomplete(
        self, name: str, focused: str, /, *, channel: str, **options: object
    ) -> list[Json]:
        """The choices that the bot offers for the option `focused`, given what `options` has so far."""
        channel_id = self.sees.channel(channel)["id"]
        asked: Json = {"name": name, "options": options, "focused": focused}
        return list((await self.do("autocomplete", channel_id=channel_id, **asked))["choices"])

    async def press(self, message: Json, custom_id: str | None = None, *, label: str | None = None) -> str:
        """Presses the button with this custom id or label; returns the interaction's id."""
        wanted = custom_id or control_of(message, label=label)["custom_id"]
        answer = await self.do("press", **place_of(message), custom_id=wanted)
        return str(answer["interaction_id"])

    async def select(self, message: Json, *values: str, custom_id: str | None = None) -> str:
        """Chooses values in the select menu with this custom id, or in the only one."""
        wanted = custom_id or control_of(message)["custom_id"]
        answer = await self.do("select", **place_of(message), custom_id=wanted, values=list(values))
        return str(answer["interaction_id"])

    async def submit(self, modal: Json, values: Json | None = None, /, **more: object) -> str:
        """Submits the form. The values, by custom id, come in a mapping or as keyword arguments."""
        given = (values or {}) | more
        answer = await self.do("submit", interaction_id=modal["interaction_id"], values=given)
        self.sees.modals.pop(modal["interaction_id"], None)
        return str(answer["interaction_id"])

    async def open_dm(self, application_id: str | None = None) -> Json:
        """The direct messages with the bot that has this id, or else with the first one."""
        wanted = application_id or next(iter(self.sees.applications))
        channel = dict((await self.do("open_dm", user_id=wanted))["channel"])
        self.sees.channels[channel["id"]] = channel
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
            who = self.sees.me.get("username")
            raise TimeoutError(f"{who} waited {timeout} s. {self.sees.last_words()}") from None
        finally:
            self._waiting.remove(attempt)

    async def wait_for(self, predicate: Callable[[Json], object], timeout: float = AT_MOST) -> Json:  # noqa: ASYNC109 - as above
        """The newest message for which the predicate is true, or else the next one that makes it true.

        It is tried once on every message, then on each one that is posted or edited.
        """

        def changed() -> Json | None:
            return self._changed if self._changed and predicate(self._changed) else None

        there = self.sees.newest(predicate)
        return await self.wait_until(changed, timeout) if there is None else there

    async def wait_gone(self, message: Json, timeout: float = AT_MOST) -> None:  # noqa: ASYNC109 - as above
        """Waits until the message is deleted."""
        channel = message["channel_id"]
        await self.wait_until(lambda: message["id"] not in self.sees.messages.get(channel, {}), timeout)

    async def outcome(self, interaction_id: str, timeout: float = AT_MOST) -> str:  # noqa: ASYNC109 - as above
        """How the interaction ended: `answered` or `failed`."""

        def ended() -> str | None:
            state = self.sees.interactions.get(interaction_id)
            return None if state in OPEN else state

        return await self.wait_until(ended, timeout)

    async def reply_to(self, interaction_id: str, timeout: float = AT_MOST) -> Json:  # noqa: ASYNC109 - as above
        """The newest message that answers the interaction, once it says more than "thinking"."""

        def is_reply(message: Json) -> bool:
            metadata = message.get("interaction_metadata") or {}
            return metadata.get("id") == interaction_id and not message["flags"] & LOADING

        return await self.wait_for(is_reply, timeout)

    async def modal_of(self, interaction_id: str, timeout: float = AT_MOST) -> Json:  # noqa: ASYNC109 - as above
        return await self.wait_until(lambda: self.sees.modals.get(interaction_id), timeout)

    # What they receive

    async def _read(self) -> None:
        async for frame in self._socket:
            self._changed = self._take(json.loads(frame.data))
            for attempt in tuple(self._waiting):
                attempt()
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(ConnectionError("The local Discord closed the connection."))

    def _take(self, event: Json) -> Json | None:
        """Takes an event. Returns the message that it posted or edited, if any."""
        if event["t"] in ANSWERS:
            self._answered(event["t"], event["d"])
            return None
        return self.sees.take(event)

    def _answered(self, name: str, answer: Json) -> None:
        waiting = self._answers.pop(answer["id"])
        if waiting.done():
            return
        if name == "DONE":
            waiting.set_result(answer)
        else:
            waiting.set_exception(Refused(answer["message"]))

    async def _catch_up(self) -> None:
        for channel_id in tuple(self.sees.channels):
            history = await self.do("history", channel_id=channel_id)
            read = {message["id"]: message for message in history["messages"]}
            self.sees.messages[channel_id] = read | self.sees.messages.get(channel_id, {})


class Marks:
    """One person's reactions and pins. Each method raises `Refused` with the sentence they were shown."""

    def __init__(self, person: "Person") -> None:
        self._person = person

    async def react(self, message: Json, emoji: str) -> None:
        """Adds a reaction: `👍`, or `name:id` for a custom emoji."""
        await self._person.do("react", **place_of(message), emoji=emoji)

    async def unreact(self, message: Json, emoji: str) -> None:
        await self._person.do("unreact", **place_of(message), emoji=emoji)

    async def pin(self, message: Json) -> None:
        await self._person.do("pin", **place_of(message))

    async def unpin(self, message: Json) -> None:
        await self._person.do("unpin", **place_of(message))

    async def pins(self, channel: str) -> list[Json]:
        """The pinned messages of the channel, beginning with the one pinned most recently."""
        channel_id = self._person.sees.channel(channel)["id"]
        return list((await self._person.do("pins", channel_id=channel_id))["messages"])
