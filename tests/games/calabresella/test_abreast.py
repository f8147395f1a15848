"""Deals played on abreast end as each does alone."""

from random import Random

from games.calabresella.computers import abreast
from games.calabresella.computers.habits import bits
from games.calabresella.computers.playout import World, playouts
from games.calabresella.rules.position import DECK, SEATS, WIDOW
from games.kit.cards import Card
from games.kit.lots import below, shuffle
from tests.deep import sized

DEALS = 60


def test_all_deals_end_as_each_does_alone() -> None:
    for seed in range(sized(30, 500)):
        rng = Random(seed)
        size, begun, mover = 1 + below(rng, 12), below(rng, 3), below(rng, 3)
        laid = shuffle(rng, DECK.cards)[:begun]
        trick = tuple(((mover - begun + at) % 3, DECK.bits[card]) for at, card in enumerate(laid))
        worlds = [_world(rng, laid, size, mover, trick) for _ in range(DEALS)]
        firsts = [_first(rng, world) for world in worlds] if below(rng, 4) else [0] * DEALS
        alone = [tuple(playouts(world, first)) for world, first in zip(worlds, firsts, strict=True)]
        assert abreast.playouts(worlds, firsts) == alone, f"seed {seed}"


def _world(rng: Random, laid: list[Card], size: int, mover: int, trick: tuple[tuple[int, int], ...]) -> World:
    """Random hands, smaller by a card for those who have laid one, and any soloist."""
    rest = [card for card in shuffle(rng, DECK.cards) if card not in laid]
    played = {seat for seat, _ in trick}
    a, b, c = (DECK.mask(rest.pop() for _ in range(size - (seat in played))) for seat in SEATS)
    return World((a, b, c), DECK.mask(rest[:WIDOW]), below(rng, 3), mover, trick)


def _first(rng: Random, world: World) -> int:
    """A card that the mover may play."""
    hand, led = world.hands[world.mover], world.so_far()[0]
    return shuffle(rng, bits(hand & led or hand))[0]
