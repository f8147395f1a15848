"""Whole games by computers, many of them: each is played, printed, read back, replayed and verified.

    python -m bench.soak [--seeds 200] [--minutes 10] [--game NAME] [--level LEVEL]

Every game on the shelf is played with every number of seats, and then with every single value of every
option, the others as they are by default. Seeds count from 0 and the variants take turns, so that a soak
which runs out of time has tried all of them. All cores are used; the exit status is 0 if every record stands.
"""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from games import record, shelf
from games.core import AnyGame, Plays
from games.record import Record
from games.replay import replay
from games.selfplay import selfplay

_BATCH = 8
_TOLD = 10


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to play a game: how many seats, which options, and what level all of them have."""

    game: str
    seats: int
    options: tuple[tuple[str, str], ...]
    level: str

    def __str__(self) -> str:
        options = " ".join(f"{key}={value}" for key, value in self.options)
        return f"{self.game}, {self.seats} seats, {self.level} {options}".rstrip()


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played: its lines, and what is wrong with it, as sentences."""

    variant: Variant
    seed: int
    lines: int
    faults: tuple[str, ...]


def variants(game: AnyGame, level: str | None = None) -> list[Variant]:
    """Every number of seats with every option value, one option changed at a time."""
    about = game.about
    fields = game.options.model_fields.items()
    single = [((name, value),) for name, field in fields for value in values(field)]
    chosen = level or about.levels[0]
    return [Variant(about.name, seats, one, chosen) for seats, one in product(about.seats, [(), *single])]


def values(field: FieldInfo) -> list[str]:
    """The values of an option as a record writes them: all of a choice, of a number both bounds."""
    kind: Any = field.annotation
    if kind is bool:
        return ["true", "false"]
    if get_origin(kind) is Literal:
        return [str(value) for value in get_args(kind)]
    bounds = [getattr(rule, side) for rule in field.metadata for side in ("ge", "le") if hasattr(rule, side)]
    return [str(bound) for bound in bounds]


def played(variant: Variant, seed: int) -> Played:
    """Play one game and hold its record to all it says."""
    game = shelf.find(variant.game)
    levels = [variant.level] * variant.seats
    try:
        made = selfplay(game, variant.seats, dict(variant.options), seed.to_bytes(32, "big"), levels)
    except Exception as failed:  # whatever it is, a soak goes on and tells all that it found
        return Played(variant, seed, 0, (f"{type(failed).__name__}: {failed}",))
    return Played(variant, seed, len(made.lines), tuple(_faults(game, made)))


def _faults(game: AnyGame, made: Record) -> Iterator[str]:
    again = record.read(record.write(made))
    if again != made:
        yield "The record reads differently after it was printed."
    replayed = replay(game, again)
    if not replayed.table.over:
        yield "The replayed game is not over."
    yield from replayed.faults


def _batch(games: list[tuple[Variant, int]], until: float) -> list[Played]:
    return [played(*one) for one in games if time.time() < until]


def soak(tried: Iterable[Variant], seeds: int, minutes: float) -> Iterator[Played]:
    """Play all variants with every seed on all cores, until the time is over."""
    until = time.time() + 60 * minutes
    games = [(variant, seed) for seed, variant in product(range(seeds), tried)]
    batches = [games[n : n + _BATCH] for n in range(0, len(games), _BATCH)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for done in pool.map(_batch, batches, [until] * len(batches)):
            yield from done


def main(argv: list[str] | None = None) -> int:
    """Play, print how many games of each variant stand and what is wrong with the rest."""
    asked = _arguments(argv)
    names = [asked.game] if asked.game else list(shelf.all_games())
    games = [shelf.find(name) for name in names]
    tried = [one for game in games if isinstance(game, Plays) for one in variants(game, asked.level)]
    stood: Counter[Variant] = Counter()
    lines, failed = 0, []
    for one in soak(tried, asked.seeds, asked.minutes):
        lines += one.lines
        if one.faults:
            failed.append(one)
        else:
            stood[one.variant] += 1
    for variant in tried:
        print(f"{stood[variant]:6} games stand: {variant}")
    for one in failed[:_TOLD]:
        print(f"{one.variant}, seed {one.seed.to_bytes(32, 'big').hex()}: {' '.join(one.faults)}")
    left = len(tried) * asked.seeds - stood.total() - len(failed)
    print(f"{stood.total()} records of {lines} lines in all stand, {len(failed)} do not.")
    if left:
        print(f"{left} games were not played for want of time.")
    return 1 if failed else 0


def _arguments(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.soak", description="Play many whole games and replay each."
    )
    parser.add_argument("--seeds", type=int, default=200, help="games of each variant (200)")
    parser.add_argument("--minutes", type=float, default=10, help="when to stop in any case (10)")
    parser.add_argument("--game", choices=list(shelf.all_games()), help="this game alone")
    parser.add_argument("--level", help="how well all computers play; the weakest if not given")
    return parser.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
