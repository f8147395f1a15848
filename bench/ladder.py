"""How strong the computers are: each level against the one below, and against players of a known kind.

Beginner also meets somebody who has just done the lesson, and should lose to them.

    make ladder                       plays the Quick form of all games, for some minutes
    python -m bench.ladder foozle     plays one game
    python -m bench.ladder --deep     plays the whole form, and five times as many deals, for hours
    python -m bench.ladder --write    also writes bot/table/ladder.toml, which players are shown
    python -m bench.ladder --quick    plays the Quick form of Calabresella as well

    python -m bench.ladder calabresella --only pensive --first 20000 --deals 100 \
        --put games.calabresella.computers.thinking.ENOUGH=13
                                      tries out another number for a level, on deals that don't judge it later

Of Calabresella it plays matches to 50, of three or four deals: the Quick form is a single one, which is
decided by the cards more than by the players.

A deal is played once for each way to seat the two at the table, with the same chance. A game counts as
decided if it has one winner, and what's printed is the share of those that the stronger one won: an even
match has 50, at tables of three as well, since one sits alone as often as the other. The interval is
Wilson's of 95 %. Times are processor time, a choice of the stronger one, and `looks` is what it looked at for
it: positions, deals or hands (`bench/looks.py`).
"""

import argparse
import gc
import math
import statistics
import sys
from ast import literal_eval
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from importlib import import_module
from itertools import islice, product
from random import Random
from typing import Any

from bench import Addable, at, cpu, table
from bench.looks import Looks, looks
from bench.pupils import PUPILS
from bench.rivals import RIVALS, Chooser
from bot.table.ratings import LADDER_FILE, Wins, ladder
from games.core import CHANCE
from games.engine import registry
from games.game import AnyGame

GOAL, SURE, EVEN = 65, 60, 50
"""What part of the decided games a level should win of the one below, and at least to 95 %; and what part
somebody who has just done the lesson should win of the lowest level, at least."""

DEALS = {"calabresella": 100, "doublolo": 60, "fooblitzky": 100, "foozle": 400, "fourside": 120}
"""How many deals are played."""

ENDLESS = 10_000
"""A game of so many lines counts as undecided: weak players can go on forever, such as two in Foozle of whom
one never lays off and the other overlooks how to go out."""

SHORT = {"calabresella": {"game_point": "50"}}
"""What's played instead of the Quick form, by game."""

FIRST = 70_000
"""The number of the first deal. Levels are tried out on deals with lower numbers, so that none is chosen for
its luck with the deals by which it's judged."""

PUPIL = "somebody after the lesson"

_DEEP = 5


def player(game: AnyGame, name: str) -> Chooser:
    """Who has done the lesson, the rival of this name, or else the computer of this level."""
    if name == PUPIL:
        return PUPILS[game.about.name]
    if name in RIVALS[game.about.name]:
        return RIVALS[game.about.name][name]
    return lambda view, rng: game.choose(view, name, rng)


@dataclass
class Match(Addable):
    """What two players have done so far. `won`, `lost` and `undecided` count games for the first of them."""

    won: int = 0
    lost: int = 0
    undecided: int = 0
    ms: list[float] = field(default_factory=list)
    looks: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)

    def row(self) -> dict[str, float]:
        """The figures to print."""
        low, high = wilson(self.won, self.won + self.lost)
        return {
            "decided": self.won + self.lost,
            "won %": 100 * self.won / max(1, self.won + self.lost),
            "at least": 100 * low,
            "at most": 100 * high,
            "p50 ms": at(self.ms, 0.5),
            "p95 ms": at(self.ms, 0.95),
            "p50 looks": at(self.looks, 0.5),
            "p95 looks": at(self.looks, 0.95),
            "lines": statistics.median(self.lines),
        }


