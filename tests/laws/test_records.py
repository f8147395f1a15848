"""The records in every game's folder: golden ones, a card for each rule, and pinned counts of positions."""

import pytest

from games.engine import record
from games.engine.record import BadRecord
from tests.laws import cards
from tests.laws.folders import WITH_FOLDERS, rules_page
from tests.laws.pebbles import PEBBLES
from tests.laws.play import begin, fold, play_on
from tests.laws.sealed import SEALED

RECORDS = [(name, file) for name in WITH_FOLDERS for file in cards.texts(name)]

CARD = """# A card of the toy: at most three pebbles are taken.
[Game "pebbles"]
[Seats "2"]

! a 1 left
* start b
> {b} begins.
! a 1 left
! b 4 left
b 3 left      # leaves three
> b takes 3 left.
"""


@pytest.mark.parametrize(("name", "file"), RECORDS)
def test_a_record_stands_and_its_cards_hold(name: str, file: str) -> None:
    """Law 1: every record in a game's folder, also when it is printed again."""
    text = cards.texts(name)[file]
    assert cards.parsed(file, text).header.game == name
    cards.stands(WITH_FOLDERS[name], text, file)


@pytest.mark.parametrize("name", WITH_FOLDERS)
def test_every_numbered_rule_has_its_card(name: str) -> None:
    """A rule and its card change together."""
    rules = cards.numbered_rules(rules_page(name))
    assert rules == list(range(1, len(rules) + 1)), "The rules are not numbered consecutively."
    assert rules, "The rules page has no numbered rule."
    files = cards.texts(name)
    for rule in rules:
        assert any(file.startswith(f"rule-{rule:02}-") for file in files), f"Rule {rule} has no card."
    numbered = {int(file[5:7]) for file in files if file.startswith("rule-")}
    assert numbered <= set(rules), f"Cards for rules that don't exist: {numbered - set(rules)}"


@pytest.mark.parametrize("name", WITH_FOLDERS)
def test_positions_at_each_depth_are_as_many_as_were_counted(name: str) -> None:
    """Law 11."""
    pinned = {file: text for file, text in cards.texts(name).items() if cards.perft_pins(text)}
    assert pinned, f"No record of {name} has a row such as “# perft 4 12 56”."
    game = WITH_FOLDERS[name]
    for file, text in pinned.items():
        state = fold(game, record.read(text)).table.state
        pins = cards.perft_pins(text)
        counted = [cards.perft(game, state, depth) for depth in range(1, len(pins) + 1)]
        assert counted == pins, f"{file}: counted {' '.join(map(str, counted))}"


@pytest.mark.parametrize("name", WITH_FOLDERS)
def test_a_whole_game_is_kept_as_a_record(name: str) -> None:
    """At least one record of every game is finished and says how it ended."""
    headers = [record.read(text).header for text in cards.texts(name).values()]
    whole = any(header.places is not None for header in headers)
    assert whole, f"No record of {name} is a whole game, with its Places and Scores."


def test_a_card_that_holds_is_accepted() -> None:
    cards.stands(PEBBLES, CARD)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("! b 4 left", "! b 3 left"),
        ("> {b} begins.", "> {a} begins."),
        ("> b takes 3 left.", "> b takes 2 left."),
        ("b 3 left ", "a 3 left "),
        ('[Seats "2"]', '[Seats "2"]\n[Places "1 2"]'),
        ('[Seats "2"]', '[Seats "2"]\n[Seed "00"]'),
    ],
)
def test_a_card_with_one_wrong_line_is_caught(right: str, wrong: str) -> None:
    assert right in CARD
    with pytest.raises(AssertionError):
        cards.stands(PEBBLES, CARD.replace(right, wrong))


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("! b 4 left", "!b 4 left", "card.txt: Line 9: “!b 4 left” isn't a check such as “! b E12”."),
        ("! b 4 left", "! b4 left", "card.txt: Line 9: “! b4 left” isn't a line such as “! b E12”."),
        (
            "> {b} begins.",
            ">{b} begins.",
            "card.txt: Line 7: “>{b} begins.” isn't a check such as “> {b} passes.”.",
        ),
        (
            "b 3 left ",
            "b3 left ",
            "card.txt: Line 10: “b3 left # leaves three” isn't a line such as “b E12”.",
        ),
        ('[Seats "2"]', "[Seats 2]", 'card.txt: Line 3: “[Seats 2]” isn\'t a tag such as [Game "doublolo"].'),
    ],
)
def test_a_badly_written_card_is_told_its_file_line_and_the_right_form(
    right: str, wrong: str, said: str
) -> None:
    assert right in CARD
    with pytest.raises(BadRecord) as raised:
        cards.stands(PEBBLES, CARD.replace(right, wrong), "card.txt")
    assert str(raised.value) == said


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        (
            "! b 4 left",
            "! b 3 left",
            "card.txt: Line 9: this move is legal here. Write “b 3 left” to make it.",
        ),
        (
            "> b takes 3 left.",
            "> b takes 2 left.",
            "card.txt: Line 11: the channel heard something else last. Right would be “> {b} takes 3 left.”.",
        ),
        ("b 3 left ", "a 3 left ", "card.txt: Line 10, “3 left”: "),
        ('[Seats "2"]', '[Seats "9"]', "card.txt: "),
    ],
)
def test_a_card_that_does_not_hold_is_told_its_file_line_and_the_right_form(
    right: str, wrong: str, said: str
) -> None:
    with pytest.raises(AssertionError) as raised:
        cards.stands(PEBBLES, CARD.replace(right, wrong), "card.txt")
    assert str(raised.value).startswith(said)


def test_a_card_is_caught_that_hears_what_was_told_before() -> None:
    with pytest.raises(AssertionError, match="heard"):
        cards.stands(PEBBLES, CARD + "> {b} begins.\n")


def test_numbered_rules_are_the_lines_that_begin_with_a_number() -> None:
    assert cards.numbered_rules("# Pebbles\n\n1. Take.\n   2. is no rule\n2. Win.\n") == [1, 2]


def test_positions_are_counted_as_by_hand() -> None:
    """Two heaps of one: either, then the other. Two hands of four cards: ten choices each, in any order."""
    pebbles = play_on(begin(PEBBLES, 2, (("heap", "1"),)), 1)
    assert [cards.perft(pebbles.game, pebbles.state, depth) for depth in (1, 2, 3)] == [2, 2, 0]
    sealed = play_on(begin(SEALED, 2), 1)
    assert [cards.perft(sealed.game, sealed.state, depth) for depth in (1, 2)] == [20, 200]


def test_counting_stops_where_chance_owes() -> None:
    dealt = begin(SEALED, 2)
    assert cards.perft(dealt.game, dealt.state, 1) == 0
