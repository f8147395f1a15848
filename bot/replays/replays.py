"""Games that are over, to be looked at again move by move, kept in memory for as long as there's room."""

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Any

from cachetools import FIFOCache

from bot.chat.players import Player
from bot.refusal import NoSuchTable, Refusal
from bot.table.occasion import occasion_of
from bot.table.open_tables import ENDED, OpenTables, unfolded
from bot.table.seats import SeatHistory
from bot.table.session import Session
from bot.table.turns import LightestFirst, OneEach
from games.core import Seat, letter
from games.engine import record, registry
from games.engine.playback import Playback, play_back
from games.engine.record import MOST_BYTES, BadRecord, Record
from games.engine.registry import UnknownGame
from games.engine.replay import BadHeader
from games.kit.prose import quoted
from storage import StoredSession

MOST_LINES = 15_000
"""How many lines the tables' games in memory have together, besides the last one, and how many those from
files. Each takes about 1.3 kB."""

MOST_GAMES = 32
"""How many of each."""

MOST_REFUSED = 256
"""Of how many games that can't be replayed we remember why."""

MOST_OF_FILE = 10_000
"""How many lines a file's game may have. While many more are in memory, Python stops everything for longer
than people should wait whenever it looks for unused objects."""

SHORT_BYTES = 16_000
"""A file of at most so many doesn't wait for larger ones: none that we could make up took half a second. The
longest of our own records has a third of that."""

FOLD_SECONDS = 6.0
"""How long a processor may take to play a game again. The longest of our own take a second or two."""

_AT_ONCE = 2

_FILE = "file-"

TOO_LONG = "This game is too long to replay here. `python -m bot replay` can still read its record."

GONE = "I don't have that record anymore. Attach it to /replay again."
STILL_READING = "I'm still reading your other file. Attach this one when you see the replay of that."
NOT_OVER = "You can replay a game when it's over. This one is still going."


@dataclass(frozen=True, slots=True)
class Replayed:
    """A game that's over, as it's looked at: `key` is what its buttons call it.

    `stored` is its table; None if it came from a file, whose players nobody knows. `players` are by seat.
    `is_old` says that it was played under another edition of the rules.
    """

    key: str
    playback: Playback
    players: tuple[Player, ...]
    stored: StoredSession | None = None
    is_old: bool = False


