"""Computer players: what they take into account, and that a higher level plays better."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings

from bench.computers import FOURSIDE_PAIRINGS, WON, Chooser, at_random, match, named
from games.core import IllegalMove
from games.fourside import GAME
from games.fourside.computer import CARE, choose
from games.fourside.fitting import score
from games.fourside.options import LARGEST, Level
from games.fourside.outlook import _answered, at_once
from games.fourside.position import Playing, Position, TilesOwed, other
from games.fourside.view import View
from tests.deep import examples, sized
from tests.games.fourside.played import played, playing, positions


def gained(position: Position, mover: int, before: Position) -> int:
    return position.table.scores[mover] - before.table.scores[mover]


@given(positions)
def test_at_once_gains_the_most_there_is(position: Position) -> None:
    if not isinstance(position, Playing):
        return
    view, mover = View(position), position.mover
    gains = {
        place: gained(GAME.apply(position, mover, place).state, mover, position) for place in view.placements
    }
    assert gains[at_once(view, Random(1))] == max(gains.values())


@settings(max_examples=examples(7))
@given(positions)
def test_the_expert_finds_the_best_reply(position: Position) -> None:
    """Checked by the rules: every placement, and every reply to it from the open hand."""
    if not isinstance(position, Playing):
        return
    mover, rival = position.mover, other(position.mover)
    view = View(position)
    answered = {one.place: one for one in _answered(view)}
    assert set(answered) == set(view.placements), "The expert didn't look at every tile, turn and square."
    for place in view.placements[:8]:
        after = GAME.apply(position, mover, place).state
        reply = View(Playing(after.table, rival))
        replies = [GAME.apply(reply.position, rival, one).state for one in reply.placements]
        best = max((gained(state, rival, position) for state in replies), default=0)
        assert answered[place].worth == gained(after, mover, position) - best
        if replies:
            boards = [state.table.board.tiles for state in replies if gained(state, rival, position) == best]
            assert answered[place].tiles in boards


def test_the_expert_gives_up_points_to_avoid_a_strong_reply() -> None:
    """It gives up a few points if taking them would open many for the opponent."""
    for seed in range(40):
        view = View(playing(seed, 40))
        answered = {one.place: one.worth for one in _answered(view)}
        chosen = choose(view, "expert", Random(1))
        greedy = at_once(view, Random(1))
        if answered[chosen] > answered[greedy] + 10:
            return
    raise AssertionError("The expert never looked beyond its own points.")


def test_the_expert_does_not_know_the_tiles_to_come() -> None:
    """Its choice depends on view, level and generator only; chance can draw anything after it."""
    position = playing(3, 21)
    view = View(position)
    first = choose(view, "expert", Random(4))
    assert {choose(view, "expert", Random(4)) for _ in range(3)} == {first}
    after = GAME.apply(position, position.mover, first).state
    assert isinstance(after, TilesOwed)
    assert len({GAME.chance(after, Random(seed)) for seed in range(10)}) > 1


@pytest.mark.parametrize("level", CARE)
def test_care_grows_as_the_board_fills(level: str) -> None:
    def share(moves: int) -> float:
        taken = total = 0
        for seed in range(sized(3, 6)):
            view = View(playing(seed, moves))
            best = max(score(view.board, place.square).points for place in view.placements)
            for tried in range(sized(80, 200)):
                place = choose(view, level, Random(f"{seed} {tried}"))
                taken += score(view.board, place.square).points == best
                total += 1
        return taken / total

    lowest, highest = CARE[level]
    assert share(3) >= lowest - 0.05
    assert share(59) > share(3) - 0.05
    assert share(59) >= lowest + (highest - lowest) * 0.4


@pytest.mark.parametrize("level", GAME.about.levels)
def test_no_computer_chooses_when_nobody_has_to_move(level: str) -> None:
    with pytest.raises(IllegalMove, match="nothing to choose"):
        choose(View(played(1, 1)), level, Random(1))


def test_an_unknown_level_is_an_error() -> None:
    with pytest.raises(KeyError):
        choose(View(played(1, 2)), "godlike", Random(1))


@pytest.mark.parametrize("values", sized(list(LARGEST)[:1], list(LARGEST)))
@pytest.mark.parametrize("pairing", ["beginner against random", "expert against greedy"])
def test_a_better_player_wins_from_either_seat(values: Level, pairing: str) -> None:
    strong, weak = FOURSIDE_PAIRINGS[pairing]
    assert _won(values, strong, weak) >= 75


def test_levels_go_from_weak_to_strong() -> None:
    order = [at_random, *(named(GAME, level) for level in GAME.about.levels)]
    for weak, strong in pairwise(order):
        assert _won("intermediate", strong, weak) >= 75


def _won(values: Level, strong: Chooser, weak: Chooser) -> float:
    """How much of eight games it won, four from each seat; in 100."""
    return match(GAME, strong, weak, boards=4, level=values)[WON]
