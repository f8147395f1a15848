"""What a table of Calabresella hears of each move, and who hears more of it."""

from collections.abc import Iterable
from typing import TypeAlias

from games.calabresella.notation import names
from games.calabresella.position import (
    MADE,
    SEATS,
    Asking,
    Between,
    Bidding,
    BySeat,
    Calling,
    Dealt,
    Laid,
    Match,
    Played,
    Playing,
    Position,
    Rejecting,
    Returning,
    Solo,
    Taking,
    Trick,
    Wish,
)
from games.calabresella.tricks import cards_of, taker, worth
from games.core import Event, Seat, mark
from games.kit.cards import Card
from games.kit.prose import counted

Told: TypeAlias = tuple[Event, ...]

_SAID: dict[Wish, str] = {
    "next": "the next deal",
    "replay": "the same cards again",
    "either": "either",
    "again": "the same cards again, if all agree",
    "open": "open hands, if all agree",
    "closed": "closed hands, if all agree",
    "replays": "offer replays, if all agree",
    "no replays": "no more replays, if all agree",
}
_WOULD_LIKE: dict[Wish, str] = {
    "again": "to play the same cards again",
    "open": "to play with open hands from the next deal on",
    "closed": "to play with closed hands from the next deal on",
    "replays": "to have replays of the last deal offered",
    "no replays": "to have no more replays offered",
}
_AGREED: dict[Wish, str] = {
    "open": "from the next deal on hands are open",
    "closed": "from the next deal on hands are closed",
    "replays": "before each deal you can ask for the same cards again",
    "no replays": "no more replays are offered",
}


def points(count: int) -> str:
    """`1 point`, `2 points`."""
    return counted(count, "point")


def listed(numbers: BySeat) -> str:
    """`{a} 12, {b} 0, {c} 5`."""
    return ", ".join(f"{mark(seat)} {numbers[seat]}" for seat in SEATS)


def first_dealer(dealer: Seat) -> Told:
    return (Event(f"{mark(dealer)} is drawn to deal first."),)


def dealt(match: Match, deal: Dealt, start: str) -> Told:
    """All are told their own hand, or with open hands all hands, after who deals (`start`)."""
    if match.open_hands:
        shown = "; ".join(f"{mark(seat)} {names(deal.hands[seat])}" for seat in SEATS)
        return (Event(f"{start} The hands: {shown}."),)
    return (Event(start, {seat: f"{start} You hold {names(deal.hands[seat])}." for seat in SEATS}),)


def passed(seat: Seat, passes: int) -> Told:
    told = Event(f"{mark(seat)} passes.")
    if passes == len(SEATS):
        return told, Event("All have passed: in the second round the soloist may call for a three.")
    if passes == 2 * len(SEATS):
        return told, Event("All have passed twice: nobody scores.")
    return (told,)


def declared(seat: Seat) -> Told:
    return (Event(f"{mark(seat)} is the soloist."),)


def called(soloist: Seat, three: Card | None, giver: Seat | None) -> Told:
    if three is None:
        return (Event(f"{mark(soloist)} calls for no three."),)
    if giver is None:
        return (Event(f"{mark(soloist)} calls for {three}, and nobody has it."),)
    return (Event(f"{mark(soloist)} calls for {three}, and {mark(giver)} gives it."),)


def gave(match: Match, solo: Solo) -> Told:
    """Only the two concerned see the card."""
    assert solo.giver is not None
    soloist, giver = mark(solo.soloist), mark(solo.giver)
    if match.open_hands:
        return (Event(f"{soloist} gives {giver} {solo.returned} for it."),)
    secret = {
        solo.soloist: f"You give {giver} {solo.returned} for it.",
        solo.giver: f"{soloist} gives you {solo.returned} for it.",
    }
    return (Event(f"{soloist} gives {giver} a card for it.", secret),)


def rejected(match: Match, deal: Dealt, solo: Solo) -> Told:
    who, which = mark(solo.soloist), names(solo.rejected)
    widow = Event(f"The widow is turned up: {names(deal.widow)}.")
    if match.open_hands:
        return Event(f"{who} rejects {which}."), widow
    count = counted(solo.rejected.bit_count(), "card")
    return Event(f"{who} rejects {count}.", {solo.soloist: f"You reject {which}."}), widow


def took(solo: Solo, leader: Seat) -> Told:
    return (Event(f"{mark(solo.soloist)} takes {names(solo.taken)}. {mark(leader)} leads."),)


def played(laid: Laid) -> Told:
    return (Event(f"{mark(laid.seat)} plays {laid.card}."),)


def trick(full: Trick) -> Told:
    return (Event(f"{mark(taker(full))} takes the trick with {points(worth(cards_of(full)))}."),)


def scored(deal: Played, match: Match) -> Told:
    """The last trick, what lay out of play, and what everybody writes down."""
    full, score, soloist = deal.tricks[-1], deal.score, deal.solo.soloist
    last = Event(
        f"{mark(taker(full))} takes the last trick with {points(worth(cards_of(full)))}, 3 more for it, and "
        f"{points(worth(score.out))} out of play: {names(score.out)}."
    )
    took = score.took[soloist]
    verdict = f"makes it with {took}" if took >= MADE else f"has {took} and lacks {MADE - took}"
    told = f"{mark(soloist)} {verdict}. Taken: {listed(score.took)}. Scored: {listed(score.scored)}."
    return last, Event(told), Event(f"Match points: {listed(match.totals)}.")


def won(match: Match, winner: Seat) -> Told:
    return (Event(f"{mark(winner)} wins the match with {match.totals[winner]}."),)


def spoke(seat: Seat, wish: Wish, first: bool) -> Told:
    """Who is ready is known, what he said is not; a changed word is not heard at all."""
    return (Event(f"{mark(seat)} is ready." if first else "", {seat: f"You say: {_SAID[wish]}."}),)


def asked(wish: Wish, askers: Iterable[Seat]) -> Told:
    """Who asks for it is told once all have spoken."""
    return (Event(asks_for(wish, askers)),)


def asks_for(wish: Wish, askers: Iterable[Seat]) -> str:
    """`{a} and {b} would like to play with open hands.`"""
    return f"{' and '.join(map(mark, askers))} would like {_WOULD_LIKE[wish]}."


def voted(seat: Seat, agrees: bool, first: bool) -> Told:
    """Who has answered is known, what is not before the last one has."""
    own = "You agree." if agrees else "You refuse."
    return (Event(f"{mark(seat)} has answered." if first else "", {seat: own}),)


def counted_votes(wish: Wish, agreed: bool) -> Told:
    """What came of it; nobody is told who refused."""
    return (Event(f"All agree: {_AGREED[wish]}." if agreed else "Not all agree: it stays as it is."),)


def next_deal(match: Match) -> Told:
    return (Event(f"The deal passes to {mark(match.dealer)}."),)


def what_is_owed(position: Position) -> str:
    """What must be done now in the place of another move."""
    match position:
        case Bidding():
            return "Now one bids: pass or solo (rule 6)."
        case Calling():
            return "Now the soloist calls for a three, or for none (rule 7)."
        case Returning():
            return "Now the soloist gives a card for the three (rule 8)."
        case Rejecting():
            return "Now the soloist rejects one to four cards (rule 9)."
        case Taking():
            return "Now the soloist takes cards out of the widow (rule 10)."
        case Playing():
            return "Now a card is played (rule 11)."
        case Between():
            return "Now everybody says how to go on (rule 18)."
        case Asking():
            return "Now everybody agrees or refuses (rule 18)."
    return "First the cards must be dealt (rule 5)."
