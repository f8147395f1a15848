"""All open tables of this process, found by number, channel or person, and read back from storage.

See docs/decisions/0027-checkpoints.md.
"""

import asyncio
import json
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TypeAlias
from weakref import WeakValueDictionary

from bot.chat.players import Player
from bot.refusal import NoSuchTable, Refusal
from bot.table.clock.own_time import StoppedTime
from bot.table.computers import Computers
from bot.table.journal import Journal, milliseconds
from bot.table.lobby import Lobby, heading
from bot.table.options import ServerBook, TableOptions
from bot.table.seats import SeatHistory
from bot.table.session import Pace, Session, TableContext, close_all
from bot.table.table import ALONE, Ownership
from bot.table.unloaded_clocks import UnloadedClocks
from games.core import Seat
from games.engine import checkpoint, registry
from games.engine.fold import catch_up
from games.engine.record import Header, Line, Record
from games.engine.table import AnyTable, Table
from storage import (
    Archive,
    OpenTable,
    Phase,
    PhasePassed,
    StorageFailed,
    StoredCheckpoint,
    StoredLine,
    StoredSession,
)

log = logging.getLogger(__name__)


class Incompatible(Refusal):
    """A table that can't continue under the current rules. `why` is the reason, worded to follow a colon."""

    def __init__(self, stored: StoredSession, why: str) -> None:
        super().__init__(f"This game can't continue: {why}. Its record is kept. /play starts a new one.")
        self.stored = stored
        self.why = why

    @property
    def title(self) -> str:
        """What the game is called, even if this version doesn't have it."""
        game = registry.all_games().get(self.stored.game)
        return game.about.title if game else self.stored.game.capitalize()


class NotOfThisRecord(ValueError):
    """A checkpoint that doesn't belong to a table's lines or to this program."""


def must_be_compatible(stored: StoredSession) -> None:
    """Raises Incompatible unless the game is here with the edition and the options of this table."""
    game = registry.all_games().get(stored.game)
    if game is None:
        raise Incompatible(stored, "Parlour no longer has this game")
    if game.about.edition != stored.edition:
        raise Incompatible(stored, "its rules have changed since it started")
    try:
        game.options.model_validate(json.loads(stored.options))
    except ValueError:  # from pydantic, or because the text isn't JSON
        raise Incompatible(stored, "its options have changed since it started") from None


def can_continue(table: OpenTable) -> bool:
    """Whether the game is here with this table's edition; its options and its record may still not fit."""
    game = registry.all_games().get(table.game)
    return game is not None and game.about.edition == table.edition


async def stop(archive: Archive, incompatible: Incompatible) -> None:
    """Free the channel of a table that can't continue; its lines stay as they are."""
    log.warning("session %s is stopped: %s", incompatible.stored.id, incompatible.why)
    try:
        await archive.sessions.end(incompatible.stored.id, "stopped", (), milliseconds(), owes_end=True)
    except PhasePassed:
        return  # it has ended already, and its end is still to be shown
    except StorageFailed as failed:
        log.error("session %s could not be stopped: %s", incompatible.stored.id, failed)


def fold(stored: StoredSession, players: tuple[Player, ...], written: Sequence[StoredLine]) -> AnyTable:
    """The table that the lines lead to. Raises Incompatible if they can't be replayed, for any reason."""
    must_be_compatible(stored)
    try:
        table = Table.new(registry.find(stored.game), _header(stored, players))
        folded = catch_up(table, _lines(written))
    except Exception as error:
        why, place = type(error).__name__, "somewhere"
    else:
        if folded.fault is None:
            return folded.table
        why, place = "refused", f"at line {len(folded.table.lines) + 1}"
    # The log gets neither the line nor the refusal: they may name a card.
    log.error("session %s: its record doesn't fit the current rules (%s, %s)", stored.id, why, place)
    raise Incompatible(stored, "its record doesn't fit the current rules")


def fold_on(
    stored: StoredSession,
    players: tuple[Player, ...],
    written: Sequence[StoredLine],
    kept: StoredCheckpoint | None,
) -> tuple[AnyTable, int]:
    """The same table as from `fold`, and how many lines the checkpoint spared us from replaying.

    A checkpoint that can't be used spares none: the lines are the truth. Raises Incompatible.
    """
    must_be_compatible(stored)
    if kept is not None:
        try:
            return _since(stored, players, _lines(written), kept), kept.lines
        except Exception as error:
            # The log gets no message, since it may name a card.
            log.info("session %s: its checkpoint isn't used (%s)", stored.id, type(error).__name__)
    return fold(stored, players, written), 0


