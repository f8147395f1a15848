"""The laws catch every leak of what is secret in the city: a law that nothing can break says nothing."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain

import pytest

from games.fooblitzky import GAME
from games.fooblitzky.moves import Choose, Give, Put, Roll, Ship, Take, TakeOut, Theft
from tests.games.fooblitzky import leaks
from tests.laws import hidden
from tests.laws.every_game import Law
from tests.laws.moments import moments
from tests.laws.play import Play, play_on
from tests.laws.toys import as_game

LAW_6 = hidden.choices_made_at_once_sound_alike_until_all_are_in
LAW_7 = hidden.nobody_is_shown_what_he_was_not_told

TRIES = 100

LEAKS: list[tuple[type, type, Law, str]] = [
    (leaks.ShowsAChoice, Choose, LAW_6, "By the view"),
    (leaks.ShowsACorrectItem, Roll, LAW_7, "By the view"),
    (leaks.ShowsTheShelves, TakeOut, LAW_7, "By the view"),
    (leaks.ShowsInWhichLockerItLies, Roll, LAW_7, "By the view"),
    (leaks.ShowsBags, Take, LAW_7, "By the view"),
    (leaks.ShowsBags, Theft, LAW_7, "By the view"),
    (leaks.ShowsWhatCameOut, Put, LAW_7, "By the view"),
    (leaks.CountsBags, Put, LAW_7, "By the view"),
    (leaks.ShowsThePawnShops, Ship, LAW_7, "By the view"),
    (leaks.ShowsThePawnShops, Theft, LAW_7, "By the view"),
    (leaks.DescribesBags, Take, LAW_7, "By the description"),
    (leaks.PaintsBags, Take, LAW_7, "By the picture"),
    (leaks.LabelsCharity, Give, LAW_7, "By the prompts"),
]


@pytest.mark.parametrize(("leaking", "move", "law", "why"), LEAKS)
def test_a_leak_is_caught(leaking: type, move: type, law: Law, why: str) -> None:
    """Soon after the moments of the records in which such a move comes next."""
    game, found = as_game(leaking(), GAME), list(chain(*moments(GAME.about.name)[move].values()))
    starts = (replace(found[seed % len(found)], game=game, seed=seed) for seed in range(TRIES))
    with pytest.raises(AssertionError, match=why):
        _hold_to(law, [play_on(start, start.seed // len(found) % 3) for start in starts])


def _hold_to(law: Law, plays: Iterable[Play]) -> None:
    for play in plays:
        law(play)
