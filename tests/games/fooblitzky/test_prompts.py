"""The questions: places, people and squares lead to every move, and so do the arrows."""

from collections.abc import Iterator
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.chat.parts import BUTTONS, BUTTONS_IN_ROWS, ROW_WIDTH
from games.core import IllegalMove, Question, Ready, Seat
from games.fooblitzky import GAME, Move, Options, Position, View
from games.fooblitzky.rules.city.map import QUADRANT_NAMES, SQUARES
from games.fooblitzky.rules.moves import Approach, Bump, Enter, Going, WalkTo
from games.fooblitzky.rules.phases import AtLocker, Pawning, Walking
from games.fooblitzky.words.pad import path_of
from games.fooblitzky.words.where import PAD
from tests.deep import examples
from tests.games.fooblitzky.played import BEGUN, Played, after, games, lines

A, B = Seat(0), Seat(1)


def leaves(view: View, answers: tuple[str, ...] = (), pad: bool = False) -> Iterator[tuple[int, Move]]:
    """Every move that the questions lead to, with the number of answers; without the arrows."""
    node = GAME.prompt(view, answers)
    if isinstance(node, Ready):
        yield len(answers), node.move
    if isinstance(node, Question):
        keys = (choice.key for choice in node.choices if choice.key != PAD or pad)
        yield from chain.from_iterable(leaves(view, (*answers, key), pad) for key in keys)


def on_foot(move: Move) -> bool:
    """Whether it's a move of somebody who goes step by step."""
    return isinstance(move, Approach) or (isinstance(move, Going) and bool(move.way))


@settings(max_examples=examples(6))
@given(games)
def test_without_arrows_the_questions_lead_to_exactly_the_legal_moves(game: list[Played]) -> None:
    for one in game[::9]:
        for seat in GAME.turn(one.before).owes & set(one.before.board.seats):
            view = GAME.view(one.before, seat)
            found = list(leaves(view))
            squares = [move for _, move in found if isinstance(move, WalkTo)]
            assert len(squares) == len(set(squares))
            assert {move for _, move in found} == {move for move in GAME.legal(view) if not on_foot(move)}
            assert max(answers for answers, _ in found) <= 4


@settings(max_examples=examples(6))
@given(games, st.data())
def test_arrows_lead_to_legal_moves_by_any_detour(game: list[Played], data: st.DataObject) -> None:
    walking = [one.before for one in game if isinstance(one.before.phase, Walking)]
    for position in walking[-3:]:
        view, legal = _mover(position), set(GAME.legal(_mover(position)))
        answers: tuple[str, ...] = (PAD,)
        node = GAME.prompt(view, answers) if view.moves_left else None
        while isinstance(node, Question):
            keys = [choice.key for choice in node.choices]
            answers = (*answers, data.draw(st.sampled_from(keys)))
            assert len(",".join(answers)) <= 70
            node = GAME.prompt(view, answers)
        assert node is None or node.move in legal


def test_arrows_spell_the_walk_they_show() -> None:
    view = _mover(after("* roll 3"))
    answers = (PAD, "w", "w", "w")
    assert isinstance(GAME.prompt(view, answers), Question)
    assert GAME.prompt(view, (*answers, "o")) == Ready(GAME.read("walk A4 by l3"))
    assert isinstance(view.phase, Walking)
    assert [_name(square) for square in path_of(view.phase.walk, answers[1:])] == ["A7", "A6", "A5", "A4"]


def test_arrows_never_lead_straight_back() -> None:
    view = _mover(after("* roll 3"))
    assert GAME.prompt(view, (PAD, "s", "e", "n", "o")) == Ready(GAME.read("walk B1 by d1 r1 u1"))
    with pytest.raises(IllegalMove):
        GAME.prompt(view, (PAD, "w", "e"))


def test_a_door_and_a_person_on_the_way_can_be_chosen_with_arrows() -> None:
    round_about = "* roll 20\na walk A7\n* nobody\n"
    near = after(
        f"{round_about}* roll 20\nb walk B4\n* nobody\n* flip none\n"
        f"{round_about}* roll 15\nb walk A8\n* nobody\n* flip none\n* roll 5"
    )
    view = _mover(near)
    assert GAME.prompt(view, (PAD, "w", "i")) == Ready(GAME.read("enter UL drug by l1"))
    assert GAME.prompt(view, (PAD, "s", "x")) == Ready(Bump(B, "s"))
    first = GAME.prompt(view, (PAD,))
    assert isinstance(first, Question)
    assert {choice.key for choice in first.choices} == {"w", "s"}


