"""Who has to agree to an undo depends on what has been seen since."""

from dataclasses import replace

import pytest

from games.core import IllegalMove
from games.engine import checkpoint, fair, record, registry
from games.engine.plies import UNDO_REACH
from games.engine.replay import replay
from games.engine.replay import replay as replayed
from games.engine.table import AnyTable, Table
from games.engine.undoing import seen
from tests.games.played import SEED, A, B, C, line, pebbles, play
from tests.laws.cards import texts
from tests.laws.play import fold


def after(game: str, card: str, lines: int) -> AnyTable:
    """The table of a rule card after this many of its lines."""
    text = texts(game)[card]
    kept = [one for one in text.splitlines() if one[:1] not in "!>#"]
    told = record.read("\n".join(kept))
    return fold(registry.find(game), record.Record(told.header, told.lines[:lines])).table


def test_your_own_last_move_is_yours_as_long_as_nobody_acts() -> None:
    assert seen(pebbles("a 1 left"), A).is_free
    acted = seen(pebbles("a 1 left", "b 2 left"), A)
    assert (acted.acted, acted.drawn, acted.shown) == ((B,), False, False)
    assert not acted.is_free
    assert seen(pebbles("a 1 left", "b 2 left"), B).is_free


def test_what_was_seen_stays_seen_after_it_was_undone() -> None:
    assert seen(pebbles("a 1 left", "b 2 left", "b /undo"), A).acted == (B,)


def test_talk_is_not_a_move() -> None:
    assert seen(pebbles("a 1 left", "a /ask undo", "b /refuse"), A).is_free


def test_chance_that_was_seen_stands_between_a_move_and_its_undo() -> None:
    called = after("doublolo", "rule-14-undo.txt", 3)
    assert [one.text for one in called.lines][-1] == "toss heads"
    assert seen(called, A).drawn
    undone = play(called, "a /undo")
    assert undone.state == after("doublolo", "rule-14-undo.txt", 1).state
    assert undone.drawn == 2, "in an older record the next toss was another draw"
    with pytest.raises(IllegalMove, match="no move to undo"):
        seen(undone, A)


def placed_and_drawn() -> AnyTable:
    """A game of FourSide in which a has placed a tile, and chance has drawn a new one."""
    at = after("fourside", "rule-06-one-tile-a-turn.txt", 3)
    return at.play(at.chance(SEED))


def test_what_chance_drew_comes_back_the_same_however_often_it_was_undone() -> None:
    at = placed_and_drawn()
    drawn = at.lines[-1]
    for _ in range(3):
        at = play(at, f"a /undo {at.plies[-1].number}")
        at = play(at, "a 3@D4")
        assert at.chance(SEED) == drawn
        at = at.play(drawn)
    at = play(at, f"a /undo {at.plies[-1].number}")
    (*_, another, _) = map(at.game.write, at.game.legal(at.view(A)))
    assert another != "3@D4"
    assert play(at, f"a {another}").chance(SEED) == drawn, (
        "whichever tile is placed, the next one is the same"
    )


def test_an_older_record_in_which_chance_drew_again_stays_valid() -> None:
    at = placed_and_drawn()
    first = at.lines[-1]
    at = play(at, "a /undo", "a 3@D4")
    second = at.chance(SEED)
    assert second != first
    at = at.play(second)
    at = play(at, f"a /undo {at.plies[-1].number}", "a 3@D4")
    assert at.chance(SEED) == second, "it goes on by the rule of today"
    at = at.play(second)
    header = replace(at.header, commit=fair.commit(SEED), seed=SEED.hex())
    faults = replay(at.game, record.Record(header, tuple(at.lines))).faults
    assert [one for one in faults if "Move 1," not in one and "Move 2," not in one] == []


