"""A deal with all cards known, or sampled, played on by rules of thumb."""

from typing import NamedTuple

from games.calabresella.habits import SUIT_OF, follow, lead
from games.calabresella.position import LAST_TRICK
from games.calabresella.tricks import ACES, ONES


class World(NamedTuple):
    """All cards by seat, those `out` of play, the seat to move, and the trick so far as (seat, card)."""

    hands: tuple[int, int, int]
    out: int
    soloist: int
    mover: int
    trick: tuple[tuple[int, int], ...] = ()


# One flat loop, because computers play several hundred thousand cards a second with it.
def playout(world: World, first: int = 0) -> int:  # noqa: C901 - calls would take half of the time
    """The points the soloist wins from here on, with the last trick and the cards out of play.

    `first` is the mover's next card; everything else is played by habit.
    """
    hands, soloist, mover = list(world.hands), world.soloist, world.mover
    led = winning = points = won = 0
    holder, count = mover, len(world.trick)
    for seat, card in world.trick:
        points += 3 if card & ACES else 1 if card & ONES else 0
        if not led:
            led = SUIT_OF[card]
        if card & led and card > winning:
            winning, holder = card, seat
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
            if holder == soloist:
                won += points
            mover, count, points = holder, 0, 0
        else:
            mover, count = (mover + 1) % 3, count + 1
    if holder == soloist:
        won += LAST_TRICK + 3 * (world.out & ACES).bit_count() + (world.out & ONES).bit_count()
    return won
