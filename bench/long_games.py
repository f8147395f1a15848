"""Games of 10,000 lines: how much processor time they cost at a start and at each move.

    python -m bench.long_games [--lines 10000]

The lines are random moves; where one would end the game, some are undone instead. After a kill a table comes
back from its checkpoint, with 255 lines to replay; once, after the games have changed, from all its lines.
Moves are judged after all the lines, and in the same position after only the first hundred.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from bench import cpu, table, told
from bench.tables import in_lobby
from bot.chat.players import person
from bot.table.computers import Computers
from bot.table.open_tables import EVERY, Checkpoints, OpenTables
from bot.table.seats import to_stored
from bot.table.session import Pace, Session
from games.core import CHANCE
from games.engine import registry
from games.engine.record import Header, Line
from games.engine.table import AnyTable, Table
from games.engine.vector import Vector
from storage import Archive, StoredLine

LINES, SHORT, MOVES = 10_000, 100, 600
_UP, _UP_FROM_LINES = "up from its checkpoint, CPU s", "up from its lines, CPU s"
_MOVE, _MOVE_EARLY = "a move judged, ms", "after few lines, ms"

_SEATS = {"calabresella": 3, "fooblitzky": 4, "foozle": 4}
_OPTIONS = {"calabresella": {"game_point": "9999"}, "fooblitzky": {"days": "10"}}
SEED = bytes(range(32))


def long_game(name: str, lines: int, rng: Random) -> tuple[Line, ...]:
    """This many lines of this game, which isn't over after them."""
    game = registry.find(name)
    options = tuple(_OPTIONS.get(name, {}).items())
    header = Header(name, game.about.edition, _SEATS.get(name, 2), options)
    at: AnyTable = Table.new(game, header).unasked()
    while len(at.lines) < lines:
        after = at.play(_any_line(at, rng))
        at = _some_undone(at, rng) if after.over else after
    return tuple(at.lines)[:lines]


def _any_line(at: AnyTable, rng: Random) -> Line:
    seat = rng.choice(sorted(at.turn.owes))
    if seat == CHANCE:
        return at.chance(SEED)
    return Line(seat, at.game.write(rng.choice(list(at.game.legal(at.view(seat))))))


def _some_undone(at: AnyTable, rng: Random) -> AnyTable:
    for _ in range(rng.randrange(1, 20)):
        if len(at.plies):
            at = at.play(Line(rng.choice([one.seat for one in at.plies]), "/undo"))
    return at


async def _keep(archive: Archive, channel: int, name: str, lines: Sequence[Line]) -> int:
    """Store this game as if a bot had played it; returns its number."""
    game = registry.find(name)
    options = game.options.model_validate(_OPTIONS.get(name, {})).model_dump_json()
    stored = await archive.sessions.open(in_lobby(1, channel, name, game.about.edition, options, SEED, 1, 0))
    players = tuple(person(one + 1, f"P{one}", str(one)) for one in range(_SEATS.get(name, 2)))
    await archive.sessions.start(stored.id, 0, to_stored(players))
    rows = [StoredLine(index, one.who, one.text) for index, one in enumerate(lines)]
    await archive.record.append_together(stored.id, rows)
    return stored.id


async def _up(archive: Archive, number: int) -> tuple[OpenTables, Session, float]:
    """This game as a start loads it, and the seconds of processor time that took."""
    tables = OpenTables(archive, Computers(1, 1.0), lambda _: None, Pace(0, 60))
    began = time.process_time()
    session = await tables.session(number)
    return tables, session, time.process_time() - began


def _with_few_lines(at: AnyTable) -> AnyTable:
    """The same position after a few lines, so that only the number of lines differs."""
    return replace(at, lines=at.lines.first(SHORT), log=Vector.of(at.log[-SHORT:]))


def _judged(at: AnyTable) -> float:
    """The median processor time, in milliseconds, of judging a move and chance's move after it."""
    rng, spent = Random(1), []
    for _ in range(MOVES):
        line = _next_line(at, rng)
        at, ms = cpu(lambda: _with_chance(at.play(line)))  # noqa: B023 - called at once
        spent.append(ms)
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


def _next_line(at: AnyTable, rng: Random) -> Line:
    """Any move that doesn't end the game, or else an undo, as if chosen on the board."""
    for viewer in (*at.seats, None):
        at.prompt(viewer)
    line = _any_line(at, rng)
    return Line(at.plies[-1].seat, "/undo") if _with_chance(at.play(line)).over else line


def _with_chance(at: AnyTable) -> AnyTable:
    while CHANCE in at.turn.owes:
        at = at.play(at.chance(SEED))
    return at


async def _measure(name: str, lines: int) -> dict[str, float]:
    made = long_game(name, lines, Random(7))
    with tempfile.TemporaryDirectory() as folder:
        async with Archive.open(str(Path(folder) / "long.sqlite3")) as archive:
            short = await _keep(archive, 1, name, made[:SHORT])
            long = await _keep(archive, 2, name, made[: -EVERY + 1])
            await _up(archive, short)  # loads what every process loads once
            tables, session, _ = await _up(archive, long)
            began = time.process_time()
            await Checkpoints(archive, tables.in_memory.sessions).write_due()
            made_in = time.process_time() - began
            rest = enumerate(made[-EVERY + 1 :], lines - EVERY + 1)
            await archive.record.append_together(
                long, [StoredLine(index, one.who, one.text) for index, one in rest]
            )
            _, session, up = await _up(archive, long)
            assert session.checkpoint_at == lines - EVERY + 1
            kept = await archive.record.checkpoint(long)
            assert kept is not None
            late, same = _judged(session.table), _judged(_with_few_lines(session.table))
            written = await _written(session)
            _, _, whole = await _up(archive, await _keep(archive, 3, name, made))
    return {
        _UP: up,
        _UP_FROM_LINES: whole,
        "checkpoint written, ms": made_in * 1_000,
        "checkpoint, kB": len(kept.text.encode()) / 1_000,
        _MOVE: late,
        _MOVE_EARLY: same,
        "judged and written, ms": written,
    }


def main(lines: int = LINES) -> dict[str, float]:
    """Measure, print a table, and return the figures of the slowest game by name."""
    found = {name: asyncio.run(_measure(name, lines)) for name in registry.all_games()}
    table(f"{lines:,} lines", found, digits=3)
    each = found.values()
    return told(
        {
            "10,000 lines: CPU s to come up, slowest game": max(one[_UP] for one in each),
            "the same from all its lines": max(one[_UP_FROM_LINES] for one in each),
            "10,000 lines: CPU of a move, of one after 100": max(
                one[_MOVE] / one[_MOVE_EARLY] for one in each
            ),
        }
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.long_games", description="Games of many lines.")
    parser.add_argument("--lines", type=int, default=LINES, help=f"how many lines ({LINES})")
    main(parser.parse_args().lines)