def test_hints_are_spent_when_they_are_seen_and_undo_gives_none_back() -> None:
    at = after("fourside", "rule-06-one-tile-a-turn.txt", 2)
    for left in (2, 1, 0):
        at = play(at, "a hint")
        with pytest.raises(IllegalMove, match="no move to undo"):
            at.takeback(A)
        at = play(at, "a 3@D4", "* tiles 2222")
        at = play(at, f"a /undo {at.plies[-1].number}")
        assert at.state.table.hints == (left, 3)
    with pytest.raises(IllegalMove, match="used all three hints"):
        at.play(line("a hint"))


def test_in_an_older_record_undo_gave_hints_back() -> None:
    at = after("fourside", "rule-06-one-tile-a-turn.txt", 2)
    for _ in range(5):
        at = play(at, "a hint", "a /ask undo", "b /agree", "a /undo")
    assert at.state.table.hints == (3, 3)


@pytest.mark.parametrize(
    ("game", "card", "lines", "done", "is_friendly"),
    [
        ("doublolo", "rule-14-undo.txt", 3, ["a /undo 2"], True),
        ("doublolo", "rule-14-undo.txt", 3, ["a /undo"], True),
        ("doublolo", "rule-14-undo.txt", 3, ["a I5", "b L9", "a /undo 4"], False),
        ("fourside", "rule-06-one-tile-a-turn.txt", 3, ["a /undo 3"], False),
        ("fourside", "rule-06-one-tile-a-turn.txt", 4, ["a /undo 3"], True),
        ("calabresella", "rule-20-undo.txt", 3, ["c /undo 3"], False),
        ("calabresella", "rule-20-undo.txt", 10, ["a /undo 10"], True),
        ("foozle", "rule-15-undo.txt", 2, ["a take 0Fa", "a /undo 3"], False),
        ("foozle", "rule-15-undo.txt", 4, ["a /undo 3"], True),
        ("fooblitzky", "rule-37-undo.txt", 8, ["a /undo 8"], True),
    ],
)
def test_a_game_is_friendly_once_something_seen_was_undone(
    game: str, card: str, lines: int, done: list[str], is_friendly: bool
) -> None:
    at = after(game, card, lines)
    assert not at.friendly
    at = play(at, *done)
    assert at.friendly == is_friendly
    kept = checkpoint.read(Table.new(at.game, at.header), at.lines, checkpoint.write(at))
    assert (kept.friendly, kept.standing, kept.drawn) == (at.friendly, at.standing, at.drawn)
    assert replayed(at.game, at.record()).table.friendly == is_friendly


def test_a_card_from_a_hand_has_been_seen_but_a_bid_tells_nothing_but_itself() -> None:
    bid = after("calabresella", "rule-20-undo.txt", 3)
    assert seen(bid, C).is_free
    rejected = after("calabresella", "rule-20-undo.txt", 10)
    assert rejected.lines[-1].text == "reject 7♠"
    assert seen(rejected, A).shown
    assert "7♠" not in seen(rejected, A).announced


def test_the_last_card_of_the_tableau_is_put_back_freely_but_not_after_another_card_was_shown() -> None:
    taken = after("foozle", "rule-15-undo.txt", 12)
    assert taken.lines[-1].text == "take 0Bo"
    assert seen(taken, B).is_free
    assert not seen(taken, A).is_free
    laid_and_undone = play(taken, "b discard 5Bu", "b /undo")
    assert laid_and_undone.state == taken.state
    assert seen(laid_and_undone, B).shown


def test_an_undo_never_names_what_a_hand_held() -> None:
    undone = play(after("foozle", "rule-15-undo.txt", 11), "a /undo")
    assert undone.heard(None)[-1] == "{a} undoes their last move."


def test_while_several_players_choose_nothing_is_undone() -> None:
    chosen = after("fooblitzky", "rule-37-undo.txt", 1)
    with pytest.raises(IllegalMove, match="change your own choice until the last one is in"):
        seen(chosen, A)


def test_a_long_game_keeps_few_positions_to_go_back_to() -> None:
    at = after("foozle", "three-levels.txt", 10_000)
    assert UNDO_REACH < len(at.plies) <= 2 * UNDO_REACH + 10
