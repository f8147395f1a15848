"""The part of a wide board that matters, large, with the rest in a strip below."""

from games.core import Question, Seat
from games.doublolo import GAME
from games.doublolo.pictures import region, window
from games.doublolo.pictures.draw import draw
from games.doublolo.pictures.tiles import Tile, paint
from games.doublolo.rules.position import GRID, Playing
from games.doublolo.rules.view import View
from games.doublolo.rules.window import HIGH, WIDE, window_of
from games.kit.brush.marks import ACCENT
from games.kit.grid import Square
from tests.games.doublolo.looking import board_of, share
from tests.games.doublolo.played import played
from tests.games.pictures import furthest


def few() -> View:
    position = played(5, 14)
    assert isinstance(position, Playing)
    return View(position)


def inside(view: View, square: Square) -> bool:
    corner = window_of(view)
    return 0 <= square.column - corner.column < WIDE and 0 <= square.row - corner.row < HIGH


def box_of(view: View, square: Square) -> tuple[int, int, int, int]:
    corner = window_of(view)
    left = window.LEFT + (square.column - corner.column) * window.CELL
    top = region.TOP + (square.row - corner.row) * window.CELL
    return left, top, left + window.CELL, top + window.CELL


def test_every_square_in_it_shows_its_buttons_number_and_what_it_flips() -> None:
    view = few()
    question = GAME.prompt(view, ())
    assert isinstance(question, Question)
    last = view.last
    assert last is not None
    for choice in question.choices[:-1]:
        square = GRID.read(choice.key)
        near = max(abs(square.column - last.square.column), abs(square.row - last.square.row)) <= 1
        if inside(view, square) and not near:
            label = paint(Tile(open=view.mover, name=choice.label, flips=view.flips(square)), window.CELL)
            assert furthest(board_of(view).crop(box_of(view, square)), label) <= 40


def test_no_other_window_holds_more_squares_to_choose_from() -> None:
    view = few()
    held = sum(inside(view, square) for square in view.choices)
    for column in range(GRID.width - WIDE + 1):
        for row in range(GRID.height - HIGH + 1):
            there = view.choosable & GRID.rectangle(Square(column, row), WIDE, HIGH)
            assert there.bit_count() <= held


def test_it_has_one_height_however_many_squares_there_are() -> None:
    views = [View(played(seed, moves)) for seed, moves in ((1, 8), (5, 14), (3, 60), (8, 30))]
    assert len({board_of(view).height for view in views}) == 1


def test_the_newest_stone_shows_how_many_it_flipped() -> None:
    view = few()
    assert view.last is not None
    _, top, right, _ = box_of(view, view.last.square)
    assert share(board_of(view).crop((right - 30, top - 12, right + 18, top + 26)), ACCENT) > 0.3


def test_who_waits_and_a_past_moment_have_the_whole_board() -> None:
    view = few()
    assert isinstance(view.position, Playing)
    waiting = View(view.position, Seat(1 - view.position.mover))
    assert draw(waiting).png() != draw(view).png()
    assert draw(waiting).board.height == draw(view, None).board.height < draw(view).board.height
