"""Descriptions that are whole, with whatever names."""

from hypothesis import given
from hypothesis import strategies as st

from games.core import say
from games.kit.prose import LONGEST, fitting

SENTENCES = st.lists(st.sampled_from(["{a} moves.", "{b} has 7 points, {c} none.", "Row 4: " + "4444 " * 40]))


@given(SENTENCES, st.integers(1, 32))
def test_a_description_fits_with_any_names_and_keeps_sentences_whole(found: list[str], name: int) -> None:
    text = fitting(found)
    assert len(say(text, lambda _: "x" * name)) <= LONGEST
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
