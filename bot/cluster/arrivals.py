"""Brings every interaction to the process that has its table, whichever process Discord sent it to.

One that belongs to another process is forwarded as Discord sent it: answering needs only its token. The
process that takes it acknowledges it first, which Discord lets only one process do. If none has in time, the
person is asked to press again.
"""

import asyncio
import json
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from contextvars import copy_context
from typing import Any, TypeAlias

import discord
from cachetools import FIFOCache

from bot.app.parlour import Parlour
from bot.chat import links
from bot.chat.custom_ids import AtTable, Route, read
from bot.chat.ephemerals import NOTICE, delete_all
from bot.chat.first_answer import IS_CONTESTED, tell_if_unclaimed
from bot.chat.gate import answers_alone
from bot.refusal import Elsewhere, Expired, OutOfReach, Refusal
from bot.table.open_tables import LobbyOrSession
from bot.table.screens.board import private_result
from bot.table.session import Session
from storage import Forwarded, SharedArchive, StorageFailed

log = logging.getLogger(__name__)

Payload: TypeAlias = dict[str, Any]
"""An interaction as Discord sends it."""

CLAIM_SECONDS = 1.5
"""How long another process has to acknowledge an interaction: Discord gives up on it after 3 seconds."""

SEEN_SECONDS = 10.0
"""How long this process remembers which interactions it has answered."""

CONTESTED_SECONDS = 10.0
"""How long a process that was given a shard acknowledges interactions there before anything else: the one
that gave it may still listen, and forward what it hears. One that hangs for longer counts as dead."""

MOVING_SECONDS = 1.0
"""How long after the end of its lease a process tells people that their table is moving: the next process
needs longer than that to hear from Discord. A process that wakes up later says nothing."""

REMEMBERED = 10_000
"""How many tables outside memory we remember the shard of; it never changes."""

_PRESSES = (discord.InteractionType.component.value, discord.InteractionType.modal_submit.value)
_COMMAND = discord.InteractionType.application_command.value
_TYPED = (_COMMAND, discord.InteractionType.autocomplete.value)

_AT_GAMES = frozenset(("board", "leave", "move", "pause", "resign", "resume", "stop", "undo"))
"""The commands for the game in a channel, or else for one that only its player sees there."""


