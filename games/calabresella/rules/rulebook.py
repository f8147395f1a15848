"""The rules of Calabresella: what follows from a move. Rule numbers are those of the README."""

from dataclasses import replace
from random import Random

from games.calabresella.rules import between, scoring
from games.calabresella.rules.notation import (
    Bid,
    Call,
    Deal,
    FirstDealer,
    Give,
    GoOn,
    Move,
    Play,
    Point,
    Reject,
    Take,
    Vote,
)
from games.calabresella.rules.options import Options
from games.calabresella.rules.position import (
    DECK,
    SEATS,
    TRICKS,
    WIDOW,
    Asking,
    Between,
    Bidding,
    BySeat,
    Calling,
    DealerOwed,
    DealOwed,
    Dealt,
    Finished,
    Laid,
    Match,
    Naming,
    Played,
    Playing,
    Position,
    Rejecting,
    Returning,
    Solo,
    Taking,
    by_seat,
    right_of,
)
from games.calabresella.rules.tricks import ACES, THREES, TWOS, playable, taker
from games.calabresella.words import telling
from games.core import CHANCE, IllegalMove, Outcome, Seat, Step, Turn
from games.kit.cards import Card
from games.kit.lots import below, shuffle
from games.kit.prose import counted
from games.kit.rulebook import Rulebook, When


def new(_seats: int, options: Options) -> Position:
    """The position before the first dealer is drawn."""
    is_open = options.open_hands
    match = Match(options, open_hands=is_open, open_next=is_open, replays=options.replays)
    return DealerOwed(replace(match, solos=options.solos))


def turn(position: Position) -> Turn:
    """Whose move it is. After a deal everybody moves, and can change their minds until all are ready."""
    match position:
        case DealerOwed() | DealOwed():
            return Turn(frozenset({CHANCE}))
        case Bidding(match, _, passes):
            return Turn(frozenset({bidder(match.dealer, passes)}))
        case Calling(solo=solo) | Returning(solo=solo) | Rejecting(solo=solo) | Taking(solo=solo):
            return Turn(frozenset({solo.soloist}))
        case Playing(mover=mover):
            return Turn(frozenset({mover}))
        case Between(match, said=said):
            spoke = frozenset(seat for seat in SEATS if said[seat])
            # With nothing to ask for, nobody has another thing to say.
            return Turn(frozenset(SEATS) - spoke, frozenset() if match.solos else spoke)
        case Asking(votes=votes, askers=askers):
            voted = frozenset(seat for seat in SEATS if votes[seat])
            return Turn(frozenset(SEATS) - voted, voted.difference(askers))
        case Naming(seat=seat):
            return Turn(frozenset({seat}))
        case Finished():
            return Turn()


def outcome(position: Position) -> Outcome | None:
    """The result once the match is over (rule 17)."""
    return position.outcome if isinstance(position, Finished) else None


def ranked(position: Position, result: Outcome) -> Position:
    """The finished position with this result, where players who resigned come last (rule 21)."""
    assert isinstance(position, Finished)
    return replace(position, outcome=result)


def scores(position: Position, _stopped: bool) -> tuple[int, ...]:
    """The match points."""
    return position.match.totals


def bidder(dealer: Seat, passes: int) -> Seat:
    """The next bidder after this many passes; elder bids first (rules 4 and 6)."""
    return right_of(dealer, 2 + passes)


def chance(position: Position, rng: Random) -> Move:
    """The first dealer, or a deal."""
    if isinstance(position, DealerOwed):
        return FirstDealer(Seat(below(rng, 3)))
    assert isinstance(position, DealOwed)
    dealt = _cut(shuffle(rng, DECK.cards), position.match.dealer)
    return Deal(_best_first(dealt) if position.match.solos else dealt)


def _cut(deck: list[Card], dealer: Seat) -> Dealt:
    """Four cards each, beginning with elder, four to the widow, and four more each twice (rule 5)."""
    order = [right_of(dealer, 2), dealer, right_of(dealer)]
    batches = [DECK.mask(deck[at : at + 4]) for at in range(0, len(deck), 4)]
    hands = [0, 0, 0]
    for seat, batch in zip(order * 3, batches[:3] + batches[4:], strict=True):
        hands[seat] |= batch
    return Dealt(by_seat(hands), batches[3])


