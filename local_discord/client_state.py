"""What a person has seen so far, kept up to date by the events on their socket."""

import asyncio
from collections.abc import Callable, Iterator

from local_discord.codec import Json

REMEMBERED_MOST = 2_000
EPHEMERAL = 1 << 6


class Refused(Exception):
    """Discord didn't let the person do it; the message is the sentence they saw."""


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
        self.changed: Json | None = None
        self._answers: dict[int, asyncio.Future[Json]] = {}
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

    @property
    def guild(self) -> Json:
        """The first server: the only one in most worlds."""
        return next(iter(self.guilds.values()))

    def take(self, event: Json) -> None:
        """Applies one event from the socket; `changed` is the message it was about, if any."""
        self.changed = None
        self._takers[event["t"]](event["d"])

    def events(self) -> set[str]:
        """The names of all events."""
        return set(self._takers)

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
        self.guilds = {one["id"]: one for one in hello["guilds"]}
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
        # An edit has no reactions, so keep those from before.
        kept = {key: one for key, one in seen.pop(message["id"], {}).items() if key == "reactions"}
        seen[message["id"]] = self.changed = kept | message
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
        guild = told["guild"]
        self.guilds[guild["id"]] = guild


def every_component(components: list[Json]) -> Iterator[Json]:
    """All components of a message or a modal, nested ones after their parent."""
    for component in components:
        yield component
        yield from every_component(component.get("components") or [])
        for key in ("accessory", "component"):
            if component.get(key):
                yield from every_component([component[key]])


def text_of(message: Json) -> str:
    """Everything written in the message: content, text displays, embeds; one piece per line."""
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
