"""A deal with all cards known, or sampled, played on by rules of thumb."""

from typing import NamedTuple

from games.calabresella.computers.habits import SUIT_OF, follow, lead, worth_of
from games.calabresella.rules.position import LAST_TRICK
from games.calabresella.rules.tricks import ACES, ONES, worth


class World(NamedTuple):
    """All cards by seat, those `out` of play, the seat to move, and the trick so far as (seat, card)."""

    hands: tuple[int, int, int]
    out: int
    soloist: int
    mover: int
    trick: tuple[tuple[int, int], ...] = ()

    def so_far(self) -> tuple[int, int, int, int]:
        """Of the trick: the suit led, its highest card, who holds the trick, and the points in it.

        Before the first card, 0 and the mover.
        """
        led = winning = points = 0
        holder = self.mover
        for seat, card in self.trick:
            points += worth_of(card)
            led = led or SUIT_OF[card]
            if card & led and card > winning:
                winning, holder = card, seat
        return led, winning, holder, points


def playout(world: World, first: int = 0) -> int:
    """The points the soloist wins from here on, with the last trick and the cards out of play.

    `first` is the mover's next card; everything else is played by habit.
    """
    return playouts(world, first)[world.soloist]


# One flat loop, because computers play several hundred thousand cards a second with it.
def playouts(world: World, first: int = 0) -> list[int]:
    """What `playout` finds, for each seat."""
    hands, soloist, mover = list(world.hands), world.soloist, world.mover
    led, winning, holder, points = world.so_far()
    count, won = len(world.trick), [0, 0, 0]
    left = hands[0] | hands[1] | hands[2]
    while left:
        hand = hands[mover]
        if first:
            card, first = first, 0
        elif not hand & hand - 1:
            card = hand
        elif count:
            friendly = mover != soloist and holder != soloist
            card = follow(hand, led, winning, friendly, count == 2, left & ~hand)
        else:
            card = lead(hand, left & ~hand)
        hands[mover] = hand & ~card
        left &= ~card
        if card & ACES:
            points += 3
        elif card & ONES:
            points += 1
        if not count:
            led, winning, holder = SUIT_OF[card], card, mover
        elif card & led and card > winning:
            winning, holder = card, mover
        if count == 2:
            won[holder] += points
            mover, count, points = holder, 0, 0
        else:
            mover, count = (mover + 1) % 3, count + 1
    won[holder] += LAST_TRICK + worth(world.out)
    return won
