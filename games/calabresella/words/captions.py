"""The words in the pictures: what the viewer can do, what each seat did, how a deal ended."""

from collections.abc import Callable, Mapping

from games.calabresella.rules.position import (
    MADE,
    Asking,
    Between,
    Bidding,
    Calling,
    Finished,
    Naming,
    Playing,
    Rejecting,
    Returning,
    Taking,
)
from games.calabresella.rules.rulebook import bidder
from games.calabresella.rules.tricks import cards_of, taker, worth
from games.calabresella.rules.view import Phase, View
from games.calabresella.words.telling import wished
from games.core import Caption, Seat
from games.kit.cards import SUIT_NAMES
from games.kit.prose import counted

BEFORE_PLAY: frozenset[Phase] = frozenset({Bidding, Calling, Returning, Rejecting, Taking})
"""Phases with the widow in the middle."""
AFTER_PLAY: frozenset[Phase] = frozenset({Between, Asking, Naming, Finished})
"""Phases in which all cards of the last deal are face up, if it was played."""


def asked(view: View) -> Caption | None:
    """What the viewer can do; None while others move and between deals, where the news says more."""
    asks = _ASKS.get(view.phase) if view.viewer is not None and view.viewer in view.owes else None
    return Caption(asks(view)) if asks is not None and not view.stopped else None


def _play(view: View) -> str:
    if not view.trick:
        return "Your turn: lead any card" if view.hand[1:] else "Your turn: lead your last card"
    suit = view.trick[0].card[-1]
    if any(card[-1] == suit for card in view.hand):
        return f"Your turn: play a {SUIT_NAMES[suit]}"
    return f"Your turn: no {SUIT_NAMES[suit]}s, so play any card"


_ASKS: Mapping[Phase, Callable[[View], str]] = {
    Bidding: lambda view: f"Your turn: pass, or go solo{' and call?' if view.passes >= 3 else '?'}",
    Calling: lambda _: "Your turn: call for a three, or for none",
    Returning: lambda view: f"Your turn: give a card for {view.called}",
    Rejecting: lambda _: "Your turn: reject 1 to 4 cards",
    Taking: lambda view: f"Your turn: take {counted(view.rejects, 'card')} from the widow",
    Playing: _play,
    Asking: lambda view: f"Your turn: agree to {wished(view.wish)}?" if view.wish else "",
    Naming: lambda _: "Your turn: which game point?",
}


def passes(view: View, seat: Seat) -> int:
    """How often the seat has passed in this bidding."""
    if view.dealer is None or view.phase is not Bidding:
        return 0
    return sum(bidder(view.dealer, turn) == seat for turn in range(view.passes))


def said(view: View, seat: Seat) -> str:
    """What the seat has bid or given, or its points in this deal."""
    if view.phase is Playing:
        return counted(view.points[seat], "point")
    if view.phase in BEFORE_PLAY and seat == view.giver:
        return f"gave {view.called}"
    return ("", "passed", "2 passes")[passes(view, seat)]


def gain(view: View, seat: Seat) -> str:
    """What the seat took in the last trick, such as `+4`; empty if that's nothing."""
    if view.phase is not Playing or not view.last or taker(view.last) != seat:
        return ""
    took = worth(cards_of(view.last))
    return f"+{took}" if took else ""


def headline(view: View) -> str:
    """How the deal ended, in a few large words."""
    assert view.score is not None
    assert view.soloist is not None
    return "The soloist makes it" if view.score.took[view.soloist] >= MADE else "The soloist falls short"
