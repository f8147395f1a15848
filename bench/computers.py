"""How well the computers of the five games play, and how long they think.

    python -m bench doublolo calabresella fourside fooblitzky foozle
    python -m bench.computers     plays Doublolo's levels against each other, for about twenty minutes

Times are CPU time, not wall-clock time. Doublolo's moves are found on masks, in turns with a plain scan of a
list with walls, on the same positions. In Calabresella the strongest hand of each deal plays alone, the
measured level on one side and rules of thumb on the other. The other games are played once from every seat
with the same chance, with the stronger level in that seat and the weaker one in all others; its choices are
timed.
"""

import gc
import statistics
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from random import Random
from typing import Any, TypeAlias

from bench import cpu, in_turns, spread, table, told
from games.calabresella import GAME as CALABRESELLA
from games.calabresella.habits import strength
from games.calabresella.notation import Deal
from games.calabresella.options import Options as CalabresellaOptions
from games.calabresella.position import SEATS, Between, DealOwed, Match, Rejecting, Solo
from games.calabresella.position import Playing as PlayingCards
from games.core import CHANCE
from games.doublolo import GAME as DOUBLOLO
from games.doublolo.computer import NODES
from games.doublolo.lines import moves
from games.doublolo.position import GRID, RED, WHITE, Board, Playing
from games.doublolo.search import Search
from games.fooblitzky import GAME as FOOBLITZKY
from games.foozle import GAME as FOOZLE
from games.foozle.cards import DECK, Card, Cards, among
from games.foozle.melds import best
from games.fourside import GAME as FOURSIDE
from games.fourside.options import LARGEST
from games.fourside.outlook import at_once
from games.game import AnyGame
from games.kit.lots import below, shuffle
from tests.games.calabresella.endings import disagreements
from tests.games.doublolo.perft import fixed_board
from tests.games.wandering import wander

# Matches

Chooser: TypeAlias = Callable[[Any, Random], Any]

WON = "won, in 100"


def named(game: AnyGame, level: str) -> Chooser:
    """The computer of this level."""
    assert game.choose is not None
    choose = game.choose
    return lambda view, rng: choose(view, level, rng)


class Timed:
    """A computer, and how many milliseconds each of its choices took."""

    def __init__(self, choose: Chooser) -> None:
        self._choose = choose
        self.ms: list[float] = []

    def __call__(self, view: Any, rng: Random) -> Any:
        """Its move; no time is spent on garbage that others left."""
        gc.disable()
        move, ms = cpu(lambda: self._choose(view, rng))
        gc.enable()
        self.ms.append(ms)
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


def match(
    game: AnyGame, strong: Chooser, weak: Chooser, boards: int, seats: int = 2, **options: str
) -> dict[str, float]:
    """What `strong` won and how long it thought, from every seat on each board; a tie is a part of a win."""
    timed, won, lengths = Timed(strong), 0.0, []
    for board, seat in product(range(boards), range(seats)):
        players = [timed if one == seat else weak for one in range(seats)]
        begun = game.new(seats, game.options.model_validate(options))
        played = list(positions(game, begun, players, Random(board), Random(board + 1)))
        outcome = game.outcome(played[-1])
        assert outcome is not None
        first = min(outcome.places)
        won += (outcome.places[seat] == first) / outcome.places.count(first)
        lengths.append(len(played))
    row = {WON: 100 * won / (seats * boards), "lines, median": statistics.median(lengths)}
    return row | spread(timed.ms, "ms a choice", 0.5, 0.95, 1)


# Doublolo

DOUBLOLO_BOARDS, FINDINGS = 30, 200
DOUBLOLO_MATCHES = (
    ("easy", "greedy", 50),
    ("medium", "easy", 30),
    ("hard", "medium", 20),
    ("hard", "greedy", 10),
    ("expert", "hard", 12),
)
"""Which level plays which weaker one, and on how many boards."""

FASTER = "Doublolo: legal moves, faster than a list scan"
NODES_A_SECOND = "nodes a second"
_WALL, _EMPTY = 9, 3
_ACROSS = GRID.width + 2
_WAYS = (-_ACROSS - 1, -_ACROSS, -_ACROSS + 1, -1, 1, _ACROSS - 1, _ACROSS, _ACROSS + 1)
_Sides: TypeAlias = tuple[Board, int, int]


