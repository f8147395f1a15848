"""The rules of Foozle: what each move does. Rule numbers are those of the README."""

from dataclasses import replace
from random import Random

from games.core import CHANCE, Event, IllegalMove, Outcome, Seat, Step, Turn
from games.foozle.rules.cards import ALL, COLOURS, NONE, Cards, among, code, each, one, title
from games.foozle.rules.laying import Reach, check, is_foozle, landing
from games.foozle.rules.melds import colour
from games.foozle.rules.notation import Deal, Dealer, Discard, Draw, Drawn, Lay, Move, Off, Take
from games.foozle.rules.options import Options
from games.foozle.rules.position import (
    DEALT,
    DealerOwed,
    DealOwed,
    DrawOwed,
    Finished,
    Laid,
    Laying,
    Played,
    Position,
    Table,
    Taking,
    empty_table,
)
from games.foozle.words import telling
from games.kit.lots import below, shuffle
from games.kit.prose import counted
from games.kit.rulebook import Rulebook, When


def new(seats: int, options: Options) -> Position:
    """Before chance names the first dealer."""
    return DealerOwed(empty_table(seats, options.colours, options.turns, options.limit))


def turn(position: Position) -> Turn:
    """Who has to move; nobody else has a choice."""
    match position:
        case DealerOwed() | DealOwed() | DrawOwed():
            return Turn(frozenset({CHANCE}))
        case Taking(mover=mover) | Laying(mover=mover):
            return Turn(frozenset({mover}))
        case Finished():
            return Turn()


def chance(position: Position, rng: Random) -> Move:
    """The first dealer, a deal or a drawn card, whichever comes next."""
    table = position.table
    if isinstance(position, DealerOwed):
        return Dealer(Seat(below(rng, table.seats)))
    pile = list(each(table.pile))
    if isinstance(position, DrawOwed):
        return Drawn(pile[below(rng, len(pile))])
    order = shuffle(rng, pile)
    hands = (among(order[seat * DEALT : (seat + 1) * DEALT]) for seat in range(table.seats))
    return Deal(tuple(hands), order[table.seats * DEALT])


def scores(position: Position, _stopped: bool) -> tuple[int, ...]:
    """Each seat's tokens."""
    return position.table.tokens


def outcome(position: Position) -> Outcome | None:
    """Places by tokens; the winner has more than anyone else (rule 14)."""
    if not isinstance(position, Finished):
        return None
    table, tokens = position.table, position.table.tokens
    places = tuple(1 + sum(other > own for other in tokens) for own in tokens)
    if table.left is not None and not table.hurries:
        return Outcome(places, tokens, f"{counted(max(tokens), 'token')} when the turns were over")
    assert position.winner is not None
    has_all = table.colours[position.winner].bit_count() >= table.needed
    colours = "all five colours" if table.needed == len(COLOURS) else f"{table.needed} colours"
    why = f", with {colours}" if has_all else "" if table.left is None else ", when the turns were over"
    others = "the other player" if len(tokens) == 2 else "anyone else"
    return Outcome(places, tokens, f"{max(tokens)} tokens, more than {others}{why}")


def _name_dealer(owed: DealerOwed, _: Seat, move: Dealer) -> Step[Position]:
    table = owed.table
    if move.seat >= table.seats:
        raise IllegalMove("The dealer must be a player at this table (rule 2).")
    return Step(DealOwed(replace(table, dealer=move.seat)), (telling.first_dealer(move.seat),))


def _deal(owed: DealOwed, _: Seat, deal: Deal) -> Step[Position]:
    table, cards = owed.table, among([deal.turned])
    for hand in deal.hands:
        if hand & cards or hand.bit_count() != DEALT:
            raise IllegalMove(f"Each seat gets {DEALT} cards, and no card is dealt twice (rule 2).")
        cards = Cards(cards | hand)
    if len(deal.hands) != table.seats or cards & ~table.pile:
        raise IllegalMove("A deal needs a hand for every seat, all from the draw pile (rules 2 and 12).")
    assert table.dealer is not None
    first = table.left_of_dealer
    dealt = replace(table, hands=deal.hands, tableau=(deal.turned,), pile=Cards(table.pile & ~cards))
    return Step(Taking(dealt, first), (telling.deal(deal, table.dealer, first),))


def _draw(turn: Taking, seat: Seat, _: Draw) -> Step[Position]:
    """Refill the draw pile if it's empty, so that chance can draw from it (rules 4 and 13)."""
    pile, dump = turn.table.pile, turn.table.dump
    table = turn.table.beginning(Played(seat))
    if pile:
        return Step(DrawOwed(table, seat), (telling.draw(seat),))
    return Step(DrawOwed(table.reshuffled(), seat), (telling.draw(seat), telling.reshuffle(dump)))


def _drawn(owed: DrawOwed, _: Seat, move: Drawn) -> Step[Position]:
    table, mover, drawn = owed.table, owed.mover, one(move.card)
    if not drawn & table.pile:
        raise IllegalMove(f"{title(move.card)} isn't in the draw pile (rule 4).")
    after = replace(table.with_card(mover, move.card), pile=Cards(table.pile & ~drawn))
    after = after.noting(got=move.card)
    return Step(Laying(after, mover), (telling.drawn(mover, move.card),))


def _take(turn: Taking, seat: Seat, take: Take) -> Step[Position]:
    """Take the last card of the tableau, or any other one and use it at once (rule 4)."""
    table = turn.table
    _check_take(table, take)
    tableau = tuple(card for card in table.tableau if card != take.card)
    after = replace(table.with_card(seat, take.card), tableau=tableau)
    after = after.beginning(Played(seat, take.card))
    told = telling.take(seat, take.card)
    if take.use is None:
        return Step(Laying(after, seat, take.card), (told,))
    laid = _lay(Laying(after, seat), seat, take.use)
    return Step(laid.state, (told, *laid.events))


