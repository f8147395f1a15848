"""The moves of Foozle and how they are written.

dealer b                        chance names the first dealer
deal 8Zu … / ∞To … / 5La        chance deals: a hand for each seat, then the card that starts the tableau
draw        drawn 8Zu           a card from the pile, and which one chance gave
take 8Zu                        the last card of the tableau
take 8Zu lay 8Ra 8To            any other card of it, laid down with these cards from the hand
take 8Zu to 3                   any other card of it, laid off on group 3
lay 6Zu 7Zu 8Ra [on 2]          cards laid down; `on` only if they could join several groups
8Zu to 3                        a card from the hand, laid off
discard 8Zu
"""

from dataclasses import dataclass
from typing import TypeAlias

from games.core import BadNotation, Seat, letter
from games.foozle.rules.cards import Card, Cards, code, codes, joined, one, read_all
from games.foozle.rules.cards import read as read_card
from games.foozle.rules.position import DEALT
from games.kit.prose import quoted


@dataclass(frozen=True, slots=True)
class Dealer:
    """Chance names who deals first."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance deals a hand to each seat, and one card to start the tableau."""

    hands: tuple[Cards, ...]
    turned: Card


@dataclass(frozen=True, slots=True)
class Draw:
    """A card is drawn from the pile."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The card that chance drew."""

    card: Card


@dataclass(frozen=True, slots=True)
class Lay:
    """A group is laid down; `on` is the number (from 1) of the group it joins, if there's a choice."""

    cards: Cards
    on: int | None = None


@dataclass(frozen=True, slots=True)
class Off:
    """A card is laid off on the group with this number (from 1)."""

    card: Card
    group: int


@dataclass(frozen=True, slots=True)
class Take:
    """A card of the tableau is taken: the last one, or with `use` any other, which is used at once."""

    card: Card
    use: Lay | Off | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """A card is put on the end of the tableau."""

    card: Card


_MOVES = "“draw”, “take 8Zu”, “lay 8Zu 8Ra 8To”, “8Zu to 3” or “discard 8Zu”"

Move: TypeAlias = Dealer | Deal | Draw | Drawn | Take | Lay | Off | Discard


def write(move: Move) -> str:
    """The one way to write this move."""
    match move:
        case Dealer() | Deal() | Drawn():
            return _write_chance(move)
        case Draw():
            return "draw"
        case Take(card, use):
            return f"take {code(card)}{_write_use(card, use)}"
        case Lay(cards, on):
            return f"lay {codes(cards)}{_on(on)}"
        case Off(card, group):
            return f"{code(card)} to {group}"
        case Discard(card):
            return f"discard {code(card)}"


def _write_chance(move: Dealer | Deal | Drawn) -> str:
    match move:
        case Dealer(seat):
            return f"dealer {letter(seat)}"
        case Deal(hands, turned):
            return "deal " + " / ".join([*map(codes, hands), code(turned)])
        case Drawn(card):
            return f"drawn {code(card)}"


def _write_use(card: Card, use: Lay | Off | None) -> str:
    match use:
        case Lay(cards, on):
            return f" lay {codes(Cards(cards & ~one(card)))}{_on(on)}"
        case Off(_, group):
            return f" to {group}"
    return ""


def _on(group: int | None) -> str:
    return "" if group is None else f" on {group}"


def read(text: str) -> Move:
    """The move a text spells, in capitals or not; `8zu` alone discards. Raises BadNotation."""
    words = joined(text.replace(",", " ").lower()).split()
    match words:
        case ["dealer" | "deal" | "drawn", _, *_]:
            return _read_chance(words)
        case ["draw"]:
            return Draw()
        case ["take", card, *use]:
            return _read_take(read_card(card), use)
        case ["take"]:
            raise BadNotation("Add the card you take: “take 8Zu”.")
        case ["lay", "off", card, *on] if on:
            return _read_off(read_card(card), on)
        case ["lay", *cards]:
            return _read_lay(cards)
        case [("discard" | "drop"), card]:
            return Discard(read_card(card))
        case [card]:
            return _read_alone(card)
        case [card, *on]:
            return _read_off(read_card(card), on)
    raise BadNotation(f"Type a move such as {_MOVES}.")


def _read_alone(word: str) -> Discard:
    try:
        return Discard(read_card(word))
    except BadNotation as unknown:
        raise BadNotation(
            f"{quoted(word)} isn't a card or a move. Type a move such as {_MOVES}."
        ) from unknown


def _read_chance(words: list[str]) -> Dealer | Deal | Drawn:
    match words:
        case ["dealer", ("a" | "b" | "c" | "d" | "e" | "f") as seat]:
            return Dealer(Seat(ord(seat) - ord("a")))
        case ["deal", *rest]:
            return _read_deal(" ".join(rest))
        case ["drawn", card]:
            return Drawn(read_card(card))
    raise BadNotation("Write chance as “dealer b”, “deal …” or “drawn 8Zu”.")


def _read_deal(text: str) -> Deal:
    *hands, turned = [read_all(part.split()) for part in text.split("/")]
    if (
        not 2 <= len(hands) <= 6
        or any(hand.bit_count() != DEALT for hand in hands)
        or turned.bit_count() != 1
    ):
        raise BadNotation(
            f"A deal is {DEALT} cards for each of 2 to 6 seats, then one more, with “/” between."
        )
    return Deal(tuple(hands), Card(turned.bit_length() - 1))


def _read_take(card: Card, use: list[str]) -> Take:
    match use:
        case []:
            return Take(card)
        case ["lay", *cards]:
            lay = _read_lay(cards)
            return Take(card, Lay(Cards(lay.cards | one(card)), lay.on))
    return Take(card, _read_off(card, use))


def _read_lay(words: list[str]) -> Lay:
    match words:
        case [*cards, ("on" | "to"), group] if cards:
            return Lay(read_all(cards), _read_number(group))
        case [_, *_]:
            return Lay(read_all(words))
    raise BadNotation("Add the cards you lay down: “lay 8Zu 8Ra 8To”.")


def _read_off(card: Card, words: list[str]) -> Off:
    match words:
        case [("to" | "on"), group]:
            return Off(card, _read_number(group))
    raise BadNotation(f"To lay off a card, add the group's number: “{code(card)} to 3”.")


def _read_number(word: str) -> int:
    if word.isascii() and word.isdecimal() and 1 <= len(word) <= 3 and int(word):
        return int(word)
    raise BadNotation(f"{quoted(word)} isn't a group's number. Use the number next to the group.")
