"""The few words in the pictures: whose turn it is, what each seat has done, how the deal ended."""

from collections.abc import Iterator

from games.calabresella.position import (
    DECK,
    MADE,
    WIDOW,
    Asking,
    Between,
    Bidding,
    Calling,
    DealerOwed,
    DealOwed,
    Finished,
    Playing,
    Rejecting,
    Returning,
    Taking,
    Trick,
)
from games.calabresella.position import SEATS as PLAYERS
from games.calabresella.rules import bidder
from games.calabresella.tricks import taker
from games.calabresella.view import Phase, View
from games.core import Seat
from games.kit.brush.cards import Look
from games.kit.brush.marks import NIGHT, PAPER, SEATS
from games.kit.brush.strip import Notice
from games.kit.cards import UNSEEN, Card
from games.kit.prose import counted

_VERBS: dict[Phase, str] = {
    Bidding: "bid",
    Calling: "call",
    Returning: "give",
    Rejecting: "reject",
    Taking: "take",
    Playing: "play",
}

BEFORE_PLAY: frozenset[Phase] = frozenset({Bidding, Calling, Returning, Rejecting, Taking})
"""The widow is in the middle."""
AFTER_PLAY: frozenset[Phase] = frozenset({Between, Asking, Finished})
"""All cards of a deal that was played are face up."""


def notice(view: View) -> Notice:
    """Whose turn it is, or who has won."""
    if view.stopped:
        return Notice("Stopped", NIGHT, PAPER)
    if view.first:
        winners = ", ".join(map(_letter, view.first))
        return Notice(f"{winners} wins" if len(view.first) == 1 else f"{winners} win", crown=True)
    if view.mover is None or view.phase not in _VERBS:
        return Notice(_waiting(view), NIGHT, PAPER)
    verb = "lead" if view.phase is Playing and not view.trick else _VERBS[view.phase]
    seat = SEATS[view.mover]
    who = "Your turn to" if view.mover == view.viewer else f"{seat.letter} to"
    return Notice(f"{who} {verb}", seat.ink, seat.colour)


def _waiting(view: View) -> str:
    if view.phase is DealerOwed:
        return "Drawing the dealer"
    if view.phase is DealOwed:
        return "Dealing"
    question = "agree" if view.phase is Asking else "next deal"
    return f"{', '.join(map(_letter, view.owes))}: {question}?"


def said(view: View, seat: Seat) -> str | None:
    """What the seat has bid, given or scored; None during play, when its points and tricks matter more."""
    if view.phase in AFTER_PLAY:
        return _scored(view, seat)
    if view.phase is Playing:
        return None
    if seat == view.giver and view.called:
        return f"Gave {view.called}"
    return ("", "Passes", "Passes twice")[_passes(view, seat)]


def briefly(view: View, seat: Seat) -> str:
    """The same in the picture of a hand, which has room for one word."""
    if view.phase not in BEFORE_PLAY:
        return counted(view.points[seat], "pt")
    if seat == view.giver:
        return "Gave"
    return "Pass" if _passes(view, seat) else ""


def _passes(view: View, seat: Seat) -> int:
    if view.dealer is None:
        return 0
    return sum(bidder(view.dealer, turn) == seat for turn in range(view.passes))


def _scored(view: View, seat: Seat) -> str:
    if view.score is None:
        return "Passes twice"
    took, scored = view.score.took[seat], view.score.scored[seat]
    return counted(took, "pt") + (f" +{scored - took}" if scored > took else "")


def told(view: View) -> tuple[str, ...]:
    """The words in the middle of the table."""
    if view.phase in AFTER_PLAY:
        return _result(view)
    if view.phase is Bidding:
        return ("Second round",) if view.passes >= len(PLAYERS) else ()
    return tuple(_exchange(view)) if view.phase in BEFORE_PLAY else ()


def _result(view: View) -> tuple[str, ...]:
    if view.score is None or view.soloist is None:
        return "All passed twice:", "nobody scores"
    took = view.score.took[view.soloist]
    above = f"{took - MADE} above {MADE}" if took > MADE else f"{MADE - took} short of {MADE}"
    return f"{_letter(view.soloist)} made {took},", "just enough" if took == MADE else above


def _exchange(view: View) -> Iterator[str]:
    if view.soloist is None:
        return
    if view.called:
        yield f"{_letter(view.soloist)} called {view.called}"
        if view.giver is None:
            yield "Nobody has it"
    if view.rejects:
        yield f"{_letter(view.soloist)} rejected {view.rejects}"


def out_of_play(view: View) -> tuple[Card, ...]:
    """The four cards out of play, face down until the scoring; none before play."""
    if view.phase is not Playing and view.phase not in AFTER_PLAY:
        return ()
    if UNSEEN in view.widow:
        return (UNSEEN,) * WIDOW
    return tuple(card for card in view.widow if card not in view.taken) + view.rejected


def held(view: View, seat: Seat) -> tuple[Card, ...]:
    """The seat's cards; after the scoring, those it began to play with."""
    if view.phase not in AFTER_PLAY or not view.tricks:
        return view.hands[seat]
    return DECK.named(DECK.mask(laid.card for trick in view.tricks for laid in trick if laid.seat == seat))


def on_table(view: View) -> Trick:
    """The trick in play, or the last one until the next is led."""
    return view.trick or (view.last if view.phase is Playing else ())


def winner(trick: Trick) -> Seat | None:
    """The winner of a full trick; None before that."""
    return taker(trick) if len(trick) == len(PLAYERS) else None


def look_of(trick: Trick, seat: Seat) -> Look:
    """The newest card of a trick stands out; in a full trick the winning card does, and the others fade."""
    if winner(trick) is not None:
        return "lit" if seat == winner(trick) else "dim"
    return "lit" if seat == trick[-1].seat else "plain"


def _letter(seat: Seat) -> str:
    return SEATS[seat].letter