def test_a_path_that_needs_an_x_says_so() -> None:
    text = "* roll 20\na walk A7\n* nobody\n* roll 20\nb walk H17\n* nobody\n* flip 1\n* roll 2"
    view = _mover(after(text))
    asked = GAME.prompt(view, ("squares",))
    assert isinstance(asked, Question)
    assert [choice.label for choice in asked.choices] == ["A5", "A9", "B20, over an X"]


@pytest.mark.parametrize("roll", range(1, 25))
def test_where_to_go_is_five_goals_at_most_and_a_menu_of_the_rest(roll: int) -> None:
    """Few choices are all buttons; there's no menu with a single choice."""
    view = _mover(after(f"* roll {roll}"))
    asked = GAME.prompt(view, ())
    assert isinstance(asked, Question)
    goals, others = _split(asked)
    assert [label.partition(". ")[0] for label in goals] == [str(at + 1) for at in range(len(goals))]
    assert len(goals) <= ROW_WIDTH
    assert not asked.rows
    assert asked.likely == 0 or len(others) > 1
    assert asked.likely or len(asked.choices) <= ROW_WIDTH + 1
    assert asked.rest == "Elsewhere"
    home = [label.startswith(QUADRANT_NAMES["UL"]) for label in others if label not in _ON_FOOT]
    assert home == sorted(home, reverse=True), "the walker's own quarter comes first"


_ON_FOOT = ["Stop on a square", "Step by step"]


def _split(asked: Question) -> tuple[list[str], list[str]]:
    """The labels of the goals, which have numbers, and of all others."""
    labels = [choice.label for choice in asked.choices]
    goals = [label for label in labels if label[0].isdigit()]
    assert asked.likely in (0, len(goals))
    return goals, labels[len(goals) :]


def test_of_very_many_places_those_in_other_quarters_are_asked_by_quarter() -> None:
    """The menu says how many more there are in each; there they're in rows of three, as on the blocks."""
    view = _mover(after("* roll 24"))
    asked = GAME.prompt(view, ())
    assert isinstance(asked, Question)
    others = _split(asked)[1]
    assert others[:2] == _ON_FOOT
    assert len(others[2:-3]) == 7
    assert all(label.startswith("Howl Hill ") for label in others[2:-3])
    assert others[-3:] == ["Wag End: 7 more places", "Bone Row: 11 more places", "Paw Bay: 6 more places"]
    there = GAME.prompt(view, ("UL",))
    assert isinstance(there, Question)
    labels = [choice.label for choice in there.choices]
    assert labels[:6] == ["UGH train to Wag End, 6", "pets", "drug", "diner", "locker", "toys"]
    assert there.rows == (3, 3, 3, 3)


def test_a_roll_of_1_takes_one_press() -> None:
    for begun in ("", "* roll 20\na walk A7\n* nobody\n* roll 20\nb walk H17\n* nobody\n* flip none\n"):
        view = _mover(after(f"{begun}* roll 1"))
        assert {presses for presses, _ in _pressed(view)} == {1}
    door = "* roll 3\na walk A4\n* nobody\n* roll 20\nb walk H17\n* nobody\n* flip none\n* roll 1"
    view = _mover(after(door))
    assert {move for presses, move in _pressed(view) if presses == 1} == {
        move for move in GAME.legal(view) if not on_foot(move)
    }
    assert any(isinstance(move, Enter) for move in GAME.legal(view))


def test_the_secret_pick_is_a_button_for_each_item_a_row_for_each_store() -> None:
    asked = GAME.prompt(GAME.view(GAME.new(2, Options()), A), ())
    assert isinstance(asked, Question)
    assert asked.rows == (3,) * 6
    assert [choice.label for choice in asked.choices[:3]] == ["hair spray", "toothpaste", "eyedropper"]


def test_who_has_picked_is_told_that_they_can_still_change_it() -> None:
    asked = GAME.prompt(GAME.view(lines("a choose pig")[0], A), ())
    assert isinstance(asked, Question)
    assert asked.text == "You can still pick another item."


