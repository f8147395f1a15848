"""The rules of Calabresella: what follows from a move. Rule numbers are those of the README."""

from dataclasses import replace
from random import Random

from games.calabresella import between, scoring, telling
from games.calabresella.notation import (
    Bid,
    Call,
    Deal,
    FirstDealer,
    Give,
    GoOn,
    Move,
    Play,
    Reject,
    Take,
    Vote,
)
from games.calabresella.options import Options
from games.calabresella.position import (
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
from games.calabresella.scoring import added, score, winner
from games.calabresella.tricks import THREES, playable, taker
from games.core import CHANCE, IllegalMove, Outcome, Seat, Step, Turn, mark
from games.kit.cards import Card
from games.kit.lots import below, shuffle


def new(_seats: int, options: Options) -> Position:
    """Before it is drawn who deals."""
    opened = options.open_hands
    return DealerOwed(Match(options, open_hands=opened, open_next=opened, replays=options.replays))


def turn(position: Position) -> Turn:
    """Who owes a move; after a deal all at once, and where there is a choice one may change his word."""
    match position:
        case DealerOwed() | DealOwed():
            return Turn(frozenset({CHANCE}))
        case Bidding(match, _, passes):
            return Turn(frozenset({bidder(match.dealer, passes)}))
        case Calling(solo=solo) | Returning(solo=solo) | Rejecting(solo=solo) | Taking(solo=solo):
            return Turn(frozenset({solo.soloist}))
        case Playing(mover=mover):
            return Turn(frozenset({mover}))
        case Between(said=said):
            spoke = frozenset(seat for seat in SEATS if said[seat])
            return Turn(frozenset(SEATS) - spoke, spoke)
        case Asking(votes=votes, askers=askers):
            voted = frozenset(seat for seat in SEATS if votes[seat])
            return Turn(frozenset(SEATS) - voted, voted.difference(askers))
        case Finished():
            return Turn()


def outcome(position: Position) -> Outcome | None:
    """The places by match points, once the match is won."""
    return scoring.outcome(position.match) if isinstance(position, Finished) else None


def scores(position: Position, _stopped: bool) -> tuple[int, ...]:
    """The match points."""
    return position.match.totals


def bidder(dealer: Seat, passes: int) -> Seat:
    """Who bids after so many passes: first the dealer's left, and so on to the right (rule 4)."""
    return right_of(dealer, 2 + passes)


def chance(position: Position, rng: Random) -> Move:
    """Who deals first, or a deal."""
    if isinstance(position, DealerOwed):
        return FirstDealer(Seat(below(rng, 3)))
    assert isinstance(position, DealOwed)
    return Deal(_deal(shuffle(rng, DECK.cards), position.match.dealer))


def _deal(deck: list[Card], dealer: Seat) -> Dealt:
    """Four each, four to the widow, and twice four each, from the dealer's left to the right (rule 5)."""
    order = [right_of(dealer, 2), dealer, right_of(dealer)]
    batches = [DECK.mask(deck[at : at + 4]) for at in range(0, len(deck), 4)]
    hands = [0, 0, 0]
    for seat, batch in zip(order * 3, batches[:3] + batches[4:], strict=True):
        hands[seat] |= batch
    return Dealt(by_seat(hands), batches[3])


def apply(position: Position, seat: Seat, move: Move) -> Step[Position]:
    """The position after `move`. Raises IllegalMove with the rule it breaks."""
    match position, move:
        case DealerOwed(match), FirstDealer(dealer):
            return Step(DealOwed(replace(match, dealer=dealer)), telling.first_dealer(dealer))
        case DealOwed(match), Deal(dealt):
            dealing = between.with_hands_as_agreed(match)
            return Step(
                Bidding(dealing, dealt), telling.dealt(dealing, dealt, f"{mark(match.dealer)} deals.")
            )
        case Bidding(), Bid(solo):
            return _solo(position, seat) if solo else _pass(position, seat)
        case Playing(), Play(card):
            return _play(position, card)
        case Between(), GoOn():
            return between.go_on(position, seat, move)
        case Asking(), Vote():
            return between.vote(position, seat, move)
    return _exchange(position, move)


def _exchange(position: Position, move: Move) -> Step[Position]:
    """What the soloist does between the bidding and the first trick."""
    match position, move:
        case Calling(), Call(three):
            return _call(position, three)
        case Returning(), Give(card):
            return _give(position, card)
        case Rejecting(), Reject(cards):
            return _reject(position, cards)
        case Taking(), Take(cards):
            return _take(position, cards)
    raise IllegalMove(telling.what_is_owed(position))


def _pass(bidding: Bidding, seat: Seat) -> Step[Position]:
    """BySeat passes bring the second round, six the next deal (rule 7)."""
    passes = bidding.passes + 1
    told = telling.passed(seat, passes)
    if passes == 2 * len(SEATS):
        return Step(Between(bidding.match, bidding.dealt, None), told)
    return Step(Bidding(bidding.match, bidding.dealt, passes), told)


def _solo(bidding: Bidding, seat: Seat) -> Step[Position]:
    """Who declares himself soloist ends the bidding (rule 6); in the second round he may call (rule 7)."""
    match, dealt, solo = bidding.match, bidding.dealt, Solo(seat)
    told = telling.declared(seat)
    if bidding.passes >= len(SEATS):
        return Step(Calling(match, dealt, solo), told)
    return Step(Rejecting(match, dealt, dealt.hands, solo), told)


def _call(calling: Calling, three: Card | None) -> Step[Position]:
    """Whoever has the three gives it; where the widow has it nobody does, and there is no second call."""
    match, dealt, soloist = calling.match, calling.dealt, calling.solo.soloist
    bit = DECK.bits[three] if three else 0
    if three and not bit & THREES & ~dealt.hands[soloist]:
        raise IllegalMove("One calls for a three that is not in one's own hand (rule 8).")
    giver = next((seat for seat in SEATS if dealt.hands[seat] & bit), None)
    told = telling.called(soloist, three, giver)
    solo = Solo(soloist, three, giver)
    if giver is None:
        return Step(Rejecting(match, dealt, dealt.hands, solo), told)
    return Step(Returning(match, dealt, _moved(dealt.hands, giver, soloist, bit), solo), told)


def _give(returning: Returning, card: Card) -> Step[Position]:
    """The giver gets any other card for it (rule 8)."""
    match, solo = returning.match, returning.solo
    assert solo.giver is not None
    if not returning.hands[solo.soloist] & DECK.bits[card] or card == solo.called:
        raise IllegalMove("You give one of your own cards, and not the three you called for (rule 8).")
    hands = _moved(returning.hands, solo.soloist, solo.giver, DECK.bits[card])
    gave = replace(solo, returned=card)
    return Step(Rejecting(match, returning.dealt, hands, gave), telling.gave(match, gave))


def _reject(rejecting: Rejecting, cards: int) -> Step[Position]:
    """One to four cards go aside, and the widow is turned up; for four he must take it whole (rule 10)."""
    match, dealt, soloist = rejecting.match, rejecting.dealt, rejecting.solo.soloist
    hand = rejecting.hands[soloist]
    if cards & ~hand or not 1 <= cards.bit_count() <= WIDOW:
        raise IllegalMove("The soloist rejects one to four cards of his own hand (rule 9).")
    solo = replace(rejecting.solo, rejected=cards)
    taking = Taking(match, dealt, _with(rejecting.hands, soloist, hand & ~cards), solo)
    told = telling.rejected(match, dealt, solo)
    if cards.bit_count() < WIDOW:
        return Step(taking, told)
    took = _take(taking, dealt.widow)
    return Step(took.state, told + took.events)


def _take(taking: Taking, cards: int) -> Step[Position]:
    """As many as were rejected; then the dealer's left leads to the first trick (rules 10 and 11)."""
    match, dealt, soloist = taking.match, taking.dealt, taking.solo.soloist
    count = taking.solo.rejected.bit_count()
    if cards & ~dealt.widow or cards.bit_count() != count:
        raise IllegalMove(f"The soloist takes {count} out of the widow, as many as he rejected (rule 10).")
    solo = replace(taking.solo, taken=cards)
    hands = _with(taking.hands, soloist, taking.hands[soloist] | cards)
    elder = right_of(match.dealer, 2)
    return Step(Playing(match, dealt, hands, solo, elder), telling.took(solo, elder))


def _play(playing: Playing, card: Card) -> Step[Position]:
    """A card to the trick; the third one decides it (rules 12 and 13)."""
    mover, bit = playing.mover, DECK.bits[card]
    hand = playing.hands[mover]
    if not hand & bit:
        raise IllegalMove(f"{card} is not in your hand.")
    if not playable(hand, playing.trick) & bit:
        led = playing.trick[0].card
        raise IllegalMove(f"{led} was led: whoever can must follow suit with {led[-1]} (rule 12).")
    trick = (*playing.trick, Laid(mover, card))
    played = replace(playing, hands=_with(playing.hands, mover, hand & ~bit), trick=trick)
    if len(trick) == len(SEATS):
        return _taken(played, telling.played(trick[-1]))
    return Step(replace(played, mover=right_of(mover)), telling.played(trick[-1]))


def _taken(playing: Playing, told: telling.Told) -> Step[Position]:
    """Who takes the trick leads to the next (rule 11); the twelfth ends the deal."""
    tricks = (*playing.tricks, playing.trick)
    if len(tricks) < TRICKS:
        after = replace(playing, mover=taker(playing.trick), trick=(), tricks=tricks)
        return Step(after, told + telling.trick(playing.trick))
    dealt, solo = playing.dealt, playing.solo
    played = Played(solo, tricks, score(solo.soloist, tricks, out_of_play(dealt, solo)))
    return _scored(playing.match, dealt, played, told)


def out_of_play(dealt: Dealt, solo: Solo) -> int:
    """The four cards that nobody plays: the rejects and what is left of the widow (rule 10)."""
    return solo.rejected | dealt.widow & ~solo.taken


def _scored(match: Match, dealt: Dealt, played: Played, told: telling.Told) -> Step[Position]:
    after = replace(match, totals=added(match.totals, played.score.scored))
    told += telling.scored(played, after)
    won = winner(after)
    if won is None:
        return Step(Between(after, dealt, played), told)
    return Step(Finished(after, dealt, played), told + telling.won(after, won))


def _with(hands: BySeat, seat: Seat, hand: int) -> BySeat:
    return by_seat(hand if seat == each else hands[each] for each in SEATS)


def _moved(hands: BySeat, giver: Seat, taker: Seat, bit: int) -> BySeat:
    return _with(_with(hands, giver, hands[giver] & ~bit), taker, hands[taker] | bit)
