"""Whole games by computers, and whether a record is valid; with hidden hands, as in the toy."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import Seat
from games.engine import record, registry
from games.engine.record import Header, Line, Record
from games.engine.replay import BadHeader, begin, replay
from games.engine.selfplay import CannotPlay, selfplay
from games.engine.table import Table
from games.game import AnyGame
from tests.laws.every_game import option_texts
from tests.laws.pebbles import PEBBLES
from tests.laws.sealed import SEALED

SEED = b"\1" * 32


QUICKEST = {"calabresella": {"game_point": "1"}}


def retired_texts(game: AnyGame) -> Iterator[tuple[str, str]]:
    """The options that only older games have, each with another value than its default."""
    for name, field in game.options.model_fields.items():
        extra = field.json_schema_extra
        if isinstance(extra, dict) and extra.get("retired"):
            yield name, "true" if field.default is False else "2"


@given(st.data(), st.sampled_from([PEBBLES, SEALED]), st.binary(min_size=1, max_size=40))
def test_what_computers_played_stands_in_print(data: st.DataObject, game: AnyGame, seed: bytes) -> None:
    seats = data.draw(st.sampled_from(game.about.seats))
    levels = data.draw(st.lists(st.sampled_from(game.about.levels), min_size=seats, max_size=seats))
    options = dict(data.draw(option_texts(game)))
    played = selfplay(game, seats, options, seed, levels)
    assert played == selfplay(game, seats, options, seed, levels)
    replayed = replay(game, record.read(record.write(played)))
    assert replayed.faults == ()
    assert replayed.table.outcome is not None


def test_computers_of_different_levels_sit_at_one_table() -> None:
    """The keen level seals the last of its legal choices."""
    played = selfplay(SEALED, 2, {}, SEED, ("easy", "keen"))
    table = begin(SEALED, played.header).play(played.lines[0])
    last = list(SEALED.legal(table.view(Seat(1))))[-1]
    assert Line(Seat(1), SEALED.write(last)) in played.lines


RETIRED = [
    (name, one, other)
    for name, game in registry.all_games().items()
    for one, other in combinations_with_replacement(retired_texts(game), 2)
]


@pytest.mark.parametrize(("name", "one", "other"), RETIRED)
def test_computers_play_to_the_end_with_any_two_retired_options(
    name: str, one: tuple[str, str], other: tuple[str, str]
) -> None:
    game = registry.find(name)
    options = {**QUICKEST.get(name, {}), **dict([one, other])}
    played = selfplay(
        game, max(game.about.seats), options, SEED, game.about.levels[:1] * max(game.about.seats)
    )
    assert replay(game, played).table.outcome is not None


@pytest.mark.parametrize(
    ("seats", "levels", "sentence"),
    [
        (4, ("easy",) * 4, "Sealed is for 2 or 3 players, not 4."),
        (2, ("easy",), "2 computers need 2 levels, not 1."),
        (2, ("easy", "wild"), "There's no computer player “wild” in Sealed. The levels are: easy, keen."),
    ],
)
def test_what_cannot_be_played_is_said(seats: int, levels: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CannotPlay, match=sentence.replace(".", r"\.")):
        selfplay(SEALED, seats, {}, SEED, levels)


def finished(interaction_ids: tuple[str, ...] = ()) -> Record:
    """A short game of pebbles in which the seed settled who began."""
    header = Header("pebbles", "1", 4, (("heap", "1"),), interaction_ids=interaction_ids)
    table = begin(PEBBLES, header)
    table = table.play(table.chance(SEED))
    first = min(table.turn.owes)
    table = table.play(Line(first, "1 left"))
    return table.play(Line(Seat((first + 1) % 4), "1 right")).record(SEED)


def test_chance_is_made_again_from_seed_and_clicks() -> None:
    told = finished(("17", "4"))
    assert not replay(PEBBLES, told).faults
    for interaction_ids in ((), ("17",), ("4", "17")):
        begun = replace(told, header=replace(told.header, interaction_ids=interaction_ids))
        drawn = begin(PEBBLES, begun.header).chance(SEED).text
        wrong = f"Move 1, “{told.lines[0].text}”: chance drew “{drawn}” from this seed."
        assert replay(PEBBLES, begun).faults == (() if drawn == told.lines[0].text else (wrong,))


def test_a_seed_that_does_not_fit_its_commitment_is_told() -> None:
    told = finished()
    told = replace(told, header=replace(told.header, commit="sha256:00"))
    (fault,) = replay(PEBBLES, told).faults
    assert fault.startswith("The seed doesn't match the commitment: it gives sha256:")


def test_without_a_seed_any_draw_is_believed() -> None:
    for first in "abcd":
        assert not replay(PEBBLES, record.read(f'[Game "pebbles"]\n[Seats "4"]\n* start {first}\n')).faults


def test_a_replay_ends_at_the_first_wrong_line_and_still_tells_of_wrong_chance() -> None:
    told = finished()
    drawn = told.lines[0].text
    other = next(text for text in ("start a", "start b") if text != drawn)
    spoilt = replace(told, lines=(Line(Seat(-1), other), Line(Seat(3), "nonsense")))
    replayed = replay(PEBBLES, spoilt)
    assert len(replayed.table.lines) == 1
    assert [fault.partition(",")[0] for fault in replayed.faults] == ["Move 2", "Move 1"]


@pytest.mark.parametrize("tag", ["Places", "Scores"])
def test_a_false_claim_about_the_end_is_told(tag: str) -> None:
    rows = [row for row in record.write(finished()).splitlines() if not row.startswith(f"[{tag} ")]
    (fault,) = replay(PEBBLES, record.read("\n".join([f'[{tag} "9 9 9 9"]', *rows]))).faults
    assert fault.startswith(f"The record says {tag} are 9 9 9 9, but they are ")


def test_a_claim_without_an_end_is_false() -> None:
    told = replace(finished(), lines=finished().lines[:-1])
    assert replay(PEBBLES, told).faults[0].endswith(", but the game has no outcome.")


@pytest.mark.parametrize(
    ("header", "sentence"),
    [
        (Header("pebbles", "1", 9), "Pebbles is for 2 or 4 players, not 9."),
        (
            Header("pebbles", "1", 2, (("heaps", "1"),)),
            "Pebbles has no option “heaps”. The options are: heap.",
        ),
        (
            Header("pebbles", "1", 2, (("heap", "99"),)),
            "“99” isn't a valid value for heap: Input should be less",
        ),
        (Header("pebbles", "1", 2, (("heap", "x"),)), "“x” isn't a valid value for heap: "),
        (Header("pebbles", "1", 2, (("heap", "3.0"),)), "“3.0” isn't a valid value for heap: "),
        (Header("pebbles", "1", 2, (("heap", "0_3"),)), "“0_3” isn't a valid value for heap: "),
    ],
)
def test_a_game_that_cannot_begin_is_told(header: Header, sentence: str) -> None:
    with pytest.raises(BadHeader, match=sentence.replace(".", r"\.")):
        begin(PEBBLES, header)


def test_a_table_that_can_begin_is_new() -> None:
    header = Header("pebbles", "1", 2, (("heap", "3"),))
    assert begin(PEBBLES, header) == Table.new(PEBBLES, header)
