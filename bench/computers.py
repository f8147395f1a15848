"""How well the computers of the five games play, and how long they think.

    python -m bench doublolo calabresella fourside fooblitzky foozle
    python -m bench.computers     plays Doublolo's levels against each other, for about twenty minutes

Times are CPU time, not wall-clock time. Doublolo's moves are found on masks, in turns with a plain scan of a
list with walls, on the same positions, so that a busy moment affects both equally. In Calabresella the
strongest hand of each deal plays alone, the measured level on one side and rules of thumb on the other.
FourSide and Fooblitzky play each board and seed twice, with the seats swapped; Foozle once per seat, with the
stronger level in that seat and the weaker one in all others.
"""

import gc
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import TypeAlias

from bench import told
from games import fair
from games.calabresella.computer import WORLDS
from games.calabresella.computer import choose as choose_calabresella
from games.calabresella.habits import strength
from games.calabresella.notation import Deal, Move
from games.calabresella.options import Options as CalabresellaOptions
from games.calabresella.position import (
    MADE,
    SEATS,
    Between,
    DealOwed,
    Match,
    Playing,
    Rejecting,
    Solo,
    Taking,
)
from games.calabresella.position import (
    Position as CalabresellaPosition,
)
from games.calabresella.rules import apply, chance, turn
from games.calabresella.sight import see
from games.core import CHANCE, Outcome, Seat
from games.doublolo.computer import NODES
from games.doublolo.lines import moves
from games.doublolo.notation import Place as PlaceStone
from games.doublolo.position import GRID, RED, WHITE
from games.doublolo.position import Playing as DoubloloPlaying
from games.doublolo.rules import apply as apply_doublolo
from games.doublolo.search import Search
from games.doublolo.view import View as DoubloloView
from games.fooblitzky import GAME as FOOBLITZKY
from games.fooblitzky import Move as FooblitzkyMove
from games.fooblitzky import View as FooblitzkyView
from games.foozle import GAME as FOOZLE
from games.foozle.cards import DECK, Card, Cards, among
from games.foozle.computer import choose as choose_foozle
from games.foozle.melds import best
from games.fourside import GAME as FOURSIDE
from games.fourside import Options as FourSideOptions
from games.fourside import rules
from games.fourside.computer import choose as choose_fourside
from games.fourside.fitting import placements
from games.fourside.options import LARGEST as LARGEST_TILES
from games.fourside.options import Level
from games.fourside.outlook import at_once
from games.fourside.position import Finished
from games.fourside.position import Place as PlaceTiles
from games.fourside.position import Playing as FourSidePlaying
from games.fourside.position import Position as FourSidePosition
from games.fourside.view import View as FourSideView
from games.kit.grid import bits
from games.kit.lots import below, shuffle
from games.selfplay import selfplay
from tests.games.calabresella.endings import disagreements
from tests.games.doublolo.matches import won
from tests.games.doublolo.perft import fixed_board, othello, perft

# Doublolo

ROUNDS = 5
SECONDS = 0.3
DOUBLOLO_BOARDS = 30
DOUBLOLO_LEVELS = (
    ("greedy", "easy", 50),
    ("easy", "medium", 30),
    ("medium", "hard", 20),
    ("greedy", "hard", 10),
    ("hard", "expert", 12),
)
"""Which level plays which stronger one, and on how many boards: twice on each, once with each colour."""

_WALL, _EMPTY = 9, 3
_ACROSS = GRID.width + 2
_WAYS = (-_ACROSS - 1, -_ACROSS, -_ACROSS + 1, -1, 1, _ACROSS - 1, _ACROSS, _ACROSS + 1)


def measure_doublolo() -> dict[str, float]:
    """Measure, print a table, and return its figures by name."""
    figures = {**_finding(), **_doublolo_thinking(), **_counting()}
    return told(figures, digits=1)


def play_doublolo_levels() -> None:
    """Play whole games between levels and print how many the higher one won."""
    for weak, strong, boards in DOUBLOLO_LEVELS:
        sys.stdout.write(f"{strong} against {weak}: {won(strong, weak, boards)} games of {2 * boards}\n")
        sys.stdout.flush()


