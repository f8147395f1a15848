"""FourSide's pictures: what differs looks different, what is equal looks equal, and all is readable."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from PIL import Image, ImageChops

from games.core import Question, Stopped
from games.fourside import GAME
from games.fourside.draw import HANDS_TOP, LEFT, REACH, TALL, TOP, draw
from games.fourside.hands import half_of
from games.fourside.notation import Hint
from games.fourside.position import ALL_SQUARES, GRID, SEATS, Playing, Position
from games.fourside.tiles import BONUS, CELL, HELD, INKS, MINUS, Ground, paint_ground, paint_tile
from games.fourside.view import View, seen
from games.kit.brush.marks import ACCENT, NIGHT, WIDTH
from games.kit.brush.palette import Colour, Picture
from games.kit.brush.strip import HEIGHT
from games.kit.grid import Square
from tests.games.fourside.played import played, playing, positions
from tests.games.fourside.test_rules import BOARD, TILES, after
from tests.games.pictures import (
    PHONE,
    furthest,
    on_a_phone,
    opened,
)

A, B = SEATS


def square(image: Picture, at: Square, reach: int = 0) -> Picture:
    left, top = LEFT + at.column * CELL - reach, TOP + at.row * CELL - reach
    return image.crop((left, top, left + CELL + 2 * reach, top + CELL + 2 * reach))


def share(image: Picture, ink: Colour) -> float:
    """How much of the picture has this colour."""
    shades = image.getcolors(1 << 16) or []
    near = [count for count, shade in shades if isinstance(shade, tuple) and _near(shade, ink)]
    return sum(near) / (image.width * image.height)


def _near(one: tuple[int, ...], other: Colour) -> bool:
    return all(abs(a - b) <= 6 for a, b in zip(one, other, strict=True))


PHASES: tuple[Position | Stopped[Position], ...] = (
    played(7, 0),
    played(7, 1),
    playing(7, 2),
    playing(7, 50),
    played(7, 900),
    GAME.stop(playing(7, 50)),
    replace(playing(7, 50), again=True),
)


class TestEveryPicture:
    @settings(max_examples=25)
    @given(positions)
    def test_has_the_size_of_the_family_and_fits_in_a_message(self, position: Position) -> None:
        file = draw(View(position))
        assert opened(file).size == (WIDTH, TALL)
        assert len(file) < 150_000

    def test_differs_from_every_other(self) -> None:
        drawn = [draw(seen(position, None)) for position in PHASES]
        drawn += [draw(View(played(7, moves))) for moves in range(4, 30)]
        assert len(set(drawn)) == len(drawn)


class TestWhatIsSeen:
    def test_bonus_and_minus_wear_their_sign_and_not_only_their_colour(self) -> None:
        image = opened(draw(GAME.view(after(BOARD, TILES), B)))
        bonus, minus, plain = (square(image, GRID.read(name)) for name in ("A1", "B1", "H7"))
        assert share(bonus, BONUS) > 0.5
        assert share(minus, MINUS) > 0.5
        bonus, minus, plain = (on_a_phone(part.convert("L")) for part in (bonus, minus, plain))
        assert furthest(bonus, minus) > 40
        assert furthest(bonus, plain) > 60
        assert furthest(minus, plain) > 60

    @pytest.mark.parametrize("size", [CELL, HELD])
    @pytest.mark.parametrize("side", range(4))
    def test_values_can_be_read_at_phone_size(self, side: int, size: int) -> None:
        """Even without colour, each value differs from all others, only on its side, and is 13 px high."""
        shown = [_with(side, value, size) for value in range(1, 10)]
        for one, other in combinations(shown, 2):
            assert furthest(one, other) > 40
        for other in shown[1:]:
            left, top, right, bottom = _where_they_differ(shown[0], other)
            assert _side(((left + right) / 2, (top + bottom) / 2), other.width) == side
        _, top, _, bottom = _where_they_differ(
            _with(side, 1, size, PHONE * 4), _with(side, 8, size, PHONE * 4)
        )
        assert (bottom - top) / 4 >= 13

    def test_the_last_tile_stands_on_the_accent(self) -> None:
        position = playing(7, 50)
        assert position.table.last is not None
        image = opened(draw(View(position)))
        at = position.table.last.square
        rim = share(square(image, at, REACH), ACCENT)
        others = [share(square(image, found), ACCENT) for found in ALL_SQUARES if abs(found.row - at.row) > 1]
        assert rim > 0.1
        assert max(others) < 0.02

    def test_only_squares_that_can_be_chosen_show_their_names(self) -> None:
        view = GAME.view(after(BOARD, TILES), A)
        image = opened(draw(view, ("1", "r2")))
        named = paint_ground(Ground(0, A, "E3"))
        assert furthest(square(image, GRID.read("E3")), named) < 40
        assert furthest(square(image, GRID.read("F4")), named) > 100
        assert share(square(image, GRID.read("F4")), INKS[A]) < 0.01

    def test_a_square_that_can_be_chosen_shows_bonus_or_minus_and_not_what_it_scores(self) -> None:
        view = GAME.view(after(BOARD, TILES), A)
        for answers, name, area in ((("3",), "D4", 20), (("2",), "E5", -20)):
            drawn = square(opened(draw(view, answers)), GRID.read(name))
            assert furthest(drawn, paint_ground(Ground(area, A, name))) < 40
            assert furthest(drawn, paint_ground(Ground(0, A, name))) > 100

    def test_before_a_tile_is_chosen_every_square_where_one_fits_has_a_frame(self) -> None:
        view = GAME.view(playing(7, 50), None)
        image = opened(draw(view))
        fitting = {place.square for place in view.placements}
        for at in ALL_SQUARES:
            if view.board.on(at) is None:
                assert (share(square(image, at), INKS[view.mover or A]) > 0.05) == (at in fitting)

    def test_the_waiting_player_sees_no_choices(self) -> None:
        position = playing(7, 50)
        waiting = View(position, SEATS[1 - position.mover])
        image = opened(draw(waiting))
        assert not any(share(square(image, at), INKS[position.mover]) > 0.05 for at in ALL_SQUARES)
        assert draw(waiting, ("1",)) == draw(waiting)

    def test_the_turns_of_the_chosen_tile_stand_in_the_opponents_half(self) -> None:
        view = GAME.view(after(BOARD, TILES), A)
        mine, other = (
            [
                opened(draw(view, answers)).crop(half_of(seat, HANDS_TOP))
                for answers in ((), ("1",), ("1", "r2"))
            ]
            for seat in SEATS
        )
        assert furthest(other[0], other[1]) > 100
        assert furthest(other[0], other[2]) == 0, "Once the turn is chosen, both hands are shown again."
        assert furthest(mine[0], mine[1]) > 100, "The chosen tile is not marked."
        assert furthest(mine[1], mine[2]) > 100, "It isn't shown as it was turned."

    def test_a_hint_is_marked_on_its_square(self) -> None:
        position = playing(5, 8)
        hinted = GAME.apply(position, position.mover, Hint()).state
        assert isinstance(hinted, Playing)
        assert hinted.hint is not None
        image = opened(draw(GAME.view(hinted, position.mover)))
        assert share(square(image, hinted.hint.square), ACCENT) > 0.1
        for viewer in (None, SEATS[1 - position.mover]):
            before, after = (opened(draw(GAME.view(one, viewer))) for one in (position, hinted))
            at = hinted.hint.square
            assert furthest(square(before, at), square(after, at)) == 0, "Only one player can see it."
            strips = [image.crop((0, 0, WIDTH, HEIGHT)) for image in (before, after)]
            assert furthest(*strips) > 100, "The picture doesn't show that a hint is used up."

    @settings(max_examples=20)
    @given(positions)
    def test_every_question_has_its_picture(self, position: Position) -> None:
        view = View(position)
        answers: tuple[str, ...] = ()
        drawn = []
        for _ in range(3):
            question = GAME.prompt(view, answers)
            if not isinstance(question, Question):
                break
            drawn.append(draw(view, answers))
            answers = (*answers, question.choices[0].key)
        assert len(set(drawn)) == len(drawn)


def _with(side: int, value: int, size: int, wide: int = PHONE) -> Picture:
    """A tile of ones with this value on one side, in grey, in a picture `wide` px wide."""
    tile = [1, 1, 1, 1]
    tile[side] = value
    painted = paint_tile((tile[0], tile[1], tile[2], tile[3]), size, NIGHT).convert("L")
    return painted.resize((size * wide // WIDTH,) * 2, Image.Resampling.LANCZOS)


def _where_they_differ(one: Picture, other: Picture) -> tuple[int, int, int, int]:
    box = ImageChops.difference(one, other).point(lambda dark: 255 * (dark > 40)).getbbox()
    assert box is not None
    return box


def _side(middle: tuple[float, float], size: int) -> int:
    """The side of a tile that a point is on."""
    x, y = middle[0] - size / 2, middle[1] - size / 2
    if abs(x) > abs(y):
        return 1 if x > 0 else 3
    return 2 if y > 0 else 0
