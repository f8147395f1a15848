"""Hints: what a move does and why it's good, for the player who could make it; from their view alone.

The sentences state facts of the view, so they're true for every legal move, not only the advised ones.
"""

from collections.abc import Callable, Mapping

from games.calabresella.computers.knowledge import known
from games.calabresella.rules import notation
from games.calabresella.rules.notation import (
    Bid,
    Call,
    Give,
    GoOn,
    Move,
    Play,
    Point,
    Reject,
    Take,
    Vote,
    names,
)
from games.calabresella.rules.position import (
    ALL_POINTS,
    DECK,
    MADE,
    SEATS,
    WIDOW,
    Asking,
    Between,
    Naming,
    Wish,
)
from games.calabresella.rules.tricks import THREES, cards_of, playable, taker, worth
from games.calabresella.rules.view import View
from games.calabresella.words.telling import points
from games.core import mark
from games.kit.cards import SUIT_NAMES, SUITS, Card
from games.kit.prose import counted

_SUITS = {suit: f"{name}s" for suit, name in SUIT_NAMES.items()}
_TWOS = DECK.mask(Card("2" + suit) for suit in SUITS)

_WISHES: Mapping[Wish, str] = {
    "next": "The next deal begins as soon as everybody is ready, without a vote.",
    "replay": "The same cards are dealt again if nobody is against it.",
    "either": "You leave it to the others whether the same cards are dealt again.",
    "again": "If everybody agrees, the same cards are dealt again, and both deals count.",
    "open": "If everybody agrees, all hands are face up from the next deal on: that's easier for learners.",
    "closed": "If everybody agrees, hands are hidden again from the next deal on.",
    "replays": "If everybody agrees, you can ask for the same cards again after each deal.",
    "no replays": "If everybody agrees, nobody can ask for the same cards again.",
    "point": "You then say which game point you would like, and the others vote on it.",
}


def why(view: View, move: Move) -> str:
    """One or two sentences on a legal move of the viewer."""
    return _WHY[type(move)](view, move)


def called(_: View, move: Move) -> str:
    """What people call a legal move of the viewer that matters, such as `4♣`."""
    match move:
        case Bid(solo):
            return "going solo" if solo else "passing"
        case Call(three):
            return f"calling for {three}" if three else "calling for no three"
        case Reject(cards):
            return f"rejecting {names(cards)}"
        case Take(cards):
            return f"taking {names(cards)}"
        case Give(card) | Play(card):
            return card
    return notation.write(move)


def is_even(view: View) -> bool:
    """Whether players say what they would like between deals: there's nothing to know about that."""
    return view.phase in (Between, Asking, Naming)


def _bid(view: View, bid: Bid) -> str:
    """How strong the hand is: the cards that nobody can beat, and its threes and twos."""
    hand = DECK.mask(view.hand)
    sure, high = _unbeaten(hand, DECK.full & ~hand), (hand & (THREES | _TWOS)).bit_count()
    has = (
        f"{counted(sure.bit_count(), 'card')} that nobody can beat"
        if sure
        else "no card that can't be beaten"
    )
    holds = f"You hold {has}, and {high or 'none'} of the 8 threes and twos."
    if bid.solo:
        call = " and can call for a three" if view.passes >= len(SEATS) else ""
        return f"{holds} You play alone for {MADE} of the {ALL_POINTS} points{call}."
    return f"{holds} If you pass, you leave the risk of going solo to the others."


def _unbeaten(hand: int, others: int) -> int:
    """The cards of a hand that no card of the others can beat."""
    found = 0
    for suit in SUITS:
        own, theirs = hand & DECK.suit(suit), others & DECK.suit(suit)
        found |= own & ~((1 << theirs.bit_length()) - 1)
    return found


