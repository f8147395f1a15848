"""Every interaction to the process that has its table, from whichever process Discord sent it to.

One that belongs to another process is handed on as Discord sent it: answering needs only its token. If
nobody takes it in time, it is taken back, and the person is asked to press again.
"""

import asyncio
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import discord

from bot.app import Parlour
from bot.floods import skip
from bot.interactions.dispatch import AT_A_TABLE
from bot.screens import ids
from bot.screens.answer import WAITED
from bot.screens.panel import told_alone
from bot.tables.loading import LobbyOrSession
from bot.tables.refusal import Elsewhere
from bot.tables.session import Session
from storage import Shards, StorageFailed

log = logging.getLogger(__name__)

Payload: TypeAlias = dict[str, Any]
"""An interaction as Discord sends it."""

TAKE_BACK_SECONDS = 1.5
"""How long another process has to take an interaction: Discord gives up on it after 3 seconds."""

SEEN_SECONDS = 10.0
"""For how long it is remembered which interactions this process took."""

_PRESSES = (discord.InteractionType.component.value, discord.InteractionType.modal_submit.value)
_COMMAND = discord.InteractionType.application_command.value


class Arrivals:
    """Decides about each interaction: it is answered here, handed on, or another process has it too."""

    def __init__(
        self,
        app: Parlour,
        shards: Shards,
        answer: Callable[[Payload], None],
        read: Callable[[Payload], discord.Interaction],
    ) -> None:
        """`answer` lets this process answer an interaction; `read` reads it for `Answer`."""
        self._app = app
        self._shards = shards
        self._answer = answer
        self._read = read
        self.accepted: set[int] = set()
        """The shards whose interactions are answered here."""
        self.joining: set[int] = set()
        """Those for which this process listens already, while another one still answers."""
        self._seen: OrderedDict[int, float] = OrderedDict()

    def arrived(self, payload: Payload) -> None:
        """Discord has sent this."""
        via = self._shards.shard_of(_guild_id(payload))
        if via in self.joining and via not in self.accepted:
            return  # the process that still has the shard gets it too
        table = _table(payload)
        if table is None and not _is_hand(payload):
            self._route(payload, via)
        elif table is not None and (kept := self._app.tables.kept(table)) is not None:
            self._route(payload, self._shards.shard_of(kept.stored.guild_id))
        else:
            self._app.background.start(self._find(payload, table, via))

    def saw(self, interaction_ids: Iterable[int]) -> None:
        """Another process has answered these."""
        for one in interaction_ids:
            self._is_new(one)

    @property
    def seen(self) -> list[int]:
        """What was answered lately."""
        since = time.monotonic() - SEEN_SECONDS
        return [one for one, at in self._seen.items() if at > since]

    async def take(self) -> None:
        """Take what was forwarded to this process."""
        if not self.accepted:
            return
        try:
            found = await self._shards.take(self.accepted)
        except StorageFailed as failed:
            log.error("presses of other processes can't be read: %s", failed)
            return
        for one in found:
            WAITED.set(one.seconds)  # of this task alone, and those it starts
            self._route(json.loads(one.payload), one.shard)

    async def _find(self, payload: Payload, table: int | None, via: int) -> None:
        try:
            if table is not None:
                shard = await self._shard_of_table(table, via)
            else:
                shard = await self._shard_of_hand(payload, via)
        except StorageFailed:
            shard = via  # where it turns out again, and is told
        self._route(payload, shard)

    def _route(self, payload: Payload, shard: int) -> None:
        if shard not in self.accepted:
            self._app.background.start(self._forward(payload, shard))
        elif self._is_new(int(payload["id"])):
            self._answer(payload)

    def _is_new(self, interaction_id: int) -> bool:
        """Whether this wasn't seen before; from now on it was."""
        if interaction_id in self._seen:
            return False
        self._seen[interaction_id] = now = time.monotonic()
        while next(iter(self._seen.values())) < now - SEEN_SECONDS:
            self._seen.popitem(last=False)
        return True

    async def _forward(self, payload: Payload, shard: int) -> None:
        interaction_id = int(payload["id"])
        try:
            await self._shards.forward(interaction_id, shard, json.dumps(payload))
            await asyncio.sleep(max(TAKE_BACK_SECONDS - WAITED.get(), 0))
            if not await self._shards.take_back(interaction_id):
                return
        except StorageFailed as failed:
            await self._refuse(payload, failed)
            return
        WAITED.set(TAKE_BACK_SECONDS)
        if shard in self.accepted:
            self._route(payload, shard)  # the table has come here meanwhile
        else:
            log.info("nobody took an interaction for shard %d in time", shard)
            await self._refuse(payload, Elsewhere())

    async def _refuse(self, payload: Payload, why: Exception) -> None:
        interaction = self._read(payload)
        if interaction.type is discord.InteractionType.autocomplete:
            await skip(interaction)
            return
        async with self._app.answer(interaction):
            raise why

    async def _shard_of_table(self, session_id: int, via: int) -> int:
        """Raises StorageFailed."""
        stored = await self._app.archive.session(session_id)
        return via if stored is None else self._shards.shard_of(stored.guild_id)

    async def _shard_of_hand(self, payload: Payload, via: int) -> int:
        """Where somebody's only hand is, unless it is at a table of this process. Raises StorageFailed."""
        user = payload.get("user") or payload["member"]["user"]
        user_id = int(user["id"])
        others = await self._app.tables.others_of(user_id)
        hands = [one for one in others if _has_hand(one, user_id)]
        tables = self._app.tables
        await tables.bring_all_of(user_id)
        here = tables.in_channel(int(payload["channel_id"]))
        is_told_here = isinstance(here, Session) and told_alone(here, user_id)
        has_hand_here = any(_has_hand(one, user_id) for one in tables.sessions_of(user_id))
        if len(hands) != 1 or is_told_here or has_hand_here:
            return via
        return self._shards.shard_of(hands[0].stored.guild_id)


def _has_hand(table: LobbyOrSession, user_id: int) -> bool:
    """Whether this person holds cards there."""
    match table:
        case Session() if table.table.game.about.hands and not table.table.over:
            return any(seat.user_id == user_id for seat in table.players)
    return False


def _guild_id(payload: Payload) -> int | None:
    found = payload.get("guild_id")
    return int(found) if found else None


def _table(payload: Payload) -> int | None:
    """The number of the table on whose button or form somebody pressed."""
    if payload["type"] not in _PRESSES:
        return None
    verb, arguments = ids.read(str(payload["data"].get("custom_id", "")))
    number = arguments[0] if verb in AT_A_TABLE and arguments else ""
    return int(number) if number.isascii() and number.isdecimal() and len(number) <= 18 else None


def _is_hand(payload: Payload) -> bool:
    """Whether it is `/hand`, which finds its table by itself."""
    return bool(payload["type"] == _COMMAND and payload["data"].get("name") == "hand")
