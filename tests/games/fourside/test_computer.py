"""Computer players: what they take into account, and that a higher level plays better."""

from collections import Counter
from dataclasses import replace
from random import Random
from statistics import fmean

import pytest
from hypothesis import given, settings

from bench.ladder import play_deal, player
from bench.levels import scores_most
from bench.rivals import Chooser
from games.core import CHANCE, IllegalMove, Seat
from games.fourside import GAME
from games.fourside.computers.ahead import worths
from games.fourside.computers.computer import Care, filled, noticed
from games.fourside.computers.levels import RISING, UNWARY
from games.fourside.computers.outlook import HOPE, _answered, at_once, before_reply
from games.fourside.rules.fitting import score
from games.fourside.rules.notation import Draw
from games.fourside.rules.options import LARGEST, Level
from games.fourside.rules.position import Finished, Place, Playing, Position, TilesOwed, other
from games.fourside.rules.start import draw_tile
from games.fourside.rules.view import View
from games.kit.lots import below
from tests.deep import DEEP, examples, sized
from tests.games.fourside.played import played, playing, positions


def placed(view: View, level: str, rng: Random) -> Place:
    """What this level places."""
    move = GAME.choose(view, level, rng)
    assert isinstance(move, Place)
    return move


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
def test_a_level_that_thinks_of_the_reply_finds_the_best_one(position: Position) -> None:
    """Checked by the rules: every placement, and every reply to it from the open hand."""
    if not isinstance(position, Playing):
        return
    mover, rival = position.mover, other(position.mover)
    view = View(position)
    answered = {one.place: one for one in _answered(view)}
    assert set(answered) == set(view.placements), "It didn't look at every tile, turn and square."
    for place in view.placements[:8]:
        after = GAME.apply(position, mover, place).state
        reply = View(Playing(after.table, rival))
        replies = [GAME.apply(reply.position, rival, one).state for one in reply.placements]
        best = max((gained(state, rival, position) for state in replies), default=0)
        assert answered[place].worth == gained(after, mover, position) - best
        if replies:
            boards = [state.table.board.tiles for state in replies if gained(state, rival, position) == best]
            assert answered[place].tiles in boards


@pytest.mark.parametrize("level", ["expert", "farsighted"])
def test_the_higher_levels_give_up_points_to_avoid_a_strong_reply(level: str) -> None:
    """They give up a few points if taking them would open many for the opponent."""
    for seed in range(40):
        view = View(playing(seed, 40))
        answered = {one.place: one.worth for one in _answered(view)}
        chosen = placed(view, level, Random(1))
        greedy = at_once(view, Random(1))
        if answered[chosen] > answered[greedy] + 10:
            return
    raise AssertionError("It never looked beyond its own points.")


@pytest.mark.parametrize("seed", range(sized(2, 12)))
def test_looking_ahead_finds_the_best_turn_after_the_best_reply(seed: int) -> None:
    """Checked by the rules: each placement, every reply, and every next turn with the tile that is drawn."""
    begun = playing(seed, 56)
    position = replace(begun, table=replace(begun.table, scores=(500, 500)))
    drawn = draw_tile(Random(seed), position.table.largest)
    found = worths(View(position), Random(seed), draws=1, widths=(999, 999))
    for place in View(position).placements[:4]:
        owed = GAME.apply(position, position.mover, place).state
        after = GAME.apply(owed, CHANCE, Draw((drawn,))).state
        mine = gained(after, position.mover, position)
        assert found[place] == mine + _rest(after, position.mover, turns=1)


def _rest(position: Position, mover: int, turns: int) -> float:
    """What a player gains on the other in so many turns and, by half, in the next."""
    if not isinstance(position, Playing):
        return 0
    after = [GAME.apply(position, position.mover, place).state for place in View(position).placements]
    gains = [gained(one, position.mover, position) for one in after]
    if not turns:
        return HOPE * max(gains) * (1 if position.mover == mover else -1)
    if position.mover == mover:  # the other has lost a turn
        return _rest(position, mover, turns - 1)
    rival = other(position.mover)
    filled = (
        GAME.apply(one, CHANCE, GAME.chance(one, Random(1))).state if _goes_on(one) else one for one in after
    )
    return min(
        _rest(_at(one, rival), mover, turns - 1) - gain for one, gain in zip(filled, gains, strict=True)
    )


def _goes_on(position: Position) -> bool:
    return isinstance(position, TilesOwed)


def _at(position: Position, mover: Seat) -> Position:
    """The position if it's this player's turn and they can place a tile; else one in which nobody gains."""
    return position if isinstance(position, Playing) and position.mover == mover else Finished(position.table)


