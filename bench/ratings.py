"""Which rating model fits these games best, and how strong each level of the computers is.

    python -m bench.ratings [--games FILE]            compare the models
    python -m bench.ratings --levels [--games FILE]   measure the levels, and write bot/table/levels.toml

The players are computers, of which some make a share of their moves at random, so that there's a fine range
of strengths. They meet at tables of all sizes, in the Quick form of each game. How strong they really are is
then computed from all games together (the most likely strengths, by Bradley and Terry), and each model sees
the same games one by one, in many orders.

- `log loss`: how surprised the model was by who came in ahead, over all pairs; less is better. A coin has
  0.693, and `as known` is what nobody can beat who knows the strengths.
- `in order after N`: of all pairs that aren't about equal, how many % a model has the right way round once
  everybody has played so many games.
- `off after N`: how many % its chances for a pair differ from the known ones by then, on average.

At the end come five cases of what somebody could do to get a rating that isn't theirs, or be refused one that
is, by the rules of `bot/table/ratings.py`:

- `the weakest level beaten N times`: what a new player's rating says who has played nobody else.
- `beaten N times by the strongest`: the same for somebody who has only lost, and so has shown nothing.
- `N games with the strongest, every second won`: how soon somebody as strong as that gets there.
- `two a day`: how much each game of a week counts for two friends who go on playing twice a day.
- `over new accounts`: the rating of a new player who has won so often, each time against somebody new.

All seeds are fixed. The games take some minutes; with a file, they are only played once.
"""

import argparse
import hashlib
import json
import math
import statistics
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, cycle
from pathlib import Path
from random import Random
from statistics import NormalDist
from typing import Any, TypeAlias

from openskill.models import (
    BradleyTerryFull,
    BradleyTerryPart,
    PlackettLuce,
    ThurstoneMostellerFull,
    ThurstoneMostellerPart,
)

from bench import table
from bot.table.ratings import LEVELS_FILE, MODEL, SCALE, START, Rating, levels, rated, weight, word_for
from games.core import CHANCE
from games.engine import registry
from games.engine.record import Header, Line
from games.engine.selfplay import next_line
from games.engine.table import AnyTable, Table
from storage import COMPUTERS, WEEK, Result
from storage.counting import MET_WITHIN

MODELS: dict[str, Callable[[], Any]] = {
    "PlackettLuce": PlackettLuce,
    "BradleyTerryFull": BradleyTerryFull,
    "BradleyTerryPart": lambda: BradleyTerryPart(window_size=6),
    "ThurstoneMostellerFull": ThurstoneMostellerFull,
    "ThurstoneMostellerPart": lambda: ThurstoneMostellerPart(window_size=6),
}

Player: TypeAlias = tuple[str, int]
"""A level, and how many % of its moves are at random."""

PLAYERS: dict[str, Sequence[Player]] = {
    "doublolo": [
        ("greedy", 60),
        ("greedy", 30),
        ("greedy", 0),
        ("easy", 50),
        ("easy", 20),
        ("easy", 0),
        ("daydreamer", 30),
        ("daydreamer", 0),
    ],
    "fourside": [
        ("unwary", 60),
        ("unwary", 30),
        ("unwary", 0),
        ("rising", 50),
        ("rising", 0),
        ("wakeful", 0),
        ("expert", 30),
        ("expert", 0),
    ],
    "calabresella": [
        ("measured", 75),
        ("measured", 50),
        ("measured", 25),
        ("measured", 10),
        ("measured", 0),
        ("pensive", 50),
        ("pensive", 25),
        ("pensive", 0),
    ],
    "foozle": [
        ("hasty", 60),
        ("hasty", 30),
        ("hasty", 0),
        ("nimble", 50),
        ("nimble", 20),
        ("nimble", 0),
        ("prescient", 30),
        ("prescient", 0),
    ],
    "fooblitzky": [
        ("tourist", 0),
        ("shopper", 50),
        ("shopper", 25),
        ("shopper", 0),
        ("sleuth", 50),
        ("sleuth", 25),
        ("sleuth", 10),
        ("sleuth", 0),
    ],
}

