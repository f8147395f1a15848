"""Which shards this process has: taking, keeping and giving them."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, suppress
from functools import partial
from typing import Protocol

from bot.app.parlour import Parlour
from bot.chat.tasks import Deadline
from bot.cluster.arrivals import InteractionRouter
from bot.table.session import close_all
from bot.table.table import Ownership, Part
from bot.telemetry.logs import tell_failure
from storage import (
    Archive,
    Forwarded,
    Shard,
    Shards,
    Shared,
    SharedArchive,
    StorageFailed,
    StoredSession,
    TakenOver,
)
from storage.shards import LEASE_SECONDS

log = logging.getLogger(__name__)


RENEW_SECONDS = 2.5
"""How often the lease is renewed."""

AGAIN_SECONDS = 0.5
"""How long to wait before another try if that failed."""


class Lease:
    """Renews the lease, and counts by the event loop's clock, so that it runs out even if a renewal hangs.

    Once it has run out, others may have taken over everything that this process has. If they haven't, because
    nobody could reach the database, it goes on with the next renewal.
    """

    def __init__(
        self, shards: Shards, lapsed: Callable[[bool], None], lost: Callable[[StorageFailed], None]
    ) -> None:
        """`lapsed` is told when it runs out, and when it goes on; `lost`, that others have taken over."""
        self._shards = shards
        self._lapsed = lapsed
        self._lost = lost
        self.has_lapsed = False
        """Whether others may have taken over everything, as far as this process knows."""
        self._renewing: asyncio.Task[None] | None = None
        self._end: asyncio.TimerHandle | None = None

    def start(self) -> asyncio.Task[None]:
        """Renew it until `stop`. Returns the task that does."""
        self._lives_since(asyncio.get_running_loop().time())
        self._shards.taken_over.add_done_callback(lambda done: self._lost(done.result()))
        self._renewing = asyncio.create_task(self._renew())
        return self._renewing

    def stop(self) -> None:
        """Stop renewing it."""
        for one in (self._renewing, self._end):
            if one is not None:
                one.cancel()

    async def _renew(self) -> None:
        while True:
            at = asyncio.get_running_loop().time()
            try:
                await self._shards.renew()
            except TakenOver:
                return
            except StorageFailed as failed:
                if not self.has_lapsed:
                    log.error("the database can't be reached: %s", failed)
                await asyncio.sleep(AGAIN_SECONDS)
            else:
                self._lives_since(at)
                await asyncio.sleep(RENEW_SECONDS)

    def _lives_since(self, at: float) -> None:
        if self._end is not None:
            self._end.cancel()
        self._end = asyncio.get_running_loop().call_at(at + LEASE_SECONDS, self._lapse, True)
        if self.has_lapsed:
            log.info("the database can be reached again: this process goes on with its tables")
            self._lapse(False)

    def _lapse(self, has_lapsed: bool) -> None:
        if has_lapsed:
            log.error("the database can't be reached for too long: this process pauses until it's back")
        self.has_lapsed = has_lapsed
        self._lapsed(has_lapsed)


ROUND_SECONDS = 2.0
"""How often this process checks who has which shard, besides whenever another announces a change."""

GIVING_SECONDS = 1.5
"""How long giving a shard waits for answers under way, and then again for boards under way."""

LISTENING_SECONDS = 1.0
"""How long a process that has given a shard keeps listening: Discord may still send it a press."""

SERVERS_SECONDS = 1.5
"""How long the tables of a shard wait for its connection, which brings the list of its servers."""

_NOT_SHARED = StorageFailed("Sharing the work with other processes has failed; the log says why.")


class Gateway(Protocol):
    """The connections to Discord, one a shard."""

    async def open(self, shard: int) -> None:
        """Connect, however long that takes; nothing happens if it is connected."""

    async def shut(self, shard: int) -> None:
        """Disconnect."""


class HeldShards(Ownership):
    """What one of several processes plays: the tables in the shards that it has."""

    def __init__(self, opened: SharedArchive) -> None:
        self.held: dict[int, asyncio.Task[None]] = {}
        """These shards, and the tasks that resume their tables."""
        self._opened = opened

    def shard_of(self, guild_id: int | None) -> int:
        """See `Ownership`."""
        return self._opened.shards.shard_of(guild_id)

    def turns(self) -> AbstractAsyncContextManager[None]:
        """See `Ownership`."""
        return self._opened.turns()

    def has(self, guild_id: int | None) -> bool:
        """See `Ownership`."""
        return self.shard_of(guild_id) in self.held

    async def elsewhere(self, archive: Archive, user_id: int) -> list[StoredSession]:
        """See `Ownership`."""
        found = [await archive.sessions.find(one) for one in await archive.sessions.open_ids_of(user_id)]
        return [one for one in found if one is not None and not self.has(one.guild_id)]


class ShardOwner:
    """Shares the shards with the other processes."""

    def __init__(
        self,
        app: Parlour,
        opened: SharedArchive,
        share: HeldShards,
        arrivals: InteractionRouter,
        gateway: Gateway,
        handover: float,
    ) -> None:
        """A shutdown waits up to `handover` seconds for others to take the shards."""
        self._app = app
        self._handover = handover
        self._shards = opened.shards
        self._heard = opened.heard
        self._arrivals = arrivals
        self._gateway = gateway
        self._held = share.held
        self._giving: set[int] = set()
        self._opening: dict[int, asyncio.Task[None]] = {}
        self._listens: defaultdict[int, asyncio.Event] = defaultdict(asyncio.Event)
        """By shard, set once Discord sends this process its events."""
        self._turn = asyncio.Lock()
        """Held while asking the database who has which shard, and while that changes."""
        self._look = asyncio.Event()
        self._empty = asyncio.Event()
        self._lease = Lease(opened.shards, self._pause, app.moves_away)
        self._tasks: list[asyncio.Task[None]] = []
        self._listening_on: set[int] = set()
        self.has_begun = False
        """Whether this process knows which shards it has: perhaps none, until another process ends."""

    def has(self, shard: int) -> bool:
        """Whether this process plays the tables of a shard."""
        return shard in self._held

    def start(self) -> None:
        """Take part in the sharing, until `leave`."""
        self._tasks = [asyncio.create_task(one) for one in (self._rounds(), self._hear())]
        for task in (*self._tasks, self._lease.start()):
            task.add_done_callback(self._ended)
        self._shards.taken_over.add_done_callback(lambda _: self._empty.set())

    async def connected(self, shard: int) -> None:
        """Discord sends this process the events of a shard now."""
        self._listens[shard].set()
        if shard in self._arrivals.joining:
            await self._try(self._shards.ready(shard))
        elif shard not in self._held and shard not in self._listening_on:
            await self._shut(shard)

    @property
    def is_lost(self) -> bool:
        """Whether other processes have taken over everything that this one had."""
        return self._shards.taken_over.done()

    async def leave(self) -> None:
        """Give all shards to other processes if there are any. Those they don't take in time become free."""
        if self._held and not self.is_lost and await self._try(self._shards.leave()):
            self._empty.clear()
            self._look.set()
            try:
                async with asyncio.timeout(self._handover):
                    await self._empty.wait()
            except TimeoutError:
                log.info("shards %s are free after the shutdown", sorted(self._held))
        for task in (*self._tasks, *self._opening.values(), *self._held.values()):
            task.cancel()  # the next process resumes what is missing

    def stop(self) -> None:
        """Stop renewing the lease."""
        self._lease.stop()

    def _pause(self, has_lapsed: bool) -> None:
        """Show nothing while others may have these tables."""
        self._app.budget.pause(has_lapsed)

    def _ended(self, task: asyncio.Task[None]) -> None:
        tell_failure(task)
        if not task.cancelled() and task.exception() is not None:
            self._app.give_up(_NOT_SHARED)

    async def _rounds(self) -> None:
        while True:
            self._look.clear()
            try:
                async with self._turn:
                    self._settle(await self._shards.share())
                self.has_begun = True
            except StorageFailed as failed:
                if not self._lease.has_lapsed:
                    log.error("the shards can't be shared: %s", failed)
            with suppress(TimeoutError):
                async with asyncio.timeout(ROUND_SECONDS):
                    await self._look.wait()

    async def _hear(self) -> None:
        while True:
            heard = await self._heard.get()
            if isinstance(heard, Forwarded):
                self._arrivals.handed_on(heard)
                continue
            word, _, rest = heard.partition(" ")
            match word:
                case "person" if (user_id := _user_id(rest)) is not None:
                    self._app.archive.people.forget(user_id)
                    self._app.background.start(self._person_changed(user_id))
                case "forgotten":
                    self._app.names_changed()
                case "shards":
                    self._look.set()
                case "":
                    self._look.set()
                    self._app.background.start(self._catch_up())

    async def _catch_up(self) -> None:
        """Some announcements of other processes may have been missed."""
        self._app.names_changed()
        for user_id in self._app.tables.stopped.known:
            await self._person_changed(user_id)

    async def _person_changed(self, user_id: int) -> None:
        """It isn't announced a second time, so try until the database can be read."""
        while not await self._try(self._app.person_changed(user_id)):  # noqa: ASYNC110 - it has no event
            await asyncio.sleep(ROUND_SECONDS)

    def _settle(self, shared: Shared) -> None:
        """Take, open, give and close shards according to who has which now."""
        me = self._shards.process_id
        for one in shared.shards:
            if one.shard in self._giving:
                continue
            if one.process_id == me and one.shard not in self._held:
                self._take(one)
            elif one.next_id == me and not one.is_next_ready:
                is_new = one.shard not in self._arrivals.joining
                self._arrivals.joining.add(one.shard)
                if self._listens[one.shard].is_set():  # it was just given away, or saving `ready` failed
                    self._app.background.start(self.connected(one.shard))
                elif is_new:
                    self._open(one.shard)
            elif one.process_id == me and one.is_next_ready:
                self._giving.add(one.shard)
                self._app.background.start(self._give(one.shard))
            elif me not in (one.process_id, one.next_id) and one.shard in self._arrivals.joining:
                self._arrivals.joining.discard(one.shard)
                self._app.background.start(self._shut(one.shard))
        if not self._held or not shared.staying:
            self._empty.set()
        else:
            self._empty.clear()

    def _take(self, shard: Shard) -> None:
        """Start to play the tables of a shard."""
        log.info("this process now plays shard %d", shard.shard)
        self._app.tables.servers.forget(self._is_in(shard.shard))
        self._arrivals.saw(int(one) for one in shard.seen.split(",") if one)
        was_given = shard.shard in self._arrivals.joining
        self._arrivals.joining.discard(shard.shard)
        accept = partial(self._arrivals.accept, shard.shard, was_given=was_given)
        self._held[shard.shard] = self._app.background.start(self._resume(shard.shard, accept))
        self._divide()
        if not self._listens[shard.shard].is_set():
            self._app.outages.disconnected(shard.shard)
            self._open(shard.shard)

    async def _resume(self, shard: int, accept: Callable[[], None]) -> None:
        """Resume the tables of a shard, if possible after Discord has sent its servers.

        Calls `accept` as soon as the tables are known, so that presses there are answered here.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(SERVERS_SECONDS):
                await self._listens[shard].wait()
        await self._app.resume(Part(shard, self._shards.count), accept)

    async def _give(self, shard: int) -> None:
        """Let another process, which listens already, play the tables of a shard."""
        tables, is_in = self._app.tables, self._is_in(shard)
        deadline = Deadline(2 * GIVING_SECONDS)
        self._arrivals.accepted.discard(shard)
        await deadline.wait(map(_over, list(self._app.answering)), GIVING_SECONDS)
        self._held.pop(shard).cancel()
        self._divide()
        try:
            await self._app.archive.writer.idle()  # what came before is saved, and nothing comes after it
            known = await self._app.archive.sessions.open_tables(shard, self._shards.count)
            gone = [one for one in tables.in_memory.values() if is_in(one.stored.guild_id)]
            await close_all(gone)
            await deadline.wait(self._app.messages.finish_those(one.id for one in gone), GIVING_SECONDS)
            await self._app.unloader.note(gone)
            await tables.clocks.give([one.id for one in known])
            self._app.messages.forget(one.id for one in (*known, *gone))
            tables.forget_all(gone, [one.channel_id for one in known])
            async with self._turn:
                await self._shards.give(shard, self._arrivals.seen)
                self._giving.discard(shard)
        except Exception as failed:
            # Nobody plays a shard that is half given: the next process has to find it as after a crash.
            log.exception("shard %d could not be given", shard)
            self._app.give_up(failed if isinstance(failed, StorageFailed) else _NOT_SHARED)
            return
        log.info("another process now plays shard %d", shard)
        self._app.background.start(self._listen_on(shard))

    def _divide(self) -> None:
        """Discord counts the requests of all processes together: each may send for its shards."""
        self._app.budget.share = len(self._held) / self._shards.count

    async def _listen_on(self, shard: int) -> None:
        self._listening_on.add(shard)
        await asyncio.sleep(LISTENING_SECONDS)
        self._listening_on.discard(shard)
        if shard not in self._held and shard not in self._arrivals.joining:
            await self._shut(shard)

    def _open(self, shard: int) -> None:
        if shard not in self._opening or self._opening[shard].done():
            self._opening[shard] = self._app.background.start(self._gateway.open(shard))

    async def _shut(self, shard: int) -> None:
        if (opening := self._opening.pop(shard, None)) is not None:
            opening.cancel()
        self._listens.pop(shard, None)
        await self._gateway.shut(shard)

    def _is_in(self, shard: int) -> Callable[[int | None], bool]:
        return lambda guild_id: self._shards.shard_of(guild_id) == shard

    async def _try(self, work: Awaitable[None]) -> bool:
        """Returns whether the database could be reached."""
        try:
            await work
        except StorageFailed as failed:
            log.error("the database can't be reached: %s", failed)
            return False
        return True


def _user_id(said: str) -> int | None:
    """The person in an announcement; None if no process of ours would send this, though anybody could."""
    number = int(said) if said.isascii() and said.isdecimal() and len(said) < 20 else 0
    return number if 0 < number < 1 << 63 else None


async def _over(task: "asyncio.Task[object]") -> None:
    """Wait for a task that goes on even if nobody waits for it."""
    await asyncio.wait({task})