def _since(
    stored: StoredSession, players: tuple[Player, ...], lines: list[Line], kept: StoredCheckpoint
) -> AnyTable:
    """The table after the lines that follow the checkpoint. A bad one can raise almost anything."""
    begun, before = Table.new(registry.find(stored.game), _header(stored, players)), lines[: kept.lines]
    if not 0 < kept.lines == len(before):
        raise NotOfThisRecord("It has more lines than there are.")
    if not checkpoint.is_sealed(kept.seal, stored.seed, begun.header, before, kept.text):
        raise NotOfThisRecord("It's of other lines, or of another version of the games.")
    folded = catch_up(checkpoint.read(begun, before, kept.text), lines[kept.lines :])
    if folded.fault:
        raise NotOfThisRecord("A line after it is refused.")
    return folded.table


def unfolded(stored: StoredSession, players: tuple[Player, ...], written: Sequence[StoredLine]) -> Record:
    """The whole record as it was written, with the seed, and without an outcome, since no rules are asked."""
    return Record(replace(_header(stored, players), seed=stored.seed.hex()), tuple(_lines(written)))


def _header(stored: StoredSession, players: tuple[Player, ...]) -> Header:
    return heading(stored, players, json.loads(stored.options))


def _lines(written: Sequence[StoredLine]) -> list[Line]:
    return [Line(Seat(one.who), one.text, one.note) for one in written]


JUST_NOW = 5 * 60_000
"""How many milliseconds after the last line players still count as playing."""


def interrupted_after(lines: Sequence[StoredLine]) -> int | None:
    """The number of these lines if the last one is so recent that somebody waits for the next; else None."""
    return len(lines) if lines and milliseconds() - lines[-1].at < JUST_NOW else None


def is_interrupted(journal: Journal, after: int | None) -> bool:
    """Whether the game goes on and no person has moved since that number of lines."""
    if after is None or journal.table.over:
        return False
    return not any(journal.is_played_by_person(line.who) for line in journal.table.lines[after:])


EVERY = 256
"""A game gets a checkpoint every so many lines. A start replays that many quickly."""

MOST_CHARACTERS = 2_000_000
"""A longer one isn't saved: somebody has changed a secret choice thousands of times and can undo each."""

_ROUND_SECONDS = 30.0


class Checkpoints:
    """Saves checkpoints of the games in memory while the bot runs; no press waits for it."""

    def __init__(self, archive: Archive, sessions: Callable[[], Iterable[Session]]) -> None:
        """`sessions` are the games in memory."""
        self._archive = archive
        self._sessions = sessions

    async def run(self) -> None:
        """Save those that are due, every half minute."""
        while True:
            await asyncio.sleep(_ROUND_SECONDS)
            await self.write_due()

    async def write_due(self) -> int:
        """Save a checkpoint of every game that has grown enough since its last one. Returns how many."""
        due = [one for one in self._sessions() if len(one.table.lines) - one.checkpoint_at >= EVERY]
        return sum([await self._write(one) for one in due])

    async def _write(self, session: Session) -> bool:
        table = session.table
        session.checkpoint_at = len(table.lines)  # if this one fails, the next try comes after as many lines
        try:
            made = await asyncio.to_thread(_made, table, session.stored.seed)
            if len(made.text) > MOST_CHARACTERS:
                log.warning("session %s has no new checkpoint: it would be too long", session.id)
                return False
            await self._archive.record.set_checkpoint(session.id, made)
        except Exception as error:
            # Only time is lost. The log gets no message, since it may name a card.
            log.error("session %s has no new checkpoint (%s)", session.id, type(error).__name__)
            return False
        return True


def _made(table: AnyTable, seed: bytes) -> StoredCheckpoint:
    text = checkpoint.write(table)
    lines = tuple(table.lines)
    return StoredCheckpoint(len(lines), text, checkpoint.seal(seed, table.header, lines, text))


LobbyOrSession: TypeAlias = Lobby | Session
"""What a channel holds: people sitting down, or a game under way."""

ENDED: tuple[Phase, ...] = ("finished", "stopped")


