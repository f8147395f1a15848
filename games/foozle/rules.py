"""The rules of Foozle: what follows from a move. Rule numbers are those of the README."""

from dataclasses import replace
from random import Random

from games.core import CHANCE, Event, IllegalMove, Outcome, Seat, Step, Turn, mark
from games.foozle.cards import (
    ALL,
    COLOURS,
    DECK,
    NONE,
    Card,
    Cards,
    among,
    code,
    codes,
    each,
    one,
    title,
)
from games.foozle.laying import Reach, check, is_foozle, landing, spelt
from games.foozle.melds import colour, named
from games.foozle.notation import Deal, Dealer, Discard, Draw, Drawn, Lay, Move, Off, Take
from games.foozle.options import Options
from games.foozle.position import (
    DEALT,
    DealerOwed,
    DealOwed,
    DrawOwed,
    Finished,
    Laying,
    Position,
    Table,
    Taking,
    empty_table,
)
from games.kit.lots import below, shuffle


def new(seats: int, options: Options) -> Position:
    """Before the first dealer is named."""
    return DealerOwed(empty_table(seats, options.colours))


def turn(position: Position) -> Turn:
    """Who owes a move; nobody has a choice beside him."""
    match position:
        case DealerOwed() | DealOwed() | DrawOwed():
            return Turn(frozenset({CHANCE}))
        case Taking(mover=mover) | Laying(mover=mover):
            return Turn(frozenset({mover}))
        case Finished():
            return Turn()


def chance(position: Position, rng: Random) -> Move:
    """The first dealer, a deal or a drawn card, whichever is owed."""
    table = position.table
    if isinstance(position, DealerOwed):
        return Dealer(Seat(below(rng, table.seats)))
    pile = list(each(table.pile))
    if isinstance(position, DrawOwed):
        return Drawn(pile[below(rng, len(pile))])
    order = shuffle(rng, pile)
    hands = (among(order[seat * DEALT : (seat + 1) * DEALT]) for seat in range(table.seats))
    return Deal(tuple(hands), order[table.seats * DEALT])


def apply(position: Position, seat: Seat, move: Move) -> Step[Position]:
    """The position after `move`. Raises IllegalMove with the rule it breaks."""
    table = position.table
    match position, move:
        case DealerOwed(), Dealer(dealer):
            return _name_dealer(table, dealer)
        case DealOwed(), Deal():
            return _deal(table, move)
        case Taking(), Draw():
            return _draw(table, seat)
        case DrawOwed(mover=mover), Drawn(card):
            return _drawn(table, mover, card)
        case Taking(), Take():
            return _take(table, seat, move)
        case Laying(taken=taken), (Lay() | Off()):
            return _lay(table, seat, move, taken)
        case Laying(taken=taken), Discard(card):
            return _discard(table, seat, card, taken)
    raise IllegalMove(_what_is_owed(position))


def scores(position: Position, _stopped: bool) -> tuple[int, ...]:
    """Each seat's tokens."""
    return position.table.tokens


def outcome(position: Position) -> Outcome | None:
    """More tokens stand before fewer; the first has strictly most (rule 14)."""
    if not isinstance(position, Finished):
        return None
    tokens = position.table.tokens
    places = tuple(1 + sum(other > own for other in tokens) for own in tokens)
    return Outcome(places, tokens, f"{max(tokens)} tokens, more than anybody else")


def _name_dealer(table: Table, dealer: Seat) -> Step[Position]:
    if dealer >= table.seats:
        raise IllegalMove("The dealer is one of those who play (rule 2).")
    return Step(DealOwed(replace(table, dealer=dealer)), (Event(f"{mark(dealer)} deals first."),))


def _deal(table: Table, deal: Deal) -> Step[Position]:
    cards = among([deal.turned])
    for hand in deal.hands:
        if hand & cards or hand.bit_count() != DEALT:
            raise IllegalMove(f"Each seat gets {DEALT} cards, and no card is dealt twice (rule 2).")
        cards = Cards(cards | hand)
    if len(deal.hands) != table.seats or cards & ~table.pile:
        raise IllegalMove("Cards are dealt to every seat, and from the draw pile (rules 2 and 12).")
    assert table.dealer is not None
    dealt = replace(table, hands=deal.hands, tableau=(deal.turned,), pile=Cards(table.pile & ~cards))
    told = (
        f"Each gets {DEALT} cards; {title(deal.turned)} starts the tableau, "
        f"and {mark(table.left_of_dealer)} begins."
    )
    secret = {Seat(seat): f"{told} You are dealt {codes(hand)}." for seat, hand in enumerate(deal.hands)}
    return Step(Taking(dealt, table.left_of_dealer), (Event(told, secret),))


def _draw(table: Table, seat: Seat) -> Step[Position]:
    # He is told which card it is; that he draws one need not be said before.
    told = Event(f"{mark(seat)} draws a card.", {seat: ""})
    table = replace(table, changed=None)
    if table.pile:
        return Step(DrawOwed(table, seat), (told,))
    what = "dump" if table.dump else "tableau but its last card"
    shuffled = Event(f"The draw pile is used up: the {what} is shuffled for a new one.")
    return Step(DrawOwed(table.reshuffled(), seat), (told, shuffled))


def _drawn(table: Table, mover: Seat, card: Card) -> Step[Position]:
    if not one(card) & table.pile:
        raise IllegalMove(f"{code(card)} is not in the draw pile (rule 4).")
    hand = Cards(table.hands[mover] | one(card))
    after = replace(table.holding(mover, hand), pile=Cards(table.pile & ~one(card)))
    return Step(Laying(after, mover), (Event("", {mover: f"You draw {title(card)}."}),))