def _best_first(dealt: Dealt) -> Dealt:
    """The first player's hand changed for the best one: that with the most threes, twos and aces."""
    best = max(SEATS, key=lambda seat: (_high_cards(dealt.hands[seat]), -seat))
    hands = _with(dealt.hands, best, dealt.hands[SEATS[0]])
    return replace(dealt, hands=_with(hands, SEATS[0], dealt.hands[best]))


def _high_cards(hand: int) -> int:
    return 3 * (hand & THREES).bit_count() + 2 * (hand & (TWOS | ACES)).bit_count()


def _first_dealer(owed: DealerOwed, _: Seat, drawn: FirstDealer) -> Step[Position]:
    return Step(DealOwed(replace(owed.match, dealer=drawn.seat)), telling.first_dealer(drawn.seat))


def _deal(owed: DealOwed, _: Seat, deal: Deal) -> Step[Position]:
    match, dealt = between.with_hands_as_agreed(owed.match), deal.dealt
    told = telling.dealt(match, dealt)
    if match.solos:
        solo = Solo(SEATS[0])
        return Step(Rejecting(match, dealt, dealt.hands, solo), told + telling.declared(solo.soloist))
    return Step(Bidding(match, dealt), told)


def _bid(bidding: Bidding, seat: Seat, bid: Bid) -> Step[Position]:
    return _solo(bidding, seat) if bid.solo else _pass(bidding, seat)


def _pass(bidding: Bidding, seat: Seat) -> Step[Position]:
    """Three passes lead to the second round, six to the next deal (rule 7)."""
    passes = bidding.passes + 1
    told = telling.passed(seat, passes)
    if passes == 2 * len(SEATS):
        return Step(Between(bidding.match, bidding.dealt, None), told)
    return Step(Bidding(bidding.match, bidding.dealt, passes), told)


def _solo(bidding: Bidding, seat: Seat) -> Step[Position]:
    """A solo ends the bidding (rule 6); in the second round the soloist can call for a three (rule 7)."""
    match, dealt, solo = bidding.match, bidding.dealt, Solo(seat)
    told = telling.declared(seat)
    if bidding.passes >= len(SEATS):
        return Step(Calling(match, dealt, solo), told)
    return Step(Rejecting(match, dealt, dealt.hands, solo), told)


def _call(calling: Calling, soloist: Seat, call: Call) -> Step[Position]:
    """The player with the three gives it. If it's in the widow, nobody can, and there's no other call."""
    match, dealt, three = calling.match, calling.dealt, call.three
    bit = DECK.bits[three] if three else 0
    if three and not bit & THREES & ~dealt.hands[soloist]:
        raise IllegalMove("You can only call for a three that isn't in your hand (rule 8).")
    giver = next((seat for seat in SEATS if dealt.hands[seat] & bit), None)
    told = telling.called(soloist, three, giver)
    solo = Solo(soloist, three, giver)
    if giver is None:
        return Step(Rejecting(match, dealt, dealt.hands, solo), told)
    return Step(Returning(match, dealt, _moved(dealt.hands, giver, soloist, bit), solo), told)


def _give(returning: Returning, soloist: Seat, give: Give) -> Step[Position]:
    """The giver gets any other card in return (rule 8)."""
    match, solo, card = returning.match, returning.solo, give.card
    assert solo.giver is not None
    if card == solo.called:
        raise IllegalMove(f"You called for {card}, so give another card in return (rule 8).")
    if not returning.hands[soloist] & DECK.bits[card]:
        raise IllegalMove(f"{card} isn't in your hand. Give one of your own cards in return (rule 8).")
    hands = _moved(returning.hands, soloist, solo.giver, DECK.bits[card])
    gave = replace(solo, returned=card)
    return Step(Rejecting(match, returning.dealt, hands, gave), telling.gave(match, gave))


def _reject(rejecting: Rejecting, soloist: Seat, reject: Reject) -> Step[Position]:
    """Reject one to four cards and turn up the widow; after four, the soloist takes all of it (rule 10)."""
    match, dealt, cards = rejecting.match, rejecting.dealt, reject.cards
    hand = rejecting.hands[soloist]
    if cards & ~hand or not 1 <= cards.bit_count() <= WIDOW:
        raise IllegalMove("Reject 1 to 4 cards from your own hand (rule 9).")
    solo = replace(rejecting.solo, rejected=cards)
    taking = Taking(match, dealt, _with(rejecting.hands, soloist, hand & ~cards), solo)
    told = telling.rejected(match, dealt, solo)
    if cards.bit_count() < WIDOW:
        return Step(taking, told)
    took = _take(taking, soloist, Take(dealt.widow))
    return Step(took.state, told + took.events)


