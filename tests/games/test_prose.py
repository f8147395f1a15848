"""Descriptions that are whole, with any names."""

from hypothesis import given
from hypothesis import strategies as st

from games.core import name_seats
from games.kit.prose import LONGEST, QUOTED, fitting, quoted

SENTENCES = st.lists(st.sampled_from(["{a} moves.", "{b} has 7 points, {c} none.", "Row 4: " + "4444 " * 40]))


@given(SENTENCES, st.integers(1, 32))
def test_a_description_fits_with_any_names_and_keeps_sentences_whole(found: list[str], name: int) -> None:
    text = fitting(found)
    assert len(name_seats(text, lambda _: "x" * name)) <= LONGEST
    left = iter(found)
    rest = text
    for sentence in left:
        if rest.startswith(sentence):
            rest = rest.removeprefix(sentence).removeprefix(" ")
    assert rest == ""


def test_a_short_sentence_may_follow_one_that_is_too_long() -> None:
    assert fitting(["One.", "x" * LONGEST, "Two."]) == "One. Two."


def test_nothing_is_left_out_that_fits() -> None:
    assert fitting(["x" * 499 + ".", "y" * 498 + "."]) == "x" * 499 + ". " + "y" * 498 + "."
    assert fitting(["x" * 499 + ".", "y" * 499 + "."]) == "x" * 499 + "."


@given(st.text(max_size=3 * QUOTED))
def test_whatever_was_typed_is_quoted_in_one_short_line(typed: str) -> None:
    told = quoted(typed)
    assert (told[0], told[-1]) == ("“", "”")
    assert len(told) <= QUOTED + 2
    assert not set("“”") & set(told[1:-1])
    assert len(told.splitlines()) == 1
    assert quoted(told[1:-1]) == told, "What is quoted can be quoted again as it is."