GAMES = {"doublolo": 500, "fourside": 500, "calabresella": 300, "foozle": 400, "fooblitzky": 300}
"""How many games of each are played."""

ORDERS = 40
"""In how many orders each model sees them."""

AFTER = (10, 30)
"""After how many games of each player the models are looked at."""

EQUAL = 0.05
"""Two players are about equal if neither comes in ahead more often than 50 % plus this."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game: who played, by seat, and their places."""

    players: tuple[int, ...]
    places: tuple[int, ...]


# Playing


def play(name: str, players: Sequence[Player], seed: str) -> tuple[int, ...]:
    """The places, by seat, of a quick game between these players."""
    game, secret = registry.find(name), hashlib.sha256(seed.encode()).digest()
    rng, levels = Random(seed), [level for level, _ in players]
    options = tuple((option, str(value).lower()) for option, value in game.quick.items())
    header = Header(name, game.about.edition, len(players), options)
    at: AnyTable = Table.new(game, header).unasked()
    while not at.over:
        owes = at.turn.owes
        seat = min(owes)
        if CHANCE not in owes and rng.random() < players[seat][1] / 100:
            moves = list(game.legal(at.view(seat)))
            at = at.play(Line(seat, game.write(rng.choice(moves))))
        else:
            at = at.play(next_line(at, secret, levels))
    assert at.outcome is not None
    return tuple(at.outcome.places)


def line_up(name: str, number: int) -> list[int]:
    """Who plays this game, by seat."""
    rng, seats = Random(f"{name}/{number}"), registry.find(name).about.seats
    return rng.sample(range(len(PLAYERS[name])), rng.choice(seats))


class Games:
    """Games that have been played, kept in a file if there is one."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._known: dict[str, tuple[int, ...]] = {}
        if file is not None and file.exists():
            self._known = {key: tuple(places) for key, places in map(json.loads, file.open())}

    def places(self, name: str, players: Sequence[Player], seed: str) -> tuple[int, ...]:
        """The places of a game, which is played unless it's known."""
        key = f"{name} {players} {seed}"
        if key not in self._known:
            self._known[key] = play(name, players, seed)
            if self._file is not None:
                with self._file.open("a") as file:
                    file.write(json.dumps([key, self._known[key]]) + "\n")
        return self._known[key]

    def of(self, name: str) -> list[Played]:
        """All games of a kind between the players of the comparison."""
        found = []
        for number in range(GAMES[name]):
            who = line_up(name, number)
            places = self.places(name, [PLAYERS[name][one] for one in who], f"{name}/{number}")
            found.append(Played(tuple(who), places))
        return found


# How strong they really are

Pairs: TypeAlias = Iterator[tuple[int, int, float]]


def pairs(game: Played) -> Pairs:
    """Each two different players of a game, and how much of a win it was for the first: 1, 0 or a half."""
    for (one, own), (other, others) in combinations(zip(game.players, game.places, strict=True), 2):
        if one != other:
            yield one, other, 0.5 if own == others else float(own < others)


def strengths(games: Sequence[Played], count: int, fixed: Mapping[int, float] | None = None) -> list[float]:
    """The most likely strengths, whose difference is the logarithm of the odds; their mean is 0."""
    won = [[0.05] * count for _ in range(count)]
    """Each pair has drawn a tenth of a game, or somebody who never lost would be endlessly strong."""
    for game in games:
        for one, other, part in pairs(game):
            won[one][other] += part
            won[other][one] += 1 - part
    found = [1.0] * count
    for _ in range(2_000):
        for one in range(count):
            others = [other for other in range(count) if other != one]
            met = sum((won[one][other] + won[other][one]) / (found[one] + found[other]) for other in others)
            found[one] = sum(won[one][other] for other in others) / met
        middle = math.exp(statistics.fmean(map(math.log, found)))
        found = [one / middle for one in found]
    return [math.log(one) for one in found]


def chance(difference: float) -> float:
    """How likely somebody comes in ahead who is so much stronger."""
    return 1 / (1 + math.exp(-difference))


# Comparing the models


