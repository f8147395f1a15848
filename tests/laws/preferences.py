"""Laws about preferences: they change how a hand looks, but nothing you can do with it."""

from itertools import islice
from typing import Any

from games.core import IllegalMove, Question
from games.game import AnyGame
from tests.laws.play import Play
from tests.laws.prompts import KEY, LABEL, as_preferred, tree

QUESTIONS = 60
"""How many questions and moves of a prompt tree are compared."""

SHORT, MOST = 6, 3
"""For a name or a key, which are in custom ids next to answers; for preferences, which share a row."""


def a_preference_changes_no_move(play: Play) -> None:
    for seat in play.seats:
        plain, *ways = as_preferred(play.game, play.game.view(play.state, seat), seat)
        for preferred in ways:
            same = set(play.game.legal(plain)) == set(play.game.legal(preferred))
            assert same, f"Seat {seat} has other moves with these preferences: {preferred}"
            for one, other in ((plain, preferred), (preferred, plain)):
                _is_asked_the_same(play, one, other)


def _is_asked_the_same(play: Play, one: Any, other: Any) -> None:
    """An answer in one of two looks means the same in the other."""
    for answers, node in islice(tree(play.game, one, play.rng), QUESTIONS):
        try:
            there = play.game.prompt(other, answers)
        except IllegalMove as refused:
            raise AssertionError(f"{answers} are refused in another look: {refused}") from refused
        assert _asked(node) == _asked(there), f"After {answers} another look asks {there}, not {node}"


def _asked(node: Any) -> object:
    """What mustn't depend on preferences in a question: the keys, and how many are picked."""
    if not isinstance(node, Question):
        return node
    return frozenset(choice.key for choice in node.choices), node.least, node.most


def preferences_fit_in_discord(game: AnyGame) -> None:
    """There are few; each has two or more values, fits on a button and fits into a custom id."""
    if game.preferred is None:
        return
    assert game.about.hands, "Without a hand there is nowhere to press."
    if not game.preferences:
        assert game.markable, "There is nothing to prefer and nothing to mark."
        return
    assert 1 <= len(game.preferences) <= MOST, f"{len(game.preferences)} preferences are not one to {MOST}."
    values = [value for preference in game.preferences for value in preference.values]
    assert all(len(preference.values) > 1 for preference in game.preferences), "There is nothing to prefer."
    for known in ([preference.name for preference in game.preferences], [value.key for value in values]):
        assert len(set(known)) == len(known), f"A name or key appears twice: {known}"
        for word in known:
            assert 1 <= len(word) <= min(SHORT, KEY), f"“{word}” doesn't have 1 to {SHORT} characters."
            assert not set(word) & set(":,+"), f"“{word}” contains one of “:”, “,” and “+”."
    for value in values:
        assert 0 < len(value.label) <= LABEL, f"The label of {value} is too long or empty."
