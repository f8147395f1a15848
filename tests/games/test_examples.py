"""Examples of rules: you can follow every rule card move by move, and it says what happens."""

import pytest

from games.engine import registry
from games.engine.examples import examples, moments, said
from tests.laws.cards import numbered_rules

GAMES = tuple(registry.all_games())


@pytest.mark.parametrize("name", GAMES)
def test_every_numbered_rule_has_an_example_that_says_something_at_every_moment(name: str) -> None:
    for rule in examples(name):
        assert rule in numbered_rules(registry.rules_page(name))
        shown = moments(name, rule)
        assert shown
        for moment in shown:
            assert 0 < len(said(moment)) <= 3_500
            assert "{" not in said(moment)
    assert set(numbered_rules(registry.rules_page(name))) == set(examples(name))


def test_a_move_that_the_rule_forbids_is_shown_with_the_reason() -> None:
    (told,) = [said(moment) for moment in moments("calabresella", 12) if "“3♥”" in said(moment)]
    assert told == "A tries “3♥”: 5♠ was led and you can follow suit: play a ♠ (rule 12)."


def test_a_moment_shows_the_hand_of_the_player_who_moves() -> None:
    assert {moment.viewer for moment in moments("calabresella", 12)} == {0, 1, 2}
    assert {moment.viewer for moment in moments("doublolo", 9)} == {None}


def test_a_rule_without_a_card_has_no_example() -> None:
    with pytest.raises(KeyError):
        moments("doublolo", 99)
