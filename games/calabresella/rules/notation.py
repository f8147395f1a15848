"""The moves of Calabresella and how they are written.

dealer b                       chance draws the first dealer
deal A♠ K♦ … / … / … / …       chance deals: the hands of a, b and c, and the widow
pass, solo                     a bid
call 3♠, call none             the soloist calls for a three, or for none
give 5♣                        what the soloist gives in return
reject 5♠ 4♥                   the soloist rejects one to four cards
take A♠ 2♥                     and takes as many from the widow
6♣                             a card is played
next                           on to the next deal
ask again, ask open, …         a request that everybody has to agree to
point 50                       the game point that a player suggests after “ask point”
agree, refuse                  a vote on a request
replay, either                 what players say after a deal in matches with the old option
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from games.calabresella.rules.options import MOST_POINTS
from games.calabresella.rules.position import DECK, HAND, SEATS, WIDOW, Dealt, Wish
from games.core import BadNotation, Seat
from games.kit.cards import Card
from games.kit.notation import Field, Form, Notation, of, parted, seat_of, several


@dataclass(frozen=True, slots=True)
class FirstDealer:
    """Chance draws the first dealer."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance deals these cards."""

    dealt: Dealt


@dataclass(frozen=True, slots=True)
class Bid:
    """Go solo, or pass."""

    solo: bool


@dataclass(frozen=True, slots=True)
class Call:
    """Call for this three, or for none."""

    three: Card | None


@dataclass(frozen=True, slots=True)
class Give:
    """Give this card in return for the three."""

    card: Card


@dataclass(frozen=True, slots=True)
class Reject:
    """Reject the cards of this mask."""

    cards: int


@dataclass(frozen=True, slots=True)
class Take:
    """Take the cards of this mask from the widow."""

    cards: int


@dataclass(frozen=True, slots=True)
class Play:
    """Play this card."""

    card: Card


@dataclass(frozen=True, slots=True)
class GoOn:
    """Say what comes next after a deal."""

    wish: Wish


@dataclass(frozen=True, slots=True)
class Point:
    """Suggest this game point."""

    number: int


@dataclass(frozen=True, slots=True)
class Vote:
    """Agree to a request, or refuse it."""

    agrees: bool


Move: TypeAlias = FirstDealer | Deal | Bid | Call | Give | Reject | Take | Play | GoOn | Point | Vote


def names(mask: int) -> str:
    """The cards of a set, sorted, with spaces between."""
    return " ".join(DECK.named(mask))


_BETWEEN_DEALS: dict[str, Move] = {
    "next": GoOn("next"),
    "ask again": GoOn("again"),
    "ask open": GoOn("open"),
    "ask closed": GoOn("closed"),
    "ask replays": GoOn("replays"),
    "ask no replays": GoOn("no replays"),
    "ask point": GoOn("point"),
    "agree": Vote(True),
    "refuse": Vote(False),
}

_WORDS: dict[str, Move] = {
    "pass": Bid(False),
    "solo": Bid(True),
    **_BETWEEN_DEALS,
    "replay": GoOn("replay"),
    "either": GoOn("either"),
}
"""The moves that are written in words alone."""

_AS_WORDS = {move: words for words, move in _WORDS.items()}


def _read_card(text: str) -> Card:
    if not text:
        raise BadNotation("Name a card by rank and suit, such as 6♣ or 6c.")
    return DECK.read(text)


def _mask_of(cards: Sequence[Card]) -> int:
    mask = DECK.mask(cards)
    if mask.bit_count() < len(cards):
        raise BadNotation("You named a card twice.")
    return mask


def _chosen(cards: Sequence[Card]) -> int:
    if not 1 <= len(cards) <= WIDOW:
        raise BadNotation(f"Name 1 to {WIDOW} cards, such as 5♠ 4♥ (rules 9 and 10).")
    return _mask_of(cards)


def _dealt(groups: Sequence[Sequence[Card]]) -> Dealt:
    if [len(cards) for cards in groups] != [HAND] * len(SEATS) + [WIDOW]:
        raise BadNotation("A deal is three hands of 12 cards and a widow of 4 (rule 5).")
    a, b, c, widow = map(_mask_of, groups)
    if a | b | c | widow != DECK.full:
        raise BadNotation("A deal has every card exactly once (rule 5).")
    return Dealt((a, b, c), widow)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 4 and int(text)):
        raise BadNotation(f"A game point is a number from 1 to {MOST_POINTS}, such as “point 50” (rule 18).")
    return int(text)


CARD: Field[Card] = Field(str, _read_card)
CARDS = several(CARD)
CHOSEN: Field[int] = of(_chosen, DECK.named, CARDS)
THREE: Field[Card | None] = Field(
    lambda three: three or "none",
    lambda text: None if text in ("none", "no", "nothing") else _read_card(text),
)
DEALT: Field[Dealt] = of(
    _dealt,
    lambda dealt: tuple(map(DECK.named, (*dealt.hands, dealt.widow))),
    parted(CARDS, CARDS, CARDS, CARDS),
)

NOTATION: Notation[Move] = Notation(
    Form(FirstDealer, "dealer", of(FirstDealer, lambda drawn: drawn.seat, seat_of(len(SEATS)))),
    Form(Deal, "deal", of(Deal, lambda deal: deal.dealt, DEALT)),
    Form(Call, "call", of(Call, lambda call: call.three, THREE)),
    Form(Point, "point", of(Point, lambda point: point.number, Field(str, _number))),
    Form(Give, "give", of(Give, lambda give: give.card, CARD)),
    Form(Reject, "reject", of(Reject, lambda reject: reject.cards, CHOSEN)),
    Form(Take, "take", of(Take, lambda take: take.cards, CHOSEN)),
    # “play 6♣” is read, but the last form of a move is the one that is written.
    Form(Play, "play", of(Play, lambda play: play.card, CARD)),
    Form(Play, "", of(Play, lambda play: play.card, CARD)),
)


def write(move: Move) -> str:
    """The one way to write this move."""
    return _AS_WORDS.get(move) or NOTATION.write(move)


def read(text: str) -> Move:
    """The move a text spells; `6c`, `C6` and `play 6♣` are `6♣`, commas are spaces. Raises BadNotation."""
    spelt = " ".join(text.casefold().replace(",", " ").split())
    if spelt in _WORDS:
        return _WORDS[spelt]
    if spelt.partition(" ")[0] in ("next", "ask", "agree", "refuse", "replay", "either"):
        known = ", ".join(f"“{words}”" for words in _BETWEEN_DEALS)
        raise BadNotation(f"Between deals you can say {known} (rule 18).")
    return NOTATION.read(spelt)