def expected(model: Any, one: Any, other: Any) -> float:
    """How likely the first is ahead of the second, by the curve on which the model itself is built.

    openskill's own `predict_win` uses the normal distribution for all of them, though only Thurstone and
    Mosteller do.
    """
    spread = math.sqrt(one.sigma**2 + other.sigma**2 + 2 * model.beta**2)
    apart = (one.mu - other.mu) / spread
    is_normal = type(model).__name__.startswith("Thurstone")
    ahead = NormalDist().cdf(apart) if is_normal else chance(apart)
    return min(max(ahead, 0.001), 0.999)


def surprise(chance_of_first: float, part: float) -> float:
    """The log loss of a prediction."""
    return -(part * math.log(chance_of_first) + (1 - part) * math.log(1 - chance_of_first))


def compare(games: Sequence[Played], count: int) -> dict[str, dict[str, float]]:
    """The figures of each model for these games, and of somebody who knows the strengths."""
    known = strengths(games, count)
    met = [pair for game in games for pair in pairs(game)]
    best = [surprise(chance(known[one] - known[other]), part) for one, other, part in met]
    rows = {name: _figures(make(), games, known) for name, make in MODELS.items()}
    nothing = dict.fromkeys(next(iter(rows.values())), 0.0)
    return rows | {"as known": nothing | {"log loss": statistics.fmean(best)}}


def _figures(model: Any, games: Sequence[Played], known: Sequence[float]) -> dict[str, float]:
    found = defaultdict[str, list[float]](list)
    for order in range(ORDERS):
        ratings = [model.rating() for _ in known]
        played, looks = [0] * len(known), list(AFTER)
        for game in Random(order).sample(list(games), len(games)):
            for one, other, part in pairs(game):
                found["log loss"].append(surprise(expected(model, ratings[one], ratings[other]), part))
            after = model.rate([[ratings[one]] for one in game.players], ranks=list(map(float, game.places)))
            for one, (rating,) in zip(game.players, after, strict=True):
                ratings[one] = rating
                played[one] += 1
            if looks and statistics.fmean(played) >= looks[0]:
                _look(model, ratings, known, looks.pop(0), found)
        found["sigma then"] += [one.sigma for one in ratings]
    return _means(found)


def _means(figures: Mapping[str, Sequence[float]]) -> dict[str, float]:
    return {name: statistics.fmean(values) for name, values in figures.items()}


def _look(
    model: Any, ratings: Sequence[Any], known: Sequence[float], games: int, found: dict[str, list[float]]
) -> None:
    for one, other in combinations(range(len(known)), 2):
        truly = chance(known[one] - known[other])
        if abs(truly - 0.5) > EQUAL:
            is_right = (ratings[one].mu > ratings[other].mu) == (truly > 0.5)
            found[f"in order after {games}"].append(100.0 * is_right)
        off = abs(expected(model, ratings[one], ratings[other]) - truly)
        found[f"off after {games}"].append(100 * off)


# Levels


LEVEL_GAMES = {"doublolo": 60, "fourside": 120, "calabresella": 60, "foozle": 100, "fooblitzky": 100}
"""How many games are played between each level and the next."""


def measure_levels(games: Games) -> dict[str, dict[str, int]]:
    """How strong each level is, on the shown scale, and what was measured for those that are gone."""
    before = levels()
    return {name: _levels_of(games, name, before.get(name, {})) for name in sorted(LEVEL_GAMES)}


def _levels_of(games: Games, name: str, before: Mapping[str, int]) -> dict[str, int]:
    """Those measured `before` keep their rating on average: they play as they did."""
    about = registry.find(name).about
    names, seats = about.levels, min(about.seats)
    played = []
    for weaker in range(len(names) - 1):
        for number in range(LEVEL_GAMES[name]):
            who = [weaker + (seat + number) % 2 for seat in range(seats)]
            places = games.places(name, [(names[one], 0) for one in who], f"{name}/levels/{number}")
            played.append(Played(tuple(who), places))
    found = strengths(played, len(names))
    points = SCALE * math.sqrt(2) * MODEL.beta
    shown = {level: points * strength for level, strength in zip(names, found, strict=True)}
    same = [level for level in names if level in before]
    known = statistics.mean(before[one] - shown[one] for one in same) if same else START - shown[names[0]]
    return {**before, **{level: round(known + strength) for level, strength in shown.items()}}


