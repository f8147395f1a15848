"""The table in words, for those who do not see the picture."""

from collections.abc import Iterable, Iterator

from games.calabresella.numbers import numbers_of
from games.calabresella.position import SEATS
from games.calabresella.telling import asks_for, listed, points
from games.calabresella.tricks import cards_of, taker, worth
from games.calabresella.view import View
from games.core import Seat, mark
from games.kit.cards import UNSEEN, Card
from games.kit.prose import counted, fitting


def describe(view: View) -> str:
    """What is to be done, the viewer's hand, the trick, the widow, and the points.

    At most 1,000 characters: sentences that do not fit any more are left out.
    """
    return fitting(_sentences(view))


def _sentences(view: View) -> Iterator[str]:
    yield _phase(view)
    if view.hand:
        yield f"Your hand: {_numbered(view, view.hand)}."
    yield from _trick(view)
    yield from _soloist(view)
    if view.tricks:
        yield f"Points in tricks: {listed(view.points)}; tricks: {listed(view.taken_tricks)}."
    if view.score:
        yield f"Taken in all: {listed(view.score.took)}. Scored: {listed(view.score.scored)}."
    yield f"Match points: {listed(view.totals)}, to {view.options.game_point}."
    yield from _others(view)


def _phase(view: View) -> str:
    if view.stopped:
        return "The match was broken off."
    who = mark(view.mover) if view.mover is not None else ""
    match view.phase:
        case "dealer":
            return "It is not drawn yet who deals first."
        case "deal":
            return f"{_dealer(view)} is about to deal."
        case "bid":
            number = "second" if view.passes >= 3 else "first"
            return f"{who} is to bid, in the {number} round. {_dealer(view)} dealt."
        case "play":
            return f"{who} is to play, trick {len(view.tricks) + 1} of 12."
        case "between":
            return f"The deal is over. Not ready yet: {', '.join(map(mark, view.owes))}."
        case "agree":
            assert view.wish is not None
            left = ", ".join(map(mark, view.owes))
            return f"{asks_for(view.wish, view.askers)} Not answered yet: {left}."
        case "finished":
            return "The match is over."
    return _exchange(view, who)


def _exchange(view: View, who: str) -> str:
    match view.phase:
        case "call":
            return f"{who} may call for a three."
        case "return":
            return f"{who} must give a card for the three."
        case "reject":
            return f"{who} must reject one to four cards."
    return f"{who} takes {counted(view.rejects, 'card')} out of the widow."


def _dealer(view: View) -> str:
    return mark(Seat(0) if view.dealer is None else view.dealer)


def _trick(view: View) -> Iterator[str]:
    if view.trick:
        yield f"On the table: {', '.join(f'{mark(seat)} {card}' for seat, card in view.trick)}."
    if view.last:
        cards = " ".join(card for _, card in view.last)
        yield f"Last trick: {cards}, {points(worth(cards_of(view.last)))}, to {mark(taker(view.last))}."


def _soloist(view: View) -> Iterator[str]:
    if view.soloist is None:
        return
    who = mark(view.soloist)
    yield f"{who} is the soloist."
    if view.called:
        giver = "nobody had it" if view.giver is None else f"{mark(view.giver)} gave it"
        returned = f", for {view.returned}" if view.returned else ""
        yield f"{who} called for {view.called}: {giver}{returned}."
    if view.phase == "play" and UNSEEN in view.widow:
        rejects = counted(view.rejects, "card")
        yield f"{who} rejected {rejects} and took {rejects} out of the widow."
        yield "The four cards out of play lie face down."
        return
    if view.widow and UNSEEN not in view.widow:
        yield f"The widow was {_numbered(view, view.widow)}."
    if view.taken:
        yield f"{who} took {_cards(view.taken)}."
    if view.rejects:
        shown = f": {_cards(view.rejected)}" if view.rejected else ""
        yield f"{who} rejected {counted(view.rejects, 'card')}{shown}."


def _others(view: View) -> Iterator[str]:
    for seat in SEATS:
        cards = view.hands[seat]
        if cards and seat != view.viewer:
            yield f"{mark(seat)} holds {counted(len(cards), 'card') if UNSEEN in cards else _cards(cards)}."


def _numbered(view: View, cards: tuple[Card, ...]) -> str:
    """`1 3♠, 2 2♠, 3 A♠` where they can be typed by these numbers."""
    numbers = numbers_of(view)
    if numbers.keys().isdisjoint(cards):
        return _cards(cards)
    return ", ".join(f"{numbers.get(card, '')} {card}".strip() for card in cards)


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(cards)