def _call(view: View, call: Call) -> str:
    if call.three is None:
        return "You keep all your cards, and nobody learns which three you have."
    hand, suit = DECK.mask(view.hand), call.three[-1]
    helped = _unbeaten(hand | DECK.bits[call.three], DECK.full & ~hand & ~DECK.bits[call.three])
    count = (helped & DECK.suit(suit)).bit_count()
    if count > 1:
        high = f"the {count} highest {_SUITS[suit]}"
        return f"With {call.three}, you have {high}, and you can give any card for it."
    return f"The {call.three} wins any trick in {_SUITS[suit]}, and it costs you only a card of your choice."


def _give(view: View, give: Give) -> str:
    assert view.giver is not None
    own = DECK.mask(view.hand) & DECK.suit(give.card[-1])
    return f"{_costs(give.card)} {_stays(own, give.card[-1])}"


def _costs(card: Card) -> str:
    """What giving a card away costs."""
    value = worth(DECK.bits[card])
    if card[0] in "32":
        return f"Your {card} can win tricks and is worth 1 point."
    return (
        f"Your {card} is worth {points(value)}."
        if value
        else f"Your {card} is worth nothing and rarely wins a trick."
    )


def _stays(own: int, suit: str) -> str:
    """What's left of a suit without one of these cards."""
    left = own.bit_count() - 1
    if not left:
        return f"Then you have no {_SUITS[suit]}, so you can discard another suit when they are led."
    return f"You still have {counted(left, 'card')} of that suit."


def _reject(view: View, reject: Reject) -> str:
    """The voids it makes; after four rejects the soloist takes the whole widow (rule 10)."""
    count, hand = reject.cards.bit_count(), DECK.mask(view.hand)
    value, left = worth(reject.cards), hand & ~reject.cards
    voids = [suit for suit in SUITS if hand & DECK.suit(suit) and not left & DECK.suit(suit)]
    say = [f"You get {_count_of_widow(count)} for {'it' if count == 1 else 'them'}."]
    if value:
        say.append(f"What you reject is worth {points(value)} to the winner of the last trick.")
    else:
        say.append(f"{names(reject.cards)} {'is' if count == 1 else 'are'} worth nothing.")
    if voids:
        say.append(f"You keep no {' or '.join(_SUITS[suit] for suit in voids)}.")
    return " ".join(say)


def _count_of_widow(count: int) -> str:
    return "the whole widow" if count == WIDOW else f"{counted(count, 'card')} from the widow"


def _take(view: View, take: Take) -> str:
    """How many cards of the hand nobody can beat with these, and what the cards left behind count."""
    hand = DECK.mask(view.hand)
    before = _unbeaten(hand, DECK.full & ~hand).bit_count()
    after = _unbeaten(hand | take.cards, DECK.full & ~hand & ~take.cards).bit_count()
    has = f"you hold {counted(after, 'card')} that nobody can beat"
    more = f"With {names(take.cards)}, {has}" + (f" instead of {before}" if after > before else "")
    rest = worth(DECK.mask(view.widow) & ~take.cards)
    left = points(rest) if rest else "nothing"
    return f"{more}. What you leave is worth {left} to the winner of the last trick."


def _play(view: View, play: Play) -> str:
    hand = DECK.mask(view.hand)
    if playable(hand, view.trick).bit_count() == 1:
        return f"Your {play.card} is the only card you can play{_for_suit(view, play.card)}."
    return _follow(view, play.card) if view.trick else _lead(view, play.card)


def _for_suit(view: View, card: Card) -> str:
    if not view.trick or view.trick[0].card[-1] != card[-1]:
        return ""
    return f", because you have to follow suit with your last {SUIT_NAMES[card[-1]]}"


def _lead(view: View, card: Card) -> str:
    suit = _SUITS[card[-1]]
    if not _beaters(view, card):
        return f"Nobody can beat {card} now: it wins the trick, with the points of the cards that follow."
    value = worth(DECK.bits[card])
    left = (DECK.mask(view.hand) & DECK.suit(card[-1])).bit_count() - 1
    if not value:
        return f"Your {card} is worth nothing, so you lose no points with it. {_kept(left, suit)}"
    risk = f"Your {card} could be beaten and is worth {points(value)}, but it can draw out higher {suit}"
    return f"{risk}. {_kept(left, suit)}"


