"""The table in words, for players who don't see the picture."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from games.calabresella.rules.position import (
    SEATS,
    WIDOW,
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
)
from games.calabresella.rules.tricks import cards_of, taker, worth
from games.calabresella.rules.view import Phase, View
from games.calabresella.words.telling import asks_for, listed, points
from games.core import Seat, mark
from games.kit.cards import UNSEEN, Card
from games.kit.prose import counted, fitting, together


def describe(view: View) -> str:
    """Whose turn it is, the viewer's hand, the trick, the widow and the points.

    At most 1,000 characters: sentences at the end that don't fit are left out.
    """
    return fitting(_sentences(view))


def _sentences(view: View) -> Iterator[str]:
    yield _phase(view)
    if view.hand:
        yield f"Your hand: {_cards(view.hand)}."
    yield from _trick(view)
    yield from _soloist(view)
    if view.tricks:
        yield f"Points in tricks: {listed(view.points)}; tricks: {listed(view.taken_tricks)}."
    if view.score:
        yield f"Points taken: {listed(view.score.took)}. Scored: {listed(view.score.scored)}."
    solos, point = view.options.solos, view.options.game_point
    ends = f"of {solos} solos" if solos else f"to {point}"
    yield f"Match points: {listed(view.totals)}, in a match {ends}."
    yield from _others(view)


def _phase(view: View) -> str:
    if view.stopped:
        return "The match ended early."
    return _PHASES[view.phase](view)


def _mover(view: View) -> str:
    assert view.mover is not None
    return mark(view.mover)


def _waited_for(view: View) -> str:
    return ", ".join(map(mark, view.owes))


def _bidding(view: View) -> str:
    number = "second" if view.passes >= len(SEATS) else "first"
    return f"{_mover(view)} to bid, in the {number} round. {_dealer(view)} dealt."


def _asking(view: View) -> str:
    assert view.wish is not None
    return f"{asks_for(view.wish, view.askers)} Waiting for {_waited_for(view)} to vote."


def _result(view: View) -> str:
    return f"The match is over: {together(view.first)} {'wins' if len(view.first) == 1 else 'win'}."


_PHASES: Mapping[Phase, Callable[[View], str]] = {
    DealerOwed: lambda _: "The first dealer is being drawn.",
    DealOwed: lambda view: f"{_dealer(view)} is about to deal.",
    Bidding: _bidding,
    Calling: lambda view: f"{_mover(view)} can call for a three.",
    Returning: lambda view: f"{_mover(view)} has to give a card in return for the three.",
    Rejecting: lambda view: f"{_mover(view)} has to reject 1 to 4 cards.",
    Taking: lambda view: f"{_mover(view)} has to take {counted(view.rejects, 'card')} from the widow.",
    Playing: lambda view: f"{_mover(view)} to play, in trick {len(view.tricks) + 1} of 12.",
    Between: lambda view: f"The deal is over. Waiting for {_waited_for(view)}.",
    Asking: _asking,
    Naming: lambda view: f"{_mover(view)} suggests another game point.",
    Finished: _result,
}


def _dealer(view: View) -> str:
    return mark(Seat(0) if view.dealer is None else view.dealer)


def _trick(view: View) -> Iterator[str]:
    if view.trick:
        yield f"On the table: {', '.join(f'{mark(seat)} {card}' for seat, card in view.trick)}."
    if view.last:
        cards = ", ".join(f"{mark(seat)} {card}" for seat, card in view.last)
        yield f"Last trick: {cards}; {points(worth(cards_of(view.last)))} to {mark(taker(view.last))}."


def _soloist(view: View) -> Iterator[str]:
    if view.soloist is None:
        return
    who = mark(view.soloist)
    yield f"{who} is the soloist."
    if view.called:
        yield _call(view, who)
    if view.phase is Playing and UNSEEN in view.widow:
        yield f"{who} rejected {counted(view.rejects, 'card')} and took {_taken(view)}."
        yield "The 4 cards out of play are face down."
        return
    if view.widow and UNSEEN not in view.widow:
        yield f"The widow: {_cards(view.widow)}."
    if view.taken:
        yield f"{who} took {_cards(view.taken)}."
    if view.rejects:
        shown = f": {_cards(view.rejected)}" if view.rejected else ""
        yield f"{who} rejected {counted(view.rejects, 'card')}{shown}."


def _taken(view: View) -> str:
    """What the soloist took, while the picture shows it; the rest of the widow is face down again."""
    left = WIDOW - view.rejects
    if not left:
        return "the whole widow"
    took = counted(view.rejects, "card") if view.tricks else _cards(view.taken)
    return f"{took} from the widow, and its other {counted(left, 'card')} {_ARE[left > 1]} face down again"


_ARE = ("is", "are")


def _call(view: View, who: str) -> str:
    if view.giver is None:
        return f"{who} called for {view.called}, but nobody had it."
    giver = mark(view.giver)
    if view.returned:
        return f"{who} got {view.called} from {giver} for {view.returned}."
    return f"{who} got {view.called} from {giver} for another card."


def _others(view: View) -> Iterator[str]:
    for seat in SEATS:
        cards = view.hands[seat]
        if cards and seat != view.viewer:
            yield f"{mark(seat)} has {counted(len(cards), 'card') if UNSEEN in cards else _cards(cards)}."


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(cards)
