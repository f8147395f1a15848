"""The laws catch every leak of the city's secrets: a law that nothing can break proves nothing."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain

import pytest

from games.fooblitzky import GAME
from games.fooblitzky.rules.moves import Choose, Give, Put, Roll, Ship, Take, TakeOut, Theft
from tests.games.fooblitzky import leaks
from tests.laws import hidden
from tests.laws.every_game import Law
from tests.laws.moments import moments
from tests.laws.play import Play, play_on
from tests.laws.toys import as_game

LAW_6 = hidden.choices_made_at_once_sound_alike_until_all_are_in
LAW_7 = hidden.nobody_is_shown_what_they_were_not_told

TRIES = 100
"""Plays at most until a leak is found."""

LEAKS: list[tuple[type, type, Law, str, int]] = [
    (leaks.ShowsAChoice, Choose, LAW_6, "By the view", 0),
    (leaks.ShowsACorrectItem, Roll, LAW_7, "By the view", 0),
    (leaks.ShowsTheShelves, TakeOut, LAW_7, "By the view", 0),
    (leaks.ShowsInWhichLockerItLies, Roll, LAW_7, "By the view", 0),
    (leaks.ShowsBags, Take, LAW_7, "By the view", 21),
    (leaks.ShowsBags, Theft, LAW_7, "By the view", 35),
    (leaks.ShowsWhatCameOut, Put, LAW_7, "By the view", 97),
    (leaks.CountsBags, Put, LAW_7, "By the view", 2),
    (leaks.ShowsThePawnShops, Ship, LAW_7, "By the view", 17),
    (leaks.ShowsThePawnShops, Theft, LAW_7, "By the view", 87),
    (leaks.DescribesBags, Take, LAW_7, "By the description", 34),
    (leaks.PaintsBags, Take, LAW_7, "By the picture", 34),
    (leaks.LabelsCharity, Give, LAW_7, "By the prompts", 38),
]
"""A leak, the move that comes next, the law that catches it, by what, and the play that is tried first."""


@pytest.mark.parametrize(("leaking", "move", "law", "why", "first"), LEAKS)
def test_a_leak_is_caught(leaking: type, move: type, law: Law, why: str, first: int) -> None:
    """Soon after the moments of the records in which such a move comes next."""
    game, found = as_game(leaking(), GAME), list(chain(*moments(GAME.about.name)[move].values()))
    seeds = (*range(first, TRIES), *range(first))
    starts = (replace(found[seed % len(found)], game=game, seed=seed) for seed in seeds)
    with pytest.raises(AssertionError, match=why):
        _hold_to(law, (play_on(start, start.seed // len(found) % 3) for start in starts))


def _hold_to(law: Law, plays: Iterable[Play]) -> None:
    for play in plays:
        law(play)
