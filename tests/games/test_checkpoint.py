"""A table from a checkpoint equals the table its lines lead to, and so does every table after it."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from games.core import CHANCE, Event, IllegalMove
from games.engine import checkpoint, record, registry
from games.engine.fold import catch_up
from games.engine.record import Header, Line
from games.engine.table import AnyTable, Table
from games.engine.typed_json import Unreadable, Unwritable, read, write
from games.engine.undoing import seen
from games.engine.vector import Vector
from tests import long_records
from tests.deep import sized
from tests.games.played import ANY_TABLES, SEED, B, pebbles, play, sealed, viewers

LONG: dict[str, Callable[..., str]] = {
    "moves undone": long_records.undone,
    "undo asked for": long_records.asked_back,
    "deals passed out": long_records.passed_out,
    "cards discarded": long_records.discarded,
    "a choice changed again and again": long_records.chosen_again,
}

SEATS = {"calabresella": 3, "fooblitzky": 4, "foozle": 4}


def kept(table: AnyTable) -> AnyTable:
    """The table as it comes back from its checkpoint."""
    begun = Table.new(table.game, table.header)
    return checkpoint.read(begun, tuple(table.lines), checkpoint.write(table))


def are_alike(one: AnyTable, other: AnyTable) -> None:
    """They are equal except for old announcements and the prompt versions of players who aren't asked."""
    one, other = checkpoint.shortened(one), checkpoint.shortened(other)
    assert replace(one, prompt_versions=()) == replace(other, prompt_versions=())
    for viewer in viewers(one):
        assert one.view(viewer) == other.view(viewer)
        if one.ask or one.prompt(viewer) is not None:
            assert one.prompt_version(viewer) == other.prompt_version(viewer), viewer


def wandered(name: str, lines: int, rng: Random) -> AnyTable:
    """A game of random moves, in which one is taken back now and then, and the one that ends it always."""
    game = registry.find(name)
    table = Table.new(
        game, Header(name, game.about.edition, SEATS.get(name, min(game.about.seats)))
    ).unasked()
    while len(table.lines) < lines:
        seat = min(table.turn.owes)
        if seat == CHANCE:
            line = table.chance(SEED)
        else:
            moves = list(game.legal(table.view(seat)))
            line = Line(seat, game.write(rng.choice(moves)))
        after = table.play(line)
        undoes = game.about.takebacks and (after.over or rng.random() < 0.05)
        undoing = [one.seat for one in table.plies] if undoes else []
        table = table.play(Line(rng.choice(undoing), "/undo")) if undoing else after
        if table.over:
            break
    return table


@given(ANY_TABLES)
def test_any_table_is_read_from_its_checkpoint_as_it_was(every: list[AnyTable]) -> None:
    for table in every:
        assert kept(table) == table


