"""The moves of Calabresella and how they are written.

dealer b                       chance draws who deals first
deal A♠ K♦ … / … / … / …       chance deals: the hands of a, b and c, and the widow
pass, solo                     a bid
call 3♠, call none             a soloist of the second round calls for a three, or does not
give 5♣                        what he gives for the three
reject 5♠ 4♥                   the soloist lays aside one to four cards
take A♠ 2♥                     and takes as many out of the widow
6♣                             a card is played
next                           the next deal
ask again, ask open, …         what needs everybody's yes before it: see _ASKED
agree, refuse                  whether one agrees to what another asks for
replay, either                 how matches with the old option go on
"""

from dataclasses import dataclass
from typing import TypeAlias

from games.calabresella.position import DECK, HAND, WIDOW, Dealt, Wish
from games.core import BadNotation, Seat, letter
from games.kit.cards import Card

_ASKED: dict[str, Wish] = {
    f"ask {wish}": wish for wish in ("again", "open", "closed", "replays", "no replays")
}
"""The same cards again; open hands or closed ones; whether the same cards can be asked for."""


@dataclass(frozen=True, slots=True)
class FirstDealer:
    """Chance draws who deals first."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance deals these cards."""

    dealt: Dealt


@dataclass(frozen=True, slots=True)
class Bid:
    """Pass, or declare oneself soloist."""

    solo: bool


@dataclass(frozen=True, slots=True)
class Call:
    """Call for this three, or for none."""

    three: Card | None


@dataclass(frozen=True, slots=True)
class Give:
    """Give this card for the three."""

    card: Card


@dataclass(frozen=True, slots=True)
class Reject:
    """Lay the cards of this mask aside."""

    cards: int


@dataclass(frozen=True, slots=True)
class Take:
    """Take the cards of this mask out of the widow."""

    cards: int


@dataclass(frozen=True, slots=True)
class Play:
    """Play this card."""

    card: Card


@dataclass(frozen=True, slots=True)
class GoOn:
    """How to go on after a deal."""

    wish: Wish


@dataclass(frozen=True, slots=True)
class Vote:
    """Whether one agrees to what another asks for."""

    agrees: bool


Move: TypeAlias = FirstDealer | Deal | Bid | Call | Give | Reject | Take | Play | GoOn | Vote


def names(mask: int) -> str:
    """The cards of a set, sorted, with blanks between."""
    return " ".join(DECK.named(mask))


def write(move: Move) -> str:
    """The one way in which this move is written."""
    match move:
        case FirstDealer(seat):
            return f"dealer {letter(seat)}"
        case Deal(dealt):
            return "deal " + " / ".join(map(names, (*dealt.hands, dealt.widow)))
        case Bid(solo):
            return "solo" if solo else "pass"
        case Call(three):
            return f"call {three or 'none'}"
        case Give(card):
            return f"give {card}"
        case Reject(cards):
            return f"reject {names(cards)}"
        case Take(cards):
            return f"take {names(cards)}"
        case Play(card):
            return card
        case GoOn() | Vote():
            return _write_between(move)


def _write_between(move: GoOn | Vote) -> str:
    if isinstance(move, Vote):
        return "agree" if move.agrees else "refuse"
    return f"ask {move.wish}" if move.wish in _ASKED.values() else move.wish


def read(text: str) -> Move:
    """The move a text spells: `6c`, `C6` and `play 6♣` for `6♣`, commas for blanks. Raises BadNotation."""
    words = text.lower().replace(",", " ").split()
    match words:
        case ["pass" | "solo" as bid]:
            return Bid(bid == "solo")
        case ["next" | "replay" | "either" | "ask" | "agree" | "refuse", *_]:
            return _read_between(words)
        case ["dealer", ("a" | "b" | "c") as seat]:
            return FirstDealer(Seat(ord(seat) - ord("a")))
        case ["deal", *_]:
            return _read_deal(" ".join(words[1:]))
        case ["call", "none" | "no" | "nothing"]:
            return Call(None)
        case ["call", *card]:
            return Call(_one(card))
        case ["give", *card]:
            return Give(_one(card))
        case ["reject", *cards]:
            return Reject(_set(cards))
        case ["take", *cards]:
            return Take(_set(cards))
        case ["play", *card] | card:
            return Play(_one(card))


def _read_between(words: list[str]) -> Move:
    match words:
        case ["next" | "replay" | "either" as wish]:
            return GoOn(wish)
        case ["agree" | "refuse" as said]:
            return Vote(said == "agree")
        case _ if " ".join(words) in _ASKED:
            return GoOn(_ASKED[" ".join(words)])
    known = ", ".join(f"“{text}”" for text in ("next", *_ASKED, "agree", "refuse"))
    raise BadNotation(f"Between deals these can be said: {known} (rule 18).")


def _one(words: list[str]) -> Card:
    if not words:
        raise BadNotation("Name a card by rank and suit, such as 6♣ or 6c.")
    return DECK.read(" ".join(words))


def _set(words: list[str]) -> int:
    if not 1 <= len(words) <= WIDOW:
        raise BadNotation(f"Name one to {WIDOW} cards, such as “reject 5♠ 4♥” (rules 9 and 10).")
    return _distinct(words)


def _distinct(words: list[str]) -> int:
    cards = DECK.mask(map(DECK.read, words))
    if cards.bit_count() != len(words):
        raise BadNotation("A card is named twice.")
    return cards


def _read_deal(text: str) -> Move:
    parts = [part.split() for part in text.split("/")]
    if [len(part) for part in parts] != [HAND, HAND, HAND, WIDOW]:
        raise BadNotation("A deal is three hands of twelve cards and a widow of four, with “/” between them.")
    one, two, three, widow = map(_distinct, parts)
    if one | two | three | widow != DECK.full:
        raise BadNotation("Every card is dealt exactly once (rule 5).")
    return Deal(Dealt((one, two, three), widow))
