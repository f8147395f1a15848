"""Doublolo's pictures: different things look different, equal ones equal, and everything is readable."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings

from games.core import Question, Seat
from games.doublolo import GAME
from games.doublolo.pictures import whole
from games.doublolo.pictures.draw import draw
from games.doublolo.pictures.ending import winner_of
from games.doublolo.pictures.tiles import LACQUER, NAME, Tile, Told, paint
from games.doublolo.pictures.traces import NO_TRACE, traces
from games.doublolo.rules.parts import PARTS
from games.doublolo.rules.position import (
    GRID,
    RED,
    WHITE,
    Board,
    BoardOwed,
    CallOwed,
    Finished,
    Placed,
    Playing,
    Position,
    TossOwed,
)
from games.doublolo.rules.view import View, see
from games.doublolo.words.describe import describe
from games.doublolo.words.prompts import WHOLE
from games.kit.brush.header import ONE_ROW
from games.kit.brush.lettering import width
from games.kit.brush.marks import ACCENT, WIDTH
from games.kit.grid import Grid, Square
from tests.deep import examples
from tests.games.doublolo.looking import board_of, playing, share, shown, square
from tests.games.doublolo.played import played, positions
from tests.games.pictures import FACES, furthest, on_a_phone, opened


def finished(red: int, white: int) -> View:
    """A game that ended with this many stones."""
    squares = GRID.squares(GRID.full)
    return View(Finished(Board(0, (GRID.mask(squares[:red]), GRID.mask(squares[red : red + white])))))


PHASES: tuple[Position, ...] = (
    BoardOwed(None),
    played(7, 1),
    TossOwed(played(7, 1).board, "heads"),
    TossOwed(played(7, 1).board, "tails"),
    played(7, 3),
    played(7, 64),
    played(7, 1000),
)


class TestEveryPicture:
    @settings(max_examples=examples(2))
    @given(positions)
    def test_has_the_usual_size_and_fits_in_a_message(self, position: Position) -> None:
        for answers in [(), *((part.key,) for part in PARTS)]:
            file = draw(View(position), answers).png(FACES)
            assert opened(file).size[0] == WIDTH
            assert opened(file).size[1] < WIDTH * 1.2
            assert len(file) < 130_000

    def test_differs_from_every_other(self) -> None:
        drawn = [draw(View(position)).png() for position in PHASES]
        drawn += [draw(View(played(7, moves))).png() for moves in range(4, 30)]
        assert len(set(drawn)) == len(drawn)

    @pytest.mark.parametrize("grid", [Grid(8, 8), Grid(3, 2)], ids=str)
    def test_works_for_small_boards_too(self, grid: Grid) -> None:
        board = Board(0, (grid.bit(Square(0, 0)), grid.bit(Square(1, 0))), grid)
        for position in (Playing(board, RED), CallOwed(board), Finished(board)):
            for answers in ((), ("A1-H7",), ("Q8-W14",)):
                assert opened(draw(View(position), answers).png()).width == WIDTH

    def test_a_stopped_game_waits_for_nobody(self) -> None:
        for position in PHASES:
            scene = draw(see(GAME.stop(position), None))
            assert scene.asks is None
            assert not any(cell.moves or cell.won for cell in scene.cells)


class TestTheHeader:
    def test_says_which_colour_each_has_and_how_many_stones(self) -> None:
        cells = draw(View(playing())).cells
        assert [cell.score for cell in cells] == [str(score) for score in playing().board.scores]
        assert [cell.more[1] for cell in cells] == ["Red", "White"]

    @pytest.mark.parametrize("mover", [RED, WHITE])
    def test_points_at_whose_turn_it_is(self, mover: Seat) -> None:
        cells = draw(View(replace(playing(), mover=mover))).cells
        assert [cell.moves for cell in cells] == [mover == RED, mover == WHITE]


class TestTheWholeBoard:
    @pytest.mark.parametrize("seat", [RED, WHITE])
    @pytest.mark.parametrize("told", ["", "last", "flipped"])
    def test_stones_keep_their_colours(self, seat: Seat, told: Told) -> None:
        """The palette changes a shade by less than the eye can see."""
        at, bits = Square(11, 7), [GRID.bit(Square(column, 7)) for column in range(10, 14)]
        board = Board(0, (sum(bits), 0) if seat == RED else (0, sum(bits)))
        last = {
            "": None,
            "last": Placed(seat, at, 0),
            "flipped": Placed(seat, Square(10, 7), bits[1] | bits[2]),
        }
        view = View(Playing(board, RED, last[told]))
        size = whole.CELL + (2 * whole.REACH if told == "last" else 0)
        margin = whole.REACH * (2 if told == "last" else 1)
        trace = traces(GRID, view.last).get(at, NO_TRACE)
        assert furthest(square(view, at), shown(Tile(0, seat, told=told, trace=trace), size, margin)) <= 40

    def test_the_last_move_stands_on_gold(self) -> None:
        last = playing().last
        assert last is not None
        assert share(square(View(playing()), last.square, -whole.REACH), ACCENT) > 0.2

    def test_the_move_before_the_last_has_a_gold_frame(self) -> None:
        """A player who was away sees the last round: the other player's move and their own."""
        board, at, before = Board(), Square(2, 2), Square(9, 9)
        framed = View(Playing(board, WHITE, Placed(RED, at, 0, before)))
        plain = View(Playing(board, WHITE, Placed(RED, at, 0)))
        assert share(square(framed, before, 0), ACCENT) > 0.1 > share(square(plain, before, 0), ACCENT)
        assert "The move before the last was J10." in describe(framed)

    def test_gold_lines_lead_over_what_was_flipped_to_the_anchor(self) -> None:
        at = [Square(column, column + 2) for column in range(2, 6)]
        board = Board(0, (GRID.mask(at), 0))
        lined = View(Playing(board, WHITE, Placed(RED, at[0], GRID.mask(at[1:3]))))
        plain = View(Playing(board, WHITE))
        for here, _ in pairwise(at):
            left, top = whole.corner(here)
            joint = left + whole.CELL, top + whole.CELL
            assert board_of(lined).getpixel(joint) == ACCENT
            assert board_of(plain).getpixel(joint) != ACCENT
        for flipped in at[1:3]:
            assert share(square(lined, flipped), ACCENT) > 0.1

    def test_stones_differ_without_colour(self) -> None:
        small = [on_a_phone(paint(Tile(1, seat), whole.CELL).convert("L")) for seat in (RED, WHITE)]
        red, white = (float(str(image.getpixel((4, 4)))) for image in small)
        assert white - red > 80

    def test_blocked_squares_are_darker_than_empty_ones(self) -> None:
        small = [
            paint(Tile(blocked=found), whole.CELL).convert("L").resize((1, 1)) for found in (True, False)
        ]
        blocked, empty = (float(str(image.getpixel((0, 0)))) for image in small)
        assert blocked < empty * 0.65

    @pytest.mark.parametrize("seat", [RED, WHITE])
    def test_a_ring_shows_on_a_phone_where_a_stone_can_be_placed(self, seat: Seat) -> None:
        ringed, empty = (on_a_phone(paint(Tile(1, open=found), whole.CELL)) for found in (seat, None))
        assert furthest(ringed, empty) > 80

    def test_every_square_that_can_be_chosen_has_a_ring_and_no_other(self) -> None:
        view = View(playing())
        waiting = View(playing(), Seat(1 - playing().mover))
        assert View(playing(), playing().mover).choices == view.choices
        for at in GRID.squares(view.board.empty):
            differs = furthest(square(view, at), square(waiting, at)) > 60
            assert differs == (at in view.choices)

    def test_on_request_it_shows_the_numbers_of_the_buttons_and_below_the_board_what_each_flips(
        self,
    ) -> None:
        position = played(3, 6)
        assert isinstance(position, Playing)
        view, waiting = View(position), View(position, Seat(1 - position.mover))
        question = GAME.prompt(view, (WHOLE,))
        assert isinstance(question, Question)
        image = board_of(view, (WHOLE,))
        for choice in question.choices:
            number = Tile(open=view.mover, name=choice.label)
            left, top = (edge + whole.REACH for edge in whole.corner(GRID.read(choice.key)))
            size = whole.CELL - 2 * whole.REACH
            shown_here = image.crop((left, top, left + size, top + size))
            assert furthest(shown_here, shown(number, whole.CELL + 2 * whole.REACH, 2 * whole.REACH)) <= 40
        assert image.height > board_of(waiting).height

    def test_numbers_can_be_read_on_a_phone(self) -> None:
        assert NAME >= 33
        assert width("25", NAME) <= whole.CELL

    def test_lines_between_the_parts_are_for_who_is_asked(self) -> None:
        left, top = whole.corner(Square(8, 13))
        asked, waiting = (
            board_of(View(playing(), Seat(viewer)), answers).getpixel((left, top + 20))
            for viewer, answers in ((playing().mover, (WHOLE,)), (1 - playing().mover, ()))
        )
        assert asked != waiting

    def test_the_coins_hide_no_stone_where_there_is_room(self) -> None:
        for seed in range(12):
            owed = played(seed, 1)
            assert isinstance(owed, CallOwed)
            asked, later = View(owed), View(Playing(owed.board, WHITE), RED)
            stones = GRID.squares(owed.board.stones[RED] | owed.board.stones[WHITE])
            hidden = [at for at in stones if furthest(square(asked, at), square(later, at))]
            assert len(hidden) <= 4, seed

    def test_no_picture_repeats_the_question_above_the_buttons(self) -> None:
        for position in (played(7, 1), playing(), played(3, 6)):
            for answers in ((), ("A1-H7",), (WHOLE,)):
                assert draw(View(position), answers).asks is None


