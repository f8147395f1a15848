"""What everybody hears about each move, and what one seat hears instead."""

from collections.abc import Iterable
from typing import TypeAlias

from games.calabresella.rules.notation import names
from games.calabresella.rules.position import (
    ALL_POINTS,
    MADE,
    SEATS,
    WIDOW,
    Asking,
    Between,
    Bidding,
    BySeat,
    Calling,
    Dealt,
    Match,
    Naming,
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
from games.calabresella.rules.tricks import cards_of, points_by_seat, taker, winning, worth
from games.core import Event, Highlight, Seat, Viewer, mark
from games.kit.cards import Card
from games.kit.prose import counted

Told: TypeAlias = tuple[Event, ...]

_SAID: dict[Wish, str] = {
    "next": "You say: next deal.",
    "replay": "You say: same cards again.",
    "either": "You say: either is fine.",
    "again": "You ask to play the same cards again.",
    "open": "You ask for open hands.",
    "closed": "You ask for closed hands.",
    "replays": "You ask for replays.",
    "no replays": "You ask for no more replays.",
    "point": "You ask for another game point.",
}
_ASKED: dict[Wish, str] = {
    "again": "{who} would like to play the same cards again.",
    "open": "{who} would like open hands from the next deal on.",
    "closed": "{who} would like closed hands from the next deal on.",
    "replays": "{who} would like to have replays of the last deal.",
    "no replays": "{who} would like no more replays.",
}
_WISHED: dict[Wish, str] = {
    "again": "the same cards again",
    "open": "open hands",
    "closed": "closed hands",
    "replays": "replays",
    "no replays": "no more replays",
}
_AGREED: dict[Wish, str] = {
    "open": "Everybody agrees: hands are open from the next deal on.",
    "closed": "Everybody agrees: hands are closed from the next deal on.",
    "replays": "Everybody agrees: after each deal you can ask for the same cards again.",
    "no replays": "Everybody agrees: no more replays.",
}
OWED: dict[type[object], str] = {
    Bidding: "It's time to bid: type “pass” or “solo” (rule 6).",
    Calling: "Call for a three first, such as “call 3♠”, or “call none” (rule 7).",
    Returning: "Give a card in return for the three first (rule 8).",
    Rejecting: "Reject 1 to 4 cards first (rule 9).",
    Taking: "Take cards from the widow first (rule 10).",
    Playing: "Play a card, such as 6♣ (rule 11).",
    Between: "The deal is over: type “next”, or press a button to ask for something else (rule 18).",
    Asking: "There's a request: type “agree” or “refuse” (rule 18).",
    Naming: "Somebody asked for another game point: they say which first, such as “point 50” (rule 18).",
}


def points(count: int) -> str:
    """`1 point`, `2 points`."""
    return counted(count, "point")


def listed(numbers: BySeat) -> str:
    """`{a} 12, {b} 0, {c} 5`."""
    return ", ".join(f"{mark(seat)} {numbers[seat]}" for seat in SEATS)


def first_dealer(dealer: Seat) -> Told:
    return (Event(f"{mark(dealer)} deals first.", dealer, short=f"{mark(dealer)} deals"),)


def dealt(match: Match, deal: Dealt) -> Told:
    """Everybody hears their own hand; with open hands, all three."""
    return _hands(match, deal, f"{mark(match.dealer)} deals.")


def dealt_again(match: Match, deal: Dealt, *, voted: bool) -> Told:
    """The same cards again, because everybody agreed or, with the old option, nobody was against it."""
    why = "Everybody agrees" if voted else "Nobody is against it"
    return _hands(match, deal, f"{why}: {mark(match.dealer)} deals the same cards again.")


def _hands(match: Match, deal: Dealt, start: str) -> Told:
    if match.open_hands:
        shown = "; ".join(f"{mark(seat)} {names(deal.hands[seat])}" for seat in SEATS)
        return (Event(f"{start} The hands: {shown}.", match.dealer),)
    own = {seat: f"{start} Your hand: {names(deal.hands[seat])}." for seat in SEATS}
    return (Event(start, match.dealer, own, is_shown=True),)


def passed(seat: Seat, passes: int) -> Told:
    told = Event(f"{mark(seat)} passes.", seat, short=f"{mark(seat)} passed")
    if passes == len(SEATS):
        why = "Everybody passed. In the second round, a soloist can call for a three."
        return told, Event(why, by=None, short="All three passed: now you can call a three")
    if passes == 2 * len(SEATS):
        return told, Event(
            "Everybody passed twice. Nobody scores.", by=None, short="All passed twice: nobody scores"
        )
    return (told,)


def declared(seat: Seat) -> Told:
    return (Event(f"{mark(seat)} goes solo.", seat),)


def called(soloist: Seat, three: Card | None, giver: Seat | None) -> Told:
    if three is None:
        return (Event(f"{mark(soloist)} doesn't call for a three.", soloist),)
    if giver is None:
        told = f"{mark(soloist)} calls for {three}, but nobody has it."
        return (Event(told, soloist, short=f"{mark(soloist)} called {three}: nobody has it"),)
    told = f"{mark(soloist)} calls for {three} and gets it from {mark(giver)}."
    return (Event(told, soloist, short=f"{mark(soloist)} got {three} from {mark(giver)}"),)


def gave(match: Match, solo: Solo) -> Told:
    """Only the two players involved see the card."""
    assert solo.giver is not None
    soloist, giver = mark(solo.soloist), mark(solo.giver)
    if match.open_hands:
        return (Event(f"{soloist} gives {giver} {solo.returned} in return.", solo.soloist),)
    secret = {
        solo.soloist: f"You give {giver} {solo.returned} in return.",
        solo.giver: f"{soloist} gives you {solo.returned} in return.",
    }
    short = f"{soloist} gave {giver} a card for {solo.called}"
    cards = f"{solo.called} {solo.returned}"
    kept = Highlight(f"{soloist} called your {solo.called}", f"You get {solo.returned} for it", cards)
    told = f"{soloist} gives {giver} a card in return."
    return (Event(told, solo.soloist, secret, short, highlights={solo.giver: kept}),)


def rejected(match: Match, deal: Dealt, solo: Solo) -> Told:
    who, which = mark(solo.soloist), names(solo.rejected)
    count = counted(solo.rejected.bit_count(), "card")
    widow = f"The widow is turned up: {names(deal.widow)}."
    own = {} if match.open_hands else {solo.soloist: f"You reject {which}. {widow}"}
    told = f"{who} rejects {which if match.open_hands else count}. {widow}"
    return (Event(told, solo.soloist, own, short=f"{who} rejected {count}"),)


def took(solo: Solo, leader: Seat) -> Told:
    """The rest of the widow is turned face down again (rule 10)."""
    took = f"{mark(solo.soloist)} takes {names(solo.taken)}"
    left = ", and the rest of the widow is turned face down" if solo.taken.bit_count() < WIDOW else ""
    short = f"{mark(solo.soloist)} took {names(solo.taken)} from the widow"
    return (Event(f"{took}{left}. {mark(leader)} leads.", solo.soloist, short=short),)


def played(trick: Trick, tricks: tuple[Trick, ...]) -> Told:
    """The newest card of a trick; a lead in short also says with what its player has won the trick before."""
    who, card = mark(trick[-1].seat), trick[-1].card
    won = f"won with {winning(tricks[-1]).card} and " if tricks else ""
    short = f"{who} {won}led {card}" if len(trick) == 1 else f"{who} played {card}"
    return (Event(f"{who} plays {card}.", trick[-1].seat, short=short, is_shown=True),)


RICH = 5
"""So many points in one trick stay in the picture."""


def trick(tricks: tuple[Trick, ...], soloist: Seat) -> Told:
    """The newest of these tricks."""
    full = tricks[-1]
    winner = taker(full)
    told = f"{mark(winner)} wins the trick: {points(worth(cards_of(full)))}."
    short = f"{mark(winner)} won {points(worth(cards_of(full)))} with {winning(full).card}"
    return (Event(told, winner, short=short, highlights=_kept(tricks, soloist)),)


def _kept(tricks: tuple[Trick, ...], soloist: Seat) -> dict[Viewer, Highlight]:
    """The trick that decides whether the soloist makes it, or one with many points."""
    before, after = (_taken(won, soloist) for won in (tricks[:-1], tricks))
    winner, card = winning(tricks[-1])
    won = worth(cards_of(tricks[-1]))
    if before[0] < MADE <= after[0]:
        shown = Highlight(f"{mark(soloist)} makes it", f"{points(after[0])} taken: {MADE} are enough", card)
    elif before[1] <= ALL_POINTS - MADE < after[1]:
        shown = Highlight(f"{mark(soloist)} can't make it", f"The others have {points(after[1])}", card)
    elif won >= RICH:
        shown = Highlight(f"{points(won)} in one trick", f"{mark(winner)} wins it with {card}", card)
    else:
        return {}
    return {None: shown}


def _taken(tricks: tuple[Trick, ...], soloist: Seat) -> tuple[int, int]:
    """The points that the soloist and the two others have taken."""
    taken = points_by_seat(tricks)
    return taken[soloist], sum(taken) - taken[soloist]


def scored(deal: Played, match: Match) -> Told:
    """The last trick, the cards out of play, and the score."""
    full, score, soloist = deal.tricks[-1], deal.score, deal.solo.soloist
    winner = taker(full)
    last = Event(
        f"{mark(winner)} wins the last trick: {points(worth(cards_of(full)))}, 3 more for the last one, "
        f"and {points(worth(score.out))} out of play ({names(score.out)}).",
        winner,
        short=f"{mark(winner)} won the last trick",
    )
    took = score.took[soloist]
    lacks, above = (
        f"{MADE - took} short of {MADE}",
        f"{took - MADE} above {MADE}" if took > MADE else "just enough",
    )
    ended = f"{mark(soloist)} took {points(took)}, {lacks if took < MADE else above}"
    told = f"{ended}. Match points: {listed(match.totals)}."
    return last, Event(told, soloist, short=ended)


def over(match: Match, winner: Seat) -> Told:
    """Who reached the game point. The result says who wins, because players who resigned come last there."""
    told = f"{mark(winner)} reaches the game point with {match.totals[winner]}"
    return (Event(f"{told}: the match is over.", winner, short=f"{told}.", is_outcome=True),)


def spoke(seat: Seat, wish: Wish, first: bool) -> Told:
    """Everybody hears that a player is ready, not what they said, and nothing about a change of mind."""
    return (Event(f"{mark(seat)} is ready." if first else "", seat, {seat: _SAID[wish]}, is_minor=True),)


def asked(wish: Wish, askers: Iterable[Seat]) -> Told:
    """Once everybody is ready, everybody hears who asks for what."""
    who = tuple(askers)
    short = f"{' and '.join(map(mark, who))} {'asks' if len(who) == 1 else 'ask'} for {wished(wish)}"
    return (Event(asks_for(wish, who), who[0], short=short),)


def wished(wish: Wish) -> str:
    """`open hands`, `a match to 50`."""
    return f"a match to {wish}" if isinstance(wish, int) else _WISHED[wish]


def asks_for(wish: Wish, askers: Iterable[Seat]) -> str:
    """`{a} and {b} would like open hands from the next deal on.`"""
    asked = "{who} would like to play to {wish}." if isinstance(wish, int) else _ASKED[wish]
    return asked.format(who=" and ".join(map(mark, askers)), wish=wish)


def may_name(seat: Seat) -> Told:
    """Everybody hears who asked for another game point."""
    return (Event(f"{mark(seat)} would like another game point.", seat),)


def stays(seat: Seat, point: int) -> Told:
    """The player who asked for another game point has named the old one."""
    return (Event(f"The game point stays {point}.", seat),)


def voted(seat: Seat, agrees: bool, first: bool) -> Told:
    """Everybody hears that a player has voted, but not how."""
    own = "You agree." if agrees else "You refuse."
    return (Event(f"{mark(seat)} has voted." if first else "", seat, {seat: own}, is_minor=True),)


def counted_votes(wish: Wish, agreed: bool) -> Told:
    """The result of the vote; nobody hears who refused."""
    if not agreed:
        return (Event("Not everybody agrees, so nothing changes.", by=None),)
    told = f"Everybody agrees: the match is to {wish} now." if isinstance(wish, int) else _AGREED[wish]
    return (Event(told, by=None),)


def next_deal(match: Match) -> Told:
    return (Event(f"{mark(match.dealer)} deals next.", match.dealer, short=f"{mark(match.dealer)} deals"),)


def what_is_owed(position: Position) -> str:
    """What to do now, for a player who tried something else."""
    return OWED.get(type(position), "The cards have to be dealt first (rule 5).")
