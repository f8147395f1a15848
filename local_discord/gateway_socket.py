"""One bot's socket to the gateway: HELLO, heartbeats, IDENTIFY and RESUME, in text or zlib-stream."""

import asyncio
import json
import time
import zlib
from collections import deque
from typing import Any

from aiohttp import WSMessage, WSMsgType, web

from local_discord.applications import Application
from local_discord.backend import Backend
from local_discord.codec import Json, encode
from local_discord.gateway import INTENTS_MOST, Intent, Session, member_chunks, ready
from local_discord.guild import Guild
from local_discord.send_queue import SendQueue
from local_discord.shards import ONLY, Shard

HEARTBEAT, IDENTIFY, PRESENCE, VOICE_STATE, RESUME = 1, 2, 3, 4, 6
REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 8, 9, 10, 11

UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, AUTHENTICATION_FAILED = 4001, 4002, 4003, 4004
ALREADY_AUTHENTICATED, INVALID_SEQUENCE, RATE_LIMITED = 4005, 4007, 4008
SESSION_TIMED_OUT = 4009
INVALID_SHARD, SHARDING_REQUIRED, INVALID_VERSION = 4010, 4011, 4012
INVALID_INTENTS, DISALLOWED_INTENTS = 4013, 4014

ACK_SECONDS = 0.02
"""How late a heartbeat is confirmed, as over a network: discord.py notes only afterwards when it sent one,
and would take a faster answer as one to the heartbeat before."""

BEATS_MISSED = 2
PAYLOAD_BYTES_MOST = 4096
SENDS_MOST, SENDS_SECONDS = 120, 60.0


class _Broken(Exception):
    """The bot broke the protocol: its socket is closed with `code`."""

    def __init__(self, code: int) -> None:
        super().__init__(str(code))
        self.code = code


def _fields(details: object) -> Json:
    if not isinstance(details, dict):
        raise _Broken(DECODE_ERROR)
    return details


def _whole(holder: Any, key: str | int) -> int:
    """The whole number at this key; 0 for null."""
    try:
        return int(holder[key] or 0)
    except (ValueError, TypeError, LookupError):
        raise _Broken(DECODE_ERROR) from None


def _shard(given: object) -> Shard:
    try:
        return ONLY if given is None else Shard(_whole(given, 0), _whole(given, 1))
    except ValueError:
        raise _Broken(INVALID_SHARD) from None


