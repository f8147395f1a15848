"""A person who uses the page without a browser. Tests, soak tests and benchmarks act through it."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Self, TypeVar

import aiohttp

from local_discord.channels import EPHEMERAL, LOADING
from local_discord.codec import Json
from local_discord.components import BUTTON, TEXT
from local_discord.components import every_component as every_component

T = TypeVar("T")

REMEMBERED_MOST = 2_000
ANSWERS = ("DONE", "REFUSED")
OPEN = ("waiting", "thinking")

AT_MOST = 60.0
"""How many seconds we wait at most: far more than a slow machine needs."""


# What a message says and shows


def text_of(message: Json) -> str:
    """Everything written in the message: content, text displays, embeds; one piece per line."""
    pieces = [message["content"]]
    pieces += [one["content"] for one in every_component(message["components"]) if one["type"] == TEXT]
    for embed in message["embeds"]:
        pieces += [embed.get("title", ""), embed.get("description", "")]
    return "\n".join(piece for piece in pieces if piece)


def labels_of(message: Json) -> list[str]:
    """The labels of the message's buttons that can be pressed."""
    buttons = (one for one in every_component(message["components"]) if one["type"] == BUTTON)
    return [one.get("label", "") for one in buttons if not one.get("disabled")]


def pictures_of(message: Json) -> list[Json]:
    """The pictures the message shows, `{url, description}`, from its galleries and attachments."""
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


def control_of(message: Json, *, label: str | None = None) -> Json:
    """The one button with the label, or without a label the one select menu. Else raises LookupError."""
    controls = [one for one in every_component(message["components"]) if "custom_id" in one]
    if label is None:
        found = [one for one in controls if one["type"] != BUTTON]
    else:
        found = [one for one in controls if one.get("label") == label]
    if len(found) != 1:
        labels = [one.get("label") or one.get("placeholder") for one in controls]
        raise LookupError(f"{len(found)} controls are called {label!r}; there are {labels}.")
    return found[0]


def place_of(message: Json) -> Json:
    """The fields that name the message in an action of the page."""
    return {"channel_id": message["channel_id"], "message_id": message["id"]}


# What a person sees


class ClientState:
    """Discord as one person sees it.

    `channels` holds text channels, threads and direct messages by id; `messages` what they have seen of each
    channel by message id, the 2000 posted or edited last; `modals` the forms they have open, by interaction
    id; `interactions` the state of each of their interactions.
    """

    def __init__(self) -> None:
        self.me: Json = {}
        self.guilds: dict[str, Json] = {}
        self.applications: dict[str, Json] = {}
        self.commands: list[Json] = []
        self.channels: dict[str, Json] = {}
        self.messages: dict[str, dict[str, Json]] = {}
        self.modals: dict[str, Json] = {}
        self.interactions: dict[str, str] = {}
        self.unread: dict[str, Json] = {}
        self.typing: list[Json] = []
        self._takers: dict[str, Callable[[Json], Json | None]] = {
            "HELLO": self._take_hello,
            "MESSAGE_CREATE": self._take_message,
            "MESSAGE_UPDATE": self._take_message,
            "MESSAGE_DELETE": self._take_message_delete,
            "CHANNEL_CREATE": _keeping(self.channels, "id"),
            "CHANNEL_UPDATE": _keeping(self.channels, "id"),
            "THREAD_CREATE": _keeping(self.channels, "id"),
            "CHANNEL_DELETE": self._take_channel_delete,
            "THREAD_DELETE": self._take_channel_delete,
            "UNREAD": _keeping(self.unread, "channel_id"),
            "COMMANDS": self._take_commands,
            "APPLICATION": _keeping(self.applications, "id"),
            "INTERACTION": self._take_interaction,
            "MODAL": _keeping(self.modals, "interaction_id"),
            "TYPING": self.typing.append,
            "GUILD": self._take_guild,
        }

    @property
    def guild(self) -> Json:
        """The first server: the only one in most worlds."""
        return next(iter(self.guilds.values()))

    def take(self, event: Json) -> Json | None:
        """Applies one event from the socket. Returns the message that it posted or edited, if any."""
        return self._takers[event["t"]](event["d"])

    def events(self) -> set[str]:
        """The names of all events."""
        return set(self._takers)

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

    def current(self, message: Json) -> Json:
        """The current version of the message. Raises KeyError if it was deleted."""
        return self.messages[message["channel_id"]][message["id"]]

    def newest(self, predicate: Callable[[Json], object]) -> Json | None:
        """The newest message the predicate holds for."""
        fitting = (message for message in self._all_messages() if predicate(message))
        return max(fitting, key=lambda message: int(message["id"]), default=None)

    def last_words(self) -> str:
        """The three newest messages, for an error that says what was there instead."""
        newest = sorted(self._all_messages(), key=lambda message: int(message["id"]))[-3:]
        return "The last messages: " + " / ".join(repr(text_of(one)[:200]) for one in newest)

    def _all_messages(self) -> Iterator[Json]:
        return (message for messages in self.messages.values() for message in messages.values())

    def _take_hello(self, hello: Json) -> None:
        self.me = hello["me"]
        self.guilds |= {one["id"]: one for one in hello["guilds"]}
        self.commands = hello["commands"]
        self.applications |= {one["id"]: one for one in hello["applications"]}
        self.channels |= {one["id"]: one for one in (*hello["channels"], *hello["dms"])}
        self.unread |= hello["unread"]

    def _take_message(self, message: Json) -> Json:
        seen = self.messages.setdefault(message["channel_id"], {})
        # An edit has no reactions, so keep those from before.
        kept = {key: one for key, one in seen.pop(message["id"], {}).items() if key == "reactions"}
        changed = seen[message["id"]] = kept | message
        if len(seen) > REMEMBERED_MOST:
            del seen[next(iter(seen))]
        return changed

    def _take_message_delete(self, gone: Json) -> None:
        self.messages.get(gone["channel_id"], {}).pop(gone["id"], None)

    def _take_channel_delete(self, channel: Json) -> None:
        self.channels.pop(channel["id"], None)
        self.messages.pop(channel["id"], None)

    def _take_commands(self, told: Json) -> None:
        self.commands = told["commands"]

    def _take_interaction(self, told: Json) -> None:
        self.interactions[told["interaction_id"]] = told["state"]

    def _take_guild(self, told: Json) -> None:
        self.guilds[told["guild"]["id"]] = told["guild"]