def _doublolo_positions() -> list[DoubloloPlaying]:
    """Positions of all ages from random play on fixed boards."""
    return [_doublolo_aged(Random(seed), seed, age=seed * 8) for seed in range(DOUBLOLO_BOARDS)]


def _doublolo_aged(rng: Random, seed: int, age: int) -> DoubloloPlaying:
    position = DoubloloPlaying(fixed_board(seed, 24 + seed % 17), RED)
    for _ in range(age):
        found = list(bits(DoubloloView(position).open))
        square = GRID.square(found[below(rng, len(found))])
        after = apply_doublolo(position, position.mover, PlaceStone(square)).state
        if not isinstance(after, DoubloloPlaying):
            break
        position = after
    return position


def _finding() -> dict[str, float]:
    positions = _doublolo_positions()
    sides = [(at.board.stones[at.mover], at.board.stones[1 - at.mover], at.board.empty) for at in positions]
    lists = [_listed(at) for at in positions]
    for (own, other, empty), listed in zip(sides, lists, strict=True):
        assert moves(GRID, own, other, empty).bit_count() == len(_scanned(listed))

    def on_masks() -> int:
        for own, other, empty in sides:
            moves(GRID, own, other, empty)
        return len(sides)

    def on_lists() -> int:
        for listed in lists:
            _scanned(listed)
        return len(lists)

    fast, plain = _in_turns(on_masks, on_lists)
    return {"moves found, masks": fast, "moves found, list": plain, "ratio": fast / plain}


def _listed(position: DoubloloPlaying) -> list[int]:
    """The board as a list with a wall around it: 1 the mover's stones, 2 the other's."""
    listed = [_WALL] * (_ACROSS * (GRID.height + 2))
    board = position.board
    kinds = ((board.empty, _EMPTY), (board.stones[position.mover], 1), (board.stones[1 - position.mover], 2))
    for mask, kind in kinds:
        for square in GRID.squares(mask):
            listed[(square.row + 1) * _ACROSS + square.column + 1] = kind
    return listed


def _scanned(listed: list[int]) -> list[int]:
    return [at for at, kind in enumerate(listed) if kind == _EMPTY and _outflanks(listed, at)]


def _outflanks(listed: list[int], at: int) -> bool:
    for way in _WAYS:
        beyond = at + way
        if listed[beyond] == 2:
            while listed[beyond] == 2:
                beyond += way
            if listed[beyond] == 1:
                return True
    return False


def _doublolo_thinking() -> dict[str, float]:
    positions, figures = _doublolo_positions(), {}
    for level, budget in NODES.items():
        if not budget:
            continue
        nodes, depths, times = 0, [], []
        for at in positions:
            search = Search(GRID, at.board.blocked, budget)
            began = time.process_time()
            search.best(at.board.stones[at.mover], at.board.stones[1 - at.mover])
            times.append(time.process_time() - began)
            nodes += search.nodes
            depths.append(search.depth)
        figures[f"{level}: nodes per second"] = nodes / sum(times)
        figures[f"{level}: ms per move, median"] = 1000 * statistics.median(times)
        figures[f"{level}: ms per move, longest"] = 1000 * max(times)
        figures[f"{level}: depth finished, mean"] = statistics.mean(depths)
    return figures


def _counting() -> dict[str, float]:
    """Count through the game's own rules, events included."""
    own_board = DoubloloPlaying(fixed_board(1, 24), WHITE)
    small, large = _in_turns(lambda: othello(7), lambda: perft(own_board, 4))
    return {"positions per second, Othello 8x8": small, "positions per second, own board": large}


def _in_turns(*ways: Callable[[], int]) -> list[float]:
    """How much each way gets done per second: the median of its rounds."""
    rates: list[list[float]] = [[] for _ in ways]
    for _ in range(ROUNDS):
        for way, kept in zip(ways, rates, strict=True):
            began, done = time.process_time(), 0
            while (spent := time.process_time() - began) < SECONDS:
                done += way()
            kept.append(done / spent)
    return [statistics.median(kept) for kept in rates]


