"""What cards were worth: each is tried in many deals that agree with what the player knew.

Only the play of cards is judged. What a bid or a reject was worth depends too much on how everybody plays on.
"""

from random import Random

from games.calabresella.computers.thinking import outcomes
from games.calabresella.rules.notation import Move, Play
from games.calabresella.rules.position import ALL_POINTS, DECK, SEATS, BySeat, Playing, by_seat
from games.calabresella.rules.scoring import added, scored
from games.calabresella.rules.view import View
from games.calabresella.words.why import is_even, why
from games.kit.judge import Judge, Judged
from games.kit.results import lead

WORLDS = 25
"""How many deals each degree of care tries: a choice by hand."""

NOISE = 3
"""Below this a review says nothing. In two matches between strong computers nothing seemed to cost more."""


def weigh(view: View, played: Move, care: int, rng: Random) -> Judged[Move] | None:
    """See `Judge.weigh`: ahead of the best other player in match points, after this deal."""
    if view.phase is not Playing or not isinstance(played, Play) or view.viewer is None:
        return None
    card = DECK.bits[played.card]
    tried = outcomes(view, rng, WORLDS * care, card)
    if len(tried) < 2:
        return None
    worths = {one: sum(_ahead(view, won) for won in found) / len(found) for one, found in tried.items()}
    best = max(worths, key=worths.__getitem__)
    if worths[card] == worths[best]:
        best = card
    return Judged(Play(DECK.named(best)[0]), worths[best], worths[card])


def _ahead(view: View, won: int) -> int:
    """How far the viewer is ahead if the soloist wins so many more points in this deal.

    What's left goes to both opponents in equal parts, since it hardly matters to them who takes it.
    """
    assert view.soloist is not None
    assert view.viewer is not None
    left = ALL_POINTS - sum(view.points) - won
    others = [seat for seat in SEATS if seat != view.soloist]
    more = {view.soloist: won, others[0]: left - left // 2, others[1]: left // 2}
    took: BySeat = by_seat(view.points[seat] + more[seat] for seat in SEATS)
    return lead(added(view.totals, scored(view.soloist, took)), [view.viewer])


JUDGE: Judge[View, Move] = Judge(
    why=why,
    adviser="composed",
    is_even=is_even,
    name="Hard",
    weigh=weigh,
    noise=NOISE,
)