def _take(table: Table, seat: Seat, take: Take) -> Step[Position]:
    """The last card of the tableau for the hand, or any other that is used at once (rule 4)."""
    if take.card not in table.tableau:
        raise IllegalMove(f"{code(take.card)} does not lie in the tableau (rule 4).")
    is_last = take.card == table.tableau[-1]
    if is_last and take.use is not None:
        raise IllegalMove(f"{code(take.card)} is the last card: take it first, then lay it (rule 4).")
    if not is_last and take.use is None:
        raise IllegalMove(
            f"{code(take.card)} is not the last card: it must be laid at once, "
            f"such as “take {code(take.card)} to 1” (rule 4)."
        )
    tableau = tuple(card for card in table.tableau if card != take.card)
    hand = Cards(table.hands[seat] | one(take.card))
    after = replace(table.holding(seat, hand), tableau=tableau, changed=None)
    told = Event(f"{mark(seat)} takes {title(take.card)} from the tableau.")
    if take.use is None:
        return Step(Laying(after, seat, take.card), (told,))
    laid = _lay(after, seat, take.use, None)
    return Step(laid.state, (told, *laid.events))


def _lay(table: Table, seat: Seat, play: Lay | Off, taken: Card | None) -> Step[Position]:
    """Rules 7 to 10: the cards to their group, the token, and what follows."""
    reach = Reach(table.hands[seat], table.groups, taken)
    check(reach, play)
    if is_foozle(play):
        return _foozle(table, seat, play)
    number, after = landing(play, table.groups), reach.after(play)
    told = _told(seat, play, table.groups, number, after.groups[number])
    laid = replace(table.holding(seat, after.hand), groups=after.groups, changed=number)
    hue = colour(play.cards) if isinstance(play, Lay) else None
    events = [Event(told)]
    if hue is not None and laid.lacks(seat, hue):
        laid = laid.with_colour(seat, hue)
        ending = f": {score(laid)}" if laid.winner is not None else ""
        events.append(Event(f"{mark(seat)} takes the {COLOURS[hue]} token{ending}."))
        if laid.winner is not None:
            return Step(Finished(laid, laid.winner), tuple(events))
    if not after.hand:
        return _go_out(laid, seat, events)
    return Step(Laying(laid, seat, taken), tuple(events))


def _told(seat: Seat, play: Lay | Off, before: tuple[Cards, ...], number: int, group: Cards) -> str:
    where = f"group {number + 1}"
    if isinstance(play, Off):
        return f"{mark(seat)} lays off {title(play.card)} on {where}, now a {named(group)}."
    what = f"{mark(seat)} lays down {spelt(play.cards)}, a {named(play.cards)},"
    return f"{what} on {where}, now a {named(group)}." if number < len(before) else f"{what} as {where}."


def _foozle(table: Table, seat: Seat, play: Lay | Off) -> Step[Position]:
    """Three trumps or more: the rest is discarded, and the hand is over (rule 10)."""
    assert isinstance(play, Lay)
    rest = tuple(each(Cards(table.hands[seat] & ~play.cards)))
    told = f"A Big Foozle: {mark(seat)} lays down {codes(play.cards)}"
    told += f" and discards {codes(among(rest))}." if rest else "."
    laid = replace(
        table.holding(seat, NONE),
        groups=(*table.groups, play.cards),
        tableau=(*table.tableau, *rest),
        changed=len(table.groups),
    )
    return _go_out(laid, seat, [Event(told)])


def _discard(table: Table, seat: Seat, card: Card, taken: Card | None) -> Step[Position]:
    if not one(card) & table.hands[seat]:
        raise IllegalMove(f"You do not hold {code(card)}.")
    if card == taken:
        raise IllegalMove(f"You took {code(card)} this turn, so you cannot discard it (rule 5).")
    hand = Cards(table.hands[seat] & ~one(card))
    after = replace(table.holding(seat, hand), tableau=(*table.tableau, card))
    told = Event(f"{mark(seat)} discards {title(card)}.")
    if not hand:
        return _go_out(after, seat, [told])
    return Step(Taking(after, table.after(seat)), (told,))


def _go_out(table: Table, seat: Seat, events: list[Event]) -> Step[Position]:
    """A white token for the empty hand (rule 11), and the next hand unless somebody has won."""
    table = table.with_white(seat)
    events.append(Event(f"{mark(seat)} goes out and takes a white token: {score(table)}."))
    if table.winner is not None:
        return Step(Finished(table, table.winner), tuple(events))
    after = replace(table.cleared(), dealer=seat)
    if after.dump.bit_count() > after.pile.bit_count():
        events.append(Event(f"The dump is taller than the draw pile: all {DECK} cards are shuffled."))
        after = replace(after, pile=ALL, dump=NONE)
    return Step(DealOwed(after), tuple(events))


def score(table: Table) -> str:
    """`{a} 3, {b} 1`."""
    return ", ".join(f"{mark(Seat(seat))} {count}" for seat, count in enumerate(table.tokens))


def _what_is_owed(position: Position) -> str:
    match position:
        case Taking():
            return "First take a card: “draw”, or “take” and a card of the tableau (rule 4)."
        case Laying():
            return "You have taken a card: lay down, lay off, or discard (rule 3)."
        case DrawOwed():
            return "A card must be drawn first (rule 4)."
    return "The cards must be dealt first (rule 2)."
