"""The people's open pages, which events they get, and what is unread."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from local_discord.channels import Channel, Message
from local_discord.codec import Json, encode
from local_discord.send_queue import SendQueue
from local_discord.world import World, notifies


@dataclass(slots=True)
class Unread:
    count: int = 0
    mentions: int = 0


class Pages:
    """Every person's open pages and unread messages."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._open: dict[str, set[SendQueue]] = {}
        self._unread: dict[str, dict[str, Unread]] = defaultdict(dict)

    def opened(self, person_id: str, queue: SendQueue) -> None:
        self._open.setdefault(person_id, set()).add(queue)

    def closed(self, person_id: str, queue: SendQueue) -> None:
        self._open[person_id].discard(queue)
        if not self._open[person_id]:
            del self._open[person_id]

    def to_person(self, person_id: str, name: str, raw: Json) -> None:
        if person_id in self._open:
            self._send([person_id], name, raw)

    def to_all(self, name: str, raw: Json) -> None:
        self._send(self._open, name, raw)

    def to_channel(self, name: str, channel: Channel, raw: Json | None = None) -> None:
        """Sends an event to everybody who may view the channel. Its data is `raw`, or else the channel."""
        for person_id in self.viewers(channel):
            self.to_person(person_id, name, channel.raw(person_id) if raw is None else raw)

    def viewers(self, channel: Channel) -> list[str]:
        return [person_id for person_id in self._open if self.world.may_view(person_id, channel)]

    def message(self, name: str, message: Message, raw: Json) -> None:
        """Sends an event to everybody who may see the message."""
        self._send(self._watching(message), name, raw)

    def update_message(self, message: Message) -> None:
        """Sends the message to everybody who may see it. Each one's own reactions are marked."""
        for person_id in self._watching(message):
            self.to_person(person_id, "MESSAGE_UPDATE", {"reactions": []} | message.raw_for(person_id))

    def _watching(self, message: Message) -> list[str]:
        return [one for one in self.viewers(message.channel) if message.may_be_seen_by(one)]

    def _send(self, people: Iterable[str], name: str, raw: Json) -> None:
        """Sends an event, encoded only once, to these people's pages."""
        frame = ""
        for person_id in people:
            frame = frame or encode({"t": name, "d": raw})
            for queue in self._open[person_id]:
                queue.put(frame)

    def is_open(self, person_id: str) -> bool:
        return person_id in self._open

    def count_unread(self, message: Message) -> None:
        """Counts a new message as unread for everybody but its author, unless it's ephemeral."""
        if message.seen_by is not None:
            return
        channel = message.channel
        for person_id in self.world.people:
            if person_id == message.author.id or not self.world.may_view(person_id, channel):
                continue
            unread = self._unread[person_id].setdefault(channel.id, Unread())
            unread.count += 1
            if channel.is_direct or notifies(self.world, channel, message.raw, person_id):
                unread.mentions += 1
            self._tell_unread(person_id, channel.id, unread)

    def read(self, person_id: str, channel_id: str) -> None:
        if self._unread[person_id].pop(channel_id, None):
            self._tell_unread(person_id, channel_id, Unread())

    def unread(self, person_id: str) -> Json:
        return {channel_id: asdict(one) for channel_id, one in self._unread[person_id].items()}

    def forget_channel(self, channel_id: str) -> None:
        for marks in self._unread.values():
            marks.pop(channel_id, None)

    def _tell_unread(self, person_id: str, channel_id: str, unread: Unread) -> None:
        self.to_person(person_id, "UNREAD", {"channel_id": channel_id} | asdict(unread))
