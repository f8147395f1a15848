"""What Foozle's Expert takes for granted about hands and tokens, fitted to games.

    python -m bench.tune foozle

All weights of `prospects.py` and `standing.py` are printed. Those in the modules are others, and the game's
BUILDING.md says how the two compare. First Hards play each other, then computers that judge whole turns by
what was fitted to those games (`cunning.py`), and the weights are fitted to the games of these. So they don't
depend on the ones in the modules, and the same command prints the same anywhere. It takes five minutes of
processor time.

- The chance to go out: from every hand at the end of a turn, and whether it went out (logistic regression).
  Hardly any is left without loose cards, since it would have gone out; so that counts as one loose card.
- Tokens: from the same hands, and how many more coloured tokens the seat won in the rest of the hand than an
  opponent on average (least squares).
- The worth of tokens: from everybody's tokens at each deal, and who won the game. Each loser is compared with
  the winner (logistic regression), as if the two had played alone; the worths are the same for any number.
"""

import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import reduce
from itertools import pairwise
from operator import or_
from random import Random
from types import ModuleType
from typing import NamedTuple, TypeAlias

from bench import Addable
from bench.fitting import Row, closest, likeliest
from bench.ladder import player, positions, put
from bench.rivals import Chooser
from games.core import Seat
from games.foozle import GAME
from games.foozle.computers import cunning, prospects, standing
from games.foozle.computers.cunning import EVERY_COLOUR
from games.foozle.computers.holdings import holdings
from games.foozle.computers.prospects import Around, Counts, counted, prospect
from games.foozle.rules.cards import ALL, NONE, Cards, among
from games.foozle.rules.options import Options
from games.foozle.rules.position import DealOwed, Finished, Laying, Table, Taking

GAMES, AGAIN = 400, 600
"""How many games are played by Hards, and how many by those who go by what was learned from them."""

ROUGH = f"games.foozle.computers.prospects.OUT={(8, *range(8, 0, -1), *(0,) * (len(prospects.OUT) - 9))}"
"""What's put in before anything is known: the fewer cards are loose, the better a hand is split."""

Case: TypeAlias = tuple[Row, float]


@dataclass
class Seen(Addable):
    """What has been seen in some games: what counts for each of the three, and what came of it."""

    outs: list[Case] = field(default_factory=list)
    tokens: list[Case] = field(default_factory=list)
    wins: list[Case] = field(default_factory=list)


def by_hards(seed: int) -> Seen:
    """What's seen in one game between Hards."""
    return seen(seed, player(GAME, "nimble"))


def by_cunning(seed: int) -> Seen:
    """What's seen in one game between computers that judge whole turns by the weights."""
    return seen(seed, lambda view, _: cunning.choose(view))


