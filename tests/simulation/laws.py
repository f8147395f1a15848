"""What must hold at the end of the week, when every fault is over and the bot is at rest."""

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from bot.app.parlour import Parlour
from bot.chat.redrawn import Redrawn
from bot.chat.sending import MessageRef
from bot.refusal import Refusal
from bot.table.messages.board import BOARD
from bot.table.messages.message import Message
from bot.table.open_tables import LobbyOrSession
from bot.table.session import Session
from games.core import IllegalMove
from local_discord.codec import Json
from local_discord.server import LocalDiscord
from storage import StorageFailed, StoredSession
from tests.simulation.hours import HOUR
from tests.simulation.house import Errors, House
from tests.simulation.people import Done, Regulars
from tests.simulation.same_deals import SameDeals
from tests.simulation.seen import begun, boards_in, differs, direct_of, is_refused
from tests.simulation.watch import Requests

_PATIENCE_HOURS = 3.0
"""How long the bot may take to come to rest: it tries again every half hour at least."""
_LOOKS_SECONDS = 60.0
_READS_HOURS = 6.0
_CALM = 10
"""How many looks in a row must find it at rest."""


@dataclass(eq=False)
class Laws:
    """Checks the laws, each of which gives a sentence for whatever breaks it."""

    local: LocalDiscord
    house: House
    done: Done
    requests: Requests
    errors: Errors
    gone: set[int]
    broken: list[str] = field(default_factory=list)
    orphans: list[str] = field(default_factory=list)
    """The boards that the bot didn't know of, such as those that it posted just before it was killed."""
    refused: set[str] = field(default_factory=set)
    """See `forgive`."""
    restless: list[str] = field(default_factory=list)
    """Why the bot wasn't at rest in time."""
    _written: defaultdict[int, set[tuple[int, int]]] = field(default_factory=lambda: defaultdict(set))
    """For each press of which a record has a line: in which tables and at which places."""

    @property
    def bot(self) -> Parlour:
        """The bot, which runs."""
        assert self.house.bot is not None
        return self.house.bot

    async def rest(self) -> None:
        """Wait until nothing is owed any more, or for as long as that may take at most."""
        calm, until, why = 0, time.monotonic() + _PATIENCE_HOURS * HOUR, ""
        while calm < _CALM and time.monotonic() < until:
            why = await self._why_not_at_rest()
            calm = 0 if why else calm + 1
            await asyncio.sleep(_LOOKS_SECONDS)
        if why:
            self.restless.append(f"not at rest after {_PATIENCE_HOURS:g} h: {why}")

    async def rest_with(self, regulars: Sequence[Regulars]) -> None:
        """Rest, once boards of visits were asked for, and those that the bot doesn't know were pressed."""
        await self.rest()
        for one in regulars:
            if one.must_ask:
                await one.show_board()
        await self.rest()
        await self.find_orphans()
        for one in regulars:
            await one.press_all(self.orphans)
        await self.rest()

    async def _why_not_at_rest(self) -> str:
        found = self._why_not_shared()
        for bot in self.house.bots:
            found += await self._why_not_all(bot)
        if owing := await self._owing():
            found.append(f"the ends of {owing} are owed")
        if not found and (owing_more := await self.same_deals.owed()):
            found.append(owing_more)
        return ", ".join(found)

    def _why_not_shared(self) -> list[str]:
        """What is wrong with who has which shard."""
        house = self.house
        found = [] if len(house.bots) == house.count else [f"{len(house.bots)} of {house.count} run"]
        for guild_id in (None, *map(int, self.local.world.guilds)):
            if (count := len(house.having(guild_id))) != 1:
                found.append(f"{count} have server {guild_id}")
        return found

    async def _why_not_all(self, bot: Parlour) -> list[str]:
        """Why this process isn't at rest."""
        found = list[str]()
        if bot.answering or not (bot.client.is_ready() and bot.resuming.has_begun.is_set()):
            found.append(f"it answers {_places(bot.answering)}" if bot.answering else "it isn't connected")
        for one in list(bot.tables.in_memory.values()):
            if self._is_gone(one):
                continue
            if not self._waits(one):
                found.append(await self._why_nobody(one))
            messages = bot.messages._kept.get(one.id)  # noqa: SLF001 - to see what is under way
            is_reached = messages is not None and messages.board.is_reached
            for each in messages._messages if messages is not None and is_reached else ():  # noqa: SLF001
                is_board = each is messages.board if messages else False
                if self._is_refused(one.stored.channel_id, each.ref):
                    continue
                if not (each.is_current if is_board else Redrawn.is_current.__get__(each)):
                    found.append(f"table {one.id}: {each._purpose} isn't current")  # noqa: SLF001
        return found

    async def _owing(self) -> list[int]:
        """The tables whose ends are still to be shown by the bot itself.

        Where the channel is gone, that goes on for days. Where nobody can write the board, it takes a press
        or /board, which `rest_with` lets people try; if that doesn't help, either, the end was never shown.
        """
        sessions = self.bot.archive.sessions
        found = [await sessions.find(one) for one in await sessions.owing_ends(since=0)]
        there = self.local.world.channels
        return [
            one.id
            for one in found
            if one is not None
            and str(one.channel_id) in there
            and not self._is_refused(one.channel_id)
            and not self._is_stuck(one.id)
        ]

    def _is_stuck(self, table: int) -> bool:
        kept = [bot.messages._kept.get(table) for bot in self.house.bots]  # noqa: SLF001 - as above
        return any(one.board.is_stuck for one in kept if one is not None)

    async def _why_nobody(self, table: LobbyOrSession) -> str:
        lines = len(await self.bot.archive.record.lines(table.id))
        more = f"{table.autoplay.is_playing} {table.players}" if isinstance(table, Session) else ""
        return f"table {table.id} waits for nobody; {table.line_count} of {lines} lines, playing: {more}"

    @staticmethod
    def _waits(table: LobbyOrSession) -> bool:
        """Whether nothing happens at this table until a person does something."""
        if not isinstance(table, Session):
            return True
        return table.table.over or table.is_paused or bool(table.waits_for())

    def _is_gone(self, table: LobbyOrSession) -> bool:
        """Whether its channel is gone: in three days the bot is sure of it, and ends the game."""
        return str(table.stored.channel_id) not in self.local.world.channels

    async def check(self) -> list[str]:
        """What is wrong now; empty if everything is as it should be."""
        self.broken = list(self.restless)
        laws: tuple[Callable[[], Awaitable[None]], ...] = (
            self._open_tables_are_shown,
            self._ended_tables_were_shown,
            self._moves_are_kept,
            self._same_deals_are_fair,
        )
        for law in laws:
            await law()
        self.broken += [f"logged: {one}" for one in self.errors.found]
        return self.broken

    # Boards and hands

    async def find_orphans(self) -> None:
        """Note which boards are there besides the one that storage names, for somebody to press them."""
        archive = self.bot.archive
        self.orphans += await self.same_deals.stale()
        for one in await archive.sessions.open_tables():
            stored = await archive.messages.of(one.id)
            known = next((str(each.message_id) for each in stored if each.purpose == BOARD), "")
            session = await archive.sessions.find(one.id)
            if session is not None and not session.answers_only:
                there = boards_in(self.local, one.channel_id, one.id)
                self.orphans += [each.id for each in there if each.id != known]

    async def _open_tables_are_shown(self) -> None:
        for one in await self.bot.archive.sessions.open_tables():
            where = f"table {one.id} ({one.game} in {self._place(one.channel_id)})"
            bot = self.house.playing(one.guild_id)
            if any(each is not bot and one.id in each.tables.in_memory for each in self.house.bots):
                self.broken.append(f"{where} is in the memory of several processes")
            try:
                table = await bot.tables.lobby_or_session(one.id)
            except Refusal as refused:
                self.broken.append(f"{where} can't be loaded: {refused}")
                continue
            messages = await bot.messages.of(table)
            if self._is_gone(table):
                if table.stored.missing_since is None:
                    self.broken.append(f"{where}: the bot doesn't know that its channel is gone")
                continue
            await self._is_shown(where, table, messages.board)
            if isinstance(table, Session) and table.game.about.hands and not table.is_direct:
                for seat in table.table.seats:
                    user_id = table.players[seat].user_id
                    if user_id is not None:
                        await self._hand_is_shown(where, messages.hand(seat), user_id)
            if not self._waits(table):
                self.broken.append(f"{where} is stuck: it waits for nobody")

    async def _is_shown(self, where: str, table: LobbyOrSession, board: Message) -> None:
        stored = await self.bot.archive.messages.of(table.id)
        ref = next(
            (MessageRef(one.channel_id, one.message_id) for one in stored if one.purpose == BOARD), None
        )
        standing = boards_in(self.local, table.stored.channel_id, table.id)
        if table.stored.answers_only:
            standing = []  # an old one can be deleted only with its token
        if self._is_refused(table.stored.channel_id, ref):
            return
        if extra := [one.id for one in standing if ref is not None and one.id != str(ref.message_id)]:
            self.broken.append(f"{where} has more than one board: {ref} and {extra}")
        if ref is None or self._raw(ref) is None:
            self.broken.append(f"{where} has no board: storage names {ref}")
        else:
            await self._compare(f"the board of {where}", board, ref)

    async def _hand_is_shown(self, where: str, hand: Message, user_id: int) -> None:
        is_closed = (await self.bot.archive.people.person(user_id)).dms_closed
        if is_closed or str(user_id) in self.local.world.closed_dms:
            return
        if self._is_refused(int(direct_of(self.local, user_id)), hand.ref):
            return
        if hand.ref is None or self._raw(hand.ref) is None:
            self.broken.append(f"a hand of {where} is missing: storage names {hand.ref}")
        else:
            await self._compare(f"a hand of {where}", hand, hand.ref)

    async def _compare(self, what: str, message: Message, ref: MessageRef) -> None:
        """Whether it shows what it would show now, with the question that somebody has begun to answer."""
        raw = self._raw(ref)
        assert raw is not None
        screens = [await message._newest()]  # noqa: SLF001 - as it would be shown
        if answers := begun(raw):
            with suppress(IllegalMove):
                screens.append(await message.screen(answers))
        if how := differs(raw, *screens):
            self.broken.append(f"{what} is old: {how}")

    def _raw(self, ref: MessageRef) -> Json | None:
        channel = self.local.world.channels.get(str(ref.channel_id))
        message = None if channel is None else channel.messages.get(str(ref.message_id))
        return None if message is None else message.raw

    def _place(self, channel_id: int) -> str:
        channel = self.local.world.channels.get(str(channel_id))
        return (
            f"{channel.name or 'direct messages'} {channel_id}" if channel else f"{channel_id}, which is gone"
        )

    # Games that are over

    async def _ended_tables_were_shown(self) -> None:
        owing = set(await self._owing())
        for number in range(1, await self._last() + 1):
            stored = await self.bot.archive.sessions.find(number)
            if stored is None or stored.started_at is None or stored.ended_at is None:
                continue
            where = f"table {number} ({stored.game} in {self._place(stored.channel_id)})"
            if number in owing:
                self.broken.append(f"the end of {where} is still owed")
            elif number not in self.requests.ends and stored.channel_id not in self.gone:
                self.broken.append(f"the end of {where} was never shown")
            if not self._may_end(stored):
                self.broken.append(f"{where} was ended by nobody")

    async def forgive(self, refused: set[str]) -> None:
        """Discord has refused something for good in these channels or of these messages.

        What isn't shown there needn't be, as long as they are among `refused`. The ends of games, and what is
        told of days and duels, needn't be shown later, either.
        """
        self.refused = refused
        self.same_deals.refused |= refused
        for number in range(1, await self._last() + 1):
            stored = await self.bot.archive.sessions.find(number)
            if stored is None or stored.ended_at is None:
                continue
            known = {one.message_id for one in await self.bot.archive.messages.of(number)}
            if is_refused(self.local, refused, str(stored.channel_id), *map(str, known)):
                self.requests.ends.add(number)

    def _is_refused(self, channel_id: int, ref: MessageRef | None = None) -> bool:
        ids = {str(channel_id), *map(str, ref or ())}
        return is_refused(self.local, self.refused, *ids)

    def _may_end(self, stored: StoredSession) -> bool:
        """Whether it was finished, stopped by its people, or its channel is gone."""
        is_gone = stored.channel_id in self.gone
        return stored.phase == "finished" or stored.id in self.done.stopped or is_gone

    async def _last(self) -> int:
        found = [one.id async for one in self.house.all_of(self.bot.archive.sessions.find)]
        return max(found, default=0)

    # Days and duels

    @cached_property
    def same_deals(self) -> SameDeals:
        """The laws of the game of the day and of duels."""
        return SameDeals(self.local, self.house)

    async def _same_deals_are_fair(self) -> None:
        self.broken += [one async for one in self.same_deals.broken()]

    # Records

    async def read_now_and_then(self) -> None:
        """Read the records until cancelled: a day after a game, the numbers of its presses are forgotten."""
        while True:
            await asyncio.sleep(_READS_HOURS * HOUR)
            if self.house.bot is not None:
                with suppress(StorageFailed):  # it was stopped meanwhile
                    await self._read_records()

    async def _read_records(self) -> list[str]:
        """Note which presses were written where. Returns what is wrong with the records themselves."""
        wrong = list[str]()
        for number in range(1, await self._last() + 1):
            lines = await self.bot.archive.record.lines(number)
            if [one.index for one in lines] != list(range(len(lines))):
                wrong.append(f"table {number} lacks lines")
            for one in lines:
                if one.interaction_id:
                    self._written[one.interaction_id].add((number, one.index))
        return wrong

    async def _moves_are_kept(self) -> None:
        self.broken += await self._read_records()
        self.broken += [
            f"press {one} was written {len(places)} times"
            for one, places in self._written.items()
            if len(places) > 1
        ]
        if lost := self.done.acknowledged - self._written.keys():
            self.broken.append(f"{len(lost)} moves were acknowledged and lost: {sorted(lost)}")


def _places(tasks: Iterable[asyncio.Task[Any]]) -> list[str]:
    """Where these tasks wait, for whoever looks for the reason."""
    return [" > ".join(_waiting(task.get_coro())) for task in tasks]


def _waiting(inner: Any) -> Iterator[str]:
    while (frame := getattr(inner, "cr_frame", None)) is not None:
        yield f"{inner.cr_code.co_name}:{frame.f_lineno}"
        inner = inner.cr_await
    yield repr(inner)
