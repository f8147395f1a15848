"""What a hint costs, and how often it's right: the worker's processor time, with the way to the move.

    python -m bench hints

The positions are those of a few games between the weakest computers in which a seat has a choice. Games
without hints are left out. A move is right if story squares would give it a star (`games.squares`).
"""

import gc
from functools import partial
from random import Random

from bench import cpu, spread, table
from bot.tables.think import advise
from games import registry
from games.core import CHANCE, Seat
from games.fair import commit
from games.game import AnyGame
from games.kit.lots import shuffle
from games.record import Header
from games.selfplay import next_line
from games.squares import grade
from games.story import Grade
from games.table import AnyTable, Table

GAMES, HINTS = 3, 100
"""How many games are played, and how many hints at most are given of each game."""


def measure_hints() -> dict[str, float]:
    """Measure, print a table, and return its figures by name."""
    return table("hints", {one.about.title: _row(one) for one in _advised()})


def titles() -> list[str]:
    """The games that give hints."""
    return [one.about.title for one in _advised()]


def _advised() -> list[AnyGame]:
    return [one for one in registry.all_games().values() if one.about.adviser and one.why is not None]


def _row(game: AnyGame) -> dict[str, float]:
    asked = [one for seed in range(GAMES) for one in _questions(game, bytes([seed]) * 32)]
    views = [at.view(seat) for seat, at in shuffle(Random(1), asked)[:HINTS]]
    assert game.choose is not None
    medium = next(one.name for one in game.about.computers if one.title == "Medium")
    times, hinted, chosen = [], [], []
    for view in views:
        gc.disable()
        advice, ms = cpu(partial(advise, game.about.name, view))
        gc.enable()
        times.append(ms)
        hinted.append(grade(game, view, game.read(advice[0])))
        chosen.append(grade(game, view, game.choose(view, medium, Random(2))))
    return spread(times, "ms", 0.5, 0.95, 1) | {"right %": _right(hinted), "Medium right %": _right(chosen)}


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
