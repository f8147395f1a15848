"""What placements were worth: the outlook of the computer called Hard, in points gained on the opponent."""

from random import Random

from games.fourside.computers.outlook import outlooks
from games.fourside.rules.notation import Move
from games.fourside.rules.position import Place, other
from games.fourside.rules.view import View
from games.fourside.words.why import why
from games.kit.judge import Judge, Judged

SAMPLES = 4
"""How many tiles that might come next each degree of care tries: a choice by hand."""

LOST = 0.8
"""Of what a placement seems to cost, this much was lost when both were played to the end: measured, as
BUILDING.md says."""

NOISE = 8
"""Below this a review says nothing: a choice by hand, from how often the better one did better."""


def weigh(view: View, played: Move, care: int, rng: Random) -> Judged[Move] | None:
    """See `Judge.weigh`: what a placement gains, less the best reply, with some of what may come next."""
    if view.mover is None or not isinstance(played, Place):
        return None
    found = outlooks(view, rng, SAMPLES * care, played)
    best = max(found, key=found.__getitem__)
    if found[played] == found[best]:
        best = played
    own, rival = view.table.scores[view.mover], view.table.scores[other(view.mover)]
    with_best = own - rival + found[best]
    return Judged(best, with_best, with_best - LOST * (found[best] - found[played]))


JUDGE: Judge[View, Move] = Judge(why=why, name="Hard", weigh=weigh, noise=NOISE)
