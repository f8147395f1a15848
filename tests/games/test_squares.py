"""Story squares of every game that is ever the game of the day."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from random import Random

import pytest

from games.core import Seat
from games.engine import registry
from games.engine.fair import commit
from games.engine.record import MOST_MOVES, Header, Line, Record
from games.engine.record import write as written
from games.engine.selfplay import next_line
from games.engine.squares import can_tell, squares
from games.engine.table import AnyTable, Table
from games.game import AnyGame
from games.kit.judge import Judged
from games.kit.lots import below
from games.kit.story import MOST_SQUARES, Grade, Story
from tests.deep import sized

GAMES = [name for name, game in registry.all_games().items() if can_tell(game)]
DEALS = sized(1, 5)

LINES = sized({"doublolo": 16, "calabresella": 20}, {})
"""How many lines of a try are played and told, where all of them take seconds."""

every_game = pytest.mark.parametrize("name", GAMES)


def begun(name: str, seed: bytes) -> AnyTable:
    game = registry.find(name)
    assert game.daily is not None
    rules = game.daily
    header = Header(name, game.about.edition, rules.seats, tuple(rules.options.items()), commit=commit(seed))
    return Table.new(game, header).unasked()


@lru_cache
def tried(name: str, level: str, deal: int = 0) -> Record:
    """A game of some day, with this computer in the player's seat, or the beginning of one."""
    seed, rules = f"deal {deal}".encode(), registry.find(name).daily
    assert rules is not None
    table, levels = begun(name, seed), (level, *[rules.rival] * (rules.seats - 1))
    while not table.over and len(table.lines) < LINES.get(name, MOST_MOVES):
        table = table.play(next_line(table, seed, levels))
    return table.record()


@lru_cache
def told(game: AnyGame, record: Record) -> tuple[Grade, ...]:
    return squares(game, record, Seat(0))


def stars(row: Sequence[Grade]) -> float:
    return Counter(row)[Grade.BEST] / len(row)


def test_every_game_of_the_day_has_squares() -> None:
    assert [name for name, game in registry.all_games().items() if game.daily is not None] == GAMES


@every_game
def test_there_are_at_most_twelve_and_a_stronger_player_has_more_stars(name: str) -> None:
    game = registry.find(name)
    weakest, strongest = game.about.levels[0], game.about.levels[-1]
    shares = []
    for level in (weakest, strongest):
        rows = [told(game, tried(name, level, deal)) for deal in range(DEALS)]
        assert all(0 < len(row) <= MOST_SQUARES for row in rows)
        assert all(isinstance(one, Grade) for row in rows for one in row)
        shares.append(sum(map(stars, rows)) / DEALS)
    assert shares[1] > shares[0] + 0.1
    assert shares[1] > 0.5, "a player who follows the judge misses little"


def test_they_are_the_same_in_every_process_also_without_the_seed() -> None:
    records = {name: at_random(name) for name in GAMES}
    program = (
        "import json, sys\n"
        "from games.engine import registry\n"
        "from games.core import Seat\n"
        "from games.engine.record import read\n"
        "from games.engine.squares import squares\n"
        "for name, text in json.load(sys.stdin).items():\n"
        "    print(''.join(squares(registry.find(name), read(text), Seat(0))))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps({name: written(record) for name, record in records.items()}),
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "12345"},
    )
    here = ["".join(told(registry.find(name), record)) for name, record in records.items()]
    assert ran.stdout.splitlines() == here


@every_game
def test_any_moves_can_be_told_and_those_at_random_seldom_are_the_best(name: str) -> None:
    record = at_random(name)
    row = told(registry.find(name), record)
    assert 0 < len(row) <= MOST_SQUARES
    assert stars(row) < 0.8


@lru_cache
def at_random(name: str) -> Record:
    """The beginning of a game in which the player chooses any of their moves."""
    game = registry.find(name)
    assert game.daily is not None
    rules, seed, lots = game.daily, b"random", Random(5)
    table = begun(name, seed)
    made, most = 0, sized(5, 24)
    while made < most and not table.over:
        if table.turn.owes == {Seat(0)}:
            moves = list(islice(game.legal(table.view(Seat(0))), 2000))
            line, made = Line(Seat(0), game.write(moves[below(lots, len(moves))])), made + 1
        else:
            line = next_line(table, seed, [rules.rival] * rules.seats)
        table = table.play(line)
    return table.record()


def test_a_game_with_a_judge_needs_nothing_more() -> None:
    for name in ("fourside", "calabresella"):
        game = registry.find(name)
        assert game.daily is not None
        plain = replace(game, daily=replace(game.daily, story=Story()))
        assert can_tell(plain)
        record = tried(name, game.about.levels[-1])
        assert 0 < len(told(plain, replace(record, lines=record.lines[:20]))) <= MOST_SQUARES
        assert not can_tell(replace(plain, judge=None))


def test_a_judge_that_finds_the_worst_in_every_move_leaves_no_star_and_the_best_only_stars() -> None:
    game = registry.find("fourside")
    assert game.judge is not None
    assert game.daily is not None
    judged = replace(game, daily=replace(game.daily, story=replace(game.daily.story, worths=None)))
    record, judge = tried("fourside", game.about.levels[-1]), game.judge

    def with_worth(share: float) -> AnyGame:
        weigh = lambda _, played, *__: Judged(None, 100.0, 100.0 * share)  # noqa: E731
        return replace(judged, judge=replace(judge, weigh=weigh, noise=100.0))

    for share, grade in ((1, "b"), (0.95, "b"), (0.94, "g"), (0.75, "g"), (0.5, "f"), (0.4, "m"), (0, "m")):
        assert set(told(with_worth(share), record)) == {Grade(grade)}, share
