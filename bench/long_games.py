"""Games of 10,000 lines: how much processor time they cost at a start and at each move.

    python -m bench.long_games [--lines 10000]

The lines are random moves; where one would end the game, some are undone instead. After a kill a table comes
back from its checkpoint, with 255 lines to replay; once, after the games have changed, from all its lines.
Moves are judged after all the lines, and in the same position after only the first hundred.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from random import Random

from bot.tables.computers import Computers
from bot.tables.open_tables import EVERY, Checkpoints, OpenTables
from bot.tables.seats import person, to_stored
from bot.tables.session import Pace, Session
from games import registry
from games.core import CHANCE
from games.record import Header, Line
from games.table import AnyTable, Table
from games.vector import Vector
from storage import Archive, StoredLine

LINES, SHORT, MOVES = 10_000, 100, 600
UP, UP_FROM_LINES = "up from its checkpoint, CPU s, slowest game", "up from its lines, CPU s, slowest game"
MOVE = "a move judged late, of one with few lines before, slowest game"

_SEATS = {"calabresella": 3, "fooblitzky": 4, "foozle": 4}
_OPTIONS = {"calabresella": {"game_point": "9999"}, "fooblitzky": {"days": "10"}}
_SEED = bytes(range(32))


def long_game(name: str, lines: int, rng: Random) -> tuple[Line, ...]:
    """This many lines of this game, which isn't over after them."""
    game = registry.find(name)
    options = tuple(_OPTIONS.get(name, {}).items())
    table: AnyTable = Table.new(
        game, Header(name, game.about.edition, _SEATS.get(name, 2), options)
    ).unasked()
    while len(table.lines) < lines:
        after = table.play(_any_line(table, rng))
        table = _some_undone(table, rng) if after.over else after
    return tuple(table.lines)[:lines]


def _any_line(table: AnyTable, rng: Random) -> Line:
    seat = rng.choice(sorted(table.turn.owes))
    if seat == CHANCE:
        return table.chance(_SEED)
    return Line(seat, table.game.write(rng.choice(list(table.game.legal(table.view(seat))))))


def _some_undone(table: AnyTable, rng: Random) -> AnyTable:
    for _ in range(rng.randrange(1, 20)):
        if len(table.plies):
            table = table.play(Line(rng.choice([one.seat for one in table.plies]), "/undo"))
    return table


async def _keep(archive: Archive, channel: int, name: str, lines: tuple[Line, ...]) -> int:
    """Store this game as if a bot had played it; returns its number."""
    edition = registry.find(name).about.edition
    options = registry.find(name).options.model_validate(_OPTIONS.get(name, {})).model_dump_json()
    stored = await archive.sessions.create(1, channel, name, edition, options, _SEED, 1, 0)
    players = [person(one + 1, f"P{one}", str(one)) for one in range(_SEATS.get(name, 2))]
    await archive.sessions.start(stored.id, 0, to_stored(tuple(players)))
    rows = [StoredLine(at, one.who, one.text) for at, one in enumerate(lines)]
    for start in range(0, len(rows), 1_000):
        await archive.record.append_together(stored.id, rows[start : start + 1_000])
    return stored.id


async def _up(archive: Archive, number: int) -> tuple[OpenTables, Session, float]:
    """This game as a start loads it, and the seconds of processor time that took."""
    tables = OpenTables(archive, Computers(1, 1.0), lambda _: None, Pace(0, 60))
    began = time.process_time()
    session = await tables.session(number)
    return tables, session, time.process_time() - began


def _with_few_lines(table: AnyTable) -> AnyTable:
    """The same position after a few lines, so that only the number of lines differs."""
    return replace(table, lines=table.lines.first(SHORT), log=Vector.of(table.log[-SHORT:]))


def _judged(table: AnyTable) -> float:
    """The median processor time, in milliseconds, of judging a move and chance's move after it."""
    rng, spent = Random(1), []
    for _ in range(MOVES):
        line = _next_line(table, rng)
        began = time.process_time()
        table = _with_chance(table.play(line))
        spent.append((time.process_time() - began) * 1_000)
    return statistics.median(spent)


async def _written(session: Session) -> float:
    """The median processor time, in milliseconds, of a move from its judgement to its commit."""
    rng, spent = Random(1), []
    for _ in range(MOVES):
        line = _next_line(session.table, rng)
        began = time.process_time()
        await session.write(line)
        spent.append((time.process_time() - began) * 1_000)
    return statistics.median(spent)


def _next_line(table: AnyTable, rng: Random) -> Line:
    """Any move that doesn't end the game, or else an undo, as if chosen on the board."""
    for viewer in (*table.seats, None):
        table.prompt(viewer)
    line = _any_line(table, rng)
    return Line(table.plies[-1].seat, "/undo") if _with_chance(table.play(line)).over else line


def _with_chance(table: AnyTable) -> AnyTable:
    while CHANCE in table.turn.owes:
        table = table.play(table.chance(_SEED))
    return table


async def _measure(name: str, lines: int) -> dict[str, float]:
    rng = Random(7)
    made = long_game(name, lines, rng)
    with tempfile.TemporaryDirectory() as folder:
        async with Archive.open(str(Path(folder) / "long.sqlite3")) as archive:
            short = await _keep(archive, 1, name, made[:SHORT])
            long = await _keep(archive, 2, name, made[: -EVERY + 1])
            await _up(archive, short)  # loads what every process loads once
            tables, session, _ = await _up(archive, long)
            began = time.process_time()
            await Checkpoints(archive, tables.in_memory.sessions).write_due()
            made_in = time.process_time() - began
            rest = [
                StoredLine(lines - EVERY + 1 + at, one.who, one.text)
                for at, one in enumerate(made[-EVERY + 1 :])
            ]
            await archive.record.append_together(long, rest)
            _, session, up = await _up(archive, long)
            assert session.checkpoint_at == lines - EVERY + 1
            kept = await archive.record.checkpoint(long)
            assert kept is not None
            late, same = _judged(session.table), _judged(_with_few_lines(session.table))
            written = await _written(session)
            _, _, whole = await _up(archive, await _keep(archive, 3, name, made))
    return {
        "up from its checkpoint, CPU s": up,
        "up from its lines, CPU s": whole,
        "checkpoint written, CPU ms": made_in * 1_000,
        "checkpoint, kB": len(kept.text.encode()) / 1_000,
        "a move judged, CPU ms": late,
        "the same with few lines before it, CPU ms": same,
        "a move judged and written, CPU ms": written,
    }


def main(lines: int = LINES) -> dict[str, float]:
    """Measure, print a table, and return its figures by name."""
    found = {name: asyncio.run(_measure(name, lines)) for name in registry.all_games()}
    for name, figures in found.items():
        sys.stdout.write(f"{name}, {lines:,} lines\n")
        for what, figure in figures.items():
            sys.stdout.write(f"  {what:45}{figure:10.3f}\n")
    each = found.values()
    return {
        UP: max(one["up from its checkpoint, CPU s"] for one in each),
        UP_FROM_LINES: max(one["up from its lines, CPU s"] for one in each),
        MOVE: max(
            one["a move judged, CPU ms"] / one["the same with few lines before it, CPU ms"] for one in each
        ),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.long_games", description="Games of many lines.")
    parser.add_argument("--lines", type=int, default=LINES, help=f"how many lines ({LINES})")
    main(parser.parse_args().lines)
