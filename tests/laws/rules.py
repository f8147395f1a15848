"""Laws of the referee: notation, refusals, turns, and the end."""

from collections.abc import Hashable
from dataclasses import replace
from random import Random
from typing import Any

from pydantic import ValidationError

from games.core import CHANCE, BadNotation, IllegalMove, Outcome, Seat, Turn, mark
from games.engine import record, typed_json
from games.engine.checkpoint import position_type
from games.engine.fold import play_on as play_lines
from games.engine.plies import is_plain
from games.engine.record import Header, Line, Record
from games.engine.seating import holders, seating
from games.engine.table import AnyTable, Table
from games.engine.talk import undo
from games.engine.undoing import seen
from games.game import AnyGame
from tests.laws.play import Play, begin, draw, fold, play_on, random_move
from tests.laws.prompts import says_a_sentence

MOST_LINES = 40_000
"""A random game is over before that."""

MOST_TYPED = 6_000
"""Characters that an option of a command takes."""

POOL = 60
"""How many moves are tried by every seat in one position."""


def a_record_replays_to_the_same_position(play: Play) -> None:
    printed = record.read(record.write(play.record))
    assert printed == play.record, "The record changes when it is printed and read."
    folded = fold(play.game, printed)
    assert folded.fault is None, folded.fault
    assert folded.table.state == play.state, "The record leads to another position."
    for viewer in play.viewers:
        told = [event.heard_by(viewer) for events in play.told for event in events]
        assert folded.table.heard(viewer) == tuple(text for text in told if text)


def a_checkpoint_keeps_the_position(play: Play) -> None:
    """For every position on the way, and every view of it."""
    kind = position_type(play.game)
    for state in dict.fromkeys(play.states):
        kept = typed_json.read(kind, typed_json.write(kind, state))
        assert kept == state, "A checkpoint has another position."
        assert repr(kept) == repr(state), "A checkpoint has a position that only looks equal."
        for viewer in play.viewers:
            assert play.game.view(kept, viewer) == play.game.view(state, viewer)


UNDOING = 24
"""How often a law moves, or undoes a move and plays on."""


def an_undo_shows_nothing_new(play: Play) -> None:
    """Play on, undo and play again: in every place chance draws, and computers choose, what they would have.

    So nobody gets or sees another card by undoing. What was seen and undone marks the game, by its record.
    """
    game, rng = play.game, play.rng
    if not game.about.takebacks:
        return
    seed, known = rng.randbytes(32), dict[Hashable, object]()
    table = play_lines(Table.new(game, play.header).unasked(), play.lines).table
    standing = list(enumerate(play.lines, 1))
    again: list[Line] = []
    for _ in range(UNDOING):
        table, standing = _drawn(table, standing, seed, known)
        seats = sorted({ply.seat for ply in table.plies if not ply.spends})
        if table.over:
            break
        if again or not seats or rng.random() < 0.6:
            who, move = random_move(game, table.state, rng)
            following = again.pop(0) if again else Line(who, game.write(move))
            folded = play_lines(table, (following,))
            if folded.fault is None:  # a hint can't be had again once they're spent
                table, standing = folded.table, [*standing, (len(table.lines) + 1, following)]
            continue
        table, gone = _undone(table, standing, rng.choice(seats))
        standing = standing[: -len(gone)]
        again = [line for line in gone if line.who != CHANCE] if rng.random() < 0.7 else []
    _is_checked_from_its_record(table, len(play.lines), seed)


def _drawn(
    table: AnyTable, standing: list[tuple[int, Line]], seed: bytes, known: dict[Hashable, object]
) -> tuple[AnyTable, list[tuple[int, Line]]]:
    """The table after what chance draws: the same as it drew here before, and so do computers choose."""
    while CHANCE in table.turn.owes:
        line = table.chance(seed)
        place = sum(one.who == CHANCE for _, one in standing)
        for key in ((place, table.state), tuple(one for _, one in standing)):
            assert known.setdefault(key, line) == line, "After an undo, chance drew something else."
        table, standing = table.play(line), [*standing, (len(table.lines) + 1, line)]
    for seat in table.turn.owes:
        key = seat, tuple(one for _, one in standing)
        chosen = table.computer_key(seed, seat)
        assert known.setdefault(key, chosen) == chosen, "After an undo, a computer can choose something else."
    return table, standing


