"""The sentence below the picture."""

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from games.core import Caption, Question, Viewer, name_seats
from games.fourside import GAME, Options
from games.fourside.rules.fitting import score
from games.fourside.rules.options import LARGEST
from games.fourside.rules.position import ALL_SQUARES, GRID, SEATS, Board, Place, Placed, Tile
from games.fourside.rules.view import View
from games.fourside.words import telling
from games.kit.brush.lettering import width
from games.kit.brush.marks import WIDTH
from tests.games.captions import caption_of, shown, table_after
from tests.games.fourside.played import BOARD, STUCK, TILES, after
from tests.games.wandering import wander

A, B = SEATS


def told(view: View, *answers: str) -> Caption | None:
    """What the mover is asked below their picture."""
    return shown(GAME.draw(view, answers))


def nine_around(at: str, area: int, gained: int) -> Caption:
    """What a tile of nines between four others is worth, as everybody reads it."""
    nines: Tile = (9, 9, 9, 9)
    square = GRID.read(at)
    board = Board()
    for one in ALL_SQUARES:
        board = board.with_tile(one, nines)
    mask = GRID.bit(square)
    board = replace(board, bonus=mask if area > 0 else 0, minus=mask if area < 0 else 0)
    placed = Placed(A, square, 144 + area, gained)
    return telling.placed(Place(1, 0, square), nines, score(board, square), placed).caption(None)


def after_lines(*lines: str, viewer: Viewer = None) -> Caption | None:
    return caption_of(table_after(GAME, lines, 2), viewer)


def test_it_says_who_placed_what_where_and_how_the_points_add_up() -> None:
    for bonus, points, total in ((0, 144, "(9+9+9+9)×4"), (20, 164, "(9+9+9+9)×4+20")):
        assert nine_around("G3", bonus, points) == Caption(f"{{a}} scores {points} on G3: {total}", A)


def test_one_joint_needs_no_sum() -> None:
    begun = (f"* {BOARD}", f"* {TILES}")
    assert after_lines(*begun, "a 3@D4", "* tiles 2222") == Caption("{a} scores 24 on D4: 4+20", A)
    assert after_lines(*begun, "a 1r2@E3", "* tiles 2222") == Caption("{a} scores 1 on E3", A)


def minus(points: int, gained: int) -> str:
    """The caption about a tile on a MINUS square with this many points, by what it did to the score."""
    board, square = after(BOARD, TILES, "2@E5").table.board, GRID.read("E5")
    placed = Placed(A, square, points, gained)
    return telling.placed(Place(2, 0, square), (3, 3, 3, 3), score(board, square), placed).short


def test_it_says_what_a_minus_square_did_to_the_score() -> None:
    assert minus(-17, 0) == "{a} stays at 0 on E5: 3−20"
    assert minus(-17, -5) == "{a} drops to 0 on E5: 3−20"
    assert minus(-17, -17) == "{a} loses 17 on E5: 3−20"


def test_after_a_lost_turn_it_says_whose() -> None:
    lost = after_lines(f"* {BOARD}", f"* {STUCK}", "a 3@D4", "* tiles 2222")
    assert lost == Caption("{b} has no tile that fits and loses a turn.", B)


def test_before_the_first_tile_it_says_who_moves_first() -> None:
    first = Caption("{a} moves first, next to the tile on E4")
    assert after_lines(f"* {BOARD}", f"* {TILES}") == first


def test_while_somebody_chooses_it_leaves_the_question_to_the_buttons() -> None:
    view = View(after(BOARD, TILES))
    for answers in ((), ("tile1",), ("E3",)):
        assert isinstance(GAME.prompt(view, answers), Question)
        assert told(view, *answers) is None


def test_a_hint_is_told_to_who_asked_alone() -> None:
    lines = (f"* {BOARD}", f"* {TILES}", "a hint")
    assert after_lines(*lines, viewer=A) == Caption("Place tile 3 on D4 as it is, for 24 points", A)
    for viewer in (None, B):
        assert after_lines(*lines, viewer=viewer) == Caption("{a} asks for a hint and has 2 hints left.", A)


def _room(caption: Caption | None) -> int:
    """How many pixels a caption leaves empty when its longest name is as wide as names can be."""
    text = caption.text if caption else ""
    names = sum(text.count(f"{{{letter}}}") for letter in "ab")
    return WIDTH - 140 - names * 300 - width(name_seats(text, lambda _: ""), 35)


@pytest.mark.parametrize("seed", range(6))
def test_every_caption_fits_in_its_line_with_the_longest_names(seed: int) -> None:
    state, rng = GAME.new(2, Options(level=tuple(LARGEST)[seed % 3])), Random(seed)
    for _, _, step in islice(wander(GAME, state, rng), 150):
        for event in step.events:
            for viewer in (*SEATS, None):
                assert _room(event.caption(viewer)) >= 0, event


@pytest.mark.parametrize("area", [20, 0, -20])
def test_the_longest_sums_fit_in_the_line(area: int) -> None:
    assert _room(nine_around("G3", area, 144 + area)) >= 0
    assert _room(nine_around("G3", area, 0)) >= 0
