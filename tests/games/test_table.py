"""A record folded into a position: the moves, the announcements, and their consequences."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from games.core import CHANCE, BadNotation, IllegalMove, Seat, Viewer
from games.engine.fold import play_on
from games.engine.record import Header, Line, Record
from games.engine.table import AnyTable
from tests.games.played import ANY_TABLES, SEED, WORDS, A, B, line, pebbles, sealed, table, viewers
from tests.laws.pebbles import PEBBLES, Take
from tests.laws.play import fold


def test_a_table_is_a_value_that_playing_leaves_as_it_was() -> None:
    before = pebbles()
    after = before.play(Line(A, "2 left"))
    assert before == pebbles()
    assert tuple(after.lines) == (*before.lines, Line(A, "2 left"))


def test_options_out_of_bounds_make_no_table() -> None:
    for options in ({"heap": "10"}, {"heap": "many"}, {"heaps": "2"}):
        with pytest.raises(ValidationError):
            table(PEBBLES, 2, **options)


@pytest.mark.parametrize(
    ("text", "refusal", "sentence"),
    [
        ("b 1 left", IllegalMove, "It's not your turn."),
        ("* start a", IllegalMove, "It's not your turn."),
        ("c 1 left", IllegalMove, "There's no seat c at this table."),
        ("z /resign", IllegalMove, "There's no seat z at this table."),
        ("a nonsense", BadNotation, "Say how many pebbles"),
        ("a " + "1" * 501, BadNotation, "A move has at most 500 characters."),
        ("a 1 left # note", BadNotation, "Leave out “#”: it starts a note in the record."),
        ("a /nonsense", BadNotation, "“/nonsense” isn't something you can say to the table."),
        ("a /", BadNotation, "“/” isn't something"),
        ("a /stop", IllegalMove, "You can't stop the game for everyone"),
        ("* /resign", IllegalMove, "Only the players at this table can say that."),
        ("a /agree", IllegalMove, "There's nothing left to answer."),
        ("b /refuse", IllegalMove, "There's nothing left to answer."),
        ("a /undo", IllegalMove, "You have no move to undo."),
        ("a /ask undo", IllegalMove, "You have no move to undo."),
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
        assert folded.fault.startswith(f"Move {len(at.lines) + 1}, “")
        assert folded.fault[-1] == "."


@given(ANY_TABLES)
def test_a_record_folds_to_the_same_table(every: list[AnyTable]) -> None:
    at = every[-1]
    folded = fold(at.game, Record(at.header, tuple(at.lines)))
    assert folded.fault is None
    assert folded.table == at


def test_a_fold_stops_at_the_first_line_that_is_refused_and_says_why() -> None:
    lines = tuple(map(line, ["* start a", "a 1 left", "a 1 left", "b 1 left"]))
    folded = fold(PEBBLES, Record(Header("pebbles", "1", 2), lines))
    assert folded.fault == "Move 3, “1 left”: It's not your turn."
    assert folded.table.lines[:] == lines[:2]


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


def test_players_hear_only_their_own_secrets() -> None:
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


def test_a_position_is_looked_at_and_asked_about_once() -> None:
    seen: list[object] = []
    asked: list[tuple[str, ...]] = []

    def view(state: Any, viewer: Viewer) -> Any:
        seen.append(viewer)
        return PEBBLES.view(state, viewer)

    def prompt(view: Any, answers: tuple[str, ...]) -> Any:
        asked.append(answers)
        return PEBBLES.prompt(view, answers)

    before = replace(pebbles(), game=replace(PEBBLES, view=view, prompt=prompt))
    first = [before.prompt(None), before.prompt(A), before.view(A)]
    assert [before.prompt(None), before.prompt(A), before.view(A)] == first
    assert (seen, asked) == ([None, A], [(), ()])
    after = before.play(Line(A, "2 left"))
    assert after.view(A) != before.view(A), "another position has views of its own"
