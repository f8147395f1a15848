"""The computer players: what each forgets, that none sees secrets; and the move for an absent player."""

from dataclasses import replace
from itertools import combinations_with_replacement
from random import Random

import pytest
from hypothesis import given, settings

from games.core import CHANCE, IllegalMove, Seat
from games.engine.selfplay import selfplay
from games.fooblitzky import GAME, Options
from games.fooblitzky.computers.appraisal import Appraisal
from games.fooblitzky.computers.computer import default
from games.fooblitzky.rules.city.board import Board, Check, Knowledge, Stock
from games.fooblitzky.rules.city.items import ITEMS, Bag, bag
from games.fooblitzky.rules.city.map import SQUARES, site_of
from games.fooblitzky.rules.moves import Choose, Move
from games.fooblitzky.rules.phases import AtKerb, Choosing
from games.fooblitzky.rules.view import View
from tests.deep import examples
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


@pytest.mark.parametrize("level", GAME.about.levels)
def test_every_level_can_pick_any_item(level: str) -> None:
    view = GAME.view(GAME.new(2, Options()), min(GAME.turn(GAME.new(2, Options())).owes))
    chosen = {GAME.choose(view, level, Random(seed)) for seed in range(300)}
    assert all(isinstance(move, Choose) for move in chosen)
    assert len(chosen) == 18


def test_a_beginner_goes_to_no_x_because_it_would_not_cross_it() -> None:
    """With an X at every crosswalk, whichever roll it has."""
    everywhere = BEGUN.replace("crosswalks none", f"crosswalks {' '.join(map(str, range(1, 21)))}")
    for roll in range(1, 25):
        walking, _ = lines(f"{everywhere}* roll {roll}")
        for seed in range(10):
            move = GAME.choose(GAME.view(walking, Seat(0)), "tourist", Random(seed))
            assert not isinstance(GAME.apply(walking, Seat(0), move).state.phase, AtKerb), (roll, move)


def test_shoppers_finish_by_winning() -> None:
    record = selfplay(GAME, 3, {}, b"\x08" * 32, ["shopper"] * 3)
    assert record.header.places is not None
    assert sorted(record.header.places) == [1, 2, 2]
    assert record.lines[-1].text.startswith("enter")


SAW_THE_SNAKE = "* roll 24\na enter UL pets\na buy fish\n"
"""In the pet store at the upper left, a snake was in stock; a tried for a fish."""


def choices(view: View, level: str) -> set[Move]:
    """What the level may do, whichever way chance turns."""
    return {GAME.choose(view, level, Random(seed)) for seed in range(20)}


def test_beginner_pays_no_attention_to_the_prices() -> None:
    """In the pet store the others try for an item at the price of a correct one."""
    shopping = replace(GAME.view(after("* roll 24\na enter UL pets"), Seat(0)), chosen=(None, None))
    pig, fish = (next(item.price for item in ITEMS if item.code == code) for code in ("pig", "fish"))
    one, other = (replace(shopping, prices=(price,) * 4) for price in (pig, fish))
    assert choices(one, "tourist") == choices(other, "tourist")
    for level in ("local", "shopper", "inspector", "sleuth"):
        assert choices(one, level) != choices(other, level)


def checked_twice(view: View) -> View:
    """A view in which two bags have been checked, and a third wrong bag is in the hand."""
    first, second = ITEMS[:4], ITEMS[4:8]
    checks = tuple(Check(Seat(0), things, 0, 4) for things in (first, second))
    return replace(view, checks=checks)


def test_beginner_forgets_every_check_but_the_last() -> None:
    view = checked_twice(GAME.view(after("* roll 24"), Seat(0)))
    late = replace(view, checks=view.checks[-1:])
    assert choices(view, "tourist") == choices(late, "tourist")
    assert Appraisal(view).belief.sets != Appraisal(late).belief.sets, "others know more by both"


def test_easy_forgets_the_shelves_of_other_quarters() -> None:
    """In the quarter itself it plays like Medium."""
    here = GAME.view(after(f"{SAW_THE_SNAKE}{IDLE}* roll 24"), Seat(0))
    assert SQUARES[here.people[0].square].quadrant == "UL"
    assert choices(here, "local") == choices(here, "shopper")
    people = (replace(here.people[0], square=site_of("pets", "LR").door), *here.people[1:])
    there = replace(here, people=people)
    assert choices(there, "local") == choices(replace(there, stock=Stock()), "shopper")


def test_hard_plans_some_of_its_walks_like_expert_and_walks_the_others_like_medium() -> None:
    street = GAME.view(after(f"{SAW_THE_SNAKE}{IDLE}* roll 24"), Seat(0))
    planned, chosen = choices(street, "sleuth"), choices(street, "inspector")
    assert chosen & planned
    assert chosen - planned
    assert (chosen - planned) & choices(street, "shopper")
    store = GAME.view(after("* roll 24\na enter UL pets"), Seat(0))
    assert choices(store, "inspector") == choices(store, "sleuth")


@pytest.mark.parametrize("level", GAME.about.levels)
def test_what_a_seat_cannot_know_never_changes_what_a_computer_chooses(level: str) -> None:
    """The correct items, shelves, pawn shops, and what others chose, carry, locked away and were shown."""
    rng = Random(level)
    position = GAME.new(2, GAME.options())
    for _ in range(60):
        if not (owes := GAME.turn(position).owes):
            break
        seat = min(owes)
        if seat == CHANCE:
            position = GAME.apply(position, seat, GAME.chance(position, rng)).state
            continue
        seed = rng.random()
        move = GAME.choose(GAME.view(position, seat), level, Random(seed))
        other = replace(position, board=_otherwise(position.board, seat, rng))
        assert GAME.choose(GAME.view(other, seat), level, Random(seed)) == move
        position = GAME.apply(position, seat, move).state


def _cost_alike(one: Bag, other: Bag) -> bool:
    return sorted(item.price for item in one) == sorted(item.price for item in other)


def _otherwise(board: Board, seat: Seat, rng: Random) -> Board:
    """A board that looks the same to this seat."""

    def some(number: int) -> Bag:
        return bag(rng.choices(ITEMS, k=number))

    correct, players = board.correct, list(board.players)
    if correct:
        fours = combinations_with_replacement(ITEMS, len(correct))
        correct = rng.choice([four for four in fours if _cost_alike(four, board.correct)])
    for at, player in enumerate(board.players):
        if at == seat:
            players[at] = replace(player, lockers=(ITEMS[0], None))
        elif player.shown is None:
            players[at] = replace(
                player, bag=some(len(player.bag)), unseen=None, worlds=(), lockers=(None, None)
            )
        else:
            players[at] = replace(player, worlds=(), lockers=(None, None), found=None)
    mine = (seat, -1 % (len(players) + 1))
    return replace(
        board,
        correct=correct,
        players=tuple(players),
        chosen=tuple(one if at == seat or one is None else ITEMS[3] for at, one in enumerate(board.chosen)),
        stock=tuple(rng.randrange(5) for _ in board.stock),
        pawns=(some(2), some(1)),
        underway=some(1),
        known=tuple(one if at in mine else Knowledge() for at, one in enumerate(board.known)),
    )
