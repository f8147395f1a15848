"""The gateway's sessions: the events each bot gets, and those kept for a RESUME."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import IntFlag

from local_discord.applications import Application
from local_discord.channels import Channel, Message
from local_discord.codec import OBJECTS, Json, encode, new_snowflake
from local_discord.guild import Guild
from local_discord.shards import ONLY, Shard
from local_discord.world import World

REPLAYED_MOST = 5_000
RESUMABLE_SECONDS = 300.0


class Intent(IntFlag):
    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_WEBHOOKS = 1 << 5
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_REACTIONS = 1 << 10
    DIRECT_MESSAGES = 1 << 12
    DIRECT_MESSAGE_REACTIONS = 1 << 13
    MESSAGE_CONTENT = 1 << 15


RECONNECT = 7
INTENTS_MOST = (1 << 27) - 1


def messages_intent(channel: Channel) -> Intent:
    return Intent.DIRECT_MESSAGES if channel.is_direct else Intent.GUILD_MESSAGES


class Session:
    """One logical connection of a bot. It outlives its socket: events go on being numbered and kept."""

    def __init__(self, application: Application, intents: int, shard: Shard = ONLY) -> None:
        self.id = f"{int(new_snowflake()):032x}"
        self.application = application
        self.intents = intents
        self.shard = shard
        self.awaited: set[str] = set()
        """The ids of the servers whose GUILD_CREATE is still to come."""
        self.sequence = 0
        self.send: Callable[[str], None] | None = None
        self.close: Callable[[int], None] | None = None
        self.left_at = time.monotonic()
        self._events: deque[tuple[int, str]] = deque(maxlen=REPLAYED_MOST)

    def attach(self, send: Callable[[str], None], close: Callable[[int], None]) -> None:
        self.send, self.close = send, close

    def detach(self) -> None:
        self.send = self.close = None
        self.left_at = time.monotonic()

    @property
    def over(self) -> bool:
        """Whether nobody has listened for too long to resume it."""
        return self.send is None and time.monotonic() - self.left_at > RESUMABLE_SECONDS

    def is_in(self, guild: Guild) -> bool:
        """Whether the bot is in the server, and the server belongs to this session's shard."""
        return self.application.id in guild.members and self.shard.has(guild.id)

    def hears_of(self, guild_id: str | None) -> bool:
        """Whether what happens in this server, or in direct messages, is for this session and it knows where
        that is: before its GUILD_CREATE, nothing of a server arrives."""
        return self.shard.has(guild_id) and guild_id not in self.awaited

    def dispatch(self, name: str, body: str) -> None:
        """Sends the event `name` with its JSON `body`, and keeps it for a RESUME."""
        self.sequence += 1
        frame = f'{{"t":"{name}","s":{self.sequence},"op":0,"d":{body}}}'
        self._events.append((self.sequence, frame))
        if self.send:
            self.send(frame)

    def tell(self, name: str, raw: Json) -> None:
        self.dispatch(name, encode(raw))

    def missed_since(self, sequence: int) -> list[str] | None:
        """The frames after `sequence`; None if some of them are gone."""
        oldest = self.sequence - len(self._events)
        if not oldest <= sequence <= self.sequence:
            return None
        return [frame for number, frame in self._events if number > sequence]


