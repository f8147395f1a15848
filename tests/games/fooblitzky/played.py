"""Games of Fooblitzky to look into: written as lines, or played at random."""

from dataclasses import dataclass
from itertools import islice
from random import Random

from hypothesis import strategies as st

from games.core import CHANCE, Event, Seat
from games.fooblitzky import GAME, Move, Options
from games.fooblitzky.rules.phases import Position
from tests.games.wandering import wander

BEGUN = """
    a choose pig
    b choose hot-dog
    * missing fish yo-yo
    * stock UL UR LL LR
    * lockers UL LR
    * crosswalks none
"""
"""Hot dog, fish, pig and yo-yo are correct: 40 foobles, so 80 each. The city is free of X's."""


def lines(text: str, options: Options | None = None, seats: int = 2) -> tuple[Position, list[Event]]:
    """The position after these lines, and everything announced on the way."""
    return on(GAME.new(seats, options or Options()), text)


def on(position: Position, text: str) -> tuple[Position, list[Event]]:
    """The position after more lines, and everything they announced."""
    told: list[Event] = []
    for line in filter(None, map(str.strip, text.split("\n"))):
        who, _, move = line.partition(" ")
        seat = CHANCE if who == "*" else Seat("abcd".index(who))
        step = GAME.apply(position, seat, GAME.read(move))
        position = step.state
        told += step.events
    return position, told


def after(text: str, options: Options | None = None) -> Position:
    """The position after BEGUN and these lines."""
    return lines(BEGUN + text, options)[0]


@dataclass(frozen=True, slots=True)
class Played:
    """One move of a game: the positions before and after it, who made it, and what it announced."""

    before: Position
    seat: Seat
    move: Move
    after: Position
    told: tuple[Event, ...]


def random_game(seed: int, seats: int, options: Options, moves: int) -> list[Played]:
    """A random game of this many moves, or to its end; choices are not revised."""
    before, played = GAME.new(seats, options), list[Played]()
    for seat, move, step in islice(wander(GAME, before, Random(seed)), moves):
        played.append(Played(before, seat, move, step.state, step.events))
        before = step.state
    return played


options = st.builds(
    Options,
    man_frequency=st.sampled_from(["low", "standard", "high"]),
    man_mood=st.sampled_from(["unfriendly", "standard", "friendly"]),
    crossing_risk=st.sampled_from(["low", "standard", "high"]),
    start_foobles=st.sampled_from(["low", "standard", "high"]),
    wage=st.sampled_from(["2", "4", "10"]),
    first_locker=st.sampled_from(["random", "upper-left"]),
    pawn_shop=st.sampled_from(["random", "upper-right"]),
    open_choice=st.booleans(),
    for_another=st.booleans(),
    quiet_city=st.booleans(),
    lockers_tell=st.booleans(),
    notebook=st.sampled_from(["seen", "conclusions", "none"]),
    teams=st.booleans(),
    three_of_four=st.booleans(),
)
"""Any table."""

games = st.builds(random_game, st.integers(0, 2**32), st.integers(2, 4), options, st.integers(0, 500))
"""Random games of any length."""
