"""What the players hear about each move."""

from games.core import Event, Highlight, Seat, mark
from games.foozle.rules.cards import COLOURS, DECK, Card, Cards, codes, each, names, one, title, titles
from games.foozle.rules.laying import in_words
from games.foozle.rules.melds import colour, kind, named
from games.foozle.rules.notation import Deal, Lay, Off
from games.foozle.rules.position import DEALT, Laid


def first_dealer(dealer: Seat) -> Event:
    """Who deals first."""
    return Event(f"{mark(dealer)} deals first.", dealer)


def deal(dealt: Deal, dealer: Seat, first: Seat) -> Event:
    """The card turned up and who goes first; each player also hears their own hand."""
    turned = title(dealt.turned)
    told = f"Everyone gets {DEALT} cards. {turned} starts the tableau, and {mark(first)} goes first."
    hands = enumerate(dealt.hands)
    own = {Seat(seat): f"{told} Your hand: {names(each(hand))}." for seat, hand in hands}
    return Event(told, None, own, f"{mark(dealer)} dealt, and {mark(first)} starts.", is_shown=True)


def draw(seat: Seat) -> Event:
    """That a player draws. They hear nothing yet themselves: a moment later they hear which card it is."""
    return Event(f"{mark(seat)} draws a card.", seat, {seat: ""}, f"{mark(seat)} drew a card.")


def reshuffle(dump: Cards) -> Event:
    """What the new draw pile is made of (rule 13)."""
    what, rest = ("dump", "") if dump else ("tableau", ", except for its last card,")
    told = f"The draw pile is empty, so the {what}{rest} is shuffled into a new one."
    return Event(told, by=None, short=f"The {what} is the new draw pile.")


def drawn(seat: Seat, card: Card) -> Event:
    """Which card it is, only for the player."""
    told = {seat: f"You draw {title(card)}."}
    return Event("", seat, told, secret_short={seat: f"You drew {title(card)}."})


def take(seat: Seat, card: Card) -> Event:
    """Which card of the tableau a player takes."""
    told = f"{mark(seat)} takes {title(card)} from the tableau."
    return Event(told, seat, short=f"{mark(seat)} took {title(card)}.")


def lay(seat: Seat, play: Lay | Off, number: int, group: Cards) -> Event:
    """Cards laid down or off; `number`, from 1, and `group` are the group that holds them now."""
    if isinstance(play, Off):
        before, told = Cards(group & ~one(play.card)), f"{mark(seat)} lays off {title(play.card)}"
        laid = Laid(one(play.card), number)
    else:
        before, told = play.cards, f"{mark(seat)} lays down a {in_words(play.cards)}"
        laid = Laid(play.cards, number)
    on = "" if group == before else f" on group {number}"
    now = "" if kind(group) == kind(before) else f", now a {named(group)}"
    return Event(f"{told}{on}{now}.", seat, short=_laid(seat, laid))


def foozle(seat: Seat, trumps: Cards, rest: Cards) -> Event:
    """A Big Foozle, and the cards that are discarded with it (rule 10)."""
    told = f"{mark(seat)} lays down a {in_words(trumps)}."
    more = f" The rest is discarded: {titles(rest)}." if rest else ""
    kept = Highlight("A Big Foozle", f"{mark(seat)} lays it and ends the hand", codes(trumps))
    short = _laid(seat, Laid(trumps, 0))
    return Event(f"{told}{more}", seat, short=short, highlights={None: kept})


def coloured_token(seat: Seat, hue: int, final: tuple[int, ...] | None) -> Event:
    """A coloured token; `final` are all seats' tokens if it ends the game."""
    told = f"{mark(seat)} takes the {COLOURS[hue]} token"
    whole = f"{told}." if final is None else f"{told}: {score(final)}."
    kept = Highlight(f"The {COLOURS[hue]} token", f"{mark(seat)} takes it", f"token {hue}")
    return Event(whole, seat, short=_won(seat, hue), highlights={None: kept})


def discard(seat: Seat, card: Card, laid: Laid | None) -> Event:
    """Which card a player discards; in short, what they last laid before in that turn, if anything."""
    short = f"{mark(seat)} discarded {title(card)}." if laid is None else _laid(seat, laid)
    return Event(f"{mark(seat)} discards {title(card)}.", seat, short=short, is_shown=True)


def _laid(seat: Seat, laid: Laid) -> str:
    """`{a} laid a blue run.`, `{a} won the blue token.`, `{a} laid off 8 of Zurfs.`"""
    hue = colour(laid.cards) if kind(laid.cards) == "run" else None
    if laid.token is not None:
        return _won(seat, laid.token)
    if laid.cards.bit_count() == 1:
        return f"{mark(seat)} laid off {title(next(each(laid.cards)))}."
    return f"{mark(seat)} laid a {named(laid.cards) if hue is None else f'{COLOURS[hue]} run'}."


def _won(seat: Seat, hue: int) -> str:
    return f"{mark(seat)} won the {COLOURS[hue]} token."


def out(seat: Seat, tokens: tuple[int, ...], *, by_foozle: bool, tied: bool) -> Event:
    """Who goes out, and how many tokens every seat has after that; what stays of a Big Foozle is itself."""
    goes_on = " It's a tie for the most, so play goes on." if tied else ""
    told = f"{mark(seat)} goes out and takes a white token: {score(tokens)}.{goes_on}"
    short = f"{mark(seat)} went out: a white token."
    kept = Highlight(f"{mark(seat)} goes out", "That's a white token", f"token {len(COLOURS)}")
    return Event(told, seat, short=short, highlights={} if by_foozle else {None: kept})


def turns_over(tokens: tuple[int, ...], *, tied: bool = False) -> Event:
    """That nobody has a turn left, and how many tokens every seat has."""
    told = f"That was the last turn: {score(tokens)}."
    if not tied:
        return Event(told, None, is_outcome=True)
    short = "A tie: the first to get ahead wins."
    return Event(f"{told} It's a tie for the most, so the first to get ahead wins.", None, short=short)


def shuffle_all() -> Event:
    """The dump is taller than the draw pile (rule 12)."""
    return Event(f"The dump is taller than the draw pile, so all {DECK} cards are shuffled.", by=None)


def score(tokens: tuple[int, ...]) -> str:
    """`{a} 3, {b} 1`."""
    return ", ".join(f"{mark(Seat(seat))} {count}" for seat, count in enumerate(tokens))