def _take(taking: Taking, soloist: Seat, take: Take) -> Step[Position]:
    """Take as many cards as were rejected; then elder leads to the first trick (rules 10 and 11)."""
    match, dealt, cards = taking.match, taking.dealt, take.cards
    count = taking.solo.rejected.bit_count()
    if cards & ~dealt.widow or cards.bit_count() != count:
        owed = counted(count, "card")
        raise IllegalMove(f"Take {owed} from the widow, as many as you rejected (rule 10).")
    solo = replace(taking.solo, taken=cards)
    hands = _with(taking.hands, soloist, taking.hands[soloist] | cards)
    elder = right_of(match.dealer, 2)
    return Step(Playing(match, dealt, hands, solo, elder), telling.took(solo, elder))


def _play(playing: Playing, mover: Seat, play: Play) -> Step[Position]:
    """Play a card to the trick; the third one decides it (rules 12 and 13)."""
    hand, bit = playing.hands[mover], DECK.bits[play.card]
    if not hand & bit:
        raise IllegalMove(f"{play.card} isn't in your hand.")
    if not playable(hand, playing.trick) & bit:
        led = playing.trick[0].card
        raise IllegalMove(f"{led} was led and you can follow suit: play a {led[-1]} (rule 12).")
    trick = (*playing.trick, Laid(mover, play.card))
    played = replace(playing, hands=_with(playing.hands, mover, hand & ~bit), trick=trick)
    if len(trick) == len(SEATS):
        return _taken(played, telling.played(trick, playing.tricks))
    return Step(replace(played, mover=right_of(mover)), telling.played(trick, playing.tricks))


def _taken(playing: Playing, told: telling.Told) -> Step[Position]:
    """The winner of the trick leads to the next (rule 11); the twelfth ends the deal."""
    tricks = (*playing.tricks, playing.trick)
    if len(tricks) < TRICKS:
        after = replace(playing, mover=taker(playing.trick), trick=(), tricks=tricks)
        return Step(after, told + telling.trick(tricks, playing.solo.soloist))
    dealt, solo = playing.dealt, playing.solo
    played = Played(solo, tricks, scoring.score(solo.soloist, tricks, out_of_play(dealt, solo)))
    return _scored(playing.match, dealt, played, told)


def out_of_play(dealt: Dealt, solo: Solo) -> int:
    """The four cards that nobody plays: the rejects and the rest of the widow (rule 10)."""
    return solo.rejected | dealt.widow & ~solo.taken


def _scored(match: Match, dealt: Dealt, played: Played, told: telling.Told) -> Step[Position]:
    """The match goes on until a single player is first with the game point or more (rule 17)."""
    after = replace(match, totals=scoring.added(match.totals, played.score.scored))
    told += telling.scored(played, after)
    if match.solos == 1:
        return Step(Finished(after, dealt, played, scoring.outcome(after)), told)
    winner = scoring.winner(after)
    if match.solos or winner is None:
        return Step(Between(after, dealt, played), told)
    over = Finished(after, dealt, played, scoring.outcome(after))
    return Step(over, told + telling.over(after, winner))


def _with(hands: BySeat, seat: Seat, hand: int) -> BySeat:
    return by_seat(hand if seat == each else hands[each] for each in SEATS)


def _moved(hands: BySeat, giver: Seat, receiver: Seat, bit: int) -> BySeat:
    return _with(_with(hands, giver, hands[giver] & ~bit), receiver, hands[receiver] | bit)


RULES: Rulebook[Position] = Rulebook(
    When(DealerOwed, FirstDealer, _first_dealer),
    When(DealOwed, Deal, _deal),
    When(Bidding, Bid, _bid),
    When(Calling, Call, _call),
    When(Returning, Give, _give),
    When(Rejecting, Reject, _reject),
    When(Taking, Take, _take),
    When(Playing, Play, _play),
    When(Between, GoOn, between.go_on),
    When(Asking, Vote, between.vote),
    When(Naming, Point, between.name),
    owed=telling.what_is_owed,
)
"""The sequence of play."""

apply = RULES.apply