def _undone(table: AnyTable, standing: list[tuple[int, Line]], seat: Seat) -> tuple[AnyTable, list[Line]]:
    """The table after this seat has undone its last move, and the lines that are gone."""
    game, number = table.game, table.plies[table.takeback(seat)].number
    gone = {at: line for at, line in standing if at >= number}
    after = table.play(undo(seat, number))
    was_seen = any(one.who == CHANCE or not is_plain(game, game.read(one.text)) for one in gone.values())
    was_seen = was_seen or any(event.secret for at, event in table.log if at in gone)
    assert after.friendly == (table.friendly or was_seen), "What was seen and undone doesn't mark the game."
    several = table.turn.may or len(table.turn.owes) > 1
    if not several and seen(table, seat).is_free:
        who = {line.who for line in gone.values()}
        assert who <= {*table.of_same_player(seat)}, "Others' moves are undone freely."
        assert not was_seen, "What was seen is undone freely."
    return after, list(gone.values())


def _is_checked_from_its_record(table: AnyTable, since: int, seed: bytes) -> None:
    again = Table.new(table.game, table.header).unasked()
    for number, line in enumerate(table.lines):
        if line.who == CHANCE and number >= since:
            assert again.chance(seed).text == line.text, "The record doesn't lead to the same draws."
        again = again.play(line)
    assert (again.state, again.friendly) == (table.state, table.friendly), "The record leads elsewhere."


def a_move_is_read_as_it_was_written(play: Play) -> None:
    for move in _pool(play):
        text = play.game.write(move)
        assert play.game.read(text) == move, f"“{text}” is read as {play.game.read(text)}, not as {move}"
        row = record.write_line(Line(Seat(0), text))
        lines = record.read(f'[Game "x"]\n{row}').lines
        assert [line.text for line in lines] == [text], f"“{text}” doesn't fit in a record."
        assert not text.startswith("/"), f"“{text}” would be a word to the table."


def exactly_finished_positions_have_an_outcome(play: Play) -> None:
    for state in play.states:
        outcome, owes = play.game.outcome(state), play.game.turn(state).owes
        assert (outcome is None) == bool(owes), f"{outcome} while {set(owes)} owe a move"
        _scores_everybody(play.game.scores(state), len(play.seats))
        if outcome is not None:
            _ranks_everybody(outcome, len(play.seats))


def _scores_everybody(scores: tuple[int, ...], seats: int) -> None:
    assert len(scores) == seats, f"`scores` has {len(scores)} for {seats} seats."


def _ranks_everybody(outcome: Outcome, seats: int) -> None:
    assert len(outcome.places) == len(outcome.scores) == seats, f"{outcome} is not for {seats} seats."
    assert outcome.reason.strip(), "The outcome gives no reason."
    first = [mark(Seat(seat)) for seat, place in enumerate(outcome.places) if place == 1]
    named = [seat for seat in first if seat in outcome.reason]
    assert not named, f"The headline says who has won, and the reason says it again: {outcome.reason}"
    for place in outcome.places:
        better = sum(other < place for other in outcome.places)
        fits = 1 <= place <= better + 1 if better else place == 1 + outcome.is_defeat
        assert fits, f"Somebody is in place {place} behind {better}: {outcome}"


def chance_owes_alone(play: Play) -> None:
    for state in play.states:
        turn = play.game.turn(state)
        assert CHANCE not in turn.owes or turn.owes == {CHANCE}, f"Chance owes together with others: {turn}"
        assert CHANCE not in turn.may, "Chance may never move: it owes or it does not."
        assert turn.owes or not turn.may, f"It is over, and somebody may move: {turn}"
        assert turn.owes | turn.may <= {CHANCE, *play.seats}, f"Not at the table: {turn}"


def exactly_legal_moves_are_accepted(play: Play) -> None:
    before, kept = play.state, hash(play.state)
    turn = play.game.turn(before)
    for seat in play.seats:
        legal = play.legal(seat)
        assert legal or seat not in turn.owes, f"Seat {seat} owes a move and has none."
        for move in {*legal, *_pool(play)}:
            accepted = _accepts(play, seat, move)
            assert accepted == (move in legal), f"Seat {seat}, {move}: accepted {accepted}"
    for move in _pool(play):
        owed = CHANCE in turn.owes
        assert owed or not _accepts(play, CHANCE, move), f"Chance does not owe {move}."
    if CHANCE in turn.owes:
        drawn = draw(play.game, before, play.rng)
        assert _accepts(play, CHANCE, drawn), f"Chance draws {drawn}, which is refused."
    assert play.state == before, "A move changed the position it was made in."
    assert hash(play.state) == kept, "A move changed the position it was made in."


def a_typed_text_is_a_move_or_refused_with_a_sentence(play: Play, text: str) -> None:
    rng = play.rng
    written = [play.game.write(move) for move in _pool(play)[:10]]
    texts = [text] + [_misspelt(one, rng) for one in written]
    texts += rng.sample([typed for one in (text, *written[:2]) for typed in _at_length(one)], 3)
    for typed in texts:
        try:
            move = play.game.read(typed)
        except BadNotation as refused:
            says_a_sentence(refused)
            continue
        assert play.game.read(play.game.write(move)) == move
        for seat in (CHANCE, *play.seats):
            _accepts(play, seat, move)