class GatewaySocket:
    """One connection. It belongs to a session from IDENTIFY or RESUME on."""

    def __init__(
        self, discord: Backend, socket: web.WebSocketResponse, queue: SendQueue, compress: str | None
    ) -> None:
        self.discord = discord
        self.socket = socket
        self.queue = queue
        self.session: Session | None = None
        # Discord ends every message of the shared stream with a flush, so that it can be read at once.
        self.zlib = zlib.compressobj() if compress == "zlib-stream" else None
        self._sent_at: deque[float] = deque(maxlen=SENDS_MOST)

    @property
    def silent_for(self) -> float:
        """For how many more seconds nothing arrives on either side."""
        return self.discord.faults.silent_for(ONLY if self.session is None else self.session.shard)

    def send(self, frame: str) -> None:
        if self.silent_for:
            return
        if self.zlib is None:
            self.queue.put(frame)
            return
        self.queue.put(self.zlib.compress(frame.encode()) + self.zlib.flush(zlib.Z_SYNC_FLUSH))

    def tell(self, opcode: int, details: object = None) -> None:
        self.send(encode({"t": None, "s": None, "op": opcode, "d": details}))

    async def run(self) -> None:
        """Serves the connection until either side ends it."""
        beat = self.discord.interactions.deadlines.heartbeat
        self.tell(HELLO, {"heartbeat_interval": round(beat * 1000), "_trace": ["loopback"]})
        try:
            while True:
                message = await self._heard(BEATS_MISSED * beat)
                if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    break
                if not self.silent_for:
                    self._take(message.data)
                if self.silent_for:
                    # Without reading even a close, which would be answered.
                    await asyncio.sleep(self.silent_for)
                    self.queue.abort()
                    break
        except _Broken as broken:
            self.queue.close(broken.code)
            await self.queue.finished()
        finally:
            self._leave()
            await self.queue.stop()

    async def _heard(self, patience: float) -> WSMessage:
        """The bot's next message. If its heartbeat stops, the code is 4009 and it has to identify again."""
        try:
            return await self.socket.receive(patience)
        except TimeoutError:
            raise _Broken(SESSION_TIMED_OUT) from None

    def _take(self, raw: str | bytes) -> None:
        self._count_send()
        if len(raw) > PAYLOAD_BYTES_MOST:
            raise _Broken(DECODE_ERROR)
        try:
            payload = json.loads(raw)
            opcode, details = payload["op"], payload.get("d")
        except (ValueError, KeyError, TypeError, AttributeError):
            raise _Broken(DECODE_ERROR) from None
        if opcode == HEARTBEAT:
            asyncio.get_running_loop().call_later(ACK_SECONDS, self.tell, HEARTBEAT_ACK)
        elif opcode == IDENTIFY:
            self._identify(_fields(details))
        elif opcode == RESUME:
            self._resume(_fields(details))
        elif self.session is None:
            raise _Broken(NOT_AUTHENTICATED)
        elif opcode == REQUEST_MEMBERS:
            self._send_members(_fields(details), self.session)
        elif opcode not in (PRESENCE, VOICE_STATE):
            raise _Broken(UNKNOWN_OPCODE)

    def _count_send(self) -> None:
        now = time.monotonic()
        if len(self._sent_at) == SENDS_MOST and now - self._sent_at[0] < SENDS_SECONDS:
            raise _Broken(RATE_LIMITED)
        self._sent_at.append(now)

    def _application(self, details: Json) -> Application:
        token = str(details.get("token", "")).removeprefix("Bot ")
        application = self.discord.world.by_token.get(token)
        if application is None:
            raise _Broken(AUTHENTICATION_FAILED)
        return application

    def _identify(self, details: Json) -> None:
        if self.session is not None:
            raise _Broken(ALREADY_AUTHENTICATED)
        application = self._application(details)
        intents, shard = details.get("intents"), _shard(details.get("shard"))
        if not isinstance(intents, int) or not 0 <= intents <= INTENTS_MOST:
            raise _Broken(INVALID_INTENTS)
        if intents & self.discord.disallowed_intents:
            raise _Broken(DISALLOWED_INTENTS)
        if not self._may_start(application, shard):
            self.tell(INVALID_SESSION, False)
            return
        session = self.discord.gateway.open(application, intents, shard)
        self._attach(session)
        self._greet(session, {} if details.get("shard") is None else {"shard": shard.raw()})
        self.discord.directory.tell(application)

    def _greet(self, session: Session, shard: Json) -> None:
        """READY, with the shard if the bot named one, and soon the servers."""
        guilds = [one for one in self.discord.world.guilds.values() if session.is_in(one)]
        session.tell("READY", ready(session, guilds, self.discord.gateway_url) | shard)
        if session.intents & Intent.GUILDS:
            session.awaited = {one.id for one in guilds}
            self.discord.spawn(self._bring(session, guilds))

    async def _bring(self, session: Session, guilds: list[Guild]) -> None:
        """Sends each server in its own GUILD_CREATE, on whatever socket the session is by then."""
        for guild in guilds:
            await asyncio.sleep(self.discord.session_starts.sharding.guild_seconds)
            if guild.id in session.awaited and guild.id not in self.discord.world.outages:
                self.discord.gateway.bring(session, guild)

    def _may_start(self, application: Application, shard: Shard) -> bool:
        """Whether the session may start now. If it would have too many servers, it never may."""
        starts = self.discord.session_starts
        guilds = self.discord.world.guilds_of(application.id)
        if sum(shard.has(one.id) for one in guilds) > starts.sharding.guilds_most:
            raise _Broken(SHARDING_REQUIRED)
        return not self.discord.faults.refuses(shard) and starts.admit(application.id, shard)

    def _resume(self, details: Json) -> None:
        if self.session is not None:
            raise _Broken(ALREADY_AUTHENTICATED)
        application = self._application(details)
        session = self.discord.gateway.sessions.get(str(details.get("session_id")))
        if session is None or session.application is not application or session.over:
            self.tell(INVALID_SESSION, False)
            return
        missed = session.missed_since(_whole(details, "seq"))
        if session.close:
            session.close(4000)
        if missed is None:
            del self.discord.gateway.sessions[session.id]
            raise _Broken(INVALID_SEQUENCE)
        self._attach(session)
        for frame in missed:
            self.send(frame)
        session.tell("RESUMED", {"_trace": ["loopback"]})
        self.discord.directory.tell(application)

    def _attach(self, session: Session) -> None:
        session.attach(self.send, self.queue.close)
        self.session = session

    def _leave(self) -> None:
        """The session waits for a RESUME, unless it timed out or the bot ended it with 1000 or 1001."""
        session = self.session
        if session is None or session.send != self.send:
            return
        session.detach()
        code = self.queue.code
        if code == SESSION_TIMED_OUT or (code is None and self.socket.close_code in (1000, 1001)):
            self.discord.gateway.sessions.pop(session.id, None)
        self.discord.directory.tell(session.application)

    def _send_members(self, details: Json, session: Session) -> None:
        guild = self.discord.world.guilds.get(str(details.get("guild_id")))
        limit = _whole(details, "limit") if "limit" in details else 0
        if limit < 0 or not isinstance(details.get("user_ids"), list | str | int | None):
            raise _Broken(DECODE_ERROR)
        if guild is not None and session.is_in(guild):
            for chunk in member_chunks(guild, details, limit):
                session.tell("GUILD_MEMBERS_CHUNK", chunk)


async def gateway_socket(discord: Backend, request: web.Request) -> web.WebSocketResponse:
    """Upgrades the request and serves the gateway on it."""
    socket = web.WebSocketResponse(heartbeat=None, compress=False, max_msg_size=1 << 20)
    await socket.prepare(request)
    if request.query.get("encoding", "json") != "json" or request.query.get("v", "10") != "10":
        await socket.close(code=INVALID_VERSION)
        return socket
    queue = SendQueue(socket, request.transport, discord.faults.one_way)
    connection = GatewaySocket(discord, socket, queue, request.query.get("compress"))
    await discord.serving(connection.run())
    return socket
