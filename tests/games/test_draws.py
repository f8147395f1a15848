"""Chance and computers depend on the seed and the record, and on nothing else."""

from dataclasses import replace

from hypothesis import given

from games.core import CHANCE
from games.engine.fair import chance_rng
from games.engine.record import Header
from games.engine.table import AnyTable, Table
from tests.games.played import ANY_TABLES, SEED, A, B, pebbles, play, table
from tests.laws.pebbles import PEBBLES
from tests.laws.sealed import SEALED


def test_chance_is_settled_by_seed_clicks_and_number_of_draws() -> None:
    at = table(SEALED, 3)
    drawn = at.chance(SEED)
    assert drawn.who == CHANCE
    assert at.chance(SEED) == drawn
    assert at.chance(b"another") != drawn
    clicked = Table.new(SEALED, Header("sealed", "1", 3, interaction_ids=("1", "2", "3")))
    assert clicked.chance(SEED) != drawn
    at.play(drawn)


def test_a_draw_counts_the_draws_before_it_and_no_words() -> None:
    before, after = table(PEBBLES, 4, "b /resign"), pebbles("a 1 left", "a /undo", seats=4)
    numbered = [PEBBLES.write(PEBBLES.chance(before.state, chance_rng(SEED, n, ()))) for n in range(3)]
    assert (before.chance(SEED).text, after.chance(SEED).text) == (numbered[0], numbered[1])
    assert numbered[0] != numbered[1], "This seed would not tell the two draws apart."


@given(ANY_TABLES)
def test_draws_are_counted_over_all_lines_also_those_taken_back(every: list[AnyTable]) -> None:
    for at in every:
        moves = [line for line in at.lines if line.who == CHANCE and not line.is_talk]
        assert at.drawn == len(moves)


def test_a_computer_draws_by_seed_line_seat_and_clicks() -> None:
    at = pebbles()
    assert at.computer_key(SEED, A) == at.computer_key(SEED, A)
    clicked = replace(at, header=replace(at.header, interaction_ids=("1", "2")))
    keys = {at.computer_key(SEED, A), at.computer_key(SEED, B), at.computer_key(b"another", A)}
    keys |= {play(at, "a 1 left").computer_key(SEED, A), clicked.computer_key(SEED, A)}
    assert len(keys) == 5


def test_what_is_published_of_the_seed_says_nothing_of_a_computers_choice() -> None:
    at = pebbles()
    sealed = replace(at, header=replace(at.header, commit="sha256:00"))
    assert sealed.computer_key(SEED, A) == at.computer_key(SEED, A)
