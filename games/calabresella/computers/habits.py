"""Rules of thumb for a hand of Calabresella, fast enough to play thousands of sampled deals to the end.

Cards and sets of cards are masks; in a suit, a higher bit is a higher card. All numbers are choices by hand,
older than the levels. How hands of a `strength` are bid and what they bring is measured elsewhere, by
`python -m bench.tune calabresella` and `python -m bench calabresella`.
"""

from functools import lru_cache
from itertools import combinations

from games.calabresella.rules.position import DECK
from games.calabresella.rules.tricks import ACES, ONES, THREES, TWOS
from games.kit.cards import SUITS

SUIT_MASKS = tuple(DECK.suit(suit) for suit in SUITS)
SUIT_OF = {bit: suit for bit in DECK.bits.values() for suit in SUIT_MASKS if suit & bit}

BOLD = 16.0
"""The `strength` that makes a hand worth a solo."""
BOLDER = 14.0
"""The same in the second round, including the three that it would call for."""


def lead(hand: int, rest: int) -> int:
    """A card to lead: one that nobody can beat, from the longest suit with one; otherwise a low card.

    `rest` are the cards that others may have.
    """
    best = longest = 0
    for suit in SUIT_MASKS:
        own = hand & suit
        if own:
            length = own.bit_count()
            if 1 << own.bit_length() - 1 > rest & suit:
                length += 16
            if length > longest:
                longest, best = length, own
    if longest > 16:
        return 1 << best.bit_length() - 1
    return _low(best)


def follow(hand: int, led: int, winning: int, friendly: bool, last: bool, rest: int) -> int:
    """A card to a trick in which `winning` is the highest of the suit `led`.

    `friendly`: a partner played it; `last`: nobody plays after this card.
    """
    own = hand & led
    holds = friendly and (last or winning > rest & led)
    if not own:
        return _fat(hand) if holds else _spare(hand)
    if holds:
        return _fat(own)
    higher = own & -(winning << 1)
    if higher:
        if last:
            return higher & ACES or higher & -higher
        top = 1 << higher.bit_length() - 1
        if top > rest & led:
            return top
    return _low(own)


def _low(cards: int) -> int:
    """The lowest card, but an ace only if there's nothing else."""
    cards = cards & ~ACES or cards
    return cards & -cards


def _fat(cards: int) -> int:
    """The card worth most: an ace, otherwise a king, queen or jack, otherwise the lowest."""
    aces = cards & ACES
    if aces:
        return aces & -aces
    figures = cards & ONES & ~THREES & ~TWOS
    return figures & -figures if figures else _low(cards)


def _spare(hand: int) -> int:
    """The least useful card: a worthless one from the shortest suit that has any."""
    least, best = 99, 0
    for suit in SUIT_MASKS:
        low = hand & suit & ~ACES & ~ONES
        if low and (hand & suit).bit_count() < least:
            least, best = (hand & suit).bit_count(), low
    return best & -best if best else _low(hand & ~THREES & ~TWOS or hand)


@lru_cache(1 << 16)
def _suit_strength(ranks: int) -> float:
    """A suit's part of `strength`; `ranks` are its ten bits."""
    length = ranks.bit_count()
    three, two, ace = ranks >> 9 & 1, ranks >> 8 & 1, ranks >> 7 & 1
    worth = 3.0 * three + 2.0 * two + 1.2 * ace + 0.4 * (ranks >> 4 & 7).bit_count()
    if three and two:
        worth += 1.0 + 0.8 * ace
    elif ace and not (three or two):
        worth -= 0.8
    return worth + (three + two) * 0.5 * max(0, length - 3)


def strength(hand: int) -> float:
    """How good a hand is for a solo, roughly in points."""
    return sum(_suit_strength(hand >> 10 * number & 1023) for number in range(4))


def bids_solo(hand: int, second_round: bool) -> bool:
    """Whether the hand is strong enough; in the second round, including the three it would call for."""
    if second_round:
        three = call(hand)
        return strength(hand | three) >= BOLDER
    return strength(hand) >= BOLD


def call(hand: int) -> int:
    """The three that makes the hand strongest, or 0 if it has all four."""
    return max(threes_lacking(hand), key=lambda three: strength(hand | three), default=0)


def threes_lacking(hand: int) -> list[int]:
    """The threes this hand can call for."""
    return bits(THREES & ~hand)


def give(hand: int, called: int) -> int:
    """The card to give in return for the three: the least useful one."""
    return by_use(hand & ~called)[0]


def reject(hand: int) -> int:
    """One to four cards of little use."""
    order = by_use(hand)
    spare = [bit for bit in order if not bit & (THREES | TWOS | ACES)][:4]
    return sum(spare) or order[0]


def take(hand: int, widow: int, count: int) -> int:
    """The cards of the widow that make the hand strongest."""
    return max(sets(widow, count), key=lambda cards: (strength(hand | cards), cards))


def sets(cards: int, count: int) -> list[int]:
    """All sets of `count` of these cards."""
    return [sum(chosen) for chosen in combinations(bits(cards), count)]


def by_use(hand: int) -> list[int]:
    """The cards, least useful first: those whose loss weakens the hand least, low cards first."""
    return sorted(
        bits(hand), key=lambda bit: (strength(hand) - strength(hand & ~bit), bit & ONES > 0, _rank(bit), bit)
    )


def _rank(bit: int) -> int:
    return (bit.bit_length() - 1) % 10


def worth_of(card: int) -> int:
    """The points of one card."""
    return 3 if card & ACES else 1 if card & ONES else 0


def alike(card: int, other: int, others: int) -> bool:
    """Whether two cards of a suit are worth the same, with none of `others` between them."""
    low, high = min(card, other), max(card, other)
    if SUIT_OF[low] != SUIT_OF[high] or worth_of(low) != worth_of(high):
        return False
    return not others & high - (low << 1)


def bits(cards: int) -> list[int]:
    """The cards of a set, one mask each."""
    found = []
    while cards:
        found.append(cards & -cards)
        cards &= cards - 1
    return found
