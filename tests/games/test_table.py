"""A record folded into a position: words to the table, decisions, and what each viewer heard."""

from collections.abc import Mapping
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from games.core import CHANCE, AnyGame, BadNotation, IllegalMove, Seat, Viewer
from games.fair import chance_rng
from games.fold import fold, play_on
from games.record import Header, Line, Record
from games.resigned import with_resigned
from games.table import AnyTable, Ask, Table
from tests.laws.pebbles import Options, Pebbles, Take
from tests.laws.play import random_move
from tests.laws.sealed import Sealed

A, B, C, D = map(Seat, range(4))
SEED = b"\2" * 32
PEBBLES, SEALED = Pebbles(), Sealed()


def table(game: AnyGame, seats: int = 2, *texts: str, **options: str) -> AnyTable:
    """A table after lines such as `b 2 left`."""
    header = Header(game.about.name, "1", seats, tuple(options.items()), commit="sha256:00")
    return play(Table.new(game, header), *texts)


def play(at: AnyTable, *texts: str) -> AnyTable:
    """The table after these lines, none of which is refused."""
    folded = play_on(at, map(line, texts))
    assert folded.fault is None, folded.fault
    return folded.table


def line(text: str) -> Line:
    """A line as it stands in a record."""
    return Line(Seat(CHANCE if text[0] == "*" else ord(text[0]) - ord("a")), text[2:])


def pebbles(*texts: str, seats: int = 2) -> AnyTable:
    return table(PEBBLES, seats, "* start a", *texts)


def sealed(*texts: str) -> AnyTable:
    return table(SEALED, 3, "* deal 1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14", *texts)


WORDS = [
    "/ask undo",
    "/agree",
    "/refuse",
    "/undo",
    "/resign",
    "/stop",
    "/nonsense",
    "1 left",
    "2 right",
    "deal",
    "3 4",
]


@st.composite
def tables(draw: st.DrawFn, game: AnyGame) -> list[AnyTable]:
    """Every table of a random game with words in between, whoever may say them; refused lines left out."""
    rng = Random(draw(st.integers(0, 2**16)))
    every = [table(game, draw(st.sampled_from(game.about.seats)))]
    for _ in range(draw(st.integers(0, 40))):
        at = every[-1]
        if at.over:
            break
        who, move = random_move(game, at.state, rng)
        said = Line(Seat(rng.randrange(-1, len(at.seats) + 1)), rng.choice(WORDS))
        following = said if rng.random() < 0.3 else Line(who, game.write(move))
        every += [after for after in [play_on(at, (following,)).table] if after != at]
    return every


ANY_TABLES = tables(PEBBLES) | tables(SEALED)


# Playing


def test_a_table_is_a_value_that_playing_leaves_as_it_was() -> None:
    before = pebbles()
    after = before.play(Line(A, "2 left"))
    assert before == pebbles()
    assert after.lines == (*before.lines, Line(A, "2 left"))


def test_options_out_of_bounds_make_no_table() -> None:
    for options in ({"heap": "10"}, {"heap": "many"}, {"heaps": "2"}):
        with pytest.raises(ValidationError):
            table(PEBBLES, 2, **options)


@pytest.mark.parametrize(
    ("text", "refusal", "sentence"),
    [
        ("b 1 left", IllegalMove, "It is not your turn."),
        ("* start a", IllegalMove, "It is not your turn."),
        ("c 1 left", IllegalMove, "There is no seat c at this table."),
        ("z /resign", IllegalMove, "There is no seat z at this table."),
        ("a nonsense", BadNotation, "Say how many pebbles"),
        ("a 1 left # note", BadNotation, "A move is written without “#”"),
        ("a /nonsense", BadNotation, "“/nonsense” is not something that can be said to the table."),
        ("a /", BadNotation, "“/” is not something"),
        ("a /stop", IllegalMove, "A seat cannot stop the game for all"),
        ("* /resign", IllegalMove, "Only who sits at the table can say that."),
        ("a /agree", IllegalMove, "There is nothing left to answer."),
        ("b /refuse", IllegalMove, "There is nothing left to answer."),
        ("a /undo", IllegalMove, "You have no move that could be taken back."),
        ("a /ask undo", IllegalMove, "You have no move that could be taken back."),
    ],
)
def test_what_is_refused_is_told_in_a_sentence(text: str, refusal: type[Exception], sentence: str) -> None:
    at = pebbles()
    with pytest.raises(refusal, match=sentence.replace(".", r"\.")):
        at.play(line(text))
    assert at == pebbles()


