"""The questions: places, people and squares lead to every move, and so do the arrows."""

from collections.abc import Iterator
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.screens.parts import BUTTONS, BUTTONS_IN_ROWS
from games.core import IllegalMove, Question, Ready, Seat
from games.fooblitzky import GAME, Move, Options, Position, View
from games.fooblitzky.city.map import QUADRANT_NAMES, SHORT_NAMES, SQUARES
from games.fooblitzky.moves import Approach, Bump, Enter, Going, WalkTo
from games.fooblitzky.phases import AtLocker, Pawning, Walking
from games.fooblitzky.questions.pad import ANSWERS, path_of
from games.fooblitzky.questions.where import AT_ONCE, PAD
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


@settings(max_examples=examples(10))
@given(games)
def test_without_arrows_the_questions_lead_to_exactly_the_legal_moves(game: list[Played]) -> None:
    for one in game[::9]:
        for seat in GAME.turn(one.before).owes & set(one.before.board.seats):
            view = GAME.view(one.before, seat)
            found = list(leaves(view))
            once = [move for _, move in found if not (isinstance(move, Enter) and move.site.kind in AT_ONCE)]
            assert len(once) == len(set(once))
            assert {move for _, move in found} == {move for move in GAME.legal(view) if not on_foot(move)}
            assert max(answers for answers, _ in found) <= 3


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


def test_a_step_back_gives_the_move_back() -> None:
    view = _mover(after("* roll 3"))
    asked = GAME.prompt(view, (PAD, "w", "b"))
    assert isinstance(asked, Question)
    assert asked.text == "At A7, 3 moves left."
    assert GAME.prompt(view, (PAD, "w", "b", "s", "e", "n", "o")) == Ready(GAME.read("walk B1 by d1 r1 u1"))
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


def test_stepping_back_and_forth_ends_before_an_id_is_full() -> None:
    view = _mover(after("* roll 24"))
    answers: tuple[str, ...] = (PAD,)
    backs = 0
    while "b" in _keys(view, (*answers, "s")):
        answers, backs = (*answers, "s", "b"), backs + 1
    assert 3 <= backs < ANSWERS / 2
    assert isinstance(GAME.prompt(view, (*answers, "s")), Question)


def test_a_path_that_needs_an_x_says_so() -> None:
    text = "* roll 20\na walk A7\n* nobody\n* roll 20\nb walk H17\n* nobody\n* flip 1\n* roll 2"
    view = _mover(after(text))
    asked = GAME.prompt(view, ("squares",))
    assert isinstance(asked, Question)
    assert [choice.label for choice in asked.choices] == ["A5", "A9", "B20, over an X"]


@pytest.mark.parametrize("roll", range(1, 25))
def test_places_of_the_players_own_quadrant_come_first(roll: int) -> None:
    view = _mover(after(f"* roll {roll}"))
    asked = GAME.prompt(view, ())
    assert isinstance(asked, Question)
    near = {one.site for one in GAME.legal(view) if isinstance(one, Enter) and one.site.quadrant == "UL"}
    labels = [choice.label.partition(", over ")[0] for choice in asked.choices]
    if f"Howl Hill: {len(near)} places" in labels:
        assert labels[0] == f"Howl Hill: {len(near)} places"
        return
    assert set(labels[: len(near)]) == {SHORT_NAMES[site.kind] for site in near}
    assert not [label for label in labels if label.startswith(QUADRANT_NAMES["UL"] + " ")]


def test_many_places_are_asked_by_quarter_and_stand_as_in_the_picture() -> None:
    """The quarters in two rows as on the map, then the places in rows of three, as on the sides of blocks."""
    view = _mover(after("* roll 24"))
    asked = GAME.prompt(view, ())
    assert isinstance(asked, Question)
    assert [choice.label for choice in asked.choices] == [
        "Howl Hill: 12 places", "Wag End: 7 places", "Bone Row: 11 places", "Paw Bay: 6 places",
        "phone", "Wag End phone", "Bone Row phone", "Paw Bay phone",
        "locker", "Wag End pawn", "Bone Row pawn", "Paw Bay locker",
        "Stop on a square", "Step by step",
    ]  # fmt: skip
    assert asked.rows == (2, 2, 4, 4, 2)
    there = GAME.prompt(view, ("UL",))
    assert isinstance(there, Question)
    labels = [choice.label for choice in there.choices]
    assert labels[:6] == ["outer UGH", "pets", "drug", "diner", "locker", "toys"]
    assert there.rows == (3, 3, 3, 3)


def test_the_secret_pick_is_one_press_and_stands_on_shelves_as_in_the_picture() -> None:
    asked = GAME.prompt(GAME.view(GAME.new(2, Options()), A), ())
    assert isinstance(asked, Question)
    assert asked.rows == (3,) * 6
    assert sum(asked.rows) <= BUTTONS_IN_ROWS, "a menu takes two presses"
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
    assert _labels(kitchen) == ["Stay and earn 8 foobles", "Leave with 5 moves"]


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


def test_an_ordinary_turn_takes_two_or_three_presses() -> None:
    """A place takes two presses at most, acting there one more, a square three. A menu counts as two."""
    for xs in ("none", "1 2 3 4 5 6 7 8 9 10"):
        for roll in range(1, 25):
            begun = BEGUN.replace("crosswalks none", f"crosswalks {xs}")
            found = list(_pressed(_mover(lines(f"{begun}* roll {roll}")[0])))
            assert all(presses <= 2 for presses, move in found if isinstance(move, Enter | Bump))
            assert all(presses <= 3 for presses, move in found if isinstance(move, WalkTo))


def test_a_call_takes_three_presses_and_so_does_a_bag_that_only_the_hand_shows() -> None:
    """Where to, *My hand* if the question is asked there, and what to do."""
    for roll in range(1, 25):
        view = _mover(after(f"* roll {roll}"))
        found = [(presses, move.site) for presses, move in _pressed(view) if isinstance(move, Enter)]
        direct = {site for presses, site in found if presses == 1}
        assert direct >= {site for _, site in found if site.kind in AT_ONCE}
    phoning = after("* roll 24\na enter UL phone")
    assert max(presses for presses, _ in _pressed(_mover(phoning))) == 2


def _pressed(view: View, answers: tuple[str, ...] = (), presses: int = 0) -> Iterator[tuple[int, Move]]:
    """Every move that the questions lead to, with the number of presses; without the arrows."""
    node = GAME.prompt(view, answers)
    if isinstance(node, Ready):
        yield presses, node.move
    if isinstance(node, Question):
        more = 1 if len(node.choices) <= (BUTTONS_IN_ROWS if node.rows else BUTTONS) else 2
        for choice in node.choices:
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


def _keys(view: View, answers: tuple[str, ...]) -> list[str]:
    asked = GAME.prompt(view, answers)
    assert isinstance(asked, Question)
    return [choice.key for choice in asked.choices]


def _name(square: int) -> str:
    return SQUARES[square].name
