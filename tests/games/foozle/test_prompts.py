"""The questions: few on the way to a move, and they say at once what the chosen cards make."""

from dataclasses import replace

import pytest

from games.core import IllegalMove, Ready
from games.foozle.rules.cards import SUITS, each, name, read
from games.foozle.rules.notation import Discard, Draw, Lay, Off, Take
from games.foozle.rules.position import Laying
from games.foozle.rules.view import View, see
from games.foozle.words.prompts import prompt
from games.foozle.words.wording import nearby
from tests.games.foozle.asked import A, laying, pick
from tests.games.foozle.naive import cards, table_with, taking


def test_a_turn_without_anything_to_lay_is_two_questions() -> None:
    view = taking(("8Zu 9Bo", "Grue"), "0Fa")
    assert [choice.key for choice in pick(view).choices] == ["draw", "last"]
    assert prompt(view, ("draw",)) == Ready(Draw())
    assert prompt(view, ("last",)) == Ready(Take(read("0Fa")))
    assert prompt(laying("8Zu 9Bo"), ("9Bo",)) == Ready(Discard(read("9Bo")))


@pytest.mark.parametrize(
    ("chosen", "word"),
    [
        ("4La+5La+6La", "A flush run of Lamps: a red token. Lay it down?"),
        ("5La+5Zu+5Bo", "A set of 5s: no token, because the colours are mixed. Lay it down?"),
        ("4La+5La+6La+7La", "A flush run of Lamps: a red token. Lay it down?"),
    ],
)
def test_the_question_says_what_chosen_cards_make_and_win(chosen: str, word: str) -> None:
    view = laying("4La 5La 6La 7La 5Zu 5Bo 1Ma")
    named = chosen.replace("+", " ")
    assert pick(view, "lay", chosen).text == word
    assert prompt(view, ("lay", chosen, "yes")) == Ready(Lay(cards(named)))


def _labels(view: View, *answers: str) -> list[str]:
    return [choice.label for choice in pick(view, *answers).choices]


def test_a_group_that_was_found_is_laid_with_one_press() -> None:
    view = laying("3Zu 4Ra 5To 1Ma 2Bo")
    assert _labels(view) == [
        "Lay the blue run 3-4-5: blue token",
        *("3 Zurfs", "4 Rain", "5 Tops", "2 Books", "1 Mazes"),
    ]
    assert prompt(view, ("meld1",)) == Ready(Lay(cards("3Zu 4Ra 5To")))


def test_each_group_of_the_best_split_has_its_own_button_and_so_has_picking_cards() -> None:
    view = laying("4La 5La 6La 9Zu 9Bo 9Ma 9In 1Ea")
    assert _labels(view) == [
        "Lay the Lamps flush run 4-5-6: red token",
        "Lay the set of 9s",
        "Pick cards yourself",
        *(name(card) for card in each(view.hand)),
    ]
    assert prompt(view, ("meld2",)) == Ready(Lay(cards("9Zu 9Bo 9Ma 9In")))
    assert prompt(view, ("lay", "4La+5La+6La", "yes")) == Ready(Lay(cards("4La 5La 6La")))


def test_a_group_that_wins_a_token_is_found_though_the_best_split_leaves_it_out() -> None:
    """All four 5s and the four red cards cannot be laid: the set is the larger group."""
    view = laying("4La 5La 6La 5Zu 5Bo 5Ma")
    assert _labels(view)[0] == "Lay the Lamps flush run 4-5-6: red token"
    assert prompt(view, ("meld1",)) == Ready(Lay(cards("4La 5La 6La")))


def test_three_cards_of_one_colour_are_told_from_the_set_they_are_part_of() -> None:
    view = laying("9Zu 9Bo 9Ma 9Ea 1Ea")
    assert _labels(view)[:2] == ["Lay the brown set of 9s: brown token", "Lay the set of 9s"]
    assert prompt(view, ("meld1",)) == Ready(Lay(cards("9Bo 9Ma 9Ea")))


def test_groups_that_would_read_alike_are_named_by_their_cards() -> None:
    view = laying("4La 5Pl 6Fr 4Pl 5Fr 6La 1Ma")
    assert _labels(view)[:2] == [
        "Lay the red run from 4 to 6 (Lamps, Plungers, Lamps): red token",
        "Lay the red run from 4 to 6 (Plungers, Fromps, Fromps): red token",
    ]