def _check_take(table: Table, take: Take) -> None:
    name = title(take.card)
    if take.card not in table.tableau:
        raise IllegalMove(f"{name} isn't in the tableau. Take a card that is, or draw one (rule 4).")
    is_last = take.card == table.tableau[-1]
    if is_last and take.use is not None:
        raise IllegalMove(f"{name} is the last card of the tableau. Take it first, then lay it (rule 4).")
    if not is_last and take.use is None:
        raise IllegalMove(
            f"{name} isn't the last card of the tableau, so you have to use it at once, "
            f"for example “take {code(take.card)} to 1” (rule 4)."
        )


def _lay(turn: Laying, seat: Seat, play: Lay | Off) -> Step[Position]:
    """Rules 7 to 10: the cards join their group and may win a token or end the hand."""
    table = turn.table
    reach = Reach(table.hands[seat], table.groups, turn.taken)
    check(reach, play)
    if isinstance(play, Lay) and is_foozle(play):
        return _foozle(table, seat, play)
    number, after = landing(play, table.groups), reach.after(play)
    laid = replace(table.holding(seat, after.hand), groups=after.groups)
    if number == len(table.groups):
        laid = replace(laid, layers=(*table.layers, seat))
    events = [telling.lay(seat, play, number + 1, after.groups[number])]
    hue = colour(play.cards) if isinstance(play, Lay) else None
    won = hue if hue is not None and laid.lacks(seat, hue) else None
    if won is not None:
        laid = laid.with_colour(seat, won)
        final = laid.tokens if laid.winner is not None else None
        events.append(telling.coloured_token(seat, won, final))
    laid = _noted(laid, Laid(play.cards if isinstance(play, Lay) else one(play.card), number, won))
    if laid.winner is not None:
        return Step(Finished(laid, laid.winner), tuple(events))
    if not after.hand:
        return _go_out(laid, seat, events)
    return Step(Laying(laid, seat, turn.taken), tuple(events))


def _noted(table: Table, laid: Laid) -> Table:
    return table.noting(laid=(*table.turns[-1].laid, laid)) if table.turns else table


def _foozle(table: Table, seat: Seat, play: Lay) -> Step[Position]:
    """Three trumps or more: the rest of the hand is discarded, and the hand ends (rule 10)."""
    rest = Cards(table.hands[seat] & ~play.cards)
    laid = replace(
        table.holding(seat, NONE),
        groups=(*table.groups, play.cards),
        layers=(*table.layers, seat),
        tableau=(*table.tableau, *each(rest)),
    )
    laid = _noted(laid, Laid(play.cards, len(table.groups)))
    return _go_out(laid, seat, [telling.foozle(seat, play.cards, rest)], by_foozle=True)


def _discard(turn: Laying, seat: Seat, move: Discard) -> Step[Position]:
    """A discard ends the turn (rule 3); it can't be the card taken this turn (rule 5)."""
    table, card = turn.table, move.card
    if not one(card) & table.hands[seat]:
        raise IllegalMove(f"{title(card)} isn't in your hand.")
    if card == turn.taken:
        raise IllegalMove(
            f"You took {title(card)} from the tableau this turn, so discard another card (rule 5)."
        )
    hand = Cards(table.hands[seat] & ~one(card))
    after = replace(table.holding(seat, hand), tableau=(*table.tableau, card))
    laid = next((one for turn in table.turns[-1:] for one in turn.laid[-1:]), None)
    told = telling.discard(seat, card, laid)
    if not hand:
        return _go_out(after, seat, [told])
    after = after.after_turn()
    if after.is_over:
        return Step(Finished(after, after.winner), (told, telling.turns_over(after.tokens)))
    last = (telling.turns_over(after.tokens, tied=True),) if table.left and not after.left else ()
    return Step(Taking(after, table.after(seat)), (told, *last))


def _go_out(table: Table, seat: Seat, events: list[Event], *, by_foozle: bool = False) -> Step[Position]:
    """A white token for going out (rule 11), and the next hand unless somebody has won."""
    table = table.with_white(seat).after_turn()
    events.append(telling.out(seat, table.tokens, by_foozle=by_foozle, tied=table.is_tied))
    if table.is_over:
        return Step(Finished(table, table.winner), tuple(events))
    after = replace(table.cleared(), dealer=seat)
    if after.dump.bit_count() > after.pile.bit_count():
        events.append(telling.shuffle_all())
        after = replace(after, pile=ALL, dump=NONE)
    return Step(DealOwed(after), tuple(events))


def _owed(position: Position) -> str:
    match position:
        case Taking():
            return "Take a card first: type “draw”, or “take” and a card from the tableau (rule 4)."
        case Laying():
            return "You've already taken a card. Lay down, lay off or discard (rule 3)."
        case DrawOwed():
            return "Wait until the card is drawn (rule 4)."
        case Finished():
            return "The game is over (rule 14)."
    return "Wait until the cards are dealt (rule 2)."


RULES: Rulebook[Position] = Rulebook(
    When(DealerOwed, Dealer, _name_dealer),
    When(DealOwed, Deal, _deal),
    When(Taking, Draw, _draw),
    When(Taking, Take, _take),
    When(DrawOwed, Drawn, _drawn),
    When(Laying, Lay, _lay),
    When(Laying, Off, _lay),
    When(Laying, Discard, _discard),
    owed=_owed,
)

apply = RULES.apply