class Replays:
    """Each game is played again only once, when somebody first asks for it."""

    def __init__(self, tables: OpenTables) -> None:
        self.being_shared: dict[str, int] = {}
        """Of which games an animation is being made, or will be: their keys, and for whom."""
        self.sharing = asyncio.Semaphore(1)
        """Held while one is being made."""
        self.reading = OneEach(STILL_READING)
        """For whom a file is being read."""
        self._tables = tables
        self._kept: OrderedDict[str, Replayed] = OrderedDict()
        self._refused = FIFOCache[str, str](MOST_REFUSED)
        self._under_way: dict[str, asyncio.Task[Replayed]] = {}
        self._turns = asyncio.Semaphore(_AT_ONCE)
        self._short_files, self._long_files = LightestFirst(), LightestFirst()

    async def stored(self, number: int) -> StoredSession:
        """The table with this number, if its game is over. Raises Refusal."""
        stored = await self._tables.archive.sessions.find(number)
        if stored is None:
            raise NoSuchTable
        here = self._tables.in_memory.get(number)
        is_over = here.table.over if isinstance(here, Session) else stored.phase in ENDED
        if not is_over:
            raise Refusal(NOT_OVER)
        if stored.started_at is None:
            raise Refusal("That lobby was closed before a game began.")
        await occasion_of(stored).must_be_open_to_all(self._tables.archive, "the replay")
        return stored

    async def of_table(self, stored: StoredSession) -> Replayed:
        """The game of a table that's over. Raises Refusal if it can't be played again at all."""
        return await self._once(str(stored.id), lambda: self._read(stored))

    def of_file(self, key: str) -> Replayed:
        """The record from a file that has this key. Raises Refusal if it's no longer in memory."""
        found = self._kept.get(key)
        if found is None:
            raise Refusal(GONE)
        self._kept.move_to_end(key)
        return found

    async def take_in(self, raw: bytes) -> Replayed:
        """The game of a record that somebody has attached. Raises Refusal if it isn't one.

        Files are read one at a time, the smallest first. Short ones don't wait for long ones, and tables'
        games wait for none.
        """
        if len(raw) > MOST_BYTES:
            raise Refusal(f"A record has at most {MOST_BYTES:,} bytes.")
        return await self._once(f"{_FILE}{hashlib.sha256(raw).hexdigest()[:16]}", lambda: self._judged(raw))

    def forget(self) -> None:
        """Forget all games, as a restart does: somebody in them has become a former player."""
        self._kept.clear()
        self._refused.clear()
        self._under_way.clear()  # these were read before

    async def _once(self, key: str, make: Callable[[], Coroutine[Any, Any, Replayed]]) -> Replayed:
        if (found := self._kept.get(key)) is not None:
            self._kept.move_to_end(key)
            return found
        if key in self._refused:
            raise Refusal(self._refused[key])
        task = self._under_way.get(key)
        if task is None:
            task = self._under_way[key] = asyncio.create_task(self._keep(key, make()))
            task.add_done_callback(lambda done: self._is_newest(key, done) and self._under_way.pop(key))
        return await asyncio.shield(task)

    async def _keep(self, key: str, making: Coroutine[Any, Any, Replayed]) -> Replayed:
        try:
            made = replace(await making, key=key)
        except Refusal as refused:
            self._refused[key] = str(refused)
            raise
        if self._is_newest(key, asyncio.current_task()):
            self._kept[key] = made
        self._make_room(is_file=key.startswith(_FILE))
        return made

    def _is_newest(self, key: str, task: "asyncio.Task[Any] | None") -> bool:
        """Whether this is what reads the game, also after some were forgotten."""
        return self._under_way.get(key) is task

    def _make_room(self, *, is_file: bool) -> None:
        """Forget the games nobody has looked at for longest. A file takes no table's place.

        Of files the longest go first, so that none of them takes the place of many short ones.
        """
        same = [key for key in self._kept if key.startswith(_FILE) == is_file]
        lines = sum(self._kept[key].playback.lines for key in same)
        while len(same) > 1 and (len(same) > MOST_GAMES or lines > MOST_LINES):
            longest = max(same[:-1], key=lambda key: self._kept[key].playback.lines)
            gone = longest if is_file and lines > MOST_LINES else same[0]
            same.remove(gone)
            lines -= self._kept.pop(gone).playback.lines

    async def _read(self, stored: StoredSession) -> Replayed:
        archive = self._tables.archive
        stays = SeatHistory.read(
            await archive.sessions.seats(stored.id), await archive.sessions.stays(stored.id)
        )
        whole = unfolded(stored, stays.players, await archive.record.lines(stored.id))
        async with self._turns:
            playback = await asyncio.to_thread(_played, whole)
        table = playback.end
        players = stays.counted(table) if stays.past and table.over else stays.players
        return Replayed("", playback, players, stored, stored.edition != table.game.about.edition)

    async def _judged(self, raw: bytes) -> Replayed:
        files = self._short_files if len(raw) <= SHORT_BYTES else self._long_files
        async with files.turn(len(raw)):
            playback = await asyncio.to_thread(_played_from, raw)
        told, seats = playback.record, playback.end.seats
        players = tuple(Player(f"Player {letter(Seat(seat)).upper()}") for seat in seats)
        return Replayed("", playback, players, None, told.header.edition != playback.game.about.edition)


def _played_from(raw: bytes) -> Playback:
    """The game of a file, played again by a thread that rests half of the time, so that others can work.

    Raises Refusal if it isn't a record or has too many lines, or as `_played` does.
    """
    try:
        told = record.read(raw.decode())
    except UnicodeDecodeError:
        raise Refusal("That file isn't a record: it isn't text.") from None
    except BadRecord as bad:
        raise Refusal(f"That file isn't a record I can read. {bad}") from None
    if len(told.lines) > MOST_OF_FILE:
        raise Refusal(TOO_LONG)
    return _played(told, time.sleep)


def _played(whole: Record, rest: Callable[[float], object] = lambda _: None) -> Playback:
    """The game of this record, played again. Every few lines it rests for as long as it has worked.

    Raises Refusal if the game can't begin, or takes too long.
    """
    try:
        game = registry.find(whole.header.game)
    except UnknownGame:
        raise Refusal(f"I don't know the game {quoted(whole.header.game)} of this record.") from None
    began = rested = time.thread_time()

    def go_on() -> None:
        nonlocal rested
        now = time.thread_time()
        if now > began + FOLD_SECONDS:
            raise Refusal(TOO_LONG)
        rest(now - rested)
        rested = now

    try:
        return play_back(game, whole, go_on)
    except BadHeader as bad:
        raise Refusal(f"This game can't be replayed. {bad}") from None
