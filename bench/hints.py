"""What a hint costs, how often it's right, and what it's worth: all beside Medium's moves.

    python -m bench hints     the worker's processor time, with the way to the move, and how often it's right
    python -m bench.hints     what it's worth; takes some minutes

The positions are those of a few games between the weakest computers in which a seat has a choice. Games
without hints are left out. A move is right if story squares would give it a star (`games.engine.squares`).
In games without a judge that follows the computers' own estimates, so hints there are also played on: where
Medium would play another move, Hards go on from both, for everybody, with the same chance. What's printed is
how often the player then wins; a shared win counts in part.
"""

import gc
import math
import statistics
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from random import Random
from typing import Any

from bench import cpu, spread, table
from bench.ladder import player, positions
from bot.table.think import advise
from games.core import CHANCE, Seat
from games.engine import registry
from games.engine.fair import commit
from games.engine.record import Header
from games.engine.selfplay import next_line
from games.engine.squares import grade
from games.engine.table import AnyTable, Table
from games.game import AnyGame
from games.kit.lots import shuffle
from games.kit.story import Grade

GAMES, HINTS = 3, 100
"""How many games are played, and how many hints at most are given of each game."""

PLAYED_ON, ROUNDS = 4, 8
"""For what hints are worth, so many times as many games and hints; and how often each is played on, and the
move that Medium would have played instead."""


def measure_hints() -> dict[str, float]:
    """Measure, print a table, and return its figures by name."""
    return table("hints", {one.about.title: _row(one) for one in _advised()})


def titles() -> list[str]:
    """The games that give hints."""
    return [one.about.title for one in _advised()]


def _advised() -> list[AnyGame]:
    return [one for one in registry.all_games().values() if one.judge and one.judge.adviser]


def _row(game: AnyGame) -> dict[str, float]:
    medium = player(game, _level(game, "Medium"))
    times, hinted, chosen = [], [], []
    for seat, at in _asked(game, 1):
        view = at.view(seat)
        gc.disable()
        advice, ms = cpu(partial(advise, game.about.name, view))
        gc.enable()
        times.append(ms)
        hinted.append(grade(game, view, game.read(advice[0])))
        chosen.append(grade(game, view, medium(view, Random(2))))
    return spread(times, "ms", 0.5, 0.95, 1) | {"right %": _right(hinted), "Medium right %": _right(chosen)}


def _level(game: AnyGame, title: str) -> str:
    return next(one.name for one in game.about.computers if one.title == title)


@cache
def _asked(game: AnyGame, times: int) -> list[tuple[Seat, AnyTable]]:
    every = [one for seed in range(times * GAMES) for one in _questions(game, bytes([seed]) * 32)]
    return shuffle(Random(1), every)[: times * HINTS]


def _right(grades: list[Grade]) -> float:
    return 100 * grades.count(Grade.BEST) / len(grades)


def _questions(game: AnyGame, seed: bytes) -> list[tuple[Seat, AnyTable]]:
    """Who has a choice, and where, in a game between the weakest computers."""
    about = game.about
    header = Header(about.name, about.edition, about.seats[0], tuple(game.quick.items()), commit=commit(seed))
    at: AnyTable = Table.new(game, header).unasked()
    found = []
    while not at.over:
        found += [(seat, at) for seat in at.turn.owes if seat != CHANCE and game.has_to_know(at.view(seat))]
        at = at.play(next_line(at, seed, [about.levels[0]] * about.seats[0]))
    return found


# What hints are worth


def measure_worth() -> dict[str, float]:
    """Play hints on, print a table, and return its figures by name."""
    games, count = [one for one in _advised() if not one.is_reviewed], PLAYED_ON * HINTS
    with ProcessPoolExecutor() as pool:
        worths = {
            one.about.title: pool.map(_worth, [one.about.name] * count, range(count), chunksize=4)
            for one in games
        }
        return table(
            "hints played on", {title: _worth_row(found) for title, found in worths.items()}, digits=1
        )


def _worth_row(worths: Iterable[tuple[float, float] | None]) -> dict[str, float]:
    pairs = [one for one in worths if one is not None]
    gains = [100 * (hint - other) for hint, other in pairs]
    return {
        "moves that differ": len(pairs),
        "hint wins %": 100 * statistics.mean(hint for hint, _ in pairs),
        "Medium's wins %": 100 * statistics.mean(other for _, other in pairs),
        "gain": statistics.mean(gains),
        "+-": 1.96 * statistics.stdev(gains) / math.sqrt(len(gains)),
    }


def _worth(name: str, number: int) -> tuple[float, float] | None:
    """How often the player wins with this hint, and with Medium's move; None if it's the same move."""
    game = registry.find(name)
    asked = _asked(game, PLAYED_ON)
    if number >= len(asked):
        return None
    seat, at = asked[number]
    view = at.view(seat)
    hint = game.read(advise(name, view)[0])
    other = player(game, _level(game, "Medium"))(view, Random(2))
    if game.write(hint) == game.write(other):
        return None
    rounds = range(ROUNDS)
    return (
        statistics.mean(_won(game, at.position, seat, hint, f"{number}/{one}") for one in rounds),
        statistics.mean(_won(game, at.position, seat, other, f"{number}/{one}") for one in rounds),
    )


def _won(game: AnyGame, position: Any, seat: Seat, move: Any, seed: str) -> float:
    """The player's part of the win if Hards go on after this move."""
    hard = player(game, _level(game, "Hard"))
    last = game.apply(position, seat, move).state
    everybody = [hard] * len(game.scores(last))
    for after in positions(game, last, everybody, Random(f"chance {seed}"), Random(f"lots {seed}")):
        last = after
    outcome = game.outcome(last)
    assert outcome is not None
    winners = game.about.winners(outcome.places)
    return (seat in winners) / len(winners) if winners else 0.5


if __name__ == "__main__":
    measure_worth()
    sys.exit(0)