def seen(seed: int, chooser: Chooser) -> Seen:
    """What's seen in one game, of two to four players, to three colours or to five."""
    found, seats = Seen(), 2 + seed % 3
    begun = GAME.new(seats, Options(colours=5 if seed // 3 % 2 else 3))
    played = list(positions(GAME, begun, [chooser] * seats, Random(f"hands {seed}"), Random(f"lots {seed}")))
    end = played[-1]
    assert isinstance(end, Finished)
    assert end.winner is not None
    left: list[tuple[Table, Seat]] = []
    for before, after in pairwise(played):
        if isinstance(before, DealOwed):
            found.wins += _won(after.table, end.winner)
        elif isinstance(before, Laying | Taking):
            if isinstance(after, Taking):
                left.append((after.table, before.mover))
            elif isinstance(after, DealOwed | Finished):
                for table, seat in left:
                    _came_of(found, table, seat, after.table)
                left.clear()
    return found


def _won(table: Table, winner: Seat) -> Iterator[Case]:
    """The winner's tokens less each other seat's, white and coloured, where WORTH has them."""
    counts = [mask.bit_count() for mask in table.colours]
    at = 2 * standing.stage(counts, table.needed)
    for whites, count in zip(table.whites, counts, strict=True):
        row = [0] * 2 * len(standing.WORTH)
        row[at : at + 2] = table.whites[winner] - whites, counts[winner] - count
        if any(row):
            yield row, 1


def _came_of(found: Seen, table: Table, seat: Seat, end: Table) -> None:
    """Take in the hand that a seat had at the end of a turn, and how the hand ended."""
    out, tokens = _counted(table, seat)
    went_out = [now - less for now, less in zip(end.whites, table.whites, strict=True)]
    if any(went_out):  # otherwise a coloured token ended the game
        none, one, *more = out
        found.outs.append(((none + one, *more), went_out[seat]))
    won = [(now ^ less).bit_count() for now, less in zip(end.colours, table.colours, strict=True)]
    found.tokens.append((tokens, won[seat] - (sum(won) - won[seat]) / (len(won) - 1)))


def _counted(table: Table, seat: Seat) -> tuple[Counts, Counts]:
    """What counts in a hand, split in the way that's likeliest to go out."""
    hand, tableau = table.hands[seat], among(table.tableau)
    hidden = Cards(ALL & ~(hand | tableau | reduce(or_, table.groups, NONE)))
    lacking, age = EVERY_COLOUR & ~table.colours[seat], len(table.tableau) - 1
    around = Around(table.groups, tableau, hidden, lacking, age, table.seats)
    return counted(max(holdings(hand), key=lambda way: prospect(way, around).out), around)


class Fitted(NamedTuple):
    """The weights, as the modules have them, to three digits behind the point."""

    out: tuple[float, ...]
    tokens: tuple[float, ...]
    worth: tuple[tuple[float, ...], ...]

    def put(self) -> tuple[str, ...]:
        """The weights as `bench.ladder.put` takes them."""
        return (
            f"games.foozle.computers.prospects.OUT={self.out}",
            f"games.foozle.computers.prospects.TOKENS={self.tokens}",
            f"games.foozle.computers.standing.WORTH={self.worth}",
        )

    def lines(self) -> Iterator[str]:
        """The weights as they're written in the modules."""
        yield from _written(prospects, "OUT", self.out)
        yield from _written(prospects, "TOKENS", self.tokens)
        yield from _written(standing, "WORTH", self.worth)


def fitted(found: Seen) -> Fitted:
    """The weights that fit what has been seen."""
    cases = likeliest(found.outs), closest(found.tokens), likeliest(found.wins)
    out, tokens, worth = (tuple(round(one, 3) for one in weights) for weights in cases)
    return Fitted((out[0], *out), tokens, tuple(zip(worth[::2], worth[1::2], strict=True)))


def _written(module: ModuleType, name: str, weights: Sequence[object]) -> Iterator[str]:
    """The lines of a module with these weights instead of its own."""
    yield f"{name} = (\n"
    lines = inspect.getsource(module).partition(f"\n{name} = (\n")[2].partition("\n)\n")[0].splitlines()
    for line, weight in zip(lines, weights, strict=True):
        yield re.sub(r"^    (\(.*?\)|[^,]*),", f"    {weight},", line) + "\n"
    yield ")\n"


def weights() -> Iterator[str]:
    """The weights of Foozle as `prospects.py` and `standing.py` have them."""
    first = fitted(_played(by_hards, GAMES, (ROUGH,)))
    found = _played(by_cunning, AGAIN, first.put())
    yield f"From {len(found.outs)} turns, and {len(found.wins)} pairs of players at a deal:\n"
    yield from fitted(found).lines()


def _played(game: Callable[[int], Seen], games: int, numbers: Sequence[str]) -> Seen:
    found = Seen()
    with ProcessPoolExecutor(initializer=put, initargs=(numbers,)) as pool:
        for one in pool.map(game, range(games)):
            found.add(one)
    return found