def measure_doublolo() -> dict[str, float]:
    """Measure, print tables, and return the figures by name."""
    sides = [_aged(seed) for seed in range(DOUBLOLO_BOARDS)]
    thinking = {level: _thought(sides, budget) for level, budget in NODES.items() if budget}
    return _found(sides) | table("Doublolo's search", thinking)


def play_doublolo_levels() -> None:
    """Play whole games between levels and print how many the higher one won."""
    for strong, weak, boards in DOUBLOLO_MATCHES:
        players = named(DOUBLOLO, strong), named(DOUBLOLO, weak)
        table("Doublolo", {f"{strong} against {weak}": match(DOUBLOLO, *players, boards)})


def _aged(seed: int) -> _Sides:
    """A board after random moves, up to a nearly full one; the mover's stones, and the other's."""
    at = Playing(fixed_board(seed, 24 + seed % 17), RED)
    for _, _, step in islice(wander(DOUBLOLO, at, Random(seed)), seed * 8):
        at = step.state if isinstance(step.state, Playing) else at
    return at.board, at.board.stones[at.mover], at.board.stones[(WHITE, RED)[at.mover]]


def _found(sides: list[_Sides]) -> dict[str, float]:
    lists = [_listed(*one) for one in sides]

    def on_masks() -> list[int]:
        return [moves(GRID, own, other, board.empty).bit_count() for board, own, other in sides]

    def in_lists() -> list[int]:
        return [
            sum(kind == _EMPTY and _outflanks(listed, at) for at, kind in enumerate(listed))
            for listed in lists
        ]

    assert on_masks() == in_lists()
    masks, scan = in_turns(FINDINGS, on_masks, in_lists)
    return told({FASTER: scan / masks})


def _listed(board: Board, own: int, other: int) -> list[int]:
    """The board as a list: 1 the mover's stones, 2 the other's, and walls around the empty squares."""
    listed = [_WALL] * (_ACROSS * (GRID.height + 2))
    for mask, kind in ((board.empty, _EMPTY), (own, 1), (other, 2)):
        for square in GRID.squares(mask):
            listed[(square.row + 1) * _ACROSS + square.column + 1] = kind
    return listed


def _outflanks(listed: list[int], at: int) -> bool:
    for way in _WAYS:
        beyond = at + way
        if listed[beyond] == 2:
            while listed[beyond] == 2:
                beyond += way
            if listed[beyond] == 1:
                return True
    return False


def _thought(sides: list[_Sides], budget: int) -> dict[str, float]:
    searches = [Search(GRID, board.blocked, budget) for board, _, _ in sides]
    times = [cpu(lambda: one.best(*stones))[1] for one, (_, *stones) in zip(searches, sides, strict=True)]  # noqa: B023 - called at once
    row = {
        NODES_A_SECOND: 1000 * sum(one.nodes for one in searches) / sum(times),
        "depth finished, mean": statistics.mean(one.depth for one in searches),
    }
    return row | spread(times, "ms a move", 0.5, 1)


# Calabresella

DEALS, ENDINGS = 60, 500
_SOLOIST, _LEFT = "soloist's points of 35, against rules", "leaves a soloist by rules, of 35"


def measure_calabresella() -> dict[str, float]:
    """Measure, print a table, and return its figures by name."""
    figures = table("Calabresella", {level: _level(level) for level in CALABRESELLA.about.levels})
    equal = sum(not disagreements((seed,)) for seed in range(ENDINGS))
    return figures | told({f"endgames equal to brute force, of {ENDINGS}": equal}, digits=0)


def _level(level: str) -> dict[str, float]:
    measured, timed = named(CALABRESELLA, level), Timed(named(CALABRESELLA, level))
    by_rules = named(CALABRESELLA, "rules")

    def player(view: Any, rng: Random) -> Any:
        return (timed if view.phase is PlayingCards else measured)(view, rng)

    alone = [_points(seed, player, by_rules) for seed in range(DEALS)]
    against = [_points(seed, by_rules, player) for seed in range(DEALS)]
    row = {_SOLOIST: statistics.mean(alone), _LEFT: statistics.mean(against)}
    return row | spread(timed.ms, "ms a card", 0.5, 0.95)