class TestTheEnd:
    def test_the_winner_has_the_crown_and_the_larger_face(self) -> None:
        for red, white, winner in ((170, 100, RED), (100, 170, WHITE)):
            scene = draw(finished(red, white))
            sizes = {spot.seat: spot.size for spot in scene.spots}
            assert winner_of(finished(red, white)) == winner
            assert max(sizes, key=lambda seat: sizes[seat]) == winner
            assert sizes[winner] > 1.2 * sizes[Seat(1 - winner)]

    def test_nobody_is_larger_after_a_draw(self) -> None:
        scene = draw(finished(140, 140))
        assert len({spot.size for spot in scene.spots}) == 1

    def test_the_scores_stand_beside_the_faces(self) -> None:
        one, other = (board_of(finished(red, 100)) for red in (187, 188))
        box = (WIDTH // 4, 60, WIDTH // 2, 260)
        assert furthest(one.crop(box), other.crop(box)) > 100
        assert furthest(one.crop((WIDTH // 2, 0, WIDTH, 270)), other.crop((WIDTH // 2, 0, WIDTH, 270))) == 0

    def test_the_final_board_is_shown(self) -> None:
        scene = draw(finished(170, 100))
        board = scene.board.copy().finish().convert("RGB").crop((0, 290, WIDTH, scene.board.height))
        counts = board.getcolors(WIDTH * WIDTH) or []
        assert {LACQUER[WHITE]} & {shade for _, shade in counts}

    def test_faces_do_not_leave_the_band(self) -> None:
        for view in (finished(170, 100), finished(100, 170), finished(140, 140)):
            for spot in draw(view).spots:
                assert spot.middle[1] - spot.size / 2 > 0
                assert spot.middle[1] + spot.size / 2 + 14 < 284


def test_the_game_draws_what_this_draws() -> None:
    view = GAME.view(playing(), None)
    assert draw(view).png(FACES) == GAME.draw(view).png(FACES)


def test_the_header_lies_above_the_board() -> None:
    scene = draw(View(playing()))
    below = opened(scene.png()).crop((0, ONE_ROW + 20, WIDTH, ONE_ROW + scene.board.height))
    board = scene.board.copy().finish().convert("RGB")
    assert furthest(below, board.crop((0, 20, WIDTH, scene.board.height))) == 0