def wilson(won: int, games: int) -> tuple[float, float]:
    """Wilson's interval of 95 % for a share."""
    if not games:
        return 0.0, 1.0
    z, share = 1.96, won / games
    middle = share + z * z / (2 * games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - half) / (1 + z * z / games), (middle + half) / (1 + z * z / games)


def seatings(seats: int) -> Iterator[tuple[bool, ...]]:
    """Where the first of two players sits, in every way that leaves a seat for the other."""
    return (one for one in product((True, False), repeat=seats) if 0 < sum(one) < seats)


class Timed:
    """A player, and how many milliseconds each of their choices took, and looks."""

    def __init__(self, choose: Chooser, counted: Looks | None = None) -> None:
        self._choose, self._counted = choose, counted or Looks()
        self.ms: list[float] = []
        self.looks: list[int] = []

    def __call__(self, view: Any, rng: Random) -> Any:
        """Their move; no time is spent on garbage that others left."""
        before = self._counted.count
        gc.disable()
        move, ms = cpu(lambda: self._choose(view, rng))
        gc.enable()
        self.ms.append(ms)
        self.looks.append(self._counted.count - before)
        return move


def positions(
    game: AnyGame, position: Any, players: Sequence[Chooser], chance: Random, lots: Random
) -> Iterator[Any]:
    """Every position that follows until the game is over; `lots` decide where computers don't mind."""
    while owes := game.turn(position).owes:
        seat = min(owes)
        if seat == CHANCE:
            move = game.chance(position, chance)
        else:
            move = players[seat](game.view(position, seat), lots)
        position = game.apply(position, seat, move).state
        yield position


def play_deal(game: AnyGame, deal: int, strong: Chooser, weak: Chooser, **options: str) -> Match:
    """One deal in every seating, with the same chance each time."""
    match, seats = Match(), min(game.about.seats)
    with looks(game.about.name) as counted:
        timed = Timed(strong, counted)
        for strongs in seatings(seats):
            players = [timed if one else weak for one in strongs]
            begun = game.new(seats, game.options.model_validate(options))
            going = positions(game, begun, players, Random(f"chance {deal}"), Random(f"lots {deal}"))
            played = list(islice(going, ENDLESS))
            outcome = game.outcome(played[-1])
            match.lines.append(len(played))
            winners = () if outcome is None else game.about.winners(outcome.places)
            if len(winners) != 1:
                match.undecided += 1
            elif strongs[winners[0]]:
                match.won += 1
            else:
                match.lost += 1
    match.ms += timed.ms
    match.looks += timed.looks
    return match


def _task(name: str, first: str, second: str, deal: int, options: Mapping[str, str]) -> Match:
    game = registry.find(name)
    return play_deal(game, deal, player(game, first), player(game, second), **options)


def pairings(game: AnyGame, only: str = "") -> Iterator[tuple[str, str]]:
    """Each level with the one below, the strongest first; the strongest with each rival; and a pupil.

    With `only`, just those in which this level plays.
    """
    levels = game.about.levels
    every = [(levels[place], levels[place - 1]) for place in range(len(levels) - 1, 0, -1)]
    every += [(levels[-1], rival) for rival in RIVALS[game.about.name]]
    every += [(PUPIL, levels[0])]
    return (pair for pair in every if not only or only in pair)


def put(numbers: Sequence[str]) -> None:
    """Give names of modules other values, such as `games.calabresella.computers.thinking.ENOUGH=13`.

    Raises ValueError for a value of another kind, AttributeError or ModuleNotFoundError for a name that isn't
    there.
    """
    for one in numbers:
        path, _, written = one.partition("=")
        module, _, name = path.rpartition(".")
        owner, value = import_module(module), literal_eval(written)
        kind = type(getattr(owner, name))
        if kind is float and isinstance(value, int):
            value = float(value)
        if type(value) is not kind:
            raise ValueError(f"{path} is a {kind.__name__}, which {written} isn't.")
        setattr(owner, name, value)


