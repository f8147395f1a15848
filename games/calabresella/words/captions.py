"""The words in the pictures: what has just happened, what the viewer can do, how a deal ended."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from games.calabresella.rules.position import (
    MADE,
    Asking,
    Between,
    Bidding,
    Calling,
    DealerOwed,
    DealOwed,
    Finished,
    Naming,
    Playing,
    Rejecting,
    Returning,
    Taking,
    Trick,
)
from games.calabresella.rules.position import SEATS as PLAYERS
from games.calabresella.rules.rulebook import bidder
from games.calabresella.rules.view import Phase, View
from games.calabresella.words import news
from games.core import Seat
from games.kit.brush.scene import Caption
from games.kit.cards import SUIT_NAMES
from games.kit.prose import counted

BEFORE_PLAY: frozenset[Phase] = frozenset({Bidding, Calling, Returning, Rejecting, Taking})
"""Phases with the widow in the middle."""
AFTER_PLAY: frozenset[Phase] = frozenset({Between, Asking, Naming, Finished})
"""Phases in which all cards of the last deal are face up, if it was played."""


def caption(view: View) -> Caption:
    """What the viewer can do, or otherwise what has just happened and who did it."""
    if view.stopped:
        return Caption("The match ended early")
    if view.viewer is not None and view.viewer in view.owes:
        if view.phase is Between:
            return replace(_scored(view), asks=True)
        return Caption(_ASKS[view.phase](view), asks=True)
    return _HAPPENED[view.phase](view)


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
    Asking: lambda view: f"Your turn: agree to {news.wished(view.wish)}?" if view.wish else "",
    Naming: lambda _: "Your turn: which game point?",
}


def _dealt(view: View) -> Caption:
    if view.dealer is None:
        return Caption("The first dealer is drawn")
    return Caption(news.deals(view.dealer), view.dealer)


def _bid(view: View) -> Caption:
    if not view.passes or view.dealer is None:
        return _dealt(view)
    last = bidder(view.dealer, view.passes - 1)
    if view.passes == len(PLAYERS):
        return Caption(news.ALL_PASSED, last)
    return Caption(news.passed(last), last)


def _called(view: View) -> Caption:
    """What the soloist last did before rejecting."""
    assert view.soloist is not None
    if not view.called:
        return Caption(news.goes_solo(view.soloist), view.soloist)
    if view.giver is None:
        return Caption(news.called_in_vain(view.soloist, view.called), view.soloist)
    if view.phase is Returning:
        return Caption(news.gave_three(view.giver, view.soloist, view.called), view.giver)
    return Caption(news.gave_back(view.soloist, view.giver, view.called), view.soloist)


def _rejected(view: View) -> Caption:
    assert view.soloist is not None
    return Caption(news.rejected(view.soloist, view.rejects), view.soloist)


def _played(view: View) -> Caption:
    if not view.trick:
        return _took_trick(view.last) if view.last else _took(view)
    seat, card = view.trick[-1]
    if len(view.trick) > 1:
        return Caption(news.played(seat, card), seat)
    won = next((laid.card for laid in view.last if laid.seat == seat), None)
    told = news.played(seat, card)
    if won is None:
        return Caption(news.led(seat, card), seat, tells=(told,))
    return Caption(news.won_and_led(seat, won, card), seat, tells=(told, news.played(seat, won)))


def _took_trick(trick: Trick) -> Caption:
    winning = news.winning(trick)
    return Caption(news.won(trick), winning.seat, tells=(news.played(*winning),))


def _took(view: View) -> Caption:
    assert view.soloist is not None
    return Caption(news.took(view.soloist, " ".join(view.taken)), view.soloist)


def _scored(view: View) -> Caption:
    if view.score is None or view.soloist is None:
        return Caption(news.NOBODY_SCORES)
    told = news.solo_ended(view.soloist, view.score.took[view.soloist])
    # It names only the soloist, so what the others did in the last trick is told below the picture.
    own = [news.played(*laid) for laid in view.last if laid.seat == view.soloist]
    won = [news.won_last(view.last)] if news.winning(view.last).seat == view.soloist else []
    return Caption(told, view.soloist, tells=(*won, *own))


def _wished(view: View) -> Caption:
    """Who asks for what, for the players who have voted."""
    if view.wish is None or not view.askers:
        return _scored(view)
    return Caption(news.asks_for(tuple(view.askers), view.wish), view.askers[0])


def _naming(view: View) -> Caption:
    return Caption(news.names_a_point(view.owes[0]), view.owes[0]) if view.owes else _scored(view)


_HAPPENED: Mapping[Phase, Callable[[View], Caption]] = {
    DealerOwed: _dealt,
    DealOwed: _dealt,
    Bidding: _bid,
    Calling: _called,
    Returning: _called,
    Rejecting: _called,
    Taking: _rejected,
    Playing: _played,
    Between: _scored,
    Asking: _wished,
    Naming: _naming,
    Finished: _scored,
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
    return ("", "passed", "passed twice")[passes(view, seat)]


def headline(view: View) -> str:
    """How the deal ended, in a few large words."""
    assert view.score is not None
    assert view.soloist is not None
    return "The soloist makes it" if view.score.took[view.soloist] >= MADE else "The soloist falls short"
