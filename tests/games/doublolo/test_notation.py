"""Moves as text: written in one way, read in many."""

from random import Random

import pytest
from hypothesis import strategies as st

from games.core import BadNotation
from games.doublolo.rules import start
from games.doublolo.rules.notation import Call, Move, Place, Toss, read
from games.doublolo.rules.position import GRID
from games.kit.grid import Square

squares = st.builds(Square, st.integers(0, GRID.width - 1), st.integers(0, GRID.height - 1))
lays = st.builds(lambda seed: start.draw(Random(seed), None), st.integers())
moves: st.SearchStrategy[Move] = st.one_of(
    lays,
    st.sampled_from([Call("heads"), Call("tails"), Toss("heads"), Toss("tails")]),
    st.builds(Place, squares),
)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("e12", Place(Square(4, 11))),
        (" E 12 ", Place(Square(4, 11))),
        ("12e", Place(Square(4, 11))),
        ("Heads", Call("heads")),
        ("call  TAILS", Call("tails")),
        ("toss heads", Toss("heads")),
    ],
)
def test_small_letters_blanks_and_swapped_parts_are_understood(text: str, move: Move) -> None:
    assert read(text) == move


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "isn't a square"),
        ("call", "heads, tails"),
        ("call edge", "heads, tails"),
        ("E12 F3", "isn't a square"),
        ("X1", "no square X1"),
        ("pass", "can't pass.*rule 11"),
        ("Skip", "can't pass.*rule 11"),
        ("forfeit", "can't pass.*rule 11"),
        ("board", "3 groups"),
        ("board A1 / E5 red", "3 groups"),
        ("board A1 / E5 red / J5 blue", "E4 red"),
        ("board A1 Z9 / E5 red / J5 red", "no square Z9"),
    ],
)
def test_other_text_is_refused_with_a_sentence(text: str, why: str) -> None:
    with pytest.raises(BadNotation, match=why):
        read(text)