class Loading:
    """Reads tables. It doesn't cache them, and nothing happens at one until the caller lets it go on."""

    def __init__(self, context: TableContext, servers: ServerBook) -> None:
        self._context = context
        self._archive = context.archive
        self._servers = servers

    async def read(self, stored: StoredSession) -> LobbyOrSession:
        """This table as storage has it. Raises Incompatible and StorageFailed."""
        must_be_compatible(stored)
        stays = SeatHistory.read(
            await self._archive.sessions.seats(stored.id), await self._archive.sessions.stays(stored.id)
        )
        if stored.started_at is None:
            options: dict[str, str] = json.loads(stored.options)
            table_options = TableOptions.read(stored.table_options)
            share = self._context.share
            return Lobby(stored, stays.players, options, self._archive, table_options, share)
        return await self._session(stored, stays)

    async def read_elsewhere(self, user_id: int) -> list[LobbyOrSession]:
        """This person's tables in other processes, only to look at.

        One that can't continue is left out. Raises StorageFailed.
        """
        found: list[LobbyOrSession] = []
        for stored in await self._context.share.elsewhere(self._archive, user_id):
            with suppress(Incompatible):
                found.append(await self.read(stored))
        return found

    async def pause(self, guild_id: int | None) -> float:
        """Seconds between two computer moves in this server. Raises StorageFailed."""
        return (await self._servers.of(guild_id)).pause(self._context.pace.pause)

    async def _session(self, stored: StoredSession, stays: SeatHistory) -> Session:
        lines = await self._archive.record.lines(stored.id)
        kept = await self._archive.record.checkpoint(stored.id) if len(lines) >= EVERY else None
        table, checkpoint_at = fold_on(stored, stays.players, lines, kept)
        if stored.phase in ENDED and not table.over:
            raise Incompatible(stored, "its rules have changed since it started")
        session = Session(self._context, stored, stays, table)
        session.set_pause(await self.pause(stored.guild_id))
        session.interrupted_after = interrupted_after(lines)
        session.checkpoint_at = checkpoint_at
        await session.timer.load()
        return session