@given(ANY_TABLES, st.integers(-1, 26).map(Seat), st.sampled_from(WORDS) | st.text())
def test_any_line_is_played_or_refused_in_words(every: list[AnyTable], who: Seat, text: str) -> None:
    at = every[-1]
    folded = play_on(at, (Line(who, text),))
    if folded.fault is None:
        assert len(folded.table.lines) == len(at.lines) + 1
    else:
        assert folded.table == at
        assert folded.fault.startswith(f"Line {len(at.lines) + 1}, “")
        assert folded.fault[-1] == "."


@given(ANY_TABLES)
def test_a_record_folds_to_the_same_table(every: list[AnyTable]) -> None:
    at = every[-1]
    folded = fold(at.game, Record(at.header, at.lines))
    assert folded.fault is None
    assert folded.table == at


def test_a_fold_stops_at_the_first_line_that_is_refused_and_says_why() -> None:
    lines = tuple(map(line, ["* start a", "a 1 left", "a 1 left", "b 1 left"]))
    folded = fold(PEBBLES, Record(Header("pebbles", "1", 2), lines))
    assert folded.fault == "Line 3, “1 left”: It is not your turn."
    assert folded.table.lines == lines[:2]


# Asking, taking back


def test_a_move_that_is_taken_back_leaves_its_line_and_the_position_before_it() -> None:
    at = pebbles("a 1 left", "b 2 left", "a /undo")
    assert at.state == pebbles().state
    assert [one.text for one in at.lines] == ["start a", "1 left", "2 left", "/undo"]
    assert at.heard(None)[-1] == "{a} takes back 1 left."
    assert play(at, "a 3 right").state == pebbles("a 3 right").state


def test_a_move_is_taken_back_with_all_that_came_after_it() -> None:
    at = pebbles("a 1 left", "b 2 left", "a 1 right", "b /undo")
    assert at.state == pebbles("a 1 left").state
    assert at.takeback(A) == 0
    with pytest.raises(IllegalMove, match="You have no move"):
        at.takeback(B)


def test_nothing_is_taken_back_across_a_draw_of_chance() -> None:
    at = pebbles("a 1 left", "a /undo")
    with pytest.raises(IllegalMove, match="You have no move"):
        at.play(line("a /undo"))


def test_nothing_is_taken_back_where_the_game_says_so() -> None:
    with pytest.raises(IllegalMove, match=r"Moves cannot be taken back in Sealed\."):
        sealed("a 1").play(line("a /undo"))


def test_a_secret_move_that_is_taken_back_is_not_named() -> None:
    class Forgiving(Sealed):
        """Cards may be sealed anew."""

        about = Pebbles.about

    at = table(Forgiving(), 2, "* deal 1 2 3 4 / 5 6 7 8 / 9 10", "a 3", "a /undo")
    assert at.heard(B)[-1] == at.heard(None)[-1] == "{a} takes back a secret move."


def test_an_ask_stands_open_until_it_is_answered() -> None:
    asked = pebbles("a 1 left", "a /ask undo")
    assert asked.ask == Ask("undo", A)
    assert asked.state == pebbles("a 1 left").state
    assert play(asked, "b /agree").ask == Ask("undo", A, frozenset({B}))
    assert play(asked, "b /refuse").ask is None
    assert play(asked, "b /agree", "a /undo").ask is None


def test_nobody_agrees_to_what_he_asked_himself() -> None:
    with pytest.raises(IllegalMove, match="nothing left to answer"):
        pebbles("a 1 left", "a /ask undo").play(line("a /agree"))


def test_an_ask_is_over_once_somebody_moves_on() -> None:
    at = pebbles("a 1 left", "a /ask undo", "b 1 left")
    assert at.ask is None
    with pytest.raises(IllegalMove, match="nothing left to answer"):
        at.play(line("b /agree"))


# The end


def test_of_two_who_play_the_one_who_stays_wins() -> None:
    at = pebbles("a 3 left", "a /resign")
    assert at.over
    assert at.outcome is not None
    assert (at.outcome.places, at.outcome.scores) == ((2, 1), (3, 0))
    assert at.outcome.reason == "{a} resigned"
    assert not at.turn.owes
    assert at.prompt(B) is None


