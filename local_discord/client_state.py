"""What a person has seen so far, kept up to date by the events on their socket, and what is in a message."""

from collections.abc import Callable, Iterator

from local_discord.channels import EPHEMERAL
from local_discord.codec import Json
from local_discord.components import BUTTON, TEXT, every_component

REMEMBERED_MOST = 2_000


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
        self.guilds = {one["id"]: one for one in hello["guilds"]}
        self.commands = hello["commands"]
        self.applications = {one["id"]: one for one in hello["applications"]}
        self.channels = {one["id"]: one for one in (*hello["channels"], *hello["dms"])}
        self.unread = hello["unread"]

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
