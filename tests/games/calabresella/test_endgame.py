"""The exact endgame, compared with every line of play."""

from random import Random

from games.calabresella import GAME
from games.calabresella.computers.playout import playout
from games.calabresella.rules.position import DECK, Playing
from games.kit.cards import Card
from tests.deep import sized
from tests.games.calabresella import naive
from tests.games.calabresella.endings import disagreements, ending, world
from tests.games.calabresella.played import played
from tests.laws.cards import perft


def test_endings_are_worth_what_brute_force_finds() -> None:
    assert not disagreements(range(sized(100, 5_000)))


def test_playing_on_by_habit_wins_a_possible_number_of_points() -> None:
    for seed in range(60):
        table = ending(seed)
        first = table.playable()[0]
        points = playout(world(table), DECK.bits[Card(first)])
        assert 0 <= points <= 36, f"seed {seed}"


def test_the_playable_cards_are_those_of_a_plain_scan() -> None:
    rng = Random(5)
    playing = [position for seed in range(4) for position in played(seed) if isinstance(position, Playing)]
    for position in rng.sample(playing, 12):
        table = naive.Table(
            tuple(DECK.named(hand) for hand in position.hands),
            position.mover,
            position.solo.soloist,
            trick=tuple((int(seat), str(card)) for seat, card in position.trick),
        )
        cards_left = len(table.hands[position.mover])
        if cards_left > 2:
            assert perft(GAME, position, 3) == naive.perft(table, 3)
