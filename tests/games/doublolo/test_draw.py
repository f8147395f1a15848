"""Doublolo's pictures: what differs looks different, what is equal looks equal, and all is readable."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations

import pytest
from hypothesis import given, settings
from PIL import Image, ImageChops

from games.core import Seat
from games.doublolo import GAME, coin
from games.doublolo.draw import REACH, TO_MOVE, TOP, draw, notice
from games.doublolo.position import (
    RED,
    WHITE,
    Board,
    BoardOwed,
    CallOwed,
    Face,
    Finished,
    Placed,
    Playing,
    Position,
    TossOwed,
)
from games.doublolo.tiles import CELL, FIELD, INKS, LACQUERS, Tile, paint
from games.doublolo.view import View, look
from games.kit.brush.marks import ACCENT, TEXT, WIDTH
from games.kit.brush.palette import Picture
from games.kit.grid import Grid, Square, column_name
from tests.games.doublolo.played import played, positions
from tests.games.pictures import (
    furthest,
    on_a_phone,
    opened,
)


def square(image: Picture, at: Square, reach: int = -REACH) -> Picture:
    """A square of the full board, without the rim that a neighbour's mark can cover."""
    left = (WIDTH - 23 * CELL) // 2 + at.column * CELL
    top = TOP + at.row * CELL
    return image.crop((left - reach, top - reach, left + CELL + reach, top + CELL + reach))


def shown(tile: Tile) -> Picture:
    """The same part of a tile on its own."""
    return paint(tile).crop((REACH, REACH, CELL - REACH, CELL - REACH))


def playing(seed: int = 7, moves: int = 64) -> Playing:
    position = played(seed, moves)
    assert isinstance(position, Playing)
    return position


def crowded(more_than: int) -> Playing:
    """A position with so many legal squares that the column is asked first."""
    for moves in range(40, 200):
        position = played(7, moves)
        if isinstance(position, Playing) and View(position).open.bit_count() > more_than:
            return position
    raise AssertionError("No position has that many legal squares.")


CALLED: tuple[Face | None, ...] = (None, "heads", "tails")
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
    @settings(max_examples=25)
    @given(positions)
    def test_has_the_usual_size_and_fits_in_a_message(self, position: Position) -> None:
        file = draw(View(position))
        assert opened(file).size == (WIDTH, 884)
        assert len(file) < 130_000

    def test_differs_from_every_other(self) -> None:
        drawn = [draw(View(position)) for position in PHASES]
        drawn += [draw(View(played(7, moves))) for moves in range(4, 30)]
        assert len(set(drawn)) == len(drawn)

    @pytest.mark.parametrize("grid", [Grid(8, 8), Grid(3, 2)], ids=str)
    def test_works_for_small_boards_too(self, grid: Grid) -> None:
        board = Board(0, (grid.bit(Square(0, 0)), grid.bit(Square(1, 0))), grid)
        for position in (Playing(board, RED), CallOwed(board)):
            assert opened(draw(View(position))).width == WIDTH


