"""Play many whole games by computers; print, read back, replay and verify each of them.

    python -m tests.soak [--game NAME] [--seeds 200] [--levels LEVEL,…] [--minutes 10] [--cores N]
                         [--results FILE]

Every game is played with every number of seats, and then with every other value of every option, one at a
time; for these the numbers of seats take turns. Games are numbered from 0, and the number and variant make
the seed. The variants take turns as well, so that a soak that runs out of time has tried all of them. With
several levels, each seat gets the next one, and each game starts one level later. With a file of results,
games listed in it aren't played again, so you can stop a soak and continue it later. The exit status is 0 if
every record is valid.
"""

import argparse
import hashlib
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from statistics import quantiles
from string import ascii_uppercase
from typing import Any, Literal, TypeAlias, get_args, get_origin

from pydantic import TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from bench import resident
from games.core import CHANCE, name_seats
from games.engine import record, registry
from games.engine.record import Record
from games.engine.replay import replay
from games.engine.seating import seating
from games.engine.selfplay import Endless, selfplay
from games.game import AnyGame

# What was found

Key: TypeAlias = tuple[str, int, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Played:
    """A played game: its lines and rounds, why it ended, and its faults as sentences."""

    variant: str
    number: int
    levels: tuple[str, ...]
    finished: bool = True
    lines: int = 0
    rounds: int = 0
    end: str = ""
    faults: tuple[str, ...] = ()

    @property
    def key(self) -> Key:
        """Identifies this game among all of a soak."""
        return self.variant, self.number, self.levels

    @property
    def seed(self) -> bytes:
        """The seed of this game: 32 bytes."""
        return hashlib.sha256(f"{self.variant}/{self.number}".encode()).digest()

    @property
    def stands(self) -> bool:
        """Whether it was finished and nothing is wrong with its record."""
        return self.finished and not self.faults

    @property
    def says(self) -> str:
        """What is wrong with it."""
        return " ".join(self.faults) if self.finished else "The game did not end."


_ROW = TypeAdapter(Played)


class Results:
    """A file that results are appended to; without a path nothing is saved."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def read(self) -> dict[Key, Played]:
        """The results in the file; a last line that was cut off counts as not played."""
        if self._path is None or not self._path.exists():
            return {}
        rows = self._path.read_text(encoding="utf-8").splitlines()
        return {one.key: one for row in rows if (one := _read(row))}

    def add(self, one: Played) -> None:
        """Append a result; it is in the file when this returns."""
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                # The line break comes first, so that a line that was cut off doesn't spoil the next.
                file.write("\n" + _ROW.dump_json(one).decode())


def _read(row: str) -> Played | None:
    try:
        return _ROW.validate_json(row)
    except ValidationError:
        return None


def summary(found: Sequence[Played]) -> Iterator[str]:
    """A line for each variant: games, open and faulty ones, then of lines and rounds 10 %, median, 90 %."""
    ends = dict(zip(Counter(one.end for one in found if one.end), ascii_uppercase, strict=False))
    yield f"{'':44}{'games':>6}{'open':>6}{'faulty':>8}   {'lines':20}{'rounds':20}ends"
    for name in dict.fromkeys(one.variant for one in found):
        yield _summary_row(name, [one for one in found if one.variant == name], ends)
    for end, sign in ends.items():
        yield f"{sign}: {end}"


def _summary_row(name: str, games: Sequence[Played], ends: dict[str, str]) -> str:
    unfinished = sum(not one.finished for one in games)
    faulty = sum(bool(one.faults) for one in games)
    stood = [one for one in games if one.stands]
    ended = Counter(ends.get(one.end, "?") for one in stood)
    spreads = (spread([one.lines for one in stood]), spread([one.rounds for one in stood]))
    said = "".join(f"{low:>6.0f}{middle:>6.0f}{high:>6.0f}  " for low, middle, high in spreads)
    counts = ", ".join(f"{count} {sign}" for sign, count in sorted(ended.items()))
    return f"{name:44}{len(games):>6}{unfinished:>6}{faulty:>8} {said}  {counts}"


def spread(lengths: Sequence[int]) -> tuple[float, float, float]:
    """The 10th percentile, the median and the 90th percentile; zeros for no games."""
    if len(lengths) < 2:
        only = float(lengths[0]) if lengths else 0.0
        return only, only, only
    tenths = quantiles(lengths, n=10, method="inclusive")
    return tenths[0], tenths[4], tenths[8]


# Playing

_BATCH = 8
_TOLD = 10
_FEW = 5
"""All numbers of an option are played, if there are at most this many."""

_ROUND_ENDS = {"fooblitzky": "flip"}
"""The move of chance that ends a round; in other games a round ends when its first seat moves again."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to play a game: with one option changed or none, by these numbers of seats in turn."""

    game: str
    seats: tuple[int, ...]
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        if self.options:
            return f"{self.game}, {' '.join(f'{key}={value}' for key, value in self.options)}"
        return f"{self.game}, {' or '.join(map(str, self.seats))} seats"

    def table(self, number: int, levels: tuple[str, ...]) -> tuple[str, ...]:
        """The level of each seat in the game of this number."""
        seats = self.seats[number % len(self.seats)]
        first = number // len(self.seats)
        return tuple(levels[(first + seat) % len(levels)] for seat in range(seats))


def variants(game: AnyGame) -> list[Variant]:
    """Every number of seats with the default options, and every other value of each option."""
    about = game.about
    plain = [Variant(about.name, (seats,)) for seats in about.seats]
    fields = game.options.model_fields.items()
    changed = [(name, value) for name, field in fields for value in values(field)]
    return plain + [Variant(about.name, _seats(game, one), (one,)) for one in changed]


def _seats(game: AnyGame, option: tuple[str, str]) -> tuple[int, ...]:
    """The numbers of seats that make a table with this option."""
    return tuple(map(len, seating(game, game.options.model_validate(dict([option]))).values()))


def values(field: FieldInfo) -> list[str]:
    """An option's values except its default, as a record writes them; of a long range only the bounds."""
    return [value for value in _all_values(field) if value != _written(field.default)]


def _all_values(field: FieldInfo) -> list[str]:
    kind: Any = field.annotation
    if kind is bool:
        return ["true", "false"]
    if get_origin(kind) is Literal:
        return [_written(value) for value in get_args(kind)]
    bounds = [getattr(rule, side) for rule in field.metadata for side in ("ge", "le") if hasattr(rule, side)]
    few = range(bounds[0], bounds[-1] + 1) if len(bounds) == 2 else range(0)
    return [_written(value) for value in (few if 0 < len(few) <= _FEW else bounds)]


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a soak: its variant, its number there, and the level of each seat."""

    variant: Variant
    number: int
    table: tuple[str, ...]

    @property
    def key(self) -> Key:
        """The key of its result."""
        return str(self.variant), self.number, self.table


def played(one: Game) -> Played:
    """Play one game and check everything its record says."""
    variant, result = one.variant, Played(*one.key)
    game = registry.find(variant.game)
    try:
        made = selfplay(game, len(one.table), dict(variant.options), result.seed, one.table)
        return _held(game, replace(result, lines=len(made.lines), rounds=rounds(made)), made)
    except Endless:
        return replace(result, finished=False)
    except Exception as failed:  # a soak continues and reports everything it found
        return replace(result, faults=(f"{type(failed).__name__}: {failed}",))


def _held(game: AnyGame, result: Played, made: Record) -> Played:
    again = record.read(record.write(made))
    replayed = replay(game, again)
    outcome, faults = replayed.table.outcome, replayed.faults
    if again != made:
        faults = ("The record changed when it was printed and read again.", *faults)
    if outcome is None:
        return replace(result, faults=("The replayed game has no outcome.", *faults))
    return replace(result, end=name_seats(outcome.reason, lambda _: "somebody"), faults=faults)


def rounds(made: Record) -> int:
    """How many rounds a record has, including an unfinished last one."""
    if word := _ROUND_ENDS.get(made.header.game):
        ends = [line.who == CHANCE and line.text.split()[0] == word for line in made.lines]
        return sum(ends) + (not ends[-1])
    movers = [line.who for line in made.lines if line.who != CHANCE]
    turns = [who for at, who in enumerate(movers) if at == 0 or movers[at - 1] != who]
    return turns.count(turns[0]) if turns else 0


def _batch(games: list[Game], until: float) -> list[Played]:
    return [played(one) for one in games if time.time() < until]


def soak(games: list[Game], minutes: float, cores: int) -> Iterator[Played]:
    """Play these games until time is up."""
    until = time.time() + 60 * minutes
    batches = [games[n : n + _BATCH] for n in range(0, len(games), _BATCH)]
    with ProcessPoolExecutor(cores) as pool:
        for done in pool.map(_batch, batches, [until] * len(batches)):
            yield from done


def main(argv: list[str] | None = None) -> int:
    """Play the games that have no result yet, and print all results and faults."""
    args = _arguments(argv)
    wanted = list(_games(args))
    results = Results(args.results)
    had = results.read()
    for one in soak([game for game in wanted if game.key not in had], args.minutes, args.cores):
        results.add(one)
        had[one.key] = one
    found = [had[game.key] for game in wanted if game.key in had]
    for row in summary(found):
        print(row)
    return _verdict(found, len(wanted))


def _verdict(found: list[Played], wanted: int) -> int:
    failed = [one for one in found if not one.stands]
    for one in failed[:_TOLD]:
        print(f"{one.variant}, {' '.join(one.levels)}, seed {one.seed.hex()}: {one.says}")
    lines = sum(one.lines for one in found)
    print(f"{len(found) - len(failed)} records ({lines} lines) replayed fine, {len(failed)} did not.")
    print(f"This process takes {resident() / 1e6:.0f} MB.")
    if wanted > len(found):
        print(f"{wanted - len(found)} games were skipped because time ran out.")
    return 1 if failed else 0


def _games(args: argparse.Namespace) -> Iterator[Game]:
    """All games asked for: the first of every variant, then the second of every variant, and so on."""
    games = [registry.find(name) for name in ([args.game] if args.game else registry.all_games())]
    tried = [(game, one) for game in games if game.about.computers for one in variants(game)]
    for number, (game, variant) in product(range(args.seeds), tried):
        levels = tuple(args.levels.split(",")) if args.levels else game.about.levels[:1]
        yield Game(variant, number, variant.table(number, levels))


def _arguments(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.soak", description="Play many whole games and replay each."
    )
    parser.add_argument("--seeds", type=int, default=200, help="games of each variant (200)")
    parser.add_argument("--minutes", type=float, default=10, help="stop after this many minutes (10)")
    parser.add_argument("--game", choices=list(registry.all_games()), help="only this game")
    parser.add_argument("--levels", help="levels that seats take in turn, with commas (the weakest)")
    parser.add_argument("--cores", type=int, default=os.cpu_count(), help="processes at once (all cores)")
    parser.add_argument("--results", type=Path, help="a file that keeps the results, to continue later")
    return parser.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