# Cases

TIMES = (1, 10, 24, 100)
A_DAY, WEEKS = 2, 6
STRANGERS = (10, 50, 200)
NEWCOMER = 1


def _after(
    game: str, before: Rating | None, other: int | None = None, level: str | None = None, *, won: bool = True
) -> Rating:
    """The rating of somebody who won or lost against a person or a level."""
    results = [
        Result(1, 0, game, 7, NEWCOMER, None, 2 - won, None, True, 0),
        Result(1, 1, game, 7, other, level, 1 + won, None, True, 0),
    ]
    return rated(results, {} if before is None else {NEWCOMER: before}, {})[NEWCOMER]


def against(game: str, level: str, *wins: bool) -> dict[int, str]:
    """By how often somebody new has met this level, with these ends in turn: their rating and its word."""
    rating, said = None, dict[int, str]()
    for number, won in zip(range(1, max(TIMES) + 1), cycle(wins), strict=False):
        rating = _after(game, rating, level=level, won=won)
        if number in TIMES:
            said[number] = f"{rating.shown}, {word_for(rating, COMPUTERS, game)}"
    return said


def weights() -> list[float]:
    """How much each game counts for two friends who play twice a day for some weeks."""
    times = [number * WEEK // (7 * A_DAY) for number in range(7 * A_DAY * WEEKS)]
    return [
        weight([one for one in times[:at] if one > now - MET_WITHIN], now) for at, now in enumerate(times)
    ]


def over_new_accounts() -> dict[int, Rating]:
    """By how often somebody new has won against somebody new: their rating."""
    rating, found = None, dict[int, Rating]()
    for number in range(1, max(STRANGERS) + 1):
        rating = _after("foozle", rating, other=NEWCOMER + number)
        if number in STRANGERS:
            found[number] = rating
    return found


def _print_cases() -> None:
    for game in sorted(registry.all_games()):
        weakest, *_, strongest = registry.find(game).about.levels
        for level, wins, what in (
            (weakest, [True], "the weakest level beaten {} times"),
            (strongest, [False], "beaten {} times by the strongest"),
            (strongest, [False, True], "{} games with the strongest, every second won"),
        ):
            for number, said in against(game, level, *wins).items():
                print(f"{game}, {what.format(number)}: {said}")
    counted, week = weights(), 7 * A_DAY
    for number in range(0, len(counted), week):
        its = counted[number : number + week]
        print(f"two a day, week {number // week + 1}: {sum(its):.2f} in all, {min(its):.2f} at least")
    for number, rating in over_new_accounts().items():
        print(f"{number} wins over new accounts: {rating.shown}{'?' * rating.is_provisional}")


def main(argv: Sequence[str] | None = None) -> int:
    """Compare the models, or measure the levels."""
    parser = argparse.ArgumentParser(prog="python -m bench.ratings")
    parser.add_argument("--games", type=Path, help="a file that keeps the games")
    parser.add_argument("--levels", action="store_true", help="measure the levels, and write their file")
    chosen = parser.parse_args(argv)
    games = Games(chosen.games)
    if chosen.levels:
        _write(measure_levels(games))
        return 0
    total = defaultdict[str, dict[str, list[float]]](lambda: defaultdict(list))
    for name in GAMES:
        rows = compare(games.of(name), len(PLAYERS[name]))
        table(name, rows, digits=3)
        for model, row in rows.items():
            for figure, value in row.items():
                total[model][figure].append(value)
    table("all games", {model: _means(row) for model, row in total.items()}, digits=3)
    _print_cases()
    return 0


def _write(measured: Mapping[str, Mapping[str, int]]) -> None:
    head = LEVELS_FILE.read_text(encoding="utf-8").partition("[")[0]
    tables = [
        "\n".join([f"[{name}]", *(f"{level} = {shown}" for level, shown in its.items())]) + "\n"
        for name, its in measured.items()
    ]
    LEVELS_FILE.write_text(head + "\n".join(tables), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
