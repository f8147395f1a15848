"""The record as text: a printed record can be read back, and errors name their line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import CHANCE, Seat
from games.engine import record
from games.engine.record import BadRecord, Header, Heard, Line, Record, Refusal

EXAMPLE = """[Game "pebbles"]
[Edition "1"]
[Seats "2"]
[Option.heap "4"]
[Commit "sha256:00"]
[Joins "17 18"]
[Places "2 1"]
[Scores "1 -7"]

* start b
b 2 left  # the better heap
a /resign
"""

ANY_SEAT = st.integers(-1, 25).map(Seat)
TEXTS = st.text(st.characters(exclude_characters="#", exclude_categories=["Cs"]), min_size=1, max_size=200)
LINES = st.builds(Line, ANY_SEAT, TEXTS, st.text(max_size=200)).filter(lambda line: line.text)
WORDS = st.text(
    st.characters(exclude_categories=["Cs", "Z", "Cc"], exclude_characters='"'), min_size=1, max_size=200
)
VALUES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=200)
KEYS = st.text("abz09_", min_size=1, max_size=20)
NUMBERS = st.none() | st.lists(st.integers(), min_size=1, max_size=9).map(tuple)
HEADERS = st.builds(
    Header,
    game=WORDS,
    edition=WORDS,
    seats=st.integers(1, 26),
    options=st.dictionaries(KEYS, VALUES, max_size=40).map(lambda options: tuple(options.items())),
    commit=st.just("") | WORDS,
    interaction_ids=st.lists(st.text("0123456789", min_size=1, max_size=20), max_size=26).map(tuple),
    seed=st.binary(max_size=64).map(bytes.hex),
    places=NUMBERS,
    scores=NUMBERS,
)


def test_the_example_is_read() -> None:
    read = record.read(EXAMPLE)
    assert read.header.options == (("heap", "4"),)
    assert read.header.interaction_ids == ("17", "18")
    assert (read.header.places, read.header.scores) == ((2, 1), (1, -7))
    assert read.lines == (
        Line(CHANCE, "start b"),
        Line(Seat(1), "2 left", "the better heap"),
        Line(Seat(0), "/resign"),
    )


def test_the_example_is_printed_as_it_stands() -> None:
    assert record.write(record.read(EXAMPLE)) == EXAMPLE


@given(HEADERS, st.lists(LINES))
def test_every_record_is_read_as_it_was_printed(header: Header, lines: list[Line]) -> None:
    whole = Record(header, tuple(lines))
    assert record.read(record.write(whole)) == whole


@given(st.text(), st.text())
def test_a_line_is_one_line_whatever_was_typed(text: str, note: str) -> None:
    line = Line(Seat(0), text, note)
    assert len(record.write_line(line).splitlines()) == 1
    assert line == Line(Seat(0), line.text, line.note)


ROWS = [*EXAMPLE.splitlines(), "! b 3", "> heard", "# note", "nonsense", "[x]", '[Scores ""]', '[Game ""]']


@given(st.text() | st.lists(st.sampled_from(ROWS)).map("\n".join))
def test_any_text_is_a_record_or_refused_with_a_sentence(text: str) -> None:
    try:
        read = record.read(text)
    except BadRecord as refused:
        sentence = str(refused)
    else:
        sentence = "It was read."
        assert record.read(record.write(read)).lines == read.lines
    assert sentence.endswith(".")


def test_rule_cards_say_what_is_refused_and_heard_and_where() -> None:
    card = record.read('[Game "pebbles"]\n! a 1 left  # not yet\n* start a\n> {a} begins.\n! b 1 left\n')
    assert card.lines == (Line(CHANCE, "start a"),)
    assert card.checks == (
        (0, Refusal(Line(Seat(0), "1 left", "not yet"))),
        (1, Heard("{a} begins.")),
        (1, Refusal(Line(Seat(1), "1 left"))),
    )


def test_rows_may_be_indented_and_end_as_on_windows() -> None:
    read = record.read('\r\n  [Game "pebbles"]\r\n\r\n   * start a\r\n# a note\r\n')
    assert read.lines == (Line(CHANCE, "start a"),)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "No .Game .….. tag says which game this is."),
        ("a E12", "No .Game"),
        ('[Game "x"]\n\nb', "Line 3: “b” isn't a line such as “b E12”."),
        ('[Game "x"]\nB E12', "Line 2: “B E12” isn't a line"),
        ('[Game "x"]\nb # only a note', "Line 2: .* isn't a line"),
        ('[Game "x"]\n!b E12', "Line 2: .* isn't a check"),
        ('[Game "x"]\n>E12', "Line 2: .* isn't a check"),
        ("[Game x]", "Line 1: .* isn't a tag such as"),
        ('[Gamble "x"]', "Line 1: .* isn't a tag such as"),
        ('[Game "x"', "Line 1: .* isn't a tag such as"),
        ('[Game "x"]\n[Game "y"]', "Line 2: the tag Game appears twice."),
        ('[Game "x"]\n[Seats "two"]', "Seats, Places and Scores are whole numbers."),
        ('[Game "x"]\n[Seats "3000000"]', "Seats is one number, and at most 26."),
        ('[Game "x"]\n[Seats "1000000000000"]', "Seats is one number, and at most 26."),
        ('[Game "x"]\n[Seats "-1"]', "Seats is one number, and at most 26."),
        ('[Game "x"]\n[Seats "2 2"]', "Seats is one number, and at most 26."),
        ('[Game "x"]\n[Seats ""]', "Seats is one number, and at most 26."),
        ('[Game "x"]\n[Seats "２"]', "Seats, Places and Scores are whole numbers."),
        ('[Game "x"]\n[Seats "1_0"]', "Seats, Places and Scores are whole numbers."),
        ('[Game "x"]\n[Places "1 b"]', "Seats, Places and Scores are whole numbers."),
        ('[Game "x"]\n[Scores "1.5"]', "Seats, Places and Scores are whole numbers."),
    ],
)
def test_what_is_wrong_is_named_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence):
        record.read(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("\n" * 2_000_001, "A record has at most 2,000,000 bytes."),
        ("a E12\n" * 50_001, "A record has at most 50,000 lines."),
        ("a E12\na" + " " * 1_000, "Line 2 has more than 1,000 characters."),
        (
            "".join(f'[Option.o{number} ""]\n' for number in range(51)),
            "Line 51: a record has at most 50 tags.",
        ),
    ],
)
def test_more_than_a_record_may_have_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(BadRecord) as refused:
        record.read(text)
    assert str(refused.value) == sentence


def test_the_largest_record_that_may_be_is_read() -> None:
    options = "".join(f'[Option.o{number} ""]\n' for number in range(49))
    whole = record.read(
        f'[Game "x"]\n{options}' + "a E12\n" * 49_949 + "a" + " E12" * 124 + "  # " + "x" * 499
    )
    assert len(whole.lines) == 49_950


def test_only_the_beginning_of_a_wrong_line_is_shown() -> None:
    with pytest.raises(BadRecord) as refused:
        record.read('[Game "x"]\n' + "b" * 1_000)
    assert str(refused.value) == f"Line 2: “{'b' * 39}…” isn't a line such as “b E12”."


def test_a_record_that_was_read_knows_where_its_lines_stand() -> None:
    card = record.read('[Game "pebbles"]\n\n! a 1 left\n* start a\n# a note\na 1 left\n')
    assert [card.place(number) for number in range(2)] == ["Line 4", "Line 6"]
    assert Record(card.header, card.lines).place(1) == "Move 2"