class InteractionRouter:
    """Decides about each interaction: answer it here, forward it, or leave it to another process."""

    def __init__(
        self,
        app: Parlour,
        opened: SharedArchive,
        answer: Callable[[Payload], None],
        read: Callable[[Payload], discord.Interaction],
    ) -> None:
        """`answer` lets this process answer an interaction; `read` reads it."""
        self._app = app
        self._forwarding = opened.forwarding
        self._shards = opened.shards
        self._answer = answer
        self._read = read
        self.accepted: set[int] = set()
        """The shards whose interactions are answered here."""
        self.joining: set[int] = set()
        """The shards this process already listens to, while another process still answers."""
        self._contested_until: dict[int, float] = {}
        self._held_back: deque[tuple[float, Forwarded]] = deque()
        self._seen: OrderedDict[int, float] = OrderedDict()
        self._shard_of = FIFOCache[int, int](REMEMBERED)

    def arrived(self, payload: Payload) -> None:
        """Discord has sent this."""
        via = self._shards.shard_of(_guild_id(payload))
        if self._shards.taken_over.done():
            if self._shards.lived(MOVING_SECONDS):
                self._answer(payload)  # the person is told that their table is moving
            return
        if via in self.joining and via not in self.accepted:
            return  # the process that has the shard gets it too
        if not self._is_alive:
            self._app.background.start(self._tell_unless_claimed(payload, via))
            return
        route = _route_of(payload)
        if isinstance(route, links.PlayDaily | links.PlayDuel | links.PlayDeal):
            self._route(payload, self._shards.shard_of(None), via)  # it's played in direct messages
            return
        table = route.table if isinstance(route, AtTable) else None
        if table is None and self._is_about_own_table(payload):
            self._route(payload, self._shards.shard_of(None), via)
        elif table is None and not _is_hand(payload):
            self._route(payload, via, via)
        elif table is not None and (shard := self._known_shard(table)) is not None:
            self._route(payload, shard, via)
        else:
            self._app.background.start(self._find(payload, table, via))

    def handed_on(self, one: Forwarded) -> None:
        """A process has forwarded this, perhaps this one itself."""
        if one.shard in self.accepted and self._is_alive:
            self._take(one)
            return
        now = time.monotonic()
        while self._held_back and self._held_back[0][0] < now - CLAIM_SECONDS:
            self._held_back.popleft()
        self._held_back.append((now, one))  # the shard may be on its way here

    def _take(self, one: Forwarded) -> None:
        try:
            payload: Payload = json.loads(one.payload)
        except ValueError:
            log.warning("interaction %d can't be read: another process forwarded something broken", one.id)
        else:
            self._answer_once(payload, is_contested=True)

    def accept(self, shard: int, *, was_given: bool) -> None:
        """Start to answer interactions in this shard. `was_given`: another process gave it to this one."""
        now = time.monotonic()
        self.accepted.add(shard)
        self._contested_until[shard] = now + CONTESTED_SECONDS if was_given else now
        here = [one for at, one in self._held_back if one.shard == shard and at >= now - CLAIM_SECONDS]
        for one in here:
            self.handed_on(one)

    def saw(self, interaction_ids: Iterable[int]) -> None:
        """Another process has answered these."""
        for one in interaction_ids:
            self._is_new(one)

    @property
    def seen(self) -> list[int]:
        """The interactions that were answered lately."""
        since = time.monotonic() - SEEN_SECONDS
        return [one for one, at in self._seen.items() if at > since]

    @property
    def _is_alive(self) -> bool:
        """Whether nobody else can have the shards of this process."""
        return self._shards.lived() and not self._shards.taken_over.done()

    async def _find(self, payload: Payload, table: int | None, via: int) -> None:
        found = self._shard_of_hand(payload, via) if table is None else self._shard_of_table(table, via)
        try:
            shard = await found
        except StorageFailed:
            shard = via  # the answer there runs into the same error, and says so
        self._route(payload, shard, via)

    def _route(self, payload: Payload, shard: int, via: int) -> None:
        if shard in self.accepted:
            until = max(self._contested_until.get(one, 0.0) for one in (shard, via))
            self._answer_once(payload, is_contested=time.monotonic() < until)
        else:
            self._app.background.start(self._hand_on(payload, shard))

    def _answer_once(self, payload: Payload, *, is_contested: bool) -> None:
        """Answer this here, unless that was done. If it `is_contested`, another process may answer it too."""
        if self._is_new(int(payload["id"])):
            context = copy_context()
            context.run(IS_CONTESTED.set, is_contested)
            context.run(self._answer, payload)

    def _is_new(self, interaction_id: int) -> bool:
        """Whether this wasn't seen before. Also marks it as seen."""
        if interaction_id in self._seen:
            return False
        self._seen[interaction_id] = now = time.monotonic()
        while next(iter(self._seen.values())) < now - SEEN_SECONDS:
            self._seen.popitem(last=False)
        return True

    async def _hand_on(self, payload: Payload, shard: int) -> None:
        """Forward an interaction, and make sure that the person gets an answer."""
        why: Refusal = Elsewhere()
        forwarded = Forwarded.of(int(payload["id"]), shard, json.dumps(payload))
        try:
            await self._forwarding.send(forwarded)
        except StorageFailed as failed:
            log.error("an interaction can't be forwarded: %s", failed)
            why = OutOfReach()
        else:
            await asyncio.sleep(CLAIM_SECONDS)
        await self._tell(payload, shard, why)

    async def _tell_unless_claimed(self, payload: Payload, shard: int) -> None:
        """Say that nothing can be saved for now, unless the process that has the shard meanwhile answers."""
        await asyncio.sleep(CLAIM_SECONDS)
        if shard in self.accepted and not self._shards.taken_over.done():
            await self._tell(payload, shard, OutOfReach())

    async def _tell(self, payload: Payload, shard: int, why: Refusal) -> None:
        """Tell this person why nothing was done, unless another process has answered."""
        interaction = self._read(payload)
        notice = await tell_if_unclaimed(interaction, why)
        if notice is not None:
            log.info("no process took an interaction for shard %d in time", shard)
            place = interaction.user.id, interaction.channel_id or 0
            await delete_all(self._app.ephemerals.put(*place, NOTICE, notice))

    def _is_about_own_table(self, payload: Payload) -> bool:
        """Whether a table in direct messages is meant that its player sees elsewhere: see `own_session`."""
        if not _is_in_a_strange_server(payload):
            return False
        if answers_alone(self._read(payload)):
            return True
        is_of_a_game = payload["type"] in _TYPED and payload["data"].get("name") in _AT_GAMES
        return is_of_a_game and self._app.tables.channels.id_in(int(payload["channel_id"])) is None

    def _known_shard(self, session_id: int) -> int | None:
        """The shard of this table, if we know it without asking storage."""
        if (kept := self._app.tables.in_memory.get(session_id)) is not None:
            return self._shards.shard_of(kept.stored.guild_id)
        return self._shard_of.get(session_id)

    async def _shard_of_table(self, session_id: int, via: int) -> int:
        """Raises StorageFailed."""
        stored = await self._app.archive.sessions.find(session_id)
        if stored is None:
            return via
        shard = self._shard_of[session_id] = self._shards.shard_of(stored.guild_id)
        return shard

    async def _shard_of_hand(self, payload: Payload, via: int) -> int:
        """The shard of someone's only hand, unless it is at a table of this process. Raises StorageFailed."""
        user = payload.get("user") or payload["member"]["user"]
        user_id = int(user["id"])
        others = await self._app.tables.loading.read_elsewhere(user_id)
        hands = [one for one in others if _has_hand(one, user_id)]
        tables = self._app.tables
        await tables.load_all_of(user_id)
        here = tables.channels.find(int(payload["channel_id"]))
        has_result_here = isinstance(here, Session) and private_result(here, user_id)
        has_hand_here = any(_has_hand(one, user_id) for one in tables.in_memory.sessions_of(user_id))
        if len(hands) != 1 or has_result_here or has_hand_here:
            return via
        return self._shards.shard_of(hands[0].stored.guild_id)


def _has_hand(table: LobbyOrSession, user_id: int) -> bool:
    """Whether this person holds cards there."""
    if not isinstance(table, Session) or table.table.over or not table.table.game.about.hands:
        return False
    return any(seat.user_id == user_id for seat in table.players)


def _guild_id(payload: Payload) -> int | None:
    found = payload.get("guild_id")
    return int(found) if found else None


def _route_of(payload: Payload) -> Route | None:
    """What a pressed button or form is for."""
    if payload["type"] not in _PRESSES:
        return None
    try:
        return read(str(payload["data"].get("custom_id", "")))
    except Expired:
        return None


def _is_in_a_strange_server(payload: Payload) -> bool:
    """Whether the person has brought the bot along into a server that doesn't have it."""
    return bool(payload.get("guild_id")) and "0" not in payload.get("authorizing_integration_owners", "0")


def _is_hand(payload: Payload) -> bool:
    """Whether it is `/hand`, which finds its table by itself."""
    return bool(payload["type"] == _COMMAND and payload["data"].get("name") == "hand")