class TestWhatIsSeen:
    def test_the_ground_a_stone_lies_on_keeps_its_colour(self) -> None:
        image = opened(draw(View(BoardOwed(None))))
        middle = square(image, Square(5, 5)).getpixel((CELL // 2, CELL // 2))
        assert isinstance(middle, tuple)
        assert max(abs(a - b) for a, b in zip(middle, FIELD, strict=True)) <= 3

    @pytest.mark.parametrize("seat", [RED, WHITE])
    @pytest.mark.parametrize("told", ["", "last", "flipped"])
    def test_stones_keep_their_colours(self, seat: Seat, told: str) -> None:
        """The palette changes a shade by less than anybody can see."""
        at = Square(11, 7)
        bit = View(BoardOwed(None)).board.grid.bit(at)
        board = Board(0, (bit, 0) if seat == RED else (0, bit))
        last = {
            "": None,
            "last": Placed(seat, at, 0),
            "flipped": Placed(seat, Square(0, 0), bit),
        }[told]
        seen = square(opened(draw(View(Finished(board, last)))), at)
        tile = Tile(seat, told="last" if told == "last" else "flipped" if told else "")
        assert furthest(seen, shown(tile)) <= 30

    def test_the_last_move_stands_on_the_accent(self) -> None:
        position = playing()
        assert position.last is not None
        seen = square(opened(draw(View(position))), position.last.square, REACH)
        shades = seen.getcolors(4096) or []
        gold = sum(count for count, shade in shades if _near(shade, ACCENT))
        assert gold > seen.width * seen.height / 4

    def test_the_last_move_changes_only_the_picture_around_it(self) -> None:
        position = playing()
        told, untold = (opened(draw(View(found))) for found in (position, replace(position, last=None)))
        box = ImageChops.difference(told, untold).getbbox()
        assert box is not None
        assert box[1] >= TOP - CELL

    @pytest.mark.parametrize("seat", [RED, WHITE])
    def test_stones_differ_without_colour(self, seat: Seat) -> None:
        grey = [paint(Tile(found)).convert("L") for found in (RED, WHITE)]
        small = [on_a_phone(image) for image in grey]
        middles = [float(str(image.getpixel((4, 4)))) for image in small]
        assert middles[WHITE] - middles[RED] > 80
        assert LACQUERS[seat].groove != LACQUERS[1 - seat].groove

    def test_blocked_squares_are_darker_than_empty_ones(self) -> None:
        blocked, empty = (paint(Tile(blocked=found)).convert("L").resize((1, 1)) for found in (True, False))
        assert float(str(blocked.getpixel((0, 0)))) < float(str(empty.getpixel((0, 0)))) / 2

    @pytest.mark.parametrize("seat", [RED, WHITE])
    def test_legal_squares_show_whose_they_are_on_a_phone(self, seat: Seat) -> None:
        tile = paint(Tile(open=seat, label="E12"))
        small = on_a_phone(tile, Image.Resampling.BOX)
        rim = small.getpixel((7, 1))
        assert isinstance(rim, tuple)
        assert max(abs(a - b) for a, b in zip(rim, INKS[seat], strict=True)) < 90

    def test_whose_turn_it_is_shows_in_the_corner(self) -> None:
        position = playing()
        other = replace(position, mover=Seat(1 - position.mover))
        boxes = [_corner(opened(draw(View(found)))) for found in (position, other)]
        assert furthest(*boxes) > 100
        shade = boxes[0].getpixel((8, boxes[0].height // 2))
        assert _near(shade, TO_MOVE[position.mover].plate)

    def test_the_end_names_the_winner_and_a_draw(self) -> None:
        grid = BoardOwed(None).board.grid
        one, two, three = (grid.bit(Square(column, 0)) for column in range(3))
        ends = {
            "red": Board(0, (one | two, three)),
            "white": Board(0, (one, two | three)),
            "draw": Board(0, (one, two)),
        }
        corners = {name: _corner(opened(draw(View(Finished(board))))) for name, board in ends.items()}
        assert len({corner.tobytes() for corner in corners.values()}) == 3
        words = [notice(View(Finished(board))).words for board in ends.values()]
        assert words == ["Red wins", "White wins", "Draw"]

    def test_the_notice_says_what_happens_next(self) -> None:
        owed = played(7, 1)
        board = owed.board
        tossing, stopped = TossOwed(board, "tails"), GAME.stop(playing())
        shown = [look(found, None) for found in (BoardOwed(None), owed, tossing, stopped)]
        told = [notice(view).words for view in shown]
        assert told == ["Setting up", "Red to call", "Red calls tails", "Stopped"]
        told = [notice(View(Playing(board, seat))).words for seat in (RED, WHITE)]
        assert told == ["Red to move", "White to move"]

    def test_the_panel_asks_for_the_call_and_then_names_it(self) -> None:
        titles = [coin.panel(call, choosable=False).crop((0, 0, coin.WIDE, 75)) for call in CALLED]
        assert all(furthest(one, other) > 100 for one, other in combinations(titles, 2))

    def test_the_question_hides_no_stone_where_there_is_room(self) -> None:
        for seed in range(12):
            owed = played(seed, 1)
            assert isinstance(owed, CallOwed)
            asked, later = (opened(draw(View(found))) for found in (owed, Playing(owed.board, RED)))
            grid = owed.board.grid
            stones = grid.squares(owed.board.stones[RED] | owed.board.stones[WHITE])
            hidden = [at for at in stones if furthest(square(asked, at), square(later, at))]
            assert len(hidden) <= 4, seed


def _near(shade: object, other: tuple[int, int, int]) -> bool:
    return isinstance(shade, tuple) and max(abs(a - b) for a, b in zip(shade, other, strict=True)) <= 6


def _corner(image: Picture) -> Picture:
    """The notice at the right of the strip."""
    return image.crop((WIDTH - 24 - 200, 14, WIDTH - 24, 90))


class TestChoices:
    def _named(self, view: View, answers: tuple[str, ...] = ()) -> Iterator[tuple[Square, Picture]]:
        image = opened(draw(view, answers))
        for at in view.board.grid.squares(view.open):
            yield at, square(image, at)

    def test_every_square_that_can_be_chosen_shows_its_name(self) -> None:
        view = View(playing())
        assert view.mover is not None
        for at, seen in self._named(view):
            assert furthest(seen, shown(Tile(open=view.mover, label=str(at)))) <= 30

    def test_after_a_column_is_chosen_only_its_squares_show_their_names(self) -> None:
        view = View(crowded(25))
        assert view.mover is not None
        name = column_name(view.board.grid.squares(view.open)[0].column)
        for at, seen in self._named(view, (name,)):
            lit = column_name(at.column) == name
            tile = Tile(open=view.mover, label=str(at) if lit else "", lit=lit)
            assert furthest(seen, shown(tile)) <= 30

    def test_the_waiting_player_sees_no_choices(self) -> None:
        position = playing()
        mover, waiting = (draw(View(position, seat)) for seat in (position.mover, Seat(1 - position.mover)))
        assert mover == draw(View(position, None))
        bare = shown(Tile())
        for at in View(position).board.grid.squares(View(position).open):
            assert furthest(square(opened(waiting), at), bare) <= 30

    def test_only_red_sees_sides_of_the_coin_to_choose(self) -> None:
        owed = played(7, 1)
        assert draw(View(owed, RED)) == draw(View(owed, None)) != draw(View(owed, WHITE))

    def test_a_stopped_game_shows_the_coin_without_sides_to_choose(self) -> None:
        stopped = GAME.stop(played(7, 1))
        assert draw(look(stopped, None)) == draw(look(stopped, WHITE))

    def test_every_answer_of_the_prompt_changes_the_picture(self) -> None:
        view = View(crowded(25))
        columns = {column_name(at.column) for at in view.board.grid.squares(view.open)}
        drawn = [draw(view, (name,)) for name in columns]
        assert len(set(drawn)) == len(columns)

    def test_the_game_draws_its_own_picture(self) -> None:
        view = GAME.view(playing(), None)
        assert GAME.draw is not None
        assert partial(draw, view)() == GAME.draw(view).png()


def test_the_letters_around_the_board_are_big_enough() -> None:
    assert TEXT >= WIDTH / 32
    assert CELL * 23 + 2 * TEXT < WIDTH
