"""What the players hear about each move."""

from games.core import Event, Seat, mark
from games.foozle.cards import COLOURS, DECK, Card, Cards, codes, title
from games.foozle.laying import spelt
from games.foozle.melds import named
from games.foozle.notation import Deal, Lay, Off
from games.foozle.position import DEALT


def first_dealer(dealer: Seat) -> Event:
    """Who deals first."""
    return Event(f"{mark(dealer)} deals first.")


def deal(dealt: Deal, first: Seat) -> Event:
    """The card turned up and who goes first; each player also hears their own hand."""
    turned = title(dealt.turned)
    told = f"Everyone gets {DEALT} cards. {turned} starts the tableau, and {mark(first)} goes first."
    hands = enumerate(dealt.hands)
    return Event(told, {Seat(seat): f"{told} Your hand: {codes(hand)}." for seat, hand in hands})


def draw(seat: Seat) -> Event:
    """That somebody draws. The player hears nothing yet: a moment later they hear which card it is."""
    return Event(f"{mark(seat)} draws a card.", {seat: ""})


def reshuffle(dump: Cards) -> Event:
    """What the new draw pile is made of (rule 13)."""
    what = "dump" if dump else "tableau, except for its last card,"
    return Event(f"The draw pile is empty, so the {what} is shuffled into a new one.")


def drawn(seat: Seat, card: Card) -> Event:
    """Which card it is, for the player alone."""
    return Event("", {seat: f"You draw {title(card)}."})


def take(seat: Seat, card: Card) -> Event:
    """Which card of the tableau somebody takes."""
    return Event(f"{mark(seat)} takes {title(card)} from the tableau.")


def lay(seat: Seat, play: Lay | Off, number: int, group: Cards) -> Event:
    """Cards laid down or off; `number`, from 1, and `group` are the group that holds them now."""
    if isinstance(play, Off):
        return Event(f"{mark(seat)} lays off {title(play.card)} on group {number}, now a {named(group)}.")
    told = f"{mark(seat)} lays down {spelt(play.cards)}, a {named(play.cards)},"
    if group == play.cards:
        return Event(f"{told} as group {number}.")
    return Event(f"{told} on group {number}, now a {named(group)}.")


def foozle(seat: Seat, trumps: Cards, rest: Cards) -> Event:
    """A Big Foozle, and the cards that are discarded with it (rule 10)."""
    told = f"{mark(seat)} lays down a Big Foozle: {codes(trumps)}."
    return Event(f"{told} The rest is discarded: {codes(rest)}." if rest else told)


def coloured_token(seat: Seat, hue: int, final: tuple[int, ...] | None) -> Event:
    """A coloured token; `final` are all seats' tokens if it ends the game."""
    told = f"{mark(seat)} takes the {COLOURS[hue]} token"
    return Event(f"{told}." if final is None else f"{told}: {score(final)}.")


def discard(seat: Seat, card: Card) -> Event:
    """Which card somebody discards."""
    return Event(f"{mark(seat)} discards {title(card)}.")


def out(seat: Seat, tokens: tuple[int, ...]) -> Event:
    """Who goes out, and how many tokens every seat has then."""
    return Event(f"{mark(seat)} goes out and takes a white token: {score(tokens)}.")


def shuffle_all() -> Event:
    """The dump is taller than the draw pile (rule 12)."""
    return Event(f"The dump is taller than the draw pile, so all {DECK} cards are shuffled.")


def score(tokens: tuple[int, ...]) -> str:
    """`{a} 3, {b} 1`."""
    return ", ".join(f"{mark(Seat(seat))} {count}" for seat, count in enumerate(tokens))