def test_a_token_is_only_promised_to_those_who_lack_it() -> None:
    table = replace(table_with(("3Zu 4Ra 5To 1Ma 2Bo", "Grue"), "0Fa"), colours=(0b00010, 0))
    assert _labels(see(Laying(table, A), A))[0] == "Lay the blue run 3-4-5"


def test_a_button_says_which_group_the_cards_join_and_asks_if_there_are_several() -> None:
    view = laying("3Zu 4Zu 5Zu 1Bo", ("0Zu 2Zu 9Zu",))
    assert _labels(view)[0] == "Lay the Zurfs flush run 3-4-5 on group 1: blue token"
    several = laying("3Zu 4Zu 5Zu 1Bo", ("0Zu 2Zu 9Zu", "6Ra 7Ra 8To"))
    assert pick(several, "meld1").text == "Which group does the Zurfs flush run 3-4-5 join?"
    assert [choice.key for choice in pick(several, "meld1").choices] == ["1", "2"]
    assert prompt(several, ("meld1", "2")) == Ready(Lay(cards("3Zu 4Zu 5Zu"), 2))


def test_a_big_foozle_comes_last_and_says_that_it_ends_the_hand() -> None:
    view = laying("Grue Snail Time 5Zu 5Bo 5Ma 1Ma")
    assert _labels(view)[:2] == ["Lay the set of 5s", "Lay the Big Foozle: you go out"]


def test_no_question_is_longer_than_buttons_allow() -> None:
    view = laying("0La 0Zu 0In 1La 1Zu 1In 2La 2Zu 2In 3Bo 4Bo 5Bo", ("6La 7Pl 8Fr",))
    assert len(pick(view).choices) <= 20
    assert all(length <= 5 for length in pick(view).rows)
    assert all(len(choice.label) <= 80 for choice in pick(view).choices)


def test_the_button_for_the_only_lay_off_names_it_and_does_it() -> None:
    view = laying("8Zu 1Bo", ("0Zu 2Zu 9Zu",))
    assert [choice.label for choice in pick(view).choices] == [
        "Lay off 8 of Zurfs on group 1",
        *("8 Zurfs", "1 Books"),
    ]
    assert prompt(view, ("off",)) == Ready(Off(read("8Zu"), 1))


def test_the_button_for_the_only_usable_card_of_the_tableau_says_how() -> None:
    view = taking(("8Zu 1Bo", "Grue"), "7Zu 0Fa", ("0Zu 2Zu 9Zu",))
    assert pick(view).choices[-1].label == "Take 7 of Zurfs: lay off on group 1"
    assert prompt(view, ("other",)) == Ready(Take(read("7Zu"), Off(read("7Zu"), 1)))


def test_a_button_that_says_which_group_it_lays_does_so_at_once() -> None:
    view = taking(("8Zu 8Ra 1Bo", "Grue"), "8To 0Fa")
    assert pick(view).choices[-1].label == "Take 8 of Tops: lay the blue set of 8s, blue token"
    assert prompt(view, ("other",)) == Ready(Take(read("8To"), Lay(cards("8Zu 8Ra 8To"))))


def test_a_card_of_the_tableau_that_ends_the_hand_says_so() -> None:
    foozle = taking(("Grue Snail 5Hi 1Bo", "Death"), "Time 0Fa")
    assert pick(foozle).choices[-1].label == "Take Time (trump): lay the Big Foozle, you go out"
    whole = taking(("8Zu 8Ra", "Grue"), "8To 0Fa")
    assert pick(whole).choices[-1].label == "Take 8 of Tops: lay the blue set of 8s, blue token, you go out"


def test_a_whole_hand_to_discard_from_is_buttons_because_a_menu_takes_one_more_press() -> None:
    asked = pick(laying("0La 2La 4Pl 6Zu 8Ra ∞To 1In 3Bu 5Sc 7Bo 9Ma 2Hi"))
    assert (len(asked.choices), asked.rows) == (12, (3, 3, 3, 3))


def test_a_card_is_discarded_by_one_press_even_if_others_can_be_laid() -> None:
    view = laying("3Zu 4Ra 5To 1Ma 2Bo")
    assert pick(view).text == "Lay cards, or pick one of the cards below to discard it."
    assert pick(view).rows == (1, 3, 2)
    assert prompt(view, ("1Ma",)) == Ready(Discard(read("1Ma")))