class TablesInMemory(Mapping[int, LobbyOrSession]):
    """The tables in memory, by number. Each is open, or its end is still to be shown."""

    def __init__(self) -> None:
        self._tables: dict[int, LobbyOrSession] = {}
        self._used: dict[int, float] = {}
        """When somebody last asked for each, by the monotonic clock."""

    def __getitem__(self, session_id: int) -> LobbyOrSession:
        """This table. Raises KeyError if it isn't in memory."""
        return self._tables[session_id]

    def __iter__(self) -> Iterator[int]:
        """The numbers of the tables."""
        return iter(self._tables)

    def __len__(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    def add(self, table: LobbyOrSession) -> None:
        """Keep this table, in place of one with the same number. Somebody has asked for it now."""
        self._tables[table.id] = table
        self.use(table.id)

    def take_out(self, table: LobbyOrSession) -> bool:
        """Take this table out of memory: the next person to ask for it gets it as storage has it.

        Returns whether it was there.
        """
        self._used.pop(table.id, None)
        return self._tables.pop(table.id, None) is not None

    def unload(self, table: LobbyOrSession, instant: float) -> bool:
        """Take a table out of memory, unless somebody has asked for it since then. It stays open."""
        if self._tables.get(table.id) is not table or self._used[table.id] > instant:
            return False
        return self.take_out(table)

    def use(self, session_id: int) -> None:
        """Somebody asks for this table."""
        self._used[session_id] = time.monotonic()

    def unused_since(self, instant: float) -> list[LobbyOrSession]:
        """The tables in memory that nobody has asked for since this moment, by the monotonic clock."""
        return [one for one in self._tables.values() if self._used[one.id] <= instant]

    def is_unused_since(self, session_id: int, instant: float) -> bool:
        """Whether nobody here has asked for this table since this moment, by the monotonic clock."""
        return self._used.get(session_id, instant) <= instant

    def sessions(self) -> list[Session]:
        """The games in memory."""
        return [one for one in self._tables.values() if isinstance(one, Session)]

    def sessions_in(self, guild_id: int) -> list[Session]:
        """The games in memory that are in this server."""
        return [one for one in self.sessions() if one.stored.guild_id == guild_id]

    def sessions_of(self, user_id: int, *, away: bool = False) -> list[Session]:
        """The games in memory at which this person sits; see `OpenTables.load_all_of`.

        If `away`, also those where a computer plays for them.
        """
        return [
            one
            for one in self.sessions()
            if not one.table.over
            and any(user_id == (seat.reader_id if away else seat.user_id) for seat in one.players)
        ]

    def lobbies_of(self, user_id: int) -> list[Lobby]:
        """The lobbies in memory in which this person has a seat."""
        return [one for one in self._tables.values() if isinstance(one, Lobby) and one.is_seated(user_id)]


def begun(table: LobbyOrSession) -> Session:
    """The game at this table. Raises Refusal while it is a lobby."""
    if isinstance(table, Lobby):
        raise Refusal("This game hasn't started yet. The host has to press Start.")
    return table


class Channels:
    """The number of the open table in each channel, and the table itself if it is in memory."""

    def __init__(self, in_memory: Mapping[int, LobbyOrSession]) -> None:
        """`in_memory` has the tables in memory, by number."""
        self._in_memory = in_memory
        # In direct messages there can be tries at given deals besides the table: the last one is meant.
        self._ids: dict[int, tuple[int, ...]] = {}

    def __len__(self) -> int:
        """How many tables are open."""
        return sum(map(len, self._ids.values()))

    def know(self, tables: Iterable[OpenTable]) -> None:
        """Remember that these are open. Each is loaded when somebody asks `OpenTables` for it."""
        for one in tables:
            known = self._ids.get(one.channel_id, ())
            if one.id not in known:
                self._ids[one.channel_id] = (one.id, *known)

    def take(self, table: LobbyOrSession) -> None:
        """This is now the open table in its channel."""
        self.free(table)
        self._ids[table.stored.channel_id] = (*self._ids.get(table.stored.channel_id, ()), table.id)

    def free(self, table: LobbyOrSession) -> None:
        """This table is over. Its channel is free, unless another table has it, too."""
        left = tuple(one for one in self._ids.pop(table.stored.channel_id, ()) if one != table.id)
        if left:
            self._ids[table.stored.channel_id] = left

    def forget(self, channel_ids: Iterable[int]) -> None:
        """Forget the tables in these channels: they are stopped, or another process has them."""
        for one in channel_ids:
            self._ids.pop(one, None)

    def id_in(self, channel_id: int) -> int | None:
        """The number of the open table in this channel, in memory or not."""
        return self._ids.get(channel_id, (None,))[-1]

    def find(self, channel_id: int) -> LobbyOrSession | None:
        """The open table in this channel, if it is in memory; see `OpenTables.load_channel`."""
        return self._in_memory.get(self.id_in(channel_id) or 0)

    def table_in(self, channel_id: int) -> LobbyOrSession:
        """The open table in this channel, if it is in memory. Raises Refusal if there is none."""
        if (found := self.find(channel_id)) is None:
            raise Refusal("No game is running here. Use /play to start one.")
        return found

    def session_in(self, channel_id: int) -> Session:
        """The game under way in this channel. Raises Refusal if there is none."""
        return begun(self.table_in(channel_id))


class OpenTables:
    """The tables of this process. One that isn't in memory is loaded when somebody asks for it."""

    def __init__(
        self,
        archive: Archive,
        computers: Computers,
        moved: Callable[[Session], None],
        pace: Pace,
        share: Ownership = ALONE,
    ) -> None:
        """`moved` is called after a change that no press caused; no table outside `share` is played here."""
        self.share = share
        self.archive = archive
        self.in_memory = TablesInMemory()
        self.channels = Channels(self.in_memory)
        self.servers = ServerBook(archive, share.has)
        self.stopped = StoppedTime(archive, self.share)
        """What stops the clocks of all tables."""
        self.loading = Loading(
            TableContext(archive, computers, moved, pace, self.stopped, self.share), self.servers
        )
        self.clocks = UnloadedClocks(archive, self.stopped)
        """The running clocks of tables that have left memory."""
        self.opening: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """By user id, held while that person opens a lobby, so that the limit counts one lobby at a time."""
        self._loads: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """By number, held while that table is loaded."""

    def keep(self, lobby_or_session: LobbyOrSession) -> None:
        """Keep this table in memory. Raises Refusal if another process has got it meanwhile."""
        self.share.must_have(lobby_or_session.stored.guild_id)
        self.in_memory.add(lobby_or_session)
        self.channels.take(lobby_or_session)

    def forget(self, lobby_or_session: LobbyOrSession) -> None:
        """Free the channel of a table that is over: storage has everything that may be asked later."""
        if self.in_memory.take_out(lobby_or_session):
            self.channels.free(lobby_or_session)

    def forget_all(self, tables: Iterable[LobbyOrSession], channel_ids: Iterable[int]) -> None:
        """Forget these tables and all others in these channels: another process has them now."""
        for one in tables:
            self.forget(one)
        self.channels.forget(channel_ids)

    async def load_channel(self, channel_id: int) -> None:
        """Load this channel's table into memory, if it has one that can be read."""
        if (session_id := self.channels.id_in(channel_id)) is not None:
            await self.try_to_load(session_id)

    async def load_all_of(self, user_id: int) -> None:
        """Load all tables of this person that can be read. Raises StorageFailed."""
        for session_id in await self.archive.sessions.open_ids_of(user_id):
            await self.try_to_load(session_id)

    async def try_to_load(self, session_id: int) -> bool:
        """Load this table into memory, if it can continue; False if storage can't be read now."""
        try:
            with suppress(Refusal):  # it can't continue; a press on it says why
                await self.lobby_or_session(session_id)
        except StorageFailed as failed:
            log.info("session %s cannot be read: %s", session_id, failed)
            return False
        return True

    async def resume(self, session_id: int) -> LobbyOrSession:
        """Load an open table after a start. One that a press has loaded already is kept.

        Raises StorageFailed, and Incompatible for one that is now stopped.
        """
        try:
            lobby_or_session = await self.lobby_or_session(session_id)
        except Incompatible as incompatible:
            await stop(self.archive, incompatible)
            self.channels.forget([incompatible.stored.channel_id])
            raise
        if isinstance(lobby_or_session, Session) and lobby_or_session.table.over:
            await lobby_or_session.end()
            self.keep(lobby_or_session)  # until its last board is shown
        return lobby_or_session

    async def lobby_or_session(self, session_id: int) -> LobbyOrSession:
        """The table of this number, also a finished one. Raises Refusal if there is none, or Incompatible."""
        self.in_memory.use(session_id)
        load = self._loads.setdefault(session_id, asyncio.Lock())
        async with load:
            if lobby_or_session := self.in_memory.get(session_id):
                return lobby_or_session
            stored = await self.archive.sessions.find(session_id)
            if stored is None:
                raise NoSuchTable
            self.share.must_have(stored.guild_id)
            return await self.load(stored)

    async def lobby(self, session_id: int) -> Lobby:
        """The lobby of this number. Raises Refusal if the game has begun or the lobby is closed."""
        found = await self.lobby_or_session(session_id)
        if isinstance(found, Session):
            raise Refusal("This game has already started.")
        found.must_be_open()
        return found

    async def session(self, session_id: int) -> Session:
        """The game of this number. Raises Refusal while it is a lobby."""
        return begun(await self.lobby_or_session(session_id))

    async def set_pace(self, guild_id: int) -> None:
        """A server's settings have changed: let the computers there play at that pace at once."""
        pause = await self.loading.pause(guild_id)
        for session in self.in_memory.sessions_in(guild_id):
            session.set_pause(pause)

    async def load(self, stored: StoredSession) -> LobbyOrSession:
        """Read a table from storage; it is kept while it is open. Raises Incompatible."""
        lobby_or_session = await self.loading.read(stored)
        if stored.phase not in ENDED and lobby_or_session.is_open:
            await self._wake(lobby_or_session)
        return lobby_or_session

    async def _wake(self, lobby_or_session: LobbyOrSession) -> None:
        """Mark this table as awake: from here on only memory knows whether there is something to do."""
        if lobby_or_session.stored.rests_at is not None:
            await self.archive.clocks.wake(lobby_or_session.id)
        self.keep(lobby_or_session)
        if isinstance(lobby_or_session, Session):
            self.clocks.loaded(lobby_or_session)

    async def close(self) -> None:
        """Stop thinking everywhere, and save what the clocks have counted."""
        await close_all(self.in_memory.sessions())
        try:
            await self.clocks.keep(0)
        except StorageFailed as failed:
            log.warning("used time of tables at rest could not be saved: %s", failed)