def _points(seed: int, soloist: Chooser, others: Chooser) -> int:
    """The points that the strongest hand of a deal takes alone."""
    begun = _declared(seed)
    players = [soloist if seat == begun.solo.soloist else others for seat in SEATS]
    lots = Random(seed)
    after = next(
        one for one in positions(CALABRESELLA, begun, players, lots, lots) if isinstance(one, Between)
    )
    assert after.played
    return after.played.score.took[begun.solo.soloist]


def _declared(seed: int) -> Rejecting:
    """A deal in which the strongest hand has declared."""
    owed = Match(CalabresellaOptions(game_point=9999))
    deal = CALABRESELLA.chance(DealOwed(owed), Random(seed))
    assert isinstance(deal, Deal)
    hands = deal.dealt.hands
    return Rejecting(owed, deal.dealt, hands, Solo(max(SEATS, key=lambda seat: strength(hands[seat]))))


# FourSide

FOURSIDE_BOARDS = 50


def at_random(view: Any, rng: Random) -> Any:
    """Any placement."""
    return view.placements[below(rng, len(view.placements))]


FOURSIDE_PAIRINGS: dict[str, tuple[Chooser, Chooser]] = {
    "beginner against random": (named(FOURSIDE, "beginner"), at_random),
    "intermediate against beginner": (named(FOURSIDE, "intermediate"), named(FOURSIDE, "beginner")),
    "expert against intermediate": (named(FOURSIDE, "expert"), named(FOURSIDE, "intermediate")),
    "expert against greedy": (named(FOURSIDE, "expert"), at_once),
}


def measure_fourside() -> dict[str, float]:
    """Measure, print a table, and return its figures by name."""
    return table(
        "FourSide",
        {
            f"{level}: {name}": match(FOURSIDE, *players, FOURSIDE_BOARDS, level=level)
            for level, (name, players) in product(LARGEST, FOURSIDE_PAIRINGS.items())
        },
    )


# Fooblitzky

FOOBLITZKY_BOARDS = 200
FOOBLITZKY_PAIRS = (("sleuth", "shopper"), ("sleuth", "walker"), ("shopper", "walker"))


def measure_fooblitzky() -> dict[str, float]:
    """Measure, print a table, and return its figures by name."""
    return table(
        "Fooblitzky",
        {
            f"{strong} against {weak}": match(
                FOOBLITZKY, named(FOOBLITZKY, strong), named(FOOBLITZKY, weak), FOOBLITZKY_BOARDS
            )
            for strong, weak in FOOBLITZKY_PAIRS
        },
    )


# Foozle

FOOZLE_HANDS = 2_000
HAND_LARGEST = 12
"""Cards in a hand between taking and discarding."""
FOOZLE_MATCHES = (
    ("steady", "greedy", 2, 100),
    ("cunning", "steady", 2, 200),
    ("cunning", "steady", 3, 50),
    ("cunning", "steady", 4, 50),
)
"""Which level plays which weaker one, at tables of how many, and with how many shuffles."""


def measure_foozle() -> dict[str, float]:
    """Measure, print tables, and return the figures by name."""
    hands = table("Foozle", {"best partition of a hand": spread(_partitions(), "ms", 0.5, 1)})
    return hands | table(
        "Foozle",
        {
            f"{strong} among {seats}, else {weak}": match(
                FOOZLE, named(FOOZLE, strong), named(FOOZLE, weak), shuffles, seats
            )
            for strong, weak, seats, shuffles in FOOZLE_MATCHES
        },
    )


def _partitions() -> list[float]:
    """For random hands of the whole deck and of one colour, and hands of a whole suit and a card."""
    rng = Random(1)
    pools = [range(DECK), range(33)]
    hands = [among(map(Card, shuffle(rng, pools[at % 2])[:HAND_LARGEST])) for at in range(FOOZLE_HANDS)]
    hands += [Cards(2047 << 11 * suit | 1 << 11 * ((suit + 1) % 15)) for suit in range(15)]
    return [cpu(lambda: best(hand))[1] for hand in hands]  # noqa: B023 - called at once


if __name__ == "__main__":
    play_doublolo_levels()