def test_a_discard_button_of_an_earlier_version_still_asks_for_the_card() -> None:
    view = laying("3Zu 4Ra 5To 1Ma 2Bo")
    assert pick(view, "discard").text == "Which card do you discard?"
    assert prompt(view, ("discard", "1Ma")) == Ready(Discard(read("1Ma")))


def test_chosen_cards_that_make_no_group_lead_to_the_closest_ones() -> None:
    view = laying("4La 5La 6La 7La 5Zu 5Bo 1Ma")
    asked = pick(view, "lay", "4La+5La+5Zu")
    assert asked.text == "These cards don't make a group. Which one do you lay instead?"
    found = prompt(view, ("lay", "4La+5La+5Zu", asked.choices[0].key))
    assert isinstance(found, Ready)
    assert isinstance(found.move, Lay)
    assert (found.move.cards ^ cards("4La 5La 5Zu")).bit_count() == 2


def test_only_close_groups_are_offered_with_the_token_they_win() -> None:
    view = laying("4La 5La 6La 8Zu 8Ra 8Bo 1Ma 2Ma 3Ma Grue")
    asked = pick(view, "lay", "4La+5La+8Bo")
    assert [choice.label for choice in asked.choices] == ["Flush run of Lamps (4, 5, 6), a red token"]
    asked = pick(view, "lay", "8Zu+8Ra+1Ma")
    assert [choice.label for choice in asked.choices] == ["Set of 8s (Zurfs, Rain, Books)"]


def test_a_large_close_group_is_named_by_its_difference_and_without_its_parts() -> None:
    blue = "0Zu 1Zu 2Zu 3Zu 4Zu 5Zu 6Zu 7Zu 8Zu 9Zu"
    view = laying(f"{blue} ∞Zu 5Ra")
    asked = pick(view, "lay", "+".join(f"{blue} oZu 5Ra".split()))
    assert [choice.label for choice in asked.choices] == [
        "Flush of Zurfs (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ∞), a blue token",
        "Blue run from 0 to 9 without 5 of Zurfs, ∞ of Zurfs, a blue token",
    ]
    asked = pick(view, "lay", "+".join(f"{blue} 5Ra".replace("1Zu ", "").split()))
    assert asked.choices[-1].label == (
        "Blue run from 0 to 9 with 1 of Zurfs and without 5 of Zurfs, a blue token"
    )


def test_laying_the_whole_hand_says_that_you_go_out() -> None:
    assert _labels(laying("4La 5La 6La"))[0] == "Lay the Lamps flush run 4-5-6: red token, you go out"
    assert "and you go out" in pick(laying("4La 5La 6La 7La"), "lay", "4La+5La+6La+7La").text


def test_laying_off_asks_for_a_group_only_if_several_fit() -> None:
    view = laying("8Zu ∞Zu 1Bo", ("0Zu 2Zu 9Zu", "8Ra 8La 8Bo"))
    assert prompt(view, ("off", "oZu")) == Ready(Off(read("∞Zu"), 1))
    assert [choice.key for choice in pick(view, "off", "8Zu").choices] == ["1", "2"]


def test_each_way_to_lay_off_has_its_own_button_if_there_are_few() -> None:
    view = laying("8Zu ∞Zu 1Bo", ("0Zu 2Zu 9Zu", "8Ra 8La 8Bo"))
    assert _labels(view)[:3] == [
        "Lay off 8 of Zurfs on group 1",
        "Lay off 8 of Zurfs on group 2",
        "Lay off ∞ of Zurfs on group 1",
    ]
    assert prompt(view, (pick(view).choices[1].key,)) == Ready(Off(read("8Zu"), 2))


def test_many_ways_to_lay_off_share_a_button() -> None:
    view = laying("0Zu 2Zu 3Zu 4Zu 9Zu", ("5Zu 6Zu ∞Zu", "0Bo 0Ma 0La", "2Bo 2Ma 2La", "9Bo 9Ma 9La"))
    assert "Lay off" in _labels(view)
    assert prompt(view, ("off", "9Zu", "4")) == Ready(Off(read("9Zu"), 4))


def test_buttons_of_earlier_versions_still_lay_off() -> None:
    view = laying("8Zu 1Bo", ("0Zu 2Zu 9Zu", "8Ra 8La 8Bo"))
    assert [choice.key for choice in pick(view, "off").choices] == ["1", "2"]
    assert prompt(view, ("off", "2")) == Ready(Off(read("8Zu"), 2))


