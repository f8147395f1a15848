"""What a view proves about the cards that are not seen, and deals that agree with it."""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from games.calabresella.habits import bits
from games.calabresella.position import DECK, SEATS, WIDOW
from games.calabresella.tricks import cards_of
from games.calabresella.view import View
from games.kit.cards import UNSEEN, Card
from games.kit.lots import shuffle

ASIDE = 3
"""The place behind the three seats: the widow, and what is out of play."""

Places: TypeAlias = tuple[int, int, int, int]
"""By seat and then ASIDE, masks of cards or numbers of cards."""

_ATTEMPTS = 200


@dataclass(frozen=True, slots=True)
class Knowledge:
    """By place the cards known to be there, those that may be there, and how many there are."""

    held: Places
    may: Places
    sizes: Places

    def worlds(self, rng: Random, count: int) -> list[Places]:
        """So many deals that agree with it, drawn by lots."""
        strict, loose = self._loose(self.may), self._loose((DECK.full,) * 4)
        return [self._drawn(strict, loose, rng) for _ in range(count)]

    def _loose(self, may: Places) -> list[list[tuple[tuple[int, ...], int]]]:
        """The cards without a known place, with the places they may have, those with fewest first."""
        known = self.held[0] | self.held[1] | self.held[2] | self.held[ASIDE]
        every = self.may[0] | self.may[1] | self.may[2] | self.may[ASIDE]
        open_ = [
            (tuple(place for place in range(4) if may[place] & bit), bit) for bit in bits(every & ~known)
        ]
        return [[entry for entry in open_ if len(entry[0]) == number] for number in range(5)]

    def _drawn(
        self,
        strict: list[list[tuple[tuple[int, ...], int]]],
        loose: list[list[tuple[tuple[int, ...], int]]],
        rng: Random,
    ) -> Places:
        for _ in range(_ATTEMPTS):
            found = self._attempt(strict, rng)
            if found:
                return found
        found = self._attempt(loose, rng)
        assert found, "Without suits to heed every card finds a place."
        return found

    def _attempt(self, groups: list[list[tuple[tuple[int, ...], int]]], rng: Random) -> Places | None:
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
        return places[0], places[1], places[2], places[ASIDE]


def known(view: View) -> Knowledge:
    """What the viewer, a seat, can tell of the cards that are not played yet."""
    played = 0
    for trick in (*view.tricks, view.trick):
        played |= cards_of(trick)
    held = [_mask(hand) for hand in view.hands]
    held.append(_mask(view.rejected) | _mask(view.widow) & ~_mask(view.taken))
    if view.soloist is not None:
        held[view.soloist] |= _mask(view.taken) & ~played
        if view.giver is not None and view.returned and view.viewer == view.soloist:
            held[view.giver] |= DECK.bits[view.returned] & ~played
    voids = _voids(view)
    sizes = [len(hand) for hand in view.hands]
    called = _called(view) & ~played & ~sum(held)
    loose = DECK.full & ~played & ~sum(held) & ~called
    may = [held[seat] | loose & ~voids[seat] for seat in SEATS]
    aside = held[ASIDE] | loose
    if called:
        _place_called(view, called, held, may, sizes, voids)
        aside |= called
    number = WIDOW + (view.rejects if view.phase == "take" else 0)
    return Knowledge(
        (held[0], held[1], held[2], held[ASIDE]),
        (may[0], may[1], may[2], aside),
        (sizes[0], sizes[1], sizes[2], number),
    )


def _called(view: View) -> int:
    """The three that was called for, where it is in the soloist's hand unless he rejected it."""
    return DECK.bits[view.called] if view.called and view.giver is not None else 0


def _place_called(
    view: View, called: int, held: list[int], may: list[int], sizes: list[int], voids: list[int]
) -> None:
    """It is held unless he has shown that he has it no more: who calls for a three does not reject it."""
    soloist = view.soloist
    assert soloist is not None
    may[soloist] |= called
    if not voids[soloist] & called and held[soloist].bit_count() < sizes[soloist]:
        held[soloist] |= called


def _mask(cards: Iterable[Card]) -> int:
    return DECK.mask(card for card in cards if card != UNSEEN)


def _voids(view: View) -> list[int]:
    """By seat the suits he has none of: he did not follow them."""
    voids = [0, 0, 0]
    for trick in (*view.tricks, view.trick):
        for laid in trick:
            if laid.card[-1] != trick[0].card[-1]:
                voids[laid.seat] |= DECK.suit(trick[0].card[-1])
    return voids