@pytest.mark.parametrize("name", sorted(registry.all_games()))
@pytest.mark.parametrize("seed", range(sized(1, 10)))
def test_every_game_goes_on_from_a_checkpoint_as_it_would_have(name: str, seed: int) -> None:
    rng = Random(seed)
    table = wandered(name, 330, rng)
    begun, lines = Table.new(table.game, table.header), tuple(table.lines)
    at = rng.randrange(len(lines) // 10, len(lines) * 9 // 10)  # some games are short
    before = catch_up(begun, lines[:at]).table
    one = kept(before)
    assert one == checkpoint.shortened(before)
    are_alike(catch_up(one, lines[at:]).table, catch_up(begun, lines).table)
    for line in lines[at : at + 20]:
        if line.who == CHANCE:
            assert one.chance(SEED) == before.chance(SEED) == line
        one, before = one.play(line), before.play(line)
        are_alike(one, before)
        for seat in one.seats:
            undo = Line(seat, "/undo")
            assert _undone(one, undo) == _undone(before, undo)


def _undone(table: AnyTable, undo: Line) -> object:
    """Where undoing leads, or why it can't be done."""
    try:
        after = table.play(undo)
        return seen(table, undo.who), after.state, after.log[-1], [ply.at for ply in after.plies]
    except IllegalMove as why:
        return str(why)


@pytest.mark.parametrize("made", LONG)
def test_a_long_record_goes_on_from_a_checkpoint_as_it_would_have(made: str) -> None:
    told = record.read(LONG[made](lines=700))
    begun = Table.new(registry.find(told.header.game), told.header)
    one = kept(catch_up(begun, told.lines[:600]).table)
    assert len(one.log) <= checkpoint.MOST_TOLD
    are_alike(catch_up(one, told.lines[600:]).table, catch_up(begun, told.lines).table)


def test_a_question_that_nobody_has_answered_since_keeps_its_version() -> None:
    told = record.read(long_records.chosen_again(lines=20))
    chosen = play(Table.new(registry.find("fooblitzky"), told.header), "b choose fish")
    assert chosen.prompt_version(B) == 1
    assert catch_up(kept(chosen), told.lines).table.prompt_version(B) == 1


def test_the_checkpoint_of_a_checkpoint_is_one_of_the_whole_record() -> None:
    told = record.read(long_records.discarded(lines=900))
    begun = Table.new(registry.find("foozle"), told.header)
    first = catch_up(begun, told.lines[:400]).table
    second = catch_up(kept(first), told.lines[400:880]).table
    assert checkpoint.write(second) == checkpoint.write(catch_up(begun, told.lines[:880]).table)


def test_what_one_line_told_is_kept_or_left_out_together() -> None:
    told = [(1, Event(str(number), by=None)) for number in range(3)]
    told += [(2, Event(str(number), by=None)) for number in range(checkpoint.MOST_TOLD - 1)]
    table = replace(pebbles(), log=Vector.of(told))
    assert checkpoint.shortened(table).told_since == 1
    assert tuple(checkpoint.shortened(table).log) == tuple(told[3:])
    exactly = replace(table, log=Vector.of(told[2:]))
    assert checkpoint.shortened(exactly) == exactly


def test_a_move_whose_news_a_checkpoint_no_longer_has_may_have_shown_a_secret() -> None:
    table = play(pebbles(), "a 1 left")
    assert seen(table, table.plies[-1].seat).is_free
    assert not seen(replace(table, told_since=2), table.plies[-1].seat).is_free


def test_a_checkpoint_of_another_game_is_refused() -> None:
    text = checkpoint.write(sealed())
    begun = Table.new(pebbles().game, pebbles().header)
    with pytest.raises((Unreadable, Unwritable)):
        checkpoint.read(begun, (), text)


def test_a_checkpoint_of_a_table_with_another_number_of_seats_is_refused() -> None:
    text = checkpoint.write(pebbles(seats=4))
    with pytest.raises(Unreadable):
        checkpoint.read(Table.new(pebbles().game, pebbles().header), (), text)


def test_a_seal_holds_for_its_own_seed_table_lines_and_text_alone() -> None:
    table = pebbles("a 1 left", "b 2 right")
    lines, text = tuple(table.lines), checkpoint.write(table)
    sealed_so = checkpoint.seal(SEED, table.header, lines, text)
    assert checkpoint.is_sealed(sealed_so, SEED, table.header, lines, text)
    for others in [
        (b"\3" * 32, table.header, lines, text),
        (SEED, replace(table.header, edition="2"), lines, text),
        (SEED, replace(table.header, options=(("heap", "7"),)), lines, text),
        (SEED, table.header, lines[:-1], text),
        (SEED, table.header, (*lines[:-1], Line(lines[-1].who, "1 right")), text),
        (SEED, table.header, lines, text + " "),
    ]:
        assert not checkpoint.is_sealed(sealed_so, *others)
    assert not checkpoint.is_sealed("ü", SEED, table.header, lines, text)


def test_another_program_has_another_seal(monkeypatch: pytest.MonkeyPatch) -> None:
    table = pebbles()
    sealed_so = checkpoint.seal(SEED, table.header, (), "")
    monkeypatch.setattr(checkpoint, "SOURCE", hashlib.sha256(b"another").hexdigest())
    assert not checkpoint.is_sealed(sealed_so, SEED, table.header, (), "")


def test_positions_of_one_game_share_what_they_have_in_common() -> None:
    table = wandered("fooblitzky", 400, Random(1))
    assert len(table.plies) > 50
    alone = len(write(checkpoint.position_type(table.game), table.state))
    assert len(checkpoint.write(table)) < len(table.plies) * alone / 3
    whole = catch_up(Table.new(table.game, table.header), tuple(table.lines)).table
    one, *others = (ply.before for ply in kept(whole).plies)
    assert all(other.board.options is one.board.options for other in others)


def test_a_checkpoint_spells_nothing_but_tables() -> None:
    with pytest.raises(Unreadable):
        read(checkpoint.position_type(pebbles().game), '[[["__import__"]],0]')
