"""The chance to win judged by tokens alone: shares add up to 1, grow with tokens and end with the game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import Seat
from games.foozle.computers.standing import share, standing
from games.foozle.rules.cards import NONE
from games.foozle.rules.position import Table

MASKS = st.integers(0, 31)
TOKENS = st.integers(2, 6).flatmap(
    lambda seats: st.tuples(
        st.tuples(*[MASKS] * seats), st.tuples(*[st.integers(0, 6)] * seats), st.integers(3, 5)
    )
)


@given(TOKENS)
def test_the_shares_of_all_seats_add_up_to_one(tokens: tuple[tuple[int, ...], tuple[int, ...], int]) -> None:
    colours, whites, needed = tokens
    shares = [share(colours, whites, needed, Seat(seat)) for seat in range(len(whites))]
    assert sum(shares) == pytest.approx(1)
    assert all(0 <= one <= 1 for one in shares)


@given(TOKENS)
def test_a_white_token_helps_the_player_who_gets_it_unless_it_could_end_the_game(
    tokens: tuple[tuple[int, ...], tuple[int, ...], int],
) -> None:
    colours, whites, needed = tokens
    table = Table(needed, (NONE,) * len(whites), colours, whites)
    stands = standing(table, Seat(0))
    if not stands.is_over and max(mask.bit_count() for mask in colours) < needed - 1:
        assert stands.lost < stands.now < stands.out


@pytest.mark.parametrize("colours", range(5))
def test_a_coloured_token_always_helps_and_a_white_one_helps_more_at_first(
    colours: int,
) -> None:
    stands = standing(table_of((colours, colours), (0, 0)), Seat(0))
    assert stands.coloured > stands.now
    assert (stands.out > stands.coloured) == (colours < 3)


def test_the_last_colour_does_not_win_while_the_most_tokens_are_shared() -> None:
    stands = standing(table_of((4, 4), (0, 1)), Seat(0))
    assert 0 < stands.coloured < 1
    assert standing(table_of((5, 4), (0, 0)), Seat(0)).now == 1


def table_of(colours: tuple[int, ...], whites: tuple[int, ...]) -> Table:
    return Table(5, (NONE,) * len(whites), tuple((1 << count) - 1 for count in colours), whites)
