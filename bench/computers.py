"""How fast the computers search, and how many points they make alone at Calabresella.

    python -m bench doublolo calabresella foozle

Times are CPU time, not wall-clock time. Doublolo's moves are found on masks, in turns with a plain scan of a
list with walls, on the same positions. In Calabresella the strongest hand of each deal plays alone, the
measured level on one side and rules of thumb on the other. How strong the levels are beside each other is
what `make ladder` prints.
"""

import statistics
from itertools import islice, pairwise
from random import Random
from typing import Any, TypeAlias

from bench import cpu, in_turns, spread, table, told
from bench.ladder import Timed, player, positions
from bench.rivals import Chooser
from games.calabresella import GAME as CALABRESELLA
from games.calabresella.computers.endgame import Endgame
from games.calabresella.computers.habits import bits, strength
from games.calabresella.computers.playout import World
from games.calabresella.rules.notation import Deal
from games.calabresella.rules.options import Options as CalabresellaOptions
from games.calabresella.rules.position import DECK, SEATS, Between, DealOwed, Match, Position, Rejecting, Solo
from games.calabresella.rules.position import Playing as PlayingCards
from games.calabresella.rules.tricks import playable
from games.doublolo import GAME as DOUBLOLO
from games.doublolo.computers.computer import Thinker
from games.doublolo.computers.levels import LEVELS
from games.doublolo.computers.search import Search
from games.doublolo.rules.lines import moves
from games.doublolo.rules.position import GRID, RED, WHITE, Board, Playing
from games.foozle.rules.cards import DECK as FOOZLE_DECK
from games.foozle.rules.cards import Card, Cards, among
from games.foozle.rules.melds import best
from games.kit.lots import shuffle
from tests.games.calabresella.endings import disagreements
from tests.games.doublolo.perft import fixed_board
from tests.games.wandering import wander

# Doublolo

DOUBLOLO_BOARDS, FINDINGS = 30, 200
FASTER = "Doublolo: legal moves, faster than a list scan"
NODES_A_SECOND = "nodes a second"
_WALL, _EMPTY = 9, 3
_ACROSS = GRID.width + 2
_WAYS = (-_ACROSS - 1, -_ACROSS, -_ACROSS + 1, -1, 1, _ACROSS - 1, _ACROSS, _ACROSS + 1)
_Sides: TypeAlias = tuple[Board, int, int]


def measure_doublolo() -> dict[str, float]:
    """Measure, print tables, and return the figures by name."""
    sides = [_aged(seed) for seed in range(DOUBLOLO_BOARDS)]
    players = {one.name: one.plays for one in LEVELS}
    budgets = {
        name: one.on_large for name, one in players.items() if isinstance(one, Thinker) and one.on_large
    }
    thinking = {level: _thought(sides, budget) for level, budget in budgets.items()}
    return _found(sides) | table("Doublolo's search", thinking)


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
_OPEN, _OPENED, _LOST = 9, 25, "soloist's points lost to open cards"
"""With so many cards or fewer in hand, an exact solver says what the soloist could still have taken if all
cards lay open, in so many deals. Nobody who doesn't see them can lose nothing, so that's a bound, not a goal.
It takes 3 s of processor time a deal, 12 s with ten cards, and minutes with all twelve."""


def measure_calabresella() -> dict[str, float]:
    """Measure, print a table, and return its figures by name."""
    figures = table("Calabresella", {level: _level(level) for level in CALABRESELLA.about.levels})
    equal = sum(not disagreements((seed,)) for seed in range(ENDINGS))
    return figures | told({f"endgames equal to brute force, of {ENDINGS}": equal}, digits=0)


def _level(level: str) -> dict[str, float]:
    measured, by_rules = player(CALABRESELLA, level), player(CALABRESELLA, "rules")
    timed = Timed(measured)

    def measured_at_cards(view: Any, rng: Random) -> Any:
        return (timed if view.phase is PlayingCards else measured)(view, rng)

    alone = [_played(seed, measured_at_cards, by_rules) for seed in range(DEALS)]
    against = [_played(seed, by_rules, measured_at_cards) for seed in range(DEALS)]
    row = {
        _SOLOIST: statistics.mean(map(_points, alone)),
        _LEFT: statistics.mean(map(_points, against)),
        _LOST: statistics.mean(map(_lost, alone[:_OPENED])),
    }
    return row | spread(timed.ms, "ms a card", 0.5, 0.95)


def _played(seed: int, soloist: Chooser, others: Chooser) -> list[Position]:
    """A deal in which the strongest hand plays alone, until it's over."""
    begun = _declared(seed)
    players = [soloist if seat == begun.solo.soloist else others for seat in SEATS]
    lots, found = Random(seed), list[Position]()
    for position in positions(CALABRESELLA, begun, players, lots, lots):
        found.append(position)
        if isinstance(position, Between):
            break
    return found


def _points(played: list[Position]) -> int:
    """The points that the soloist took."""
    *_, before, after = played
    assert isinstance(before, PlayingCards)
    assert isinstance(after, Between)
    assert after.played
    return after.played.score.took[before.solo.soloist]


def _lost(played: list[Position]) -> int:
    """By how many points the soloist's cards were worse than the best ones, if all cards had been open."""
    lost, solver = 0, None
    for before, after in pairwise(played):
        if isinstance(before, PlayingCards) and isinstance(after, PlayingCards):
            hand, soloist = before.hands[before.mover], before.solo.soloist
            if before.mover == soloist and hand.bit_count() <= _OPEN:
                gone = DECK.mask(laid.card for one in (*before.tricks, before.trick) for laid in one)
                out = DECK.full & ~gone & ~(before.hands[0] | before.hands[1] | before.hands[2])
                trick = tuple((int(laid.seat), DECK.bits[laid.card]) for laid in before.trick)
                world = World(before.hands, out, int(soloist), int(soloist), trick)
                solver = solver or Endgame(int(soloist), out)  # it remembers what it has found
                # What the soloist still wins with each card if everybody then plays perfectly.
                values = {bit: solver.value(world, bit) for bit in bits(playable(hand, before.trick))}
                lost += max(values.values()) - values[hand & ~after.hands[before.mover]]
    return lost


def _declared(seed: int) -> Rejecting:
    """A deal in which the strongest hand has declared."""
    owed = Match(CalabresellaOptions(game_point=9999))
    deal = CALABRESELLA.chance(DealOwed(owed), Random(seed))
    assert isinstance(deal, Deal)
    hands = deal.dealt.hands
    return Rejecting(owed, deal.dealt, hands, Solo(max(SEATS, key=lambda seat: strength(hands[seat]))))


# Foozle

FOOZLE_HANDS = 2_000
HAND_LARGEST = 12
"""Cards in a hand between taking and discarding."""


def measure_foozle() -> dict[str, float]:
    """Measure, print tables, and return the figures by name."""
    return table("Foozle", {"best partition of a hand": spread(_partitions(), "ms", 0.5, 1)})


def _partitions() -> list[float]:
    """For random hands of the whole deck and of one colour, and hands of a whole suit and a card."""
    rng = Random(1)
    pools = [range(FOOZLE_DECK), range(33)]
    hands = [among(map(Card, shuffle(rng, pools[at % 2])[:HAND_LARGEST])) for at in range(FOOZLE_HANDS)]
    hands += [Cards(2047 << 11 * suit | 1 << 11 * ((suit + 1) % 15)) for suit in range(15)]
    return [cpu(lambda: best(hand))[1] for hand in hands]  # noqa: B023 - called at once
