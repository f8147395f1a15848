"""Undoing moves, at once or after asking the others."""

import pytest

from games.core import BadNotation, IllegalMove
from games.engine.talk import Ask
from tests.games.played import A, B, line, pebbles, play, sealed, table
from tests.laws.pebbles import Pebbles
from tests.laws.sealed import Sealed
from tests.laws.toys import as_game


def test_an_undone_move_leaves_its_line_and_the_position_before_it() -> None:
    at = pebbles("a 1 left", "b 2 left", "a /undo")
    assert at.state == pebbles().state
    assert [one.text for one in at.lines] == ["start a", "1 left", "2 left", "/undo"]
    assert at.heard(None)[-1] == "{a} undoes “1 left”."
    assert play(at, "a 3 right").state == pebbles("a 3 right").state


def test_a_move_is_undone_with_everything_after_it() -> None:
    at = pebbles("a 1 left", "b 2 left", "a 1 right", "b /undo")
    assert at.state == pebbles("a 1 left").state
    assert at.takeback(A) == 0
    with pytest.raises(IllegalMove, match="You have no move"):
        at.takeback(B)


def test_an_undo_names_its_move_and_undoes_no_other() -> None:
    at = pebbles("a 1 left", "b 2 left", "a 1 right")
    for wrong in ("a /undo 2", "a /undo 3", "a /undo 5", "b /undo 4"):
        with pytest.raises(IllegalMove, match="isn't your last move anymore"):
            at.play(line(wrong))
    assert play(at, "a /undo 4").state == pebbles("a 1 left", "b 2 left").state
    for wrong in ("a /undo 0", "a /undo 04", "a /undo x", "a /undo 4 4", "a /undo -4"):
        with pytest.raises(BadNotation, match="isn't something you can say"):
            at.play(line(wrong))


def test_nothing_is_undone_across_a_draw_of_chance() -> None:
    at = pebbles("a 1 left", "a /undo")
    with pytest.raises(IllegalMove, match="You have no move"):
        at.play(line("a /undo"))


def test_nothing_is_undone_if_the_game_forbids_it() -> None:
    with pytest.raises(IllegalMove, match=r"You can't undo moves in Sealed\."):
        sealed("a 1").play(line("a /undo"))


def test_an_undone_secret_move_is_not_named() -> None:
    class Forgiving(Sealed):
        """Sealing can be undone."""

        about = Pebbles.about

    at = table(as_game(Forgiving()), 2, "* deal 1 2 3 4 / 5 6 7 8 / 9 10", "a 3", "a /undo")
    assert at.heard(B)[-1] == at.heard(None)[-1] == "{a} undoes a secret move."


def test_a_request_stays_open_until_it_is_answered() -> None:
    asked = pebbles("a 1 left", "a /ask undo")
    assert asked.ask == Ask(A)
    assert asked.state == pebbles("a 1 left").state
    assert play(asked, "b /agree").ask == Ask(A, frozenset({B}))
    assert play(asked, "b /refuse").ask is None
    assert play(asked, "b /agree", "a /undo").ask is None


def test_nobody_agrees_to_their_own_request() -> None:
    with pytest.raises(IllegalMove, match="nothing left to answer"):
        pebbles("a 1 left", "a /ask undo").play(line("a /agree"))


def test_a_request_ends_once_somebody_moves() -> None:
    at = pebbles("a 1 left", "a /ask undo", "b 1 left")
    assert at.ask is None
    with pytest.raises(IllegalMove, match="nothing left to answer"):
        at.play(line("b /agree"))
