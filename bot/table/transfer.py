"""A server's games as one file, and taking such a file in.

The file is text, packed with gzip: a line that says what it is, and a line of JSON for each game that's over,
with its seats, its record and its seed. Its maker is a stranger: every game is judged from its first
line again, its chance is checked against its seed, and what it counts for is computed here. Only what nobody
can check is taken as it is: who the players were, and when they moved. So the host says for which server the
games are; what the file says about that doesn't count. A deal counts once, even if the file has it often.
"""

import gzip
import io
import json
import re
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.refusal import CannotRun, Refusal
from bot.table.journal import milliseconds
from bot.table.occasion import occasion_of
from bot.table.open_tables import Incompatible, must_be_compatible, unfolded
from bot.table.options import TableOptions
from bot.table.seats import SeatHistory, results_of
from bot.table.standings import COUNT
from games.engine import record, registry
from games.engine.record import MOST_BYTES, MOST_LINES, BadRecord
from games.engine.replay import BadHeader, replay
from games.engine.table import AnyTable
from storage import Archive, Phase, StoredLine, StoredSeat, StoredSession, StoredStay

FORMAT = "parlour games 1"
"""What the first line says."""

LONGEST = 4 * MOST_BYTES
"""The most bytes of a line."""

MOST_GAMES = 100_000
MOST_REFUSED = 1_000
MOST_UNPACKED = 8_000_000_000
"""In bytes: a file can unpack to a thousand times its size."""

_AND_NO_FURTHER = "The games before that are taken in, and no others."

