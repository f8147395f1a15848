"""What a view proves about hidden cards, and random deals that agree with it."""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from games.calabresella.computers.habits import bits
from games.calabresella.rules.position import DECK, SEATS, WIDOW, Taking
from games.calabresella.rules.view import View
from games.kit.cards import UNSEEN, Card
from games.kit.lots import shuffle

OUT = 3
"""The place after the three seats: the widow, and later the cards out of play."""

Places: TypeAlias = tuple[int, int, int, int]
"""For each seat and then OUT: a mask of cards, or a number of cards."""

Loose: TypeAlias = list[list[tuple[tuple[int, ...], int]]]
"""Cards with the places where each may be, grouped by the number of places, fewest first."""

_ATTEMPTS = 200


@dataclass(frozen=True, slots=True)
class Knowledge:
    """By place: the cards known to be there, those that may be there, and how many there are."""

    held: Places
    may: Places
    sizes: Places

    def worlds(self, rng: Random, count: int) -> list[Places]:
        """`count` random deals that agree with what is known."""
        strict, loose = self._loose(self.may), self._loose((DECK.full,) * 4)
        return [self._drawn(strict, loose, rng) for _ in range(count)]

    def _loose(self, may: Places) -> Loose:
        """The cards whose place isn't known."""
        known = self.held[0] | self.held[1] | self.held[2] | self.held[OUT]
        every = self.may[0] | self.may[1] | self.may[2] | self.may[OUT]
        open_ = [
            (tuple(place for place in range(4) if may[place] & bit), bit) for bit in bits(every & ~known)
        ]
        return [[entry for entry in open_ if len(entry[0]) == number] for number in range(5)]

    def _drawn(self, strict: Loose, loose: Loose, rng: Random) -> Places:
        for _ in range(_ATTEMPTS):
            found = self._attempt(strict, rng)
            if found:
                return found
        found = self._attempt(loose, rng)
        assert found, "If voids are ignored, every card fits somewhere."
        return found

    def _attempt(self, groups: Loose, rng: Random) -> Places | None:
        places = list(self.held)
        room = [size - held.bit_count() for size, held in zip(self.sizes, self.held, strict=True)]
        for group in groups:
            for may, bit in shuffle(rng, group):
                total = 0
                for place in may:
                    total += room[place]
                if not total:
                    return None
                lot = rng.random() * total
                for place in may:
                    lot -= room[place]
                    if lot < 0:
                        break
                places[place] |= bit
                room[place] -= 1
        return places[0], places[1], places[2], places[OUT]


def known(view: View) -> Knowledge:
    """What the viewer, a seat, knows of the cards that aren't played yet."""
    played = DECK.mask(laid.card for trick in (*view.tricks, view.trick) for laid in trick)
    held, voids = _held(view, played), _voids(view)
    called = _called(view) & ~played & ~sum(held)
    loose = DECK.full & ~played & ~sum(held) & ~called
    may = [held[seat] | loose & ~voids[seat] for seat in SEATS] + [held[OUT] | loose | called]
    sizes = [*map(len, view.hands), WIDOW + (view.rejects if view.phase is Taking else 0)]
    if called and view.soloist is not None:
        may[view.soloist] |= called
        # Nobody rejects a three they called for, so the soloist has it unless play has shown otherwise.
        if not voids[view.soloist] & called and held[view.soloist].bit_count() < sizes[view.soloist]:
            held[view.soloist] |= called
    return Knowledge(_places(held), _places(may), _places(sizes))


def _held(view: View, played: int) -> list[int]:
    """By place, the cards that the viewer has seen there."""
    held = [_mask(hand) for hand in view.hands]
    turned_up = _mask(view.rejected) | _mask(view.widow) & ~_mask(view.taken)
    held.append(turned_up | _mask(view.remembered))
    if view.soloist is not None:
        held[view.soloist] |= _mask(view.taken) & ~played
        if view.giver is not None and view.returned and view.viewer == view.soloist:
            held[view.giver] |= DECK.bits[view.returned] & ~played
    return held


def _called(view: View) -> int:
    """The three that was called for and given."""
    return DECK.bits[view.called] if view.called and view.giver is not None else 0


def _places(numbers: Iterable[int]) -> Places:
    a, b, c, out = numbers
    return a, b, c, out


def _mask(cards: Iterable[Card]) -> int:
    return DECK.mask(card for card in cards if card != UNSEEN)


def _voids(view: View) -> list[int]:
    """By seat, the suits it has shown to be out of by not following."""
    voids = [0, 0, 0]
    for trick in (*view.tricks, view.trick):
        for laid in trick:
            if laid.card[-1] != trick[0].card[-1]:
                voids[laid.seat] |= DECK.suit(trick[0].card[-1])
    return voids