def climb(
    names: Sequence[str],
    deals: int | None = None,
    *,
    is_deep: bool = False,
    is_quick: bool = False,
    writes: bool = False,
    first_deal: int = FIRST,
    only: str = "",
    numbers: Sequence[str] = (),
) -> bool:
    """Play and print the ladders of these games; whether every level is as much stronger as it should be.

    `only` is a level whose steps alone are played. With `writes`, each game's steps take the place of those
    in the file once all are played, and steps that aren't played stay there. `numbers` are put in first, see
    `put`.
    """
    enough = True
    with ProcessPoolExecutor(initializer=put, initargs=(numbers,)) as pool:
        for name in names:
            game, rows = registry.find(name), {}
            steps: dict[str, dict[str, Wins]] = {}
            options = {} if is_deep else game.quick if is_quick else SHORT.get(name, game.quick)
            count = deals or DEALS[name] * (_DEEP if is_deep else 1)
            for first, second in pairings(game, only):
                match = Match()
                every = [
                    pool.submit(_task, name, first, second, deal, options)
                    for deal in range(first_deal, first_deal + count)
                ]
                for one in every:
                    match.add(one.result())
                rows[f"{_called(game, first)} against {_called(game, second)}"] = row = match.row()
                if first == PUPIL:
                    enough &= row["at least"] > EVEN
                elif second in game.about.levels:
                    steps[first] = {second: Wins(match.won, match.won + match.lost)}
                    enough &= row["won %"] >= GOAL and row["at least"] >= SURE
            table(f"{game.about.title}, {count} deals", rows, digits=1)
            if writes:
                ladder.cache_clear()  # another game may have been written meanwhile
                known = ladder().get(name, {}) | steps
                ordered = {level: known[level] for level in reversed(game.about.levels) if level in known}
                write({**ladder(), name: ordered})
    return enough


def write(measured: Mapping[str, Mapping[str, Mapping[str, Wins]]]) -> None:
    """Write the file again, with what it says about itself."""
    head = LADDER_FILE.read_text(encoding="utf-8").partition("[")[0]
    tables = [
        "\n".join(
            [f"[{name}]"]
            + [
                f"{level}.{below} = {{ won = {wins.won}, decided = {wins.decided} }}"
                for level, met in measured[name].items()
                for below, wins in met.items()
            ]
        )
        for name in sorted(measured)
    ]
    LADDER_FILE.write_text(head + "\n\n".join(tables) + "\n", encoding="utf-8")
    ladder.cache_clear()


def _called(game: AnyGame, name: str) -> str:
    return game.about.level(name).title if name in game.about.levels else name


def main() -> int:
    """Play what the command line says; 0 if every level is strong enough."""
    parser = argparse.ArgumentParser(prog="python -m bench.ladder", description="How strong computers are.")
    parser.add_argument("games", nargs="*", choices=[*DEALS, []], help="all five if none is named")
    parser.add_argument("--deep", action="store_true", help="the whole form, and five times as many deals")
    parser.add_argument("--quick", action="store_true", help="the Quick form of every game")
    parser.add_argument("--deals", type=int, help="how many deals instead")
    parser.add_argument("--first", type=int, default=FIRST, help="the number of the first deal")
    parser.add_argument("--only", default="", metavar="LEVEL", help="only this level's steps, by its name")
    parser.add_argument("--put", action="append", default=[], metavar="NAME=VALUE", help="try out a number")
    parser.add_argument("--write", action="store_true", help="also write bot/table/ladder.toml")
    told = parser.parse_args()
    if told.write and (told.put or told.first != FIRST):
        parser.error("--write goes with neither --first nor --put: players are shown what it writes.")
    climbed = climb(
        told.games or list(DEALS),
        told.deals,
        is_deep=told.deep,
        is_quick=told.quick,
        writes=told.write,
        first_deal=told.first,
        only=told.only,
        numbers=told.put,
    )
    return 0 if climbed else 1


if __name__ == "__main__":
    sys.exit(main())