# Calabresella

DEALS = 60
POSITIONS = 500
EQUAL = f"endgame: equal to brute force, of {POSITIONS}"


def measure_calabresella() -> dict[str, float]:
    """Measure, print a table, and return its figures by name."""
    figures = {**_calabresella_playing(), **_ending()}
    return told(figures)


def _calabresella_playing() -> dict[str, float]:
    figures = {}
    for level in WORLDS:
        thought = Thought()
        points = [_soloist(seed, (level, "rules"), thought) for seed in range(DEALS)]
        figures[f"{level}: soloist's points of 35, against rules"] = sum(points) / DEALS
        figures[f"{level}: made 18, in 100"] = 100 * sum(point >= MADE for point in points) / DEALS
        held = [_soloist(seed, ("rules", level), thought) for seed in range(DEALS)]
        figures[f"{level}: leaves a soloist by rules, of 35"] = sum(held) / DEALS
        cards = sorted(thought.cards)
        figures[f"{level}: ms per card, median"] = 1000 * cards[len(cards) // 2]
        figures[f"{level}: ms per card, p95"] = 1000 * cards[len(cards) * 95 // 100]
        figures[f"{level}: ms per exchange, longest"] = 1000 * max(thought.exchanges)
    return figures


@dataclass
class Thought:
    """How many seconds the measured level took for its choices."""

    cards: list[float] = field(default_factory=list)
    exchanges: list[float] = field(default_factory=list)


def _soloist(seed: int, levels: tuple[str, str], thought: Thought) -> int:
    """The points that a deal's strongest hand takes, by the levels of the soloist and the opponents."""
    position: CalabresellaPosition = _declared(seed)
    rng = Random(seed)
    while not isinstance(position, Between):
        assert isinstance(position, Rejecting | Taking | Playing)
        (seat,) = turn(position).owes
        level = levels[seat != position.solo.soloist]
        move, seconds = _timed_choice(position, seat, level, rng)
        if level != "rules" or levels == ("rules", "rules"):
            (thought.cards if isinstance(position, Playing) else thought.exchanges).append(seconds)
        position = apply(position, seat, move).state
    assert position.played
    return position.played.score.took[position.played.solo.soloist]


def _timed_choice(position: CalabresellaPosition, seat: Seat, level: str, rng: Random) -> tuple[Move, float]:
    view = see(position, seat)
    began = time.process_time()
    move = choose_calabresella(view, level, rng)
    return move, time.process_time() - began


def _declared(seed: int) -> Rejecting:
    """A deal in which the strongest hand has declared."""
    match = Match(CalabresellaOptions(game_point=9999))
    deal = chance(DealOwed(match), Random(seed))
    assert isinstance(deal, Deal)
    hands = deal.dealt.hands
    best = max(SEATS, key=lambda seat: strength(hands[seat]))
    return Rejecting(match, deal.dealt, hands, Solo(best))


def _ending() -> dict[str, float]:
    began = time.process_time()
    equal = sum(not disagreements((seed,)) for seed in range(POSITIONS))
    return {
        EQUAL: equal,
        "endgame: seconds for both": time.process_time() - began,
    }


# FourSide

FOURSIDE_BOARDS = 50
"""Each is played twice, with the seats swapped."""

FOURSIDE_TIMED = 40

Player: TypeAlias = Callable[[FourSideView, Random], PlaceTiles]


def measure_fourside() -> dict[str, float]:
    """Measure, print a table, and return its figures by name."""
    figures: dict[str, float] = {}
    for level in LARGEST_TILES:
        figures |= _fourside_strength(level) | _fourside_thinking(level)
    return told(figures)


def at_random(view: FourSideView, rng: Random) -> PlaceTiles:
    """Any placement."""
    found = view.placements
    return found[below(rng, len(found))]


def named(level: str) -> Player:
    """The computer of this level."""
    return lambda view, rng: choose_fourside(view, level, rng)


FOURSIDE_PAIRINGS: dict[str, tuple[Player, Player]] = {
    "greedy against random": (at_once, at_random),
    "beginner against random": (named("beginner"), at_random),
    "intermediate against beginner": (named("intermediate"), named("beginner")),
    "expert against intermediate": (named("expert"), named("intermediate")),
    "expert against greedy": (named("expert"), at_once),
}


def played_fourside(level: Level, players: tuple[Player, Player], board: int) -> tuple[int, int]:
    """The final scores by seat."""
    position: FourSidePosition = FOURSIDE.new(2, FourSideOptions(level=level))
    drawn, rng = 0, Random(board)
    while not isinstance(position, Finished):
        (seat,) = FOURSIDE.turn(position).owes
        if seat == CHANCE:
            move = FOURSIDE.chance(position, fair.chance_rng(bytes([board]), drawn, ()))
            drawn += 1
        else:
            move = players[seat](FourSideView(position, seat), rng)
        position = rules.apply(position, seat, move).state
    return position.table.scores


def _fourside_strength(level: Level) -> dict[str, float]:
    """The share of games won, a tie as half of one, and the mean lead in points."""
    figures = {}
    for name, (strong, weak) in FOURSIDE_PAIRINGS.items():
        scores = [played_fourside(level, (strong, weak), board) for board in range(FOURSIDE_BOARDS)]
        scores += [
            (b, a)
            for a, b in (played_fourside(level, (weak, strong), board) for board in range(FOURSIDE_BOARDS))
        ]
        won = statistics.mean((own > other) + (own == other) / 2 for own, other in scores)
        figures[f"{level}: {name}, % won"] = 100 * won
        figures[f"{level}: {name}, lead"] = statistics.mean(own - other for own, other in scores)
    return figures


def _fourside_thinking(level: Level) -> dict[str, float]:
    """On positions of all ages from random play."""
    views = [_fourside_aged(level, seed) for seed in range(FOURSIDE_TIMED)]
    finding = _fourside_timed(views, lambda view: list(placements(view.board, view.hand)))
    choosing = _fourside_timed(views, lambda view: choose_fourside(view, "expert", Random(1)))
    return {
        f"{level}: placements, mean": statistics.mean(len(view.placements) for view in views),
        f"{level}: placements, most": max(len(view.placements) for view in views),
        f"{level}: all placements found, ms": statistics.median(finding),
        f"{level}: expert's move, ms, median": statistics.median(choosing),
        f"{level}: expert's move, ms, longest": max(choosing),
    }


def _fourside_timed(views: list[FourSideView], work: Callable[[FourSideView], object]) -> list[float]:
    times = []
    for view in views:
        began = time.process_time()
        work(view)
        times.append(1000 * (time.process_time() - began))
    return times


def _fourside_aged(level: Level, seed: int) -> FourSideView:
    rng = Random(seed)
    position: FourSidePosition = FOURSIDE.new(2, FourSideOptions(level=level))
    kept = FourSideView(position)
    for _ in range(2 + 2 * seed):
        (seat,) = FOURSIDE.turn(position).owes or (CHANCE,)
        if isinstance(position, Finished):
            break
        move = (
            FOURSIDE.chance(position, rng) if seat == CHANCE else at_random(FourSideView(position, seat), rng)
        )
        position = rules.apply(position, seat, move).state
        kept = FourSideView(position, seat) if isinstance(position, FourSidePlaying) else kept
    return FourSideView(kept.position)


# Fooblitzky

FOOBLITZKY_GAMES = 400
FOOBLITZKY_PAIRS = (("sleuth", "shopper"), ("sleuth", "walker"), ("shopper", "walker"))


class Timed:
    """The time taken for each choice of one level."""

    def __init__(self, level: str) -> None:
        self._level = level
        self.seconds: list[float] = []

    def choose(self, view: FooblitzkyView, level: str, rng: Random) -> FooblitzkyMove:
        """The level's move."""
        gc.disable()
        began = time.process_time()
        assert FOOBLITZKY.choose is not None
        move = FOOBLITZKY.choose(view, level, rng)
        if level == self._level:
            self.seconds.append(time.process_time() - began)
        gc.enable()
        return move


def measure_fooblitzky(games: int = FOOBLITZKY_GAMES) -> dict[str, float]:
    """Measure, print a table, and return its figures by name."""
    figures: dict[str, float] = {}
    for strong, weak in FOOBLITZKY_PAIRS:
        figures |= _fooblitzky_match(strong, weak, games)
    return told(figures, digits=1)


def _fooblitzky_match(strong: str, weak: str, games: int) -> dict[str, float]:
    timed, won, lengths = Timed(strong), 0.0, []
    play = partial(selfplay, replace(FOOBLITZKY, choose=timed.choose), 2, {})
    for number in range(games):
        seat = number % 2
        levels: Sequence[str] = (strong, weak) if seat == 0 else (weak, strong)
        record = play((number // 2).to_bytes(32), levels)
        places = record.header.places
        assert places is not None
        won += 1.0 if places[seat] < places[1 - seat] else 0.5 if places[0] == places[1] else 0.0
        lengths.append(len(record.lines))
    times = sorted(timed.seconds)
    return {
        f"{strong} against {weak}: won, in 100": 100 * won / games,
        f"{strong} against {weak}: lines a game, median": statistics.median(lengths),
        f"{strong}: ms per choice, p95": 1000 * times[len(times) * 95 // 100],
        f"{strong}: ms per choice, longest": 1000 * times[-1],
    }


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
"""Which level plays which weaker one, at tables of how many, and with how many seeds."""


def measure_foozle() -> dict[str, float]:
    """Measure, print a table, and return its figures by name."""
    figures = _foozle_hands()
    for strong, weak, seats, shuffles in FOOZLE_MATCHES:
        figures |= _foozle_match(strong, weak, seats, shuffles)
    return told(figures, digits=3)


def _foozle_hands() -> dict[str, float]:
    """Random hands of the whole deck and of one colour, and hands of a whole suit and a card."""
    rng = Random(1)
    pools = [range(DECK), range(33)]
    hands = [among(map(Card, shuffle(rng, pools[at % 2])[:HAND_LARGEST])) for at in range(FOOZLE_HANDS)]
    hands += [Cards(2047 << 11 * suit | 1 << 11 * ((suit + 1) % 15)) for suit in range(15)]
    times = [_took(hand) for hand in hands]
    return {"hand, median ms": statistics.median(times), "hand, worst ms": max(times)}


def _took(hand: Cards) -> float:
    began = time.process_time()
    best(hand)
    return 1000 * (time.process_time() - began)


def _foozle_match(strong: str, weak: str, seats: int, shuffles: int) -> dict[str, float]:
    won, lengths, times = 0, [], list[float]()
    for number in range(seats * shuffles):
        seat = number % seats
        levels = [strong if at == seat else weak for at in range(seats)]
        outcome, length, took = _foozle_game(levels, seat, number // seats)
        won += outcome.places[seat] == 1
        lengths.append(length)
        times += took
    times.sort()
    name = f"{strong} among {seats}, else {weak}"
    return {
        f"{name}: won, in 100": 100 * won / (seats * shuffles),
        f"{name}: lines a game, median": statistics.median(lengths),
        f"{name}: ms per choice, p95": times[len(times) * 95 // 100],
        f"{name}: ms per choice, longest": times[-1],
    }


def _foozle_game(levels: list[str], timed: int, seed: int) -> tuple[Outcome, int, list[float]]:
    """How it ended, after how many lines, and the milliseconds of each of the timed seat's choices."""
    chance, lots, lines, took = Random(seed), Random(seed + 1), 0, list[float]()
    state = FOOZLE.new(len(levels), FOOZLE.options())
    while owes := FOOZLE.turn(state).owes:
        who = min(owes)
        began = time.process_time()
        if who == CHANCE:
            move = FOOZLE.chance(state, chance)
        else:
            move = choose_foozle(FOOZLE.view(state, who), levels[who], lots)
        if who == timed:
            took.append(1000 * (time.process_time() - began))
        state = FOOZLE.apply(state, who, move).state
        lines += 1
    outcome = FOOZLE.outcome(state)
    assert outcome is not None
    return outcome, lines, took


if __name__ == "__main__":
    play_doublolo_levels()