@dataclass(eq=False)
class Gateway:
    """All sessions. Each event goes to the sessions that asked for it."""

    world: World
    sessions: dict[str, Session] = field(default_factory=dict)

    def open(self, application: Application, intents: int, shard: Shard = ONLY) -> Session:
        """A new session. There may be several of the same shard; each gets every event."""
        self.sessions = {key: one for key, one in self.sessions.items() if not one.over}
        session = Session(application, intents, shard)
        self.sessions[session.id] = session
        return session

    def online(self, application: Application) -> bool:
        return any(one.send for one in self.sessions_of(application))

    def shards_of(self, application: Application) -> list[int]:
        """The ids of the bot's shards that are connected, in order; a connection without one counts as 0."""
        return sorted(one.shard.id for one in self.sessions_of(application) if one.send)

    def sessions_of(self, application: Application) -> list[Session]:
        return [one for one in self.sessions.values() if one.application is application]

    def drop(self, code: int, shard: int | None = None) -> int:
        """Closes every bot's sockets, or those of this shard, with the code; returns how many there were."""
        wanted = (one for one in self.sessions.values() if shard in (None, one.shard.id))
        closing = [one.close for one in wanted if one.close]
        for close in closing:
            close(code)
        return len(closing)

    def ask_to_reconnect(self, shard: int | None = None) -> None:
        """Sends op 7 to every bot, or to the shard with this id: it should connect again and resume.

        As at Discord, nothing is closed (its documentation of the gateway).
        """
        for session in self.sessions.values():
            if session.send and shard in (None, session.shard.id):
                session.send(encode({"t": None, "s": None, "op": RECONNECT, "d": None}))

    def to_application(self, application: Application, name: str, guild_id: str | None, raw: Json) -> None:
        """Sends an event to one bot's shard of the server, regardless of intents; used for interactions."""
        _send((one for one in self.sessions_of(application) if one.shard.has(guild_id)), name, raw)

    def to_channel(self, name: str, channel: Channel, raw: Json, intent: int = Intent.GUILDS) -> None:
        """Sends an event to every bot that can view the channel and has the intent."""
        _send(self.watching(channel, intent), name, raw)

    def to_guild(self, name: str, guild: Guild, raw: Json, intent: int) -> None:
        """Sends an event to every bot that is in the server and has the intent."""
        there = (one for one in self.sessions.values() if one.is_in(guild) and one.hears_of(guild.id))
        _send((one for one in there if one.intents & intent), name, raw)

    def knowing(self, guild: Guild) -> list[Session]:
        """The sessions that have been sent this server."""
        there = (one for one in self.sessions.values() if one.is_in(guild) and one.hears_of(guild.id))
        return [one for one in there if one.intents & Intent.GUILDS]

    def bring(self, session: Session, guild: Guild, *, has_joined: bool = False) -> None:
        """Sends the server to the session in a GUILD_CREATE; from now on it hears of it.

        Of one that its bot `has_joined` just now, it doesn't say whether it's `unavailable`: by that,
        discord.py and hikari tell it from one that has come back.
        """
        session.awaited.discard(guild.id)
        channels = self.world.channels_for(session.application.id, guild)
        raw = guild_create(session, guild, channels)
        if has_joined:
            del raw["unavailable"]
        session.tell("GUILD_CREATE", raw)

    def message(self, name: str, message: Message, raw: Json) -> None:
        """MESSAGE_CREATE and MESSAGE_UPDATE, with the content blanked for bots that can't read it."""
        watching = self.watching(message.channel, messages_intent(message.channel))
        reading = [one for one in watching if _may_read(one, message)]
        _send(reading, name, raw)
        _send([one for one in watching if one not in reading], name, raw | _BLANK)

    def ephemeral(self, name: str, message: Message, raw: Json) -> None:
        """Sends the event of an ephemeral message to the bot that wrote it, as one of its direct messages.

        So it needs the intent for those, goes to shard 0 and names no server (Discord's documentation of
        gateway events; issues 4557 and 5819 of discord-api-docs).
        """
        writers = (one for one in self.sessions.values() if one.application.id == message.application_id)
        listening = (one for one in writers if one.intents & Intent.DIRECT_MESSAGES)
        _send((one for one in listening if one.shard.has(None)), name, raw)

    def watching(self, channel: Channel, intent: int = Intent.GUILDS) -> list[Session]:
        """The sessions that have the intent and whose bot can view the channel, or read it if the intent is
        for more than to hear that it exists."""
        may = self.world.may_view if intent == Intent.GUILDS else self.world.may_read
        return [
            session
            for session in self.sessions.values()
            if session.intents & intent
            and session.hears_of(channel.guild_id)
            and may(session.application.id, channel)
        ]


def _send(sessions: Iterable[Session], name: str, raw: Json) -> None:
    """Sends the event to these, encoded only once."""
    body = ""
    for session in sessions:
        body = body or encode(raw)
        session.dispatch(name, body)


def _may_read(session: Session, message: Message) -> bool:
    own = session.application.id
    return bool(
        session.intents & Intent.MESSAGE_CONTENT
        or message.channel.is_direct
        or message.author.id == own
        or any(user["id"] == own for user in message.raw["mentions"])
    )


_BLANK: Json = {"content": "", "embeds": [], "attachments": [], "components": []}


# What a bot is told about its servers

FOUND_MOST = 100
CHUNK_MOST = 1000


def ready(session: Session, guilds: Iterable[Guild], resume_url: str) -> Json:
    """READY: the servers come afterwards, each in a GUILD_CREATE."""
    application = session.application
    return OBJECTS["ready"] | {
        "user": application.user.own(),
        "guilds": [{"id": one.id, "unavailable": True} for one in guilds],
        "session_id": session.id,
        "resume_gateway_url": resume_url,
        "application": {"id": application.id, "flags": 0},
    }


def guild_create(session: Session, guild: Guild, channels: Iterable[Channel]) -> Json:
    """GUILD_CREATE with these channels, of the threads only the active ones (Discord's documentation of it).

    Without the members' intent its only member is the bot.
    """
    own = session.application.id
    visible = list(channels)
    everyone = session.intents & Intent.GUILD_MEMBERS
    members = guild.members.values()
    return (
        guild.raw()
        | OBJECTS["joined guild"]
        | {
            "joined_at": guild.members[own].joined_at,
            "member_count": len(members),
            "members": [one.full() for one in members if everyone or one.user.id == own],
            "channels": [one.raw(own) for one in visible if not one.is_thread],
            "threads": [one.raw(own) for one in visible if one.is_thread and not one.is_archived],
        }
    )


def member_chunks(guild: Guild, asked: Json, limit: int) -> Iterator[Json]:
    """Each GUILD_MEMBERS_CHUNK: the members with these ids, or whose names begin like this, or all.

    `limit` is how many at most, and 0 as many as Discord finds: all of them, or 100 by id or by a name.
    """
    members = list(guild.members.values())
    ids, query = asked.get("user_ids"), str(asked.get("query") or "").lower()
    wanted = [str(one) for one in (ids if isinstance(ids, list) else [ids])] if ids is not None else []
    if ids is not None:
        members = [one for one in members if one.user.id in wanted]
    elif query:
        members = [one for one in members if one.user.username.lower().startswith(query)]
    most = len(members) if ids is None and not query else FOUND_MOST
    members = members[: min(limit or most, most)]
    parts = [members[start : start + CHUNK_MOST] for start in range(0, len(members), CHUNK_MOST)] or [[]]
    for number, part in enumerate(parts):
        chunk: Json = {
            "guild_id": guild.id,
            "members": [one.full() for one in part],
            "chunk_index": number,
            "chunk_count": len(parts),
            "not_found": [one for one in wanted if one not in guild.members],
        }
        yield chunk | {key: asked[key] for key in ("nonce",) if key in asked}