def test_a_label_says_what_a_button_has_no_room_to_say_below_it() -> None:
    """Up to ten choices become buttons, which show no notes."""
    hospital = after(
        "* roll 2\na walk A5\n* man piano\n* roll 20\nb walk H17\n* nobody\n* flip none\n* roll 7"
    )
    assert _labels(hospital) == ["Stay for 3 foobles", "Pay 10 foobles and leave with 7 moves"]
    idle = "* roll 20\nb walk H17\n* nobody\n* flip none\n"
    ugh = after(f"* roll 24\na enter UL ugh-clockwise\n{idle}* roll 1")
    assert _labels(ugh) == ["Ride on to the Paw Bay station", "Get off with 1 move"]
    kitchen = after(f"* roll 24\na enter UL restaurant\n{idle}* roll 5", Options(wage="8"))
    assert _labels(kitchen) == ["Stay and earn 8 foobles", "Leave the diner with 5 moves"]


def test_at_the_kerb_the_danger_is_named() -> None:
    begun = BEGUN.replace("crosswalks none", "crosswalks 1")
    kerb = lines(f"{begun}* roll 2\na walk B20", Options(crossing_risk="high"))[0]
    asked = GAME.prompt(_mover(kerb), ())
    assert isinstance(asked, Question)
    assert asked.text == "There's an X at A8. A car comes 3 times in 4. Cross anyway?"


def test_the_channel_is_not_asked_what_would_show_a_bag() -> None:
    there = after("* roll 14\na enter UL locker")
    assert isinstance(there.phase, AtLocker)
    assert GAME.prompt(GAME.view(there, None), ()) is None
    shop = after("* roll 24\na enter UR pawn")
    assert isinstance(shop.phase, Pawning)
    assert GAME.prompt(GAME.view(shop, None), ()) is None
    assert not list(GAME.legal(GAME.view(shop, None)))


def test_an_ordinary_turn_takes_one_to_three_presses() -> None:
    """A likely goal takes one press, any other place three at most, a square four. A menu counts as two."""
    for xs in ("none", "1 2 3 4 5 6 7 8 9 10"):
        for roll in range(1, 25):
            begun = BEGUN.replace("crosswalks none", f"crosswalks {xs}")
            found = list(_pressed(_mover(lines(f"{begun}* roll {roll}")[0])))
            places = {move for _, move in found if isinstance(move, Enter)}
            at_once = {move for presses, move in found if presses == 1}
            assert len(at_once) >= min(len(places), 3)
            assert all(presses <= 3 for presses, move in found if isinstance(move, Enter | Bump))
            assert all(presses <= 4 for presses, move in found if isinstance(move, WalkTo))
    phoning = after("* roll 24\na enter UL phone")
    assert max(presses for presses, _ in _pressed(_mover(phoning))) == 2


def _pressed(view: View, answers: tuple[str, ...] = (), presses: int = 0) -> Iterator[tuple[int, Move]]:
    """Every move that the questions lead to, with the number of presses; without the arrows."""
    node = GAME.prompt(view, answers)
    if isinstance(node, Ready):
        yield presses, node.move
    if isinstance(node, Question):
        buttons = node.likely or (BUTTONS_IN_ROWS if node.rows else BUTTONS)
        is_menu = not node.likely and len(node.choices) > buttons
        for number, choice in enumerate(node.choices):
            more = 2 if is_menu or number >= buttons else 1
            if choice.key != PAD:
                yield from _pressed(view, (*answers, choice.key), presses + more)


def test_quiet_contents_are_asked_of_the_player_alone() -> None:
    shop = after("* roll 24\na enter UR pawn", Options(quiet_city=True))
    assert GAME.prompt(GAME.view(shop, B), ()) is None
    asked = GAME.prompt(GAME.view(shop, A), ())
    assert isinstance(asked, Question)
    assert [choice.label for choice in asked.choices] == ["Buy nothing", "Sell nothing"]


def _mover(position: Position) -> View:
    (seat,) = GAME.turn(position).owes
    return GAME.view(position, seat)


def _labels(position: Position) -> list[str]:
    asked = GAME.prompt(_mover(position), ())
    assert isinstance(asked, Question)
    return [choice.label for choice in asked.choices]


def _name(square: int) -> str:
    return SQUARES[square].name
