"""The laws catch a leak of a hidden card wherever it is; a law that nothing can break would prove nothing."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, islice

import pytest

from games.calabresella import GAME, Move
from games.calabresella.rules.notation import Bid, GoOn, Reject, Take
from games.calabresella.rules.notation import Play as PlayACard
from tests.deep import sized
from tests.games.calabresella import leaks
from tests.laws import hidden
from tests.laws.every_game import Law
from tests.laws.moments import moments
from tests.laws.play import Play
from tests.laws.toys import as_game

LAW_6 = hidden.choices_made_at_once_sound_alike_until_all_are_in
LAW_7 = hidden.nobody_is_shown_what_they_were_not_told

LEAKS: list[tuple[type, type[Move], Law, str]] = [
    (leaks.ShowsTheWidow, Bid, LAW_7, "By the view"),
    (leaks.ShowsAReject, Take, LAW_7, "By the view"),
    (leaks.ShowsWhatWasGiven, Reject, LAW_7, "By the view"),
    (leaks.ShowsWhatWasSaid, GoOn, LAW_6, "By the view"),
    (leaks.CountsTheSuits, PlayACard, LAW_7, "By the view"),
    (leaks.LabelsAStrongBid, Bid, LAW_7, "By the prompts"),
    (leaks.SortsByTheNextHand, Reject, LAW_7, "By the legal moves"),
    (leaks.DescribesTheNextHand, PlayACard, LAW_7, "By the description"),
    (leaks.PaintsTheNextHand, Take, LAW_7, "By the picture"),
    (leaks.PaintsItOnceAnswered, Reject, LAW_7, "By the picture"),
    (leaks.PlaysByTheNextHand, PlayACard, LAW_7, "By what a computer chooses"),
]


IN_VAIN: dict[type, int] = {
    leaks.ShowsAReject: 1,
    leaks.ShowsWhatWasGiven: 2,
    leaks.CountsTheSuits: 3,
    leaks.SortsByTheNextHand: 1,
    leaks.PaintsItOnceAnswered: 2,
}
"""At how many moments the law would look before the first at which it sees, or soon sees, the leak."""


@pytest.mark.parametrize(("leaking", "move", "law", "why"), LEAKS)
def test_a_leak_is_caught(leaking: type, move: type[Move], law: Law, why: str) -> None:
    """At the moments of the records before a move of this kind, without those where it'd be in vain."""
    game = as_game(leaking(), GAME)
    plays = [replace(play, game=game) for play in chain(*moments(GAME.about.name)[move].values())]
    with pytest.raises(AssertionError, match=why):
        _hold_to(law, islice(enumerate(plays), sized(IN_VAIN.get(leaking, 0), 0), None))


def _hold_to(law: Law, plays: Iterable[tuple[int, Play]]) -> None:
    for number, play in plays:
        law(replace(play, seed=number))
