"""A second, as plain as possible version of the card play: texts and lists instead of masks, no pruning."""

from collections.abc import Sequence
from dataclasses import dataclass

ORDER = "4567JQKA23"


def value(card: str) -> int:
    return {"A": 3, "3": 1, "2": 1, "K": 1, "Q": 1, "J": 1}.get(card[0], 0)


@dataclass(frozen=True)
class Table:
    """Hands by seat, the trick so far with its seats, who moves, and the soloist."""

    hands: tuple[tuple[str, ...], ...]
    mover: int
    soloist: int
    out: tuple[str, ...] = ()
    trick: tuple[tuple[int, str], ...] = ()

    def playable(self) -> Sequence[str]:
        hand = self.hands[self.mover]
        if not self.trick:
            return hand
        return [card for card in hand if card[1] == self.trick[0][1][1]] or hand

    def after(self, card: str) -> tuple["Table", int]:
        """The table after this card, and the points the soloist won with it."""
        left = [[other for other in hand if other != card] for hand in self.hands]
        hands = tuple(map(tuple, left))
        trick = (*self.trick, (self.mover, card))
        if len(trick) < 3:
            return Table(hands, (self.mover + 1) % 3, self.soloist, self.out, trick), 0
        suit = trick[0][1][1]
        winner = max((ORDER.index(card[0]), seat) for seat, card in trick if card[1] == suit)[1]
        points = sum(value(card) for _, card in trick)
        if not any(hands):
            points += 3 + sum(map(value, self.out))
        after = Table(hands, winner, self.soloist, self.out)
        return after, points if winner == self.soloist else 0


def best(table: Table) -> int:
    """The points the soloist still wins if everybody plays perfectly, found by trying every line of play."""
    if not any(table.hands):
        return 0
    worths = []
    for card in table.playable():
        after, won = table.after(card)
        worths.append(won + best(after))
    return max(worths) if table.mover == table.soloist else min(worths)


def perft(table: Table, depth: int) -> int:
    """How many ways there are to play `depth` cards."""
    if depth == 0:
        return 1
    return sum(perft(table.after(card)[0], depth - 1) for card in table.playable())