def test_the_last_card_says_that_it_ends_the_hand() -> None:
    assert [choice.note for choice in pick(laying("8Zu")).choices] == ["your last card: you go out"]


def test_a_card_of_the_tableau_is_taken_together_with_the_cards_it_is_laid_with() -> None:
    view = taking(("8Zu 8Ra 8Bo 1Bo", "Grue"), "8To 8La 0Fa", ())
    assert [choice.key for choice in pick(view, "other").choices] == ["8To", "8La"]
    assert _labels(view, "8To") == [
        "Lay the blue set of 8s: blue token",
        "Lay the set of 8s",
        "Pick cards yourself",
    ]
    taken = Ready(Take(read("8To"), Lay(cards("8Zu 8Ra 8To"))))
    assert prompt(view, ("8To", "meld1")) == taken
    asked = pick(view, "8To", "lay", "8Zu+8Ra")
    assert asked.text == "A set of 8s: a blue token. Lay it down?"
    assert prompt(view, ("8To", "lay", "8Zu+8Ra", "yes")) == taken
    assert prompt(view, ("other", "8To", "8Zu+8Ra", "yes")) == taken, "a menu of an earlier version"


def test_cards_of_the_tableau_that_can_be_used_stand_next_to_the_pile() -> None:
    view = taking(("8Zu 1Bo", "Grue"), "7Zu 5Zu 0Fa", ("0Zu 2Zu 9Zu",))
    assert _labels(view) == [
        "Draw from the pile",
        "Take 0 of Faces",
        "Take 7 of Zurfs: lay off on group 1",
        "Take 5 of Zurfs: lay off on group 1",
    ]
    assert pick(view).likely == 0
    many = taking(("8Zu 1Bo", "Grue"), "7Zu 5Zu 4Zu 3Zu 0Fa", ("0Zu 2Zu 9Zu",))
    assert pick(many).likely == 2, "the pile and the last card stay buttons"
    assert prompt(many, ("3Zu",)) == Ready(Take(read("3Zu"), Off(read("3Zu"), 1)))


def test_many_cards_of_the_tableau_are_asked_for_by_suit() -> None:
    tableau = " ".join(f"{rank}{suit[:2]}" for suit in SUITS[:6] for rank in "02468")
    view = taking(("1Bo", "Grue"), f"{tableau} 0Fa", ("0Ea 0Ma 0Ti", *_flushes()))
    assert [choice.key for choice in pick(view, "other").choices] == [suit[:2] for suit in SUITS[:6]]
    assert len(pick(view, "other", "Zu").choices) == 5


def _flushes() -> tuple[str, ...]:
    return tuple(f"7{suit[:2]} 9{suit[:2]} ∞{suit[:2]}" for suit in SUITS[:6])


def test_chosen_cards_are_read_in_any_order_but_not_twice() -> None:
    view = laying("4La 5La 6La 7La 1Ma")
    assert prompt(view, ("lay", "6La+4La+5La", "yes")) == Ready(Lay(cards("4La 5La 6La")))
    for wrong in ("4La+4La+5La", "4La+5La+8La", "4La+5La"):
        with pytest.raises(IllegalMove):
            prompt(view, ("lay", wrong))


@pytest.mark.parametrize("answers", [("lay",), ("discard",), ("off", "8Zu"), ("other",), ("8Zu", "8Zu")])
def test_answers_that_do_not_fit_are_refused(answers: tuple[str, ...]) -> None:
    with pytest.raises(IllegalMove):
        prompt(laying("8Zu 9Bo"), answers)


def test_twelve_cards_fit_in_an_answer() -> None:
    whole = laying("0La 1La 2La 3La 4La 5La 6La 7La 8La 9La ∞La 0Bo")
    keys = "+".join(choice.key for choice in pick(whole, "lay").choices)
    assert len(f"lay,{keys},yes") <= 70
    assert len(list(each(whole.hand))) == 12


def test_a_label_with_too_much_to_say_says_less_and_is_never_cut_short() -> None:
    eights = "8La 8Pl 8Fr 8Zu 8Ra 8To 8In 8Bu 8Sc 8Bo"
    view = laying(f"{eights} 1Bo 5Ea")
    (choice,) = nearby(view, cards("8La 8Pl 8Fr 1Bo 5Ea"), {"1": Lay(cards(eights))})
    assert choice.label == "Set of 8s (10 cards)"
