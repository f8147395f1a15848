"""How the levels play where weak players once didn't: whether they bid, get better, and finish.

    python -m bench.levels                       all three, for some minutes
    python -m bench.levels foozle --games 300    one of them, with more or fewer games

- `calabresella`: in how many % of the deals somebody goes solo, between three of a level and where a person
  passes between two of them (the lobby's table), and how many deals a match to 100 points takes.
- `fourside`: how often a level places a tile where it scores most, in each third of a game's tiles; where all
  places score the same, nothing is counted. A computer gets craftier as the board fills.
- `foozle`: how many lines a game takes between players of a level, and between all levels mixed.

The same command prints the same numbers anywhere. Intervals are Wilson's of 95 %.
"""

import argparse
import statistics
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from random import Random
from typing import Any

from bench import table
from bench.ladder import ENDLESS, player, positions, wilson
from bench.rivals import Chooser
from games.calabresella import GAME as CALABRESELLA
from games.calabresella.rules.notation import Bid
from games.calabresella.rules.position import Between, Bidding, Finished
from games.foozle import GAME as FOOZLE
from games.foozle.rules.options import LEAST_COLOURS
from games.fourside import GAME as FOURSIDE
from games.fourside.rules.fitting import score
from games.fourside.rules.view import View
from games.game import AnyGame

GAMES = {"calabresella": 400, "fourside": 40, "foozle": 100}
"""How many deals or games each level plays."""

MATCHES = 25
"""One match of Calabresella for so many deals, since it takes so much longer."""

THIRDS = ("first", "middle", "last")

Row = dict[str, float]


def played(game: AnyGame, players: Sequence[Chooser], number: int, **options: Any) -> Iterator[Any]:
    """Every position of a game with this number."""
    begun = game.new(len(players), game.options(**options))
    return positions(game, begun, players, Random(f"chance {number}"), Random(f"lots {number}"))


def share(yes: int, of: int, name: str) -> Row:
    """A share in %, and its interval."""
    low, high = wilson(yes, of)
    return {f"{name} %": 100 * yes / max(1, of), "at least": 100 * low, "at most": 100 * high}


# Calabresella


def calabresella(level: str, games: int) -> Iterator[tuple[str, Row]]:
    """The shares of deals that are played, and how many deals a match to 100 takes."""
    one = player(CALABRESELLA, level)
    for name, players in (("three of them", [one] * 3), ("two and a person who passes", [_passes, one, one])):
        bids = sum(goes_solo(players, number) for number in range(games))
        yield name, share(bids, games, "played")
    deals = [deals_to_100([one] * 3, number) for number in range(max(1, games // MATCHES))]
    yield (
        "deals to 100 points: median, fewest, most",
        dict(zip(("played %", "at least", "at most"), _spread(deals), strict=True)),
    )


def goes_solo(players: Sequence[Chooser], number: int) -> bool:
    """Whether anybody goes solo in the first deal of this match."""
    every = played(CALABRESELLA, players, number)
    return next(
        not isinstance(after, Between)
        for before, after in pairwise(every)
        if isinstance(before, Bidding) and not isinstance(after, Bidding)
    )


def deals_to_100(players: Sequence[Chooser], number: int) -> int:
    """How many deals a match takes, those that nobody plays included."""
    every = played(CALABRESELLA, players, number)
    return sum(
        isinstance(after, Between | Finished) and not isinstance(before, Between)
        for before, after in pairwise(every)
    )


def _passes(_: Any, __: Random) -> Bid:
    return Bid(False)


# FourSide


def fourside(level: str, games: int) -> Iterator[tuple[str, Row]]:
    """The share of tiles that score most, by thirds of a game."""
    for number, third in enumerate(THIRDS):
        most = [found for game in range(games) for found in scores_most(level, game)[number]]
        yield f"{third} third of the tiles", share(sum(most), len(most), "best")


def scores_most(level: str, number: int) -> list[list[bool]]:
    """For each tile with a choice, whether it's placed where it scores most; in three thirds."""
    choose, found = player(FOURSIDE, level), list[bool | None]()

    def watched(view: View, rng: Random) -> Any:
        place = choose(view, rng)
        points = {one: score(view.board, one.square).points for one in view.placements}
        found.append(points[place] == max(points.values()) if len({*points.values()}) > 1 else None)
        return place

    for _ in played(FOURSIDE, [watched, watched], number):
        pass
    parts = [found[len(found) * part // 3 : len(found) * (part + 1) // 3] for part in range(3)]
    return [[one for one in part if one is not None] for part in parts]


# Foozle


def foozle(level: str, games: int) -> Iterator[tuple[str, Row]]:
    """How many lines games take, with two players of the level and with three mixed ones."""
    levels = FOOZLE.about.levels
    for colours in (LEAST_COLOURS, 5):
        even = [lines([level] * 2, number, colours) for number in range(games)]
        mixed = [
            lines([level, *Random(number).choices(levels[:-1], k=2)], number, colours)
            for number in range(games)
        ]
        yield f"two, {colours} colours", _lines(even)
        yield f"with two others, {colours} colours", _lines(mixed)


def lines(levels: Sequence[str], number: int, colours: int) -> int:
    """How many lines a game takes; no more than `ENDLESS` are played."""
    players = [player(FOOZLE, level) for level in levels]
    return sum(1 for _ in islice(played(FOOZLE, players, number, colours=colours), ENDLESS))


def _lines(found: Sequence[int]) -> Row:
    return dict(zip(("lines", "fewest", "most"), _spread(found), strict=True)) | {
        "endless": sum(one >= ENDLESS for one in found)
    }


def _spread(found: Sequence[int]) -> tuple[float, float, float]:
    return statistics.median(found), min(found), max(found)


MEASURES: Mapping[str, tuple[AnyGame, Callable[[str, int], Iterator[tuple[str, Row]]]]] = {
    "calabresella": (CALABRESELLA, calabresella),
    "fourside": (FOURSIDE, fourside),
    "foozle": (FOOZLE, foozle),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Print a table for each level of the named games."""
    parser = argparse.ArgumentParser(prog="python -m bench.levels", description="How the levels play.")
    parser.add_argument("names", nargs="*", choices=[*MEASURES, []], help="all three if none is named")
    parser.add_argument("--games", type=int, help="how many deals or games of each level instead")
    parser.add_argument("--only", default="", metavar="LEVEL", help="only this level, by its name in records")
    told = parser.parse_args(argv)
    for name in told.names or MEASURES:
        game, measure = MEASURES[name]
        for level in game.about.computers:
            if told.only in ("", level.name):
                rows = dict(measure(level.name, told.games or GAMES[name]))
                table(f"{game.about.title}, {level.title}", rows, digits=1)
                sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