def test_of_four_three_may_resign_and_the_first_to_go_is_last() -> None:
    at = pebbles("c /resign", seats=4)
    assert not at.over
    assert at.outcome is None
    at = play(at, "a 1 left", "a /resign")
    assert not at.over
    at = play(at, "d /resign")
    assert at.outcome is not None
    assert at.outcome.places == (3, 1, 4, 2)
    assert at.outcome.reason == "{c} and {a} and {d} resigned"


def test_who_resigned_stands_behind_all_others_even_if_he_took_the_last_pebble() -> None:
    at = table(PEBBLES, 4, "* start a", "b /resign", "a 1 left", "b 1 right", heap="1")
    assert at.outcome is not None
    assert at.outcome.places == (1, 4, 1, 1)
    assert at.outcome.reason == "the heaps are empty"


def test_nobody_resigns_twice() -> None:
    with pytest.raises(IllegalMove, match=r"You have resigned already\."):
        pebbles("b /resign", seats=4).play(line("b /resign"))


# Who holds several seats


class Doubled(Pebbles):
    """Two play four seats."""

    def seating(self, options: Options) -> Mapping[int, tuple[int, ...]]:
        return {2: (0, 1, 0, 1)}


def doubled(*texts: str, heap: str = "6") -> AnyTable:
    return table(Doubled(), 4, "* start a", *texts, heap=heap)


def test_whoever_holds_two_seats_resigns_with_both() -> None:
    at = doubled("a 1 left", "c /resign")
    assert at.over
    assert at.resigned == (A, C)
    assert at.outcome is not None
    assert at.outcome.places == (3, 1, 3, 1)
    assert at.outcome.reason == "{a} and {c} resigned"
    assert at.heard(None)[-1] == "{a} and {c} resign."


def test_a_place_behind_all_others_is_shared_by_the_seats_of_one_player() -> None:
    outcome = with_resigned(None, (D, A, C), (0, 1, 0, 2, 3), (0,) * 5)
    assert outcome.places == (3, 1, 3, 5, 1)


def test_one_answer_is_that_of_both_seats_and_nobody_answers_himself() -> None:
    at = doubled("a 1 left", "a /ask undo")
    with pytest.raises(IllegalMove, match="nothing left to answer"):
        at.play(line("c /agree"))
    assert play(at, "d /agree").ask == Ask("undo", A, frozenset({B, D}))


def test_a_table_that_the_options_do_not_know_has_as_many_players_as_seats() -> None:
    assert table(Doubled(), 2).holders == (0, 1)


def test_a_stopped_game_is_over_without_an_outcome() -> None:
    at = pebbles("* /stop")
    assert at.over
    assert at.outcome is None
    assert at.record().header.places is None
    assert at.heard(B)[-1] == "The game was stopped."


@given(ANY_TABLES, st.integers(-1, 3).map(Seat), st.sampled_from(WORDS))
def test_nothing_is_played_after_the_end(every: list[AnyTable], who: Seat, text: str) -> None:
    at = every[-1] if every[-1].over else every[-1].play(Line(CHANCE, "/stop"))
    with pytest.raises(IllegalMove, match=r"This game is over\."):
        at.play(Line(who, text))


@given(ANY_TABLES)
def test_it_is_over_exactly_when_nobody_owes(every: list[AnyTable]) -> None:
    for at in every:
        assert at.over == (not at.turn.owes)
        assert not at.over or at.stopped or at.outcome is not None


# Decisions


def viewers(at: AnyTable) -> tuple[Viewer, ...]:
    return (*at.seats, None)


@given(ANY_TABLES)
def test_decision_numbers_rise_and_never_come_back(every: list[AnyTable]) -> None:
    """A number belongs to one question for ever, whatever is taken back."""
    for viewer in viewers(every[0]):
        asked: dict[int, Any] = {}
        numbers = [at.decision(viewer) for at in every]
        assert numbers == sorted(numbers)
        for at, number in zip(every, numbers, strict=True):
            question = at.prompt(viewer)
            assert asked.setdefault(number, question) == question or at.over
            assert number <= len(at.lines)