def _kept(left: int, suit: str) -> str:
    return f"You keep {left} more in {suit}." if left else f"It's your last card in {suit}."


def _beaters(view: View, card: Card) -> int:
    """The cards above this one that others may still play, as far as the viewer knows."""
    may = known(view).may
    others = 0
    for seat in SEATS:
        if seat != view.viewer:
            others |= may[seat]
    higher = DECK.suit(card[-1]) & -(DECK.bits[card] << 1)
    return others & higher & ~DECK.mask(view.hand)


def _follow(view: View, card: Card) -> str:
    trick, is_last = view.trick, len(view.trick) == len(SEATS) - 1
    winner = taker(trick)
    best = next(laid.card for laid in trick if laid.seat == winner)
    beats = card[-1] == best[-1] and DECK.bits[card] > DECK.bits[best]
    gained = worth(cards_of(trick) | DECK.bits[card])
    if beats and is_last and view.soloist not in (view.viewer, winner):
        return f"Your {card} takes the trick and its {points(gained)} from your partner {mark(winner)}."
    if beats and is_last:
        return f"Your {card} wins the trick and its {points(gained)}: nobody plays after you."
    if beats:
        sure = (
            "and nobody can beat it"
            if not _beaters(view, card)
            else "but the last player could still beat it"
        )
        return f"Your {card} beats {best}, {sure}. {_so_far(gained)}"
    return _lost(view, card, best)


def _so_far(gained: int) -> str:
    if not gained:
        return "The trick is worth nothing so far."
    return f"The trick is worth {points(gained)} so far."


def _lost(view: View, card: Card, best: Card) -> str:
    """A card that doesn't win: what it counts, and who gets that."""
    winner, value = taker(view.trick), worth(DECK.bits[card])
    is_partner = view.soloist not in (view.viewer, winner)
    is_safe = len(view.trick) == len(SEATS) - 1 or not _beaters(view, best)
    if is_partner:
        sure = "wins" if is_safe else "is winning"
        what = f"brings them {points(value)}" if value else "costs you nothing"
        return f"Your partner {mark(winner)} {sure} this trick with {best}, and {card} {what}."
    cost = f"costs you {points(value)}" if value else "costs you nothing"
    led = view.trick[0].card[-1]
    if card[-1] != led:
        return f"You have no {_SUITS[led]}, so you can't win this trick: {card} {cost}. {_saved(view, card)}"
    return f"Your {card} can't win against {best} and {cost}. {_saved(view, card)}"


def _saved(view: View, card: Card) -> str:
    """What's left in the hand."""
    left = DECK.mask(view.hand) & ~DECK.bits[card]
    sure = _unbeaten(left, _others(view)).bit_count()
    if sure:
        return f"You keep {counted(sure, 'card')} that nobody can beat."
    return f"You keep {points(worth(left))} in hand."


def _others(view: View) -> int:
    may, found = known(view).may, 0
    for seat in SEATS:
        if seat != view.viewer:
            found |= may[seat]
    return found


def _go_on(_: View, said: GoOn) -> str:
    return _WISHES[said.wish]


def _name(view: View, point: Point) -> str:
    if point.number == view.options.game_point:
        return "You already play to that number, so nothing changes."
    return f"If everybody agrees, the first player with {points(point.number)} and more than the others wins."


def _vote(view: View, vote: Vote) -> str:
    if vote.agrees:
        return "If everybody agrees, it happens from then on; one refusal is enough to stop it."
    return "Nothing changes then, and nobody is told who refused."


_WHY: Mapping[type[Move], Callable[..., str]] = {
    Bid: _bid,
    Call: _call,
    Give: _give,
    Reject: _reject,
    Take: _take,
    Play: _play,
    GoOn: _go_on,
    Point: _name,
    Vote: _vote,
}
