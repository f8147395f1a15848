"""The first computer players, and the default move for an absent player."""

from random import Random

import pytest
from hypothesis import given, settings

from games.core import CHANCE, IllegalMove, Seat
from games.fooblitzky import GAME, Options
from games.fooblitzky.computers.computer import LEVELS, choose, default
from games.fooblitzky.moves import Choose
from games.fooblitzky.phases import AtKerb, Choosing
from games.selfplay import selfplay
from tests.deep import examples, sized
from tests.games.fooblitzky.played import BEGUN, Played, after, games, lines


@settings(max_examples=examples(7))
@given(games)
def test_what_is_played_for_an_absent_seat_is_legal_and_crosses_no_x(game: list[Played]) -> None:
    for one in game[::7]:
        for seat in GAME.turn(one.before).owes - {CHANCE}:
            view = GAME.view(one.before, seat)
            if isinstance(one.before.phase, Choosing):
                continue
            move = default(view)
            assert move in GAME.legal(view)
            step = GAME.apply(one.before, seat, move)
            assert not isinstance(step.state.phase, AtKerb)


IDLE = "* roll 20\nb walk H17\n* nobody\n* flip none\n"
SOLD = f"* roll 2\na enter UL drug\na buy eyedropper\n{IDLE}* roll 24\na enter UR pawn\na sell eyedropper\n"
BUYS = "b enter LR sports\nb buy {}\n* flip none\n* roll 20\na walk D17\n* nobody\n"


@pytest.mark.parametrize(
    ("bought", "played"),
    [
        ("", "sell nothing"),
        (f"* roll 2\n{BUYS.format('bowling-ball')}", "sell bowling-ball"),
        (f"* roll 2\n{BUYS.format('basketball')}* roll 2\n{BUYS.format('tennis-ball')}", "sell tennis-ball"),
    ],
)
def test_an_absent_player_in_a_pawn_shop_buys_nothing_that_can_be_avoided(bought: str, played: str) -> None:
    """They could pay for an eyedropper; instead the cheapest thing they carry is sold."""
    there = after(f"{SOLD}{bought}* roll 24\nb enter UR pawn")
    assert GAME.write(default(GAME.view(there, Seat(1)))) == played


def test_an_absent_player_buys_nothing_if_nothing_can_be_bought() -> None:
    there = after(f"* roll 2\na enter UL drug\na buy eyedropper\n{IDLE}* roll 24\na enter UR pawn")
    assert GAME.write(default(GAME.view(there, Seat(0)))) == "buy nothing"


def test_a_secret_choice_is_not_made_for_an_absent_seat() -> None:
    begun = GAME.new(2, Options())
    with pytest.raises(IllegalMove, match="secret"):
        default(GAME.view(begun, min(GAME.turn(begun).owes)))


def test_a_channel_has_nothing_to_choose_in_secret() -> None:
    with pytest.raises(IllegalMove):
        default(GAME.view(GAME.new(2, Options()), None))


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_can_pick_any_item(level: str) -> None:
    assert GAME.choose is not None
    view = GAME.view(GAME.new(2, Options()), min(GAME.turn(GAME.new(2, Options())).owes))
    chosen = {GAME.choose(view, level, Random(seed)) for seed in range(300)}
    assert all(isinstance(move, Choose) for move in chosen)
    assert len(chosen) == 18


def test_the_shopper_beats_the_walker() -> None:
    wins = [0, 0]
    games = sized(6, 40)
    for seed in range(games):
        levels = ["shopper", "walker"] if seed % 2 else ["walker", "shopper"]
        record = selfplay(GAME, 2, {"days": "3"}, bytes([seed]) * 32, levels)
        assert record.header.places is not None
        for level, place in zip(levels, record.header.places, strict=True):
            wins[level == "shopper"] += place == 1
    assert wins[True] >= games * 0.8
    assert wins[False] <= games * 0.2


def test_a_beginner_goes_to_no_x_because_it_would_not_cross_it() -> None:
    """With an X at every crosswalk, whichever roll it has."""
    everywhere = BEGUN.replace("crosswalks none", f"crosswalks {' '.join(map(str, range(1, 21)))}")
    for roll in range(1, 25):
        walking, _ = lines(f"{everywhere}* roll {roll}")
        for seed in range(10):
            move = choose(GAME.view(walking, Seat(0)), "walker", Random(seed))
            assert not isinstance(GAME.apply(walking, Seat(0), move).state.phase, AtKerb), (roll, move)


def test_shoppers_finish_by_winning() -> None:
    record = selfplay(GAME, 3, {}, b"\x08" * 32, ["shopper"] * 3)
    assert record.header.places is not None
    assert sorted(record.header.places) == [1, 2, 2]
    assert record.lines[-1].text.startswith("enter")