@given(ANY_TABLES)
def test_whoever_moved_has_a_new_decision(every: list[AnyTable]) -> None:
    for before, after in pairwise(every):
        who = after.lines[-1].who
        if who != CHANCE:
            assert after.decision(who) > before.decision(who)
        if before.prompt(None) is not None:
            assert after.decision(None) > before.decision(None)


def test_decisions_go_stale_after_a_move_is_taken_back() -> None:
    before = pebbles()
    after = pebbles("a 1 left", "a /undo")
    assert before.prompt(A) == after.prompt(A)
    for viewer in viewers(before):
        assert after.decision(viewer) > before.decision(viewer)


@given(ANY_TABLES)
def test_a_word_to_the_table_makes_every_decision_new(every: list[AnyTable]) -> None:
    for at in every[1:]:
        if at.lines[-1].text.startswith("/"):
            assert {at.decision(viewer) for viewer in viewers(at)} == {len(at.lines)}


def test_a_second_press_of_one_button_is_too_late_though_the_question_reads_the_same() -> None:
    before, after = pebbles(), pebbles("a 1 left")
    assert before.prompt(None) == after.prompt(None)
    assert after.decision(None) > before.decision(None)


def test_a_secret_choice_of_another_leaves_my_question_as_it_is() -> None:
    before = sealed()
    after = play(before, "a 1", "b 5 6", "b 7")
    assert after.decision(C) == before.decision(C)
    assert after.decision(None) == before.decision(None)
    assert after.decision(B) > before.decision(B)
    assert play(after, "c 9").decision(A) > after.decision(A)


# What is heard


def test_everybody_hears_his_own_secrets_only() -> None:
    at = sealed("a 1 2", "b 5")
    assert at.heard(None) == ("The cards are dealt.", "{a} has sealed.", "{b} has sealed.")
    assert at.heard(A) == ("You hold 1 2 3 4.", "You seal 1 2.", "{b} has sealed.")
    assert at.heard(B, since=1) == ("{a} has sealed.", "You seal 5.")
    assert at.heard(B, since=2) == ("You seal 5.",)
    assert at.heard(B, since=3) == ()


@given(ANY_TABLES, st.integers(0, 40))
def test_what_was_heard_since_a_line_is_what_came_after_it(every: list[AnyTable], since: int) -> None:
    at = every[-1]
    for viewer in viewers(at):
        earlier = [table.heard(viewer) for table in every if len(table.lines) <= since]
        assert (earlier or [()])[-1] + at.heard(viewer, since) == at.heard(viewer)


# Chance and computers


def test_chance_is_settled_by_seed_clicks_and_number_of_draws() -> None:
    at = table(SEALED, 3)
    drawn = at.chance(SEED)
    assert drawn.who == CHANCE
    assert at.chance(SEED) == drawn
    assert at.chance(b"another") != drawn
    clicked = Table.new(SEALED, Header("sealed", "1", 3, joins=("1", "2", "3")))
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
        moves = [line for line in at.lines if line.who == CHANCE and not line.text.startswith("/")]
        assert at.drawn == len(moves)


def test_a_computer_draws_by_record_line_and_seat() -> None:
    at = pebbles()
    assert at.computer_rng(A).random() == at.computer_rng(A).random()
    numbers = {at.computer_rng(A).random(), at.computer_rng(B).random()}
    numbers.add(play(at, "a 1 left").computer_rng(A).random())
    assert len(numbers) == 3


# The record


def test_the_record_shows_the_seed_only_when_it_is_asked_to() -> None:
    at = pebbles("a 1 left")
    assert at.record().header.seed == ""
    assert at.record(SEED).header.seed == SEED.hex()
    assert at.record().header.places is None


def test_the_record_of_a_finished_game_says_how_it_ended() -> None:
    at = table(PEBBLES, 2, "* start b", "b 1 left", "a 1 right", heap="1")
    header = at.record().header
    assert (header.places, header.scores) == ((1, 2), (1, 1))
    assert fold(at.game, at.record()).table.outcome == at.outcome


def test_views_and_prompts_are_those_of_the_game() -> None:
    at = pebbles()
    assert at.view(B) == at.game.view(at.state, B)
    assert at.prompt(A, ("left", "2")) == at.game.prompt(at.view(A), ("left", "2"))
    assert Take(2, 0) in at.game.legal(at.view(None))