def everything_can_be_hashed(play: Play) -> None:
    values: list[Any] = [play.state, *_pool(play)]
    values += [play.game.view(play.state, viewer) for viewer in play.viewers]
    for value in values:
        assert isinstance(value, Hashable)
        hash(value)
    again = play.before(0)
    for line in play.lines:
        again = again.then(line)
    assert again.state == play.state, "The same lines lead to another position."
    assert hash(again.state) == hash(play.state), "Equal positions have two hashes."


def resigning_and_stopping_end_the_game(play: Play) -> None:
    folded = fold(play.game, Record(play.header, play.lines))
    if folded.table.over:
        return
    _scores_everybody(play.game.scores(play.state), len(play.seats))
    stopped = folded.table.play(Line(CHANCE, "/stop"))
    resigned: Table[Any, Any, Any] = folded.table
    for seat in play.seats[1:]:
        if not resigned.over:  # a player with several seats gave them all up with one
            resigned = resigned.play(Line(seat, "/resign"))
    for ended in (stopped, resigned):
        assert ended.over
        assert play.game.turn(ended.position) == Turn(), "Somebody owes a move after the end."
        for viewer in (None, *play.seats):
            assert not list(play.game.legal(ended.view(viewer))), "There are moves after the end."
            assert play.game.prompt(ended.view(viewer), ()) is None, "There is a question after the end."
    broken_off = replace(play, states=(*play.states, stopped.position))
    assert play.game.outcome(broken_off.state) is None, "A game that was stopped has an outcome."
    for move in _pool(play):
        for seat in (CHANCE, *play.seats):
            assert not _accepts(broken_off, seat, move), f"After it was stopped {move} is accepted."
    assert resigned.outcome is not None
    assert resigned.outcome.places[0] == 1
    _ranks_everybody(resigned.outcome, len(play.seats))


def everybody_has_a_seat(game: AnyGame, texts: tuple[tuple[str, str], ...]) -> None:
    """However many people sit down, each has a seat, and the number of seats says how many sat down."""
    options = game.options.model_validate(dict(texts))
    known = seating(game, options)
    assert known, "Nobody can sit down with these options."
    for number, held in known.items():
        assert set(held) == set(range(number)), f"Of {number} players not everybody has a seat: {held}"
        assert len(held) in game.about.seats, f"The game does not know a table of {len(held)}."
        assert holders(game, options, len(held)) == held, f"As many seats have other holders: {known}"
        assert play_on(begin(game, len(held), texts), 1).states


def options_are_bounded(game: AnyGame, texts: tuple[tuple[str, str], ...]) -> None:
    options = game.options.model_validate(dict(texts))
    hash(options)
    for field in type(options).model_fields.values():
        assert not field.is_required(), f"An option has no default: {field}"
    header = Header(game.about.name, game.about.edition, game.about.seats[0], texts)
    assert record.read(record.write(Record(header))).header == header, "The options cannot be printed."
    try:
        game.options.model_validate({**dict(texts), "no_such_option": "1"})
    except ValidationError:
        return
    raise AssertionError("An unknown option is accepted.")


def _accepts(play: Play, seat: Seat, move: Any) -> bool:
    try:
        step = play.game.apply(play.state, seat, move)
    except IllegalMove as refused:
        says_a_sentence(refused)
        return False
    hash(step.state)
    return True


def _pool(play: Play) -> list[Any]:
    """Moves of this position, of others of this play and of another play, and draws of chance."""
    rng = play.rng
    here = [move for seat in play.seats for move in play.legal(seat)]
    stranger = play_on(replace(play.before(0), seed=play.seed + 1), len(play.lines) + POOL // 3)
    there = [play.game.read(line.text) for line in (*play.lines, *stranger.lines)]
    owed = [state for state in play.states if CHANCE in play.game.turn(state).owes]
    draws = [draw(play.game, state, rng) for state in _some(owed, rng)]
    return [*_some(here, rng), *_some(there, rng), *draws]


def _some(values: list[Any], rng: Random) -> list[Any]:
    return rng.sample(values, min(len(values), POOL // 3))


def _at_length(text: str) -> list[str]:
    """The longest text that Discord accepts, and invisible characters."""
    first = text.partition(" ")[0]
    tails = ("9" * MOST_TYPED, "x" * MOST_TYPED, f" {text}" * MOST_TYPED, "\u202e\u200b\x00 \n`” x")
    return [typed[:MOST_TYPED] for tail in tails for typed in (text + tail, f"{first} {tail}")]


def _misspelt(text: str, rng: Random) -> str:
    at = rng.randrange(len(text))
    letter: str = rng.choice([text[0], text[-1], "", " ", "9", "z", "♠", "/", "²", "-", "\n"])
    return text[:at] + letter + text[at + rng.randrange(2) :]