Id = Annotated[int, Field(ge=-(2**63), lt=2**63)]
Instant = Annotated[int, Field(ge=0, lt=2**53)]
Name = Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[^\x00-\x1f\x7f]*$")]
Click = Annotated[str, Field(pattern=r"^[0-9]{0,20}$")]
Level = Annotated[str, Field(max_length=40)]
SeatNumber = Annotated[int, Field(ge=0, lt=26)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class _Seat(_Part):
    seat: SeatNumber
    user_id: Id | None
    level: Level | None
    name: Name
    click_id: Click


class _Stay(_Part):
    seat: SeatNumber
    since: Annotated[int, Field(ge=0, le=MOST_LINES)]
    user_id: Id | None
    level: Level | None
    name: Name
    is_open: bool


class _Game(_Part):
    """A game that is over."""

    channel_id: Id
    host_id: Id
    game: Name
    edition: Name
    phase: Literal["finished", "stopped"]
    created_at: Instant
    started_at: Instant
    ended_at: Instant
    options: dict[str, str]
    table_options: dict[str, Any]
    seed: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    seats: Annotated[list[_Seat], Field(min_length=1, max_length=26)]
    stays: Annotated[list[_Stay], Field(max_length=MOST_LINES)]
    record: Annotated[str, Field(max_length=MOST_BYTES)]
    at: Annotated[list[Instant], Field(max_length=MOST_LINES)]
    """When each line was written."""


class _Beginning(_Part):
    format: Literal["parlour games 1"]
    guild_id: Annotated[int, Field(gt=0, lt=2**63)]


_OF_A_GAME = TableOptions.model_fields.keys() - {"invited", "newcomer", "freed", "removed", "deal_of"}
"""The table's options that are in a file: none that name people who didn't play, or a game elsewhere."""

_ORIGIN = re.compile(r"(move [0-9]{1,6} of (game [0-9]{1,19}|a record from a file))?")


class NotTaken(ValueError):
    """A game can't be taken in; the message says why, in a sentence."""


@dataclass(frozen=True, slots=True)
class TakenIn:
    """What became of a file: how many games are new, were there already, and why others were refused."""

    new: int
    known: int
    refused: tuple[str, ...]


async def export(archive: Archive, guild_id: int) -> bytes:
    """All games of a server that are over, as a file. Raises StorageFailed."""
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as file:
        file.write(_line({"format": FORMAT, "guild_id": guild_id}))
        async for game in _games(archive, guild_id):
            file.write(_line(game.model_dump()))
    return packed.getvalue()


def count(packed: bytes) -> int:
    """How many games are in such a file."""
    with gzip.open(io.BytesIO(packed)) as file:
        return sum(1 for _ in file) - 1


async def take_in(archive: Archive, guild_id: int, path: Path) -> TakenIn:
    """Judge the games in a file, save those that are right and new for this server, and count all again.

    A game whose seed is there already isn't new: its whole deal follows from that and from who joined.

    Raises CannotRun if it isn't such a file, or is too large, after the games before that; and StorageFailed.
    Nothing of a game that's refused is saved.
    """
    if not await archive.standings.is_counted(COUNT):
        await archive.standings.count_again(COUNT, milliseconds())
    new, known, refused, seeds = 0, 0, [], set(await archive.transfer.seeds())
    try:
        with _opened(path) as lines:
            _must_begin(next(lines, b""))
            for number, line in enumerate(lines, 1):
                if number > MOST_GAMES:
                    raise CannotRun(f"A file has at most {MOST_GAMES:,} games. {_AND_NO_FURTHER}")
                try:
                    is_new = await _take(archive, guild_id, line, seeds)
                except NotTaken as why:
                    refused.append(f"Game {number}: {why}")
                else:
                    new, known = new + is_new, known + (not is_new)
                if len(refused) > MOST_REFUSED:
                    what = f"{path} has more than {MOST_REFUSED:,} games that aren't right"
                    raise CannotRun(f"{what}. {refused[0]} {_AND_NO_FURTHER}")
    finally:
        if new:
            await archive.standings.count_again(COUNT, milliseconds())
    return TakenIn(new, known, tuple(refused))


async def _games(archive: Archive, guild_id: int) -> AsyncIterator[_Game]:
    for number in await archive.transfer.over_in(guild_id):
        stored = await archive.sessions.find(number)
        assert stored is not None
        try:
            await occasion_of(stored).must_be_open_to_all(archive, "the record")
        except Refusal:
            continue
        seats, stays = await archive.sessions.seats(number), await archive.sessions.stays(number)
        lines, players = await archive.record.lines(number), SeatHistory.read(seats, stays).players
        yield _Game(
            **{name: getattr(stored, name) for name in _COPIED},
            options=json.loads(stored.options),
            table_options=_of_a_game(json.loads(stored.table_options)),
            seed=stored.seed.hex(),
            seats=[_Seat(**asdict(one)) for one in seats],
            stays=[_Stay(**asdict(one)) for one in stays],
            record=record.write(unfolded(stored, players, lines)),
            at=[one.at for one in lines],
        )


_COPIED = ("channel_id", "host_id", "game", "edition", "phase", "created_at", "started_at", "ended_at")


async def _take(archive: Archive, guild_id: int, line: bytes, seeds: set[bytes]) -> bool:
    """Whether the game in this line is new, so that its seed is now among these. Raises NotTaken."""
    try:
        game = _Game.model_validate_json(line)
        options = TableOptions.model_validate(_of_a_game(game.table_options))
        written = record.read(game.record)
    except ValidationError:
        raise NotTaken("It isn't written as it should be.") from None
    except BadRecord as wrong:
        raise NotTaken(str(wrong)) from None
    if not game.created_at <= game.started_at <= game.ended_at <= milliseconds():
        raise NotTaken("Its times can't be right.")
    if not _ORIGIN.fullmatch(options.origin):
        raise NotTaken("It doesn't say rightly which game it was played on from.")
    if len(game.at) != len(written.lines):
        raise NotTaken("It doesn't say when each move was made.")
    stored = StoredSession(
        id=0,
        guild_id=guild_id,
        **{name: getattr(game, name) for name in _COPIED},
        options=json.dumps(game.options),
        table_options=options.write(),
        seed=bytes.fromhex(game.seed),
    )
    lines = [
        StoredLine(n, one.who, one.text, one.note, None, at)
        for n, (one, at) in enumerate(zip(written.lines, game.at, strict=True))
    ]
    seats, stays = _seats(game)
    history = SeatHistory.read(seats, stays)
    table = _judged(stored, history, lines, game.record)
    is_over: Phase = "stopped" if table.stopped else "finished"
    if not table.over or is_over != game.phase:
        raise NotTaken("It isn't over, or ended otherwise.")
    if stored.seed in seeds:
        return False
    results = results_of(stored, history, table, game.ended_at)
    await archive.transfer.take_in(stored, seats, stays, lines, results)
    seeds.add(stored.seed)
    return True


def _of_a_game(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name in _OF_A_GAME}


def _seats(game: _Game) -> tuple[list[StoredSeat], list[StoredStay]]:
    """The seats and stays, which fit the game and each other. Raises NotTaken."""
    try:
        about = registry.find(game.game).about
    except registry.UnknownGame as unknown:
        raise NotTaken(str(unknown)) from None
    computers = {name for one in about.computers for name in (one.name, *one.was)}
    sitting: list[_Seat | _Stay] = [*game.seats, *game.stays]
    for one in sitting:
        is_person = one.user_id is not None
        if is_person == (one.level is not None) or one.user_id == 0 or one.seat >= len(game.seats):
            raise NotTaken("Somebody sits there who can't.")
        if not is_person and one.level not in computers:
            raise NotTaken("A computer plays that this version doesn't have.")
    seats = [StoredSeat(**one.model_dump()) for one in game.seats]
    if [one.seat for one in seats] != list(range(len(seats))):
        raise NotTaken("Somebody sits there who can't.")
    stays = [StoredStay(**one.model_dump()) for one in game.stays]
    last = {one.seat: (one.user_id, one.level) for one in stays}
    if any((one.user_id, one.level) != last.get(one.seat, (one.user_id, one.level)) for one in seats):
        raise NotTaken("Its seats changed hands otherwise.")
    return seats, stays


def _judged(stored: StoredSession, history: SeatHistory, lines: list[StoredLine], text: str) -> AnyTable:
    """The table that the lines lead to.

    Raises NotTaken unless every line is legal, and every draw follows from the seed and the clicks.
    """
    try:
        must_be_compatible(stored)
        whole = unfolded(stored, history.players, lines)
        if record.write(whole) != text:
            raise NotTaken("Its record isn't of this table.")
        judged = replay(registry.find(stored.game), whole)
    except (BadHeader, Incompatible, ValidationError) as wrong:
        raise NotTaken(str(wrong)) from None
    if judged.faults:
        raise NotTaken(judged.faults[0])
    return judged.table


@contextmanager
def _opened(path: Path) -> Iterator[Iterator[bytes]]:
    """The lines of a packed file, of which not too much is read. Raises CannotRun if it can't be."""
    try:
        if not path.is_file():
            raise CannotRun(f"There's no file at {path}.")
        opened = gzip.open(path, "rb")  # noqa: SIM115 - closed below; what its reader raises is something else
    except OSError as failed:
        raise CannotRun(f"Can't read {path}: {failed.strerror}.") from None
    with opened as file:
        yield _lines(file, path)


def _lines(file: gzip.GzipFile, path: Path) -> Iterator[bytes]:
    while file.tell() <= MOST_UNPACKED:
        try:
            line = file.readline(LONGEST + 1)
        except (OSError, EOFError, zlib.error):
            raise CannotRun(f"{path} isn't a file of a server's games, or is damaged.") from None
        if not line:
            return
        if len(line) > LONGEST:
            raise CannotRun(f"{path} has a line that is too long.")
        yield line
    raise CannotRun(f"{path} has more than {MOST_UNPACKED:,} bytes, unpacked. {_AND_NO_FURTHER}")


def _must_begin(line: bytes) -> None:
    """Raises CannotRun for a file that doesn't begin with what it is."""
    try:
        _Beginning.model_validate_json(line)
    except ValidationError:
        raise CannotRun("That isn't a file of a server's games, or one of a newer version.") from None


def _line(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"