def _keeping(held: dict[str, Json], key: str) -> Callable[[Json], None]:
    """Takes events whose data is kept as it is, by the id at `key`."""

    def take(told: Json) -> None:
        held[told[key]] = told

    return take


# What they do


class Refused(Exception):
    """Discord didn't let the person do it; the message is the sentence they saw."""


class Person:
    """A connected person: what they do, and what they wait for.

    `sees` is what they see, kept up to date by every event; `marks` adds and removes reactions and pins, and
    `threads` starts and changes threads.
    """

    def __init__(self, http: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.sees = ClientState()
        self.marks = Marks(self)
        self.threads = PersonsThreads(self)
        self._http = http
        self._socket = socket
        self._asked = 0
        self._answers: dict[int, asyncio.Future[Json]] = {}
        self._changed: Json | None = None
        self._waiting: list[Callable[[], None]] = []

    @classmethod
    @contextlib.asynccontextmanager
    async def connect(cls, url: str, user_id: str, *, on_desktop: bool = False) -> AsyncIterator[Self]:
        """Connects this person to the local Discord at `url`, and reads every channel's history.

        Without `on_desktop` they use the web or mobile client, which can't press in an archived thread.
        """
        async with aiohttp.ClientSession() as http:
            address = f"{url}/page/socket?person={user_id}{'&client=desktop' if on_desktop else ''}"
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

    async def purge(self, *messages: Json) -> None:
        """Deletes up to a hundred messages of one channel at once, as a moderator can."""
        channel_id, wanted = messages[0]["channel_id"], [one["id"] for one in messages]
        await self.do("purge", channel_id=channel_id, message_ids=wanted)

    async def command(self, name: str, /, *, channel: str, **options: object) -> str:
        """Uses a slash command; returns the interaction's id."""
        channel_id = self.sees.channel(channel)["id"]
        return await self._interact("command", channel_id=channel_id, name=name, options=options)

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
        return await self._interact("press", **place_of(message), custom_id=wanted)

    async def select(self, message: Json, *values: str, custom_id: str | None = None) -> str:
        """Chooses values in the select menu with this custom id, or in the only one."""
        wanted = custom_id or control_of(message)["custom_id"]
        return await self._interact("select", **place_of(message), custom_id=wanted, values=list(values))

    async def submit(self, modal: Json, values: Json | None = None, /, **more: object) -> str:
        """Submits the form. The values, by custom id, come in a mapping or as keyword arguments."""
        opened = modal["interaction_id"]
        interaction_id = await self._interact("submit", interaction_id=opened, values=(values or {}) | more)
        self.sees.modals.pop(opened, None)
        return interaction_id

    async def _interact(self, action: str, /, **fields: object) -> str:
        return str((await self.do(action, **fields))["interaction_id"])

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
        """Takes an event; a test may hear it here. Returns the message that it posted or edited, if any."""
        if event["t"] in ANSWERS:
            self._answered(event["t"], event["d"])
            return None
        return self.sees.take(event)

    def _answered(self, name: str, answer: Json) -> None:
        waiting = self._answers.pop(answer["id"])
        if name == "DONE" and not waiting.done():
            waiting.set_result(answer)
        elif not waiting.done():
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


class PersonsThreads:
    """What one person does with threads. Each method raises `Refused` with the sentence they were shown."""

    def __init__(self, person: "Person") -> None:
        self._person = person

    async def start(self, channel: str, name: str, *, private: bool = False, content: str = "") -> Json:
        """Starts a thread in the channel; a private one is only for those who are added to it.

        `content` is the first message of a post in a forum, in which a thread needs one.
        """
        channel_id = self._person.sees.channel(channel)["id"]
        asked: Json = {"name": name, "private": private, "content": content}
        answer = await self._person.do("create_thread", channel_id=channel_id, **asked)
        return dict(answer["channel"])

    async def archive(self, thread: Json) -> None:
        await self._edit(thread, archived=True)

    async def open(self, thread: Json) -> None:
        """Opens the archived thread again."""
        await self._edit(thread, archived=False)

    async def lock(self, thread: Json) -> None:
        await self._edit(thread, locked=True)

    async def unlock(self, thread: Json) -> None:
        await self._edit(thread, locked=False)

    async def add(self, thread: Json, user_id: str) -> None:
        """Adds a person or a bot to the thread."""
        await self._person.do("add_to_thread", channel_id=thread["id"], user_id=user_id)

    async def remove(self, thread: Json, user_id: str) -> None:
        await self._person.do("remove_from_thread", channel_id=thread["id"], user_id=user_id)

    async def _edit(self, thread: Json, **marks: bool) -> None:
        await self._person.do("edit_thread", channel_id=thread["id"], **marks)
