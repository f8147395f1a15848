"""Random endgames, solved twice: by the endgame solver and by trying every line of play."""

from collections.abc import Iterable
from random import Random

from games.calabresella.computers.endgame import Endgame
from games.calabresella.computers.playout import World
from games.calabresella.rules.position import DECK, WIDOW
from games.kit.cards import Card
from games.kit.lots import below, shuffle
from tests.games.calabresella import naive


def ending(seed: int) -> naive.Table:
    """An ending with one to four cards in each hand, sometimes in the middle of a trick."""
    rng = Random(seed)
    size = 1 + below(rng, 4)
    # Half of the deck is out, so suits are short and most cards matter.
    cards = shuffle(rng, DECK.cards)
    hands = tuple(tuple(cards[at * size : (at + 1) * size]) for at in range(3))
    out = tuple(cards[3 * size : 3 * size + WIDOW])
    table = naive.Table(hands, below(rng, 3), below(rng, 3), out)
    for _ in range(below(rng, 3) if size > 1 else 0):
        playable = table.playable()
        table, _ = table.after(playable[below(rng, len(playable))])
    return table


def world(table: naive.Table) -> World:
    """The same position as the endgame solver takes it."""
    one, two, three = (DECK.mask(map(Card, hand)) for hand in table.hands)
    trick = tuple((seat, DECK.bits[Card(card)]) for seat, card in table.trick)
    return World((one, two, three), DECK.mask(map(Card, table.out)), table.soloist, table.mover, trick)


def disagreements(seeds: Iterable[int]) -> list[str]:
    """The endings and first cards on which the two solvers disagree."""
    found = []
    for seed in seeds:
        table = ending(seed)
        solver = Endgame(table.soloist, world(table).out)
        for card in table.playable():
            after, won = table.after(card)
            worth = solver.value(world(table), DECK.bits[Card(card)])
            if worth != won + naive.best(after):
                found.append(f"seed {seed}, {card}: {worth} instead of {won + naive.best(after)}")
    return found
