"""The last tricks with all cards known: how many points the soloist wins if everybody plays perfectly."""

from games.calabresella.computers.habits import SUIT_OF, alike, worth_of
from games.calabresella.computers.playout import World
from games.calabresella.rules.position import LAST_TRICK
from games.calabresella.rules.tricks import worth

MOST = 36
"""More points than anybody can win."""


# The trick in play is passed as five numbers: with a tuple this took half as long again.
class Endgame:
    """A solver for one soloist and one set of cards out of play; it caches what it finds."""

    def __init__(self, soloist: int, out: int) -> None:
        self._soloist, self._last = soloist, LAST_TRICK + worth(out)
        self._known: dict[tuple[int, int, int, int], tuple[int, int]] = {}

    def value(self, world: World, first: int) -> int:
        """The soloist's points from here on, after the mover's card `first`."""
        led, winning, holder, points = world.so_far()
        one, two, three = world.hands
        count = len(world.trick)
        return self._after(
            [one, two, three], world.mover, first, led, winning, holder, points, count, 0, MOST
        )

    def _trick(self, hands: list[int], mover: int, low: int, high: int) -> int:
        """The worth of a position between two tricks: exact between `low` and `high`, otherwise a bound."""
        if not hands[mover]:
            return 0
        key = (hands[0], hands[1], hands[2], mover)
        least, most = self._known.get(key, (0, MOST))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        found = self._best(hands, mover, 0, 0, mover, 0, 0, low, high)
        if found <= low:
            most = min(most, found)
        elif found >= high:
            least = max(least, found)
        else:
            least = most = found
        self._known[key] = least, most
        return found

    def _best(
        self,
        hands: list[int],
        mover: int,
        led: int,
        winning: int,
        holder: int,
        points: int,
        count: int,
        low: int,
        high: int,
    ) -> int:
        maximises = mover == self._soloist
        best = -1 if maximises else MOST
        others = hands[0] | hands[1] | hands[2] | winning
        cards = hands[mover] & led or hands[mover]
        others &= ~cards
        while cards:
            card = 1 << cards.bit_length() - 1
            cards ^= card
            below = 1 << cards.bit_length() - 1 if cards else 0
            # Of two adjacent cards worth the same, the lower one does just as well.
            if below and alike(card, below, others):
                continue
            found = self._after(hands, mover, card, led, winning, holder, points, count, low, high)
            if maximises:
                best, low = max(best, found), max(low, found)
            else:
                best, high = min(best, found), min(high, found)
            if low >= high:
                break
        return best

    def _after(
        self,
        hands: list[int],
        mover: int,
        card: int,
        led: int,
        winning: int,
        holder: int,
        points: int,
        count: int,
        low: int,
        high: int,
    ) -> int:
        hands[mover] ^= card
        points += worth_of(card)
        if not count:
            led, winning, holder = SUIT_OF[card], card, mover
        elif card & led and card > winning:
            winning, holder = card, mover
        if count < 2:
            found = self._best(hands, (mover + 1) % 3, led, winning, holder, points, count + 1, low, high)
        else:
            if not hands[holder]:
                points += self._last
            won = points if holder == self._soloist else 0
            found = won + self._trick(hands, holder, low - won, high - won)
        hands[mover] ^= card
        return found