@pytest.mark.parametrize("level", GAME.about.levels)
def test_no_level_knows_the_tiles_to_come(level: str) -> None:
    """Its choice depends on view, level and generator only; chance can draw anything after it."""
    position = playing(3, 21)
    view = View(position)
    first = placed(view, level, Random(4))
    assert first in view.placements
    assert {placed(view, level, Random(4)) for _ in range(3)} == {first}
    after = GAME.apply(position, position.mover, first).state
    assert isinstance(after, TilesOwed)
    assert len({GAME.chance(after, Random(seed)) for seed in range(10)}) > 1


def test_the_lower_levels_take_the_most_points_of_what_they_notice() -> None:
    view = View(playing(2, 40))
    points = {place: score(view.board, place.square).points for place in view.placements}
    for level, care in (("unwary", UNWARY), ("rising", RISING)):
        for seed in range(20):
            rng = Random(seed)
            rng.random()  # whether it thinks of the reply
            seen = noticed(view, care.once(filled(view)), rng)
            assert points[placed(view, level, Random(seed))] == max(points[place] for place in seen)


def test_the_beginner_overlooks_squares_far_from_the_last_tile_and_turned_tiles() -> None:
    near, far, plain, around = Counter[bool](), Counter[bool](), Counter[bool](), Counter[bool]()
    for seed in range(10):
        view = View(playing(seed, 40))
        last = view.table.last
        assert last is not None
        for tried in range(20):
            seen = set(noticed(view, UNWARY, Random(tried)))
            for place in view.placements:
                away = abs(place.square.column - last.square.column) + abs(place.square.row - last.square.row)
                (near if away < 3 else far)[place in seen] += 1
                if away < 3:
                    (around if place.quarters else plain)[place in seen] += 1
    assert _share(near) > 2 * _share(far) > 0
    assert _share(plain) > 1.5 * _share(around) > 0


def _share(counted: Counter[bool]) -> float:
    return counted[True] / counted.total()


def test_who_notices_nothing_takes_a_square_as_near_as_there_is() -> None:
    view = View(playing(2, 40))
    blind = noticed(view, Care(near=0, turned=0, reply=0), Random(1))
    assert blind
    assert set(blind) <= set(view.placements)
    assert len({place.square for place in blind}) <= 4


@pytest.mark.parametrize("level", GAME.about.levels)
def test_every_level_gets_craftier_as_the_board_fills(level: str) -> None:
    """It takes the place that scores most more often; `bench.levels` looks at more games."""
    few, more = {"expert": (4, 0.05), "farsighted": (1, 0.2)}.get(level, (20, 0.05))
    games = [scores_most(level, number) for number in range(sized(few, 60))]
    begin, _, end = (fmean(found for game in games for found in game[third]) for third in range(3))
    assert end > begin + sized(more, 0.05)


def test_medium_sometimes_forgets_the_reply() -> None:
    """Where points at once and the reply ask for different places, it takes now one and now the other."""
    for seed in range(40):
        view = View(playing(seed, 40))
        answered = {one.place: one.worth for one in _answered(view)}
        greedy, careful = at_once(view, Random(1)), before_reply(view, Random(1))
        if answered[careful] > answered[greedy]:
            taken = [answered[placed(view, "wakeful", Random(tried))] for tried in range(60)]
            assert 20 <= taken.count(answered[careful]) < 55
            return
    raise AssertionError("The reply never mattered.")


@pytest.mark.parametrize("level", GAME.about.levels)
def test_no_computer_chooses_when_nobody_has_to_move(level: str) -> None:
    with pytest.raises(IllegalMove, match="nothing to choose"):
        placed(View(played(1, 1)), level, Random(1))


def test_an_unknown_level_is_an_error() -> None:
    with pytest.raises(KeyError):
        placed(View(played(1, 2)), "godlike", Random(1))


@pytest.mark.parametrize("values", sized(list(LARGEST)[:1], list(LARGEST)))
def test_a_better_player_wins_from_either_seat(values: Level) -> None:
    beginner, hard = player(GAME, "unwary"), player(GAME, "expert")
    assert _won(values, beginner, _at_random) >= 6
    assert _won(values, hard, at_once) >= 6
    if DEEP:
        assert _won(values, player(GAME, "farsighted"), hard) >= 4


def _at_random(view: View, rng: Random) -> Place:
    return view.placements[below(rng, len(view.placements))]


def _won(values: Level, strong: Chooser, weak: Chooser) -> int:
    """How many of eight games it won, four from each seat."""
    return sum(play_deal(GAME, deal, strong, weak, level=values, **GAME.quick).won for deal in range(4))
