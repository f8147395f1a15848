"""The sentence below the picture."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from games.core import Question, mark, name_seats
from games.fourside import GAME
from games.fourside.pictures.offer import offer_of
from games.fourside.rules.notation import Hint
from games.fourside.rules.position import (
    ALL_SQUARES,
    GRID,
    SEATS,
    Board,
    Placed,
    Position,
    Table,
    Tile,
    TilesOwed,
)
from games.fourside.rules.view import View, see
from games.fourside.words.captions import caption
from games.kit.brush.lettering import width
from games.kit.brush.marks import WIDTH
from games.kit.brush.scene import Caption
from tests.games.fourside.played import BOARD, STUCK, TILES, after, played, playing, positions

A, B = SEATS


def told(view: View, *answers: str) -> Caption:
    return caption(view, offer_of(view, answers))


def nine_around(at: str, area: int, gained: int) -> View:
    """Just after a tile of nines was placed between four others."""
    nines: Tile = (9, 9, 9, 9)
    square = GRID.read(at)
    board = Board()
    for one in ALL_SQUARES:
        board = board.with_tile(one, nines)
    mask = GRID.bit(square)
    board = replace(board, bonus=mask if area > 0 else 0, minus=mask if area < 0 else 0)
    placed = Placed(A, square, 144 + area, gained)
    return View(TilesOwed(Table(9, board, laid=(placed,)), B))


def test_it_says_who_placed_what_where_and_how_the_points_add_up() -> None:
    for bonus, points, total in ((0, 144, "(9+9+9+9)×4"), (20, 164, "(9+9+9+9)×4+20")):
        scores = f"{{a}} scores {points} on G3"
        assert told(nine_around("G3", bonus, points)) == Caption(f"{scores}: {total}", A, tells=(scores,))


def test_one_joint_needs_no_sum() -> None:
    assert told(View(after(BOARD, TILES, "3@D4"))).text == "{a} scores 24 on D4: 4+20"
    assert told(View(after(BOARD, TILES, "1r2@E3"))).text == "{a} scores 1 on E3"


def minus(points: int, gained: int) -> str:
    """The caption about a tile on a MINUS square with this many points, by what it did to the score."""
    position = after(BOARD, TILES, "2@E5")
    laid = (Placed(A, GRID.read("E5"), points, gained),)
    return told(View(TilesOwed(replace(position.table, laid=laid), B))).text


def test_it_says_what_a_minus_square_did_to_the_score() -> None:
    assert told(View(after(BOARD, TILES, "2@E5"))).text == "{a} stays at 0 on E5: 3−20"
    assert minus(-17, -5) == "{a} drops to 0 on E5: 3−20"
    assert minus(-17, -17) == "{a} loses 17 on E5: 3−20"


def test_after_a_lost_turn_it_says_whose() -> None:
    lost = after(BOARD, STUCK, "3@D4", "tiles 2222")
    assert told(View(lost)) == Caption("{b} has no tile that fits and loses a turn", B)


def test_before_the_first_tile_it_says_who_moves_first() -> None:
    assert told(View(after(BOARD, TILES))) == Caption("{a} moves first, next to the tile on E4", A)


def test_while_somebody_chooses_it_asks_the_same_as_the_buttons() -> None:
    view = View(after(BOARD, TILES))
    for answers in (("D4",), ("E3",)):
        question = GAME.prompt(view, answers)
        assert isinstance(question, Question)
        assert told(view, *answers) == Caption(question.text, A, asks=True)


def test_a_hint_is_told_to_who_asked_alone() -> None:
    position = after(BOARD, TILES, "hint")
    hint = "Place tile 3 on D4 as it is, for 24 points"
    assert told(see(position, A)) == Caption(hint, A, asks=True)
    for viewer in (None, B):
        assert "D4" not in told(see(position, viewer)).text


def test_the_end_tells_the_last_move_because_the_headline_names_the_winner() -> None:
    finished = played(3, 900)
    last = finished.table.last
    assert last is not None
    assert last.gained == last.points > 0
    assert told(View(finished)).text.startswith(f"{mark(last.seat)} scores {last.points} on {last.square}")
    assert told(View(finished)).by == last.seat


def test_a_stopped_game_is_told() -> None:
    assert told(see(GAME.stop(playing(7, 50)), None)).text == "The game ended early."


def _room(view: View, *answers: str) -> int:
    """How many pixels a caption leaves empty when its longest name is as wide as names can be."""
    text = told(view, *answers).text
    names = sum(text.count(f"{{{letter}}}") for letter in "ab")
    return WIDTH - 140 - names * 300 - width(name_seats(text, lambda _: ""), 35)


@settings(max_examples=40, deadline=None)
@given(positions)
def test_every_caption_fits_in_its_line_with_the_longest_names(position: Position) -> None:
    for viewer in (*SEATS, None):
        assert _room(see(position, viewer)) >= 0


@pytest.mark.parametrize("area", [20, 0, -20])
def test_the_longest_sums_fit_in_the_line(area: int) -> None:
    assert _room(nine_around("G3", area, 144 + area)) >= 0
    assert _room(nine_around("G3", area, 0)) >= 0


def test_questions_and_hints_fit_in_the_line() -> None:
    position = playing(5, 8)
    view = View(GAME.apply(position, position.mover, Hint()).state, position.mover)
    assert _room(view) >= 0
    for place in view.placements:
        assert _room(view, str(place.number)) >= 0
