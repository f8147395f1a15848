"""The questions."""

import pytest

from games.calabresella import GAME
from games.calabresella.rules.notation import Play, Reject, Take
from games.calabresella.rules.options import Options
from games.calabresella.rules.position import SEATS, TRICKS, Playing, Position
from games.core import IllegalMove, Question, Ready, Seat
from games.kit.cards import Card
from tests.games.calabresella.dealt import after, mask
from tests.games.calabresella.played import played

A, B, C = SEATS


def asked(position: Position, viewer: Seat | None, *answers: str) -> object:
    return GAME.prompt(GAME.view(position, viewer), answers)


def keys(position: Position, viewer: Seat | None) -> list[str]:
    pick = asked(position, viewer)
    assert isinstance(pick, Question)
    return [choice.key for choice in pick.choices]


def test_the_channel_is_asked_to_bid_too() -> None:
    for rounds in ([], ["c pass", "a pass", "b pass"]):
        position = after(*rounds)
        assert keys(position, None) == ["pass", "solo"]
        assert asked(position, None) == asked(position, C)
        assert asked(position, A) is None


def test_the_second_round_offers_a_solo_with_a_call() -> None:
    for rounds, solo in (([], "Solo"), (["c pass", "a pass", "b pass"], "Solo and call a three")):
        pick = asked(after(*rounds), C)
        assert isinstance(pick, Question)
        assert [choice.label for choice in pick.choices] == ["Pass", solo]


def test_a_question_about_a_hand_is_asked_only_of_its_player() -> None:
    lines = ["c pass", "a pass", "b pass", "c pass", "a pass", "b solo", "b call 3♠", "b give 4♣"]
    for number in range(6, len(lines) + 1):
        assert asked(after(*lines[:number]), None) is None
        assert asked(after(*lines[:number]), C) is None
    assert keys(after(*lines[:6]), B) == ["3♠", "3♥", "3♣", "none"]


def test_rejects_are_pressed_one_after_another_up_to_four_or_until_that_is_all() -> None:
    position = after("c pass", "a solo")
    pick = asked(position, A)
    assert isinstance(pick, Question)
    assert (pick.most, len(pick.choices), pick.rows) == (1, 12, (4, 4, 4))
    pick = asked(position, A, "6♣", "5♣")
    assert isinstance(pick, Question)
    assert pick.text == "You reject 6♣ 5♣. Another card?"
    assert {"6♣", "5♣"}.isdisjoint(choice.key for choice in pick.choices)
    assert (pick.choices[-1].label, len(pick.choices)) == ("That's all", 11)
    assert asked(position, A, "6♣", "5♣", "done") == Ready(Reject(mask("6♣ 5♣")))
    assert asked(position, A, "5♣", "7♠", "6♣", "4♥") == Ready(Reject(mask("7♠ 4♥ 6♣ 5♣")))


def test_as_many_cards_of_the_widow_are_pressed_as_were_rejected() -> None:
    position = after("c pass", "a solo", "a reject 6♣ 5♣")
    pick = asked(position, A, "3♣")
    assert isinstance(pick, Question)
    assert pick.text == "You take 3♣. Pick 1 more."
    assert [choice.key for choice in pick.choices] == ["7♦", "Q♣", "J♣"]
    assert asked(position, A, "Q♣", "3♣") == Ready(Take(mask("3♣ Q♣")))
    with pytest.raises(IllegalMove):
        asked(position, A, "Q♣", "done")


@pytest.mark.parametrize("lines", [("c pass", "a solo"), ("c pass", "a solo", "a reject 6♣ 5♣ 4♥")])
def test_every_choice_of_cards_can_be_pressed(lines: tuple[str, ...]) -> None:
    position = after(*lines)
    # In any other order, the same cards make the same move.
    waiting, found = {frozenset[str]()}, set[object]()
    while waiting:
        answers = waiting.pop()
        node = asked(position, A, *sorted(answers, key="done".__eq__))
        if isinstance(node, Question):
            waiting |= {answers | {one.key} for one in node.choices}
        else:
            assert isinstance(node, Ready)
            found.add(node.move)
    assert found == set(GAME.legal(GAME.view(position, A)))


def test_a_menu_from_an_earlier_version_still_makes_its_move() -> None:
    position = after("c pass", "a solo")
    assert asked(position, A, "6♣+5♣") == Ready(Reject(mask("6♣ 5♣")))
    position = after("c pass", "a solo", "a reject 6♣ 5♣")
    assert asked(position, A, "3♣+Q♣") == Ready(Take(mask("3♣ Q♣")))


@pytest.mark.parametrize(
    "answers",
    [
        ("6♣+6♣",),
        ("6♣", "6♣"),
        ("3♣",),
        ("done",),
        ("6♣", "done", "5♣"),
        ("6♣+5♣", "4♥"),
        ("",),
        ("7♠+5♥+4♥+6♣+5♣",),
        ("7♠", "5♥", "4♥", "6♣", "5♣"),
        ("7♠", "5♥", "4♥", "6♣", "done"),
    ],
)
def test_answers_that_do_not_fit_are_refused(answers: tuple[str, ...]) -> None:
    with pytest.raises(IllegalMove, match="You can't choose that now"):
        asked(after("c pass", "a solo"), A, *answers)


def test_only_cards_that_follow_suit_are_offered_and_the_question_says_why() -> None:
    position = after("c pass", "a solo", "a reject 6♣ 5♣", "a take 3♣ Q♣", "c 5♠")
    pick = asked(position, A)
    assert isinstance(pick, Question)
    assert keys(position, A) == ["3♠", "2♠", "A♠", "K♠", "7♠"]
    assert pick.text == "5♠ was led. Which card do you follow with?"
    assert asked(position, A, "3♠") == Ready(Play(Card("3♠")))


def test_the_only_card_that_can_be_played_is_named_in_the_question() -> None:
    position = after("c pass", "a solo", "a reject A♠ K♠ 7♠ 2♠", "c 5♠")
    pick = asked(position, A)
    assert isinstance(pick, Question)
    assert pick.text == f"5♠ was led. {pick.choices[0].key} is the only card you can play."


def test_the_last_card_to_lead_is_named_in_the_question() -> None:
    position = next(
        position
        for position in played(0)
        if isinstance(position, Playing) and not position.trick and len(position.tricks) == TRICKS - 1
    )
    pick = asked(position, position.mover)
    assert isinstance(pick, Question)
    assert pick.text == f"You lead your last card, {pick.choices[0].key}."


def test_even_twelve_cards_are_buttons_because_a_menu_takes_one_more_press() -> None:
    pick = asked(after("c solo", "c reject 5♠", "c take 3♣"), C)
    assert isinstance(pick, Question)
    assert (len(pick.choices), pick.rows) == (12, (4, 4, 4))


def test_one_card_to_take_is_asked_for_as_one() -> None:
    pick = asked(after("c pass", "a solo", "a reject 6♣"), A)
    assert isinstance(pick, Question)
    assert pick.text == "Which card do you take from the widow?"


def test_matches_that_began_with_the_old_option_keep_its_words() -> None:
    passed = ["c pass", "a pass", "b pass"] * 2
    again = after(*passed, "a replay", options=Options(replay=True))
    assert keys(again, B) == ["next", "replay", "either", "open"]
    pick = asked(again, A)
    assert isinstance(pick, Question)
    assert pick.text == "You said: Same cards again. You can still change that."
