"""FourSide's pictures: what differs looks different, what is equal looks equal, and all is readable."""

from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from PIL import ImageChops, ImageStat

from games.core import Question, Stopped
from games.fourside import GAME
from games.fourside.draw import HANDS_TOP, TALL, corner, draw
from games.fourside.hands import half_of
from games.fourside.notation import Hint
from games.fourside.position import ALL_SQUARES, BESIDE, GRID, SEATS, Playing, Position, place_of
from games.fourside.squares import BONUS, EDGE, GOLD, MINUS, PITCH, Ground, paint_ground
from games.fourside.tiles import HELD, PLACED, Kind, Sign, facet_colour, paint_facet, paint_rim
from games.fourside.view import View, seen
from games.kit.brush.header import height
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, WIDTH
from games.kit.brush.palette import Colour, Picture
from games.kit.brush.scene import CAPTION
from games.kit.grid import Square
from tests.games.fourside.played import played, playing, positions
from tests.games.fourside.test_rules import BOARD, TILES, TestLostTurns, after
from tests.games.pictures import FACES, PHONE, furthest, on_a_phone, opened

A, B = SEATS


def board(view: View, answers: tuple[str, ...] = ()) -> Picture:
    """The picture (RGB) without header and caption."""
    return draw(view, answers).board.convert("RGB")


def square(image: Picture, at: Square, reach: int = 0) -> Picture:
    left, top = (edge - reach for edge in corner(at))
    return image.crop((left, top, left + PITCH + 2 * reach, top + PITCH + 2 * reach))


def facet(image: Picture, at: Square, side: int) -> Colour:
    """The colour of a tile's side, read where nothing else is: between the figure and the corner."""
    left, top = corner(at)
    across, down = ((-26, -47), (47, -26), (26, 47), (-47, 26))[side]
    middle = PITCH // 2
    pixel = image.getpixel((left + middle + across, top + middle + down))
    assert isinstance(pixel, tuple)
    red, green, blue = pixel
    return int(red), int(green), int(blue)


def share(image: Picture, ink: Colour) -> float:
    """How much of the picture has this colour."""
    shades = image.getcolors(1 << 16) or []
    near = [count for count, shade in shades if isinstance(shade, tuple) and _near(shade, ink)]
    return sum(near) / (image.width * image.height)


def _near(one: tuple[int, ...], other: Colour) -> bool:
    return all(abs(a - b) <= 6 for a, b in zip(one, other, strict=True))


def difference(one: Picture, other: Picture) -> float:
    """How far two parts differ in grey at phone size, 0 to 255, in the mean."""
    grey = [on_a_phone(part.convert("L")) for part in (one, other)]
    return ImageStat.Stat(ImageChops.difference(*grey)).mean[0]


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
    @settings(max_examples=25, deadline=None)
    @given(positions)
    def test_has_the_size_of_the_family_and_fits_in_a_message(self, position: Position) -> None:
        file = draw(View(position)).png(FACES)
        assert opened(file).size == (WIDTH, height(2) + TALL + CAPTION)
        assert len(file) < 200_000

    def test_differs_from_every_other(self) -> None:
        drawn = [draw(seen(position, None)).png() for position in PHASES]
        drawn += [draw(View(played(7, moves))).png() for moves in range(4, 30)]
        assert len(set(drawn)) == len(drawn)


class TestTheHeader:
    def test_shows_the_score_of_both_and_whose_turn_it_is(self) -> None:
        position = playing(7, 50)
        cells = draw(View(position)).cells
        assert [cell.score for cell in cells] == list(map(str, position.table.scores))
        assert [cell.moves for cell in cells] == [seat == position.mover for seat in SEATS]
        assert not any(cell.won for cell in cells)

    def test_crowns_the_winner_and_both_when_scores_are_equal(self) -> None:
        finished = played(3, 900)
        first, second = finished.table.scores
        assert first != second
        cells = draw(View(finished)).cells
        assert [cell.won for cell in cells] == [first > second, second > first]
        assert not any(cell.moves for cell in cells)
        even = replace(finished, table=replace(finished.table, scores=(50, 50)))
        assert all(cell.won for cell in draw(View(even)).cells)

    def test_nobody_moves_and_nobody_has_won_in_a_stopped_game(self) -> None:
        for position in (playing(7, 50), played(3, 900)):
            cells = draw(seen(GAME.stop(position), None)).cells
            assert not any(cell.won or cell.moves for cell in cells)


class TestTheBoard:
    def test_bonus_and_minus_wear_their_sign_and_not_only_their_colour(self) -> None:
        image = board(GAME.view(after(BOARD, TILES), B))
        bonus, minus, plain = (square(image, GRID.read(name)) for name in ("A1", "B1", "H7"))
        assert share(bonus, BONUS) > 0.3
        assert share(minus, MINUS) > 0.15
        bonus, minus, plain = (on_a_phone(part.convert("L")) for part in (bonus, minus, plain))
        assert furthest(bonus, minus) > 40
        assert furthest(bonus, plain) > 60
        assert furthest(minus, plain) > 60

    @pytest.mark.parametrize("size", [PLACED, HELD])
    @pytest.mark.parametrize("kind", ["placed", "held", "final", "hint"])
    def test_values_can_be_read_at_phone_size(self, size: int, kind: Kind) -> None:
        """Even without colour, each value differs from all others, only on its side, and is 11 px high."""
        for side in range(4):
            shown = [
                paint_facet(side, value, size, Sign(kind, A), True).convert("L") for value in range(1, 10)
            ]
            for one, other in combinations(shown, 2):
                assert furthest(on_a_phone(one), on_a_phone(other)) > 40
                left, top, right, bottom = _where_they_differ(one, other)
                assert _side(((left + right) / 2, (top + bottom) / 2), one.width) == side
            _, top, _, bottom = _where_they_differ(shown[0], shown[7])
            assert round((bottom - top) * PHONE / WIDTH) >= 11

    @pytest.mark.parametrize("kind", ["placed", "held", "final", "hint"])
    def test_values_stand_out_from_every_colour_below_them(self, kind: Kind) -> None:
        for side in range(4):
            for value in range(1, 10):
                for owner in (A, B, None):
                    assert min(facet_colour(side, value, Sign(kind, owner))) > 60
                    assert sum(facet_colour(side, value, Sign(kind, owner))) > 360

    @pytest.mark.parametrize("kind", ["placed", "final"])
    def test_marks_tell_without_colour_who_placed_a_tile(self, kind: Kind) -> None:
        marks = [
            _in_the_middle(paint_facet(0, 5, PLACED, Sign(kind, owner), False)) for owner in (A, B, None)
        ]
        for one, other in combinations(marks, 2):
            assert furthest(on_a_phone(one.convert("L")), on_a_phone(other.convert("L"))) > 40

    def test_a_tile_has_the_rim_of_who_placed_it(self) -> None:
        position = playing(7, 50)
        image = board(View(position))
        last = position.table.last
        for placed in position.table.laid:
            if last is None or placed.square == last.square:
                continue
            rims = [share(square(image, placed.square), Sign("placed", seat).rim) for seat in SEATS]
            assert rims[placed.seat] > 0.12
            assert rims[1 - placed.seat] < 0.02

    def test_the_last_tile_has_a_gold_frame(self) -> None:
        position = playing(7, 50)
        last = position.table.last
        assert last is not None
        image = board(View(position))
        assert share(square(image, last.square, GOLD), ACCENT) > 0.1
        far = [at for at in ALL_SQUARES if abs(at.row - last.square.row) > 1]
        assert not any(share(square(image, at), ACCENT) for at in far)

    @pytest.mark.parametrize("moves", [20, 50, 70])
    def test_the_sides_that_touch_the_last_tile_are_gold_on_both_tiles_and_no_others(
        self, moves: int
    ) -> None:
        position = playing(7, moves)
        last, tiles = position.table.last, position.table.board.tiles
        assert last is not None
        image = board(View(position))
        joints = [joint for joint in BESIDE[place_of(last.square)] if tiles[joint[1]]]
        gold = {(last.square, side) for side, _, _ in joints}
        gold |= {(ALL_SQUARES[place], facing) for _, place, facing in joints}
        found = {
            (at, side)
            for at in ALL_SQUARES
            if position.table.board.on(at)
            for side in range(4)
            if facet(image, at, side) == ACCENT
        }
        assert found == gold

    def test_after_a_lost_turn_all_tiles_placed_since_have_gold_frames(self) -> None:
        position = after(BOARD, TestLostTurns.STUCK, "3@D4", "tiles 2222")
        assert isinstance(position, Playing)
        assert position.again
        again = next(move for move in GAME.legal(View(position)) if move != Hint())
        later = GAME.apply(position, position.mover, again).state
        image = board(View(later))
        for placed in later.table.laid:
            assert share(square(image, placed.square, GOLD), ACCENT) > 0.1


class TestTheEnd:
    def test_every_tile_is_in_the_colour_of_who_placed_it(self) -> None:
        position = played(3, 900)
        image = board(View(position))
        newest = position.table.last
        assert newest is not None
        found = {
            (placed.seat, facet(image, placed.square, 1))
            for placed in position.table.laid
            if abs(placed.square.row - newest.square.row) > 1
        }
        assert len(found) == len(SEATS), "A player's tiles have several colours."

    def test_both_faces_are_there_and_the_winners_half_is_light(self) -> None:
        position = played(3, 900)
        scene = draw(View(position))
        assert [spot.seat for spot in scene.spots] == list(SEATS)
        for spot in scene.spots:
            left, top, right, bottom = half_of(spot.seat, HANDS_TOP)
            x, y = spot.middle
            reach = spot.size // 2 + 5
            assert left <= x - reach < x + reach <= right
            assert top <= y - reach < y + reach <= bottom
        grounds = [spot.ground for spot in scene.spots]
        first, second = position.table.scores
        assert [ground == CREAM for ground in grounds] == [first > second, second > first]

    def test_while_the_game_goes_on_no_faces_lie_on_the_board(self) -> None:
        assert not draw(View(playing(7, 50))).spots
        assert not draw(seen(GAME.stop(played(3, 900)), None)).spots


class TestChoosing:
    def test_only_squares_that_can_be_chosen_show_their_names(self) -> None:
        image = board(GAME.view(after(BOARD, TILES), A), ("1", "r2"))
        named = paint_ground(Ground(name="E3", seat=A))
        assert furthest(square(image, GRID.read("E3")), named) < 60
        assert furthest(square(image, GRID.read("F4")), named) > 100

    def test_a_square_that_can_be_chosen_shows_bonus_or_minus_and_not_what_it_scores(self) -> None:
        view = GAME.view(after(BOARD, TILES), A)
        for answers, name, area in ((("3",), "D4", 20), (("2",), "E5", -20)):
            drawn = square(board(view, answers), GRID.read(name))
            assert furthest(drawn, paint_ground(Ground(area, name=name, seat=A))) < 60
            assert furthest(drawn, paint_ground(Ground(0, name=name, seat=A))) > 100

    def test_before_a_tile_is_chosen_every_square_where_one_fits_has_light_corners(self) -> None:
        view = GAME.view(playing(7, 50), None)
        image = board(view)
        fitting = {place.square for place in view.placements}
        for at in ALL_SQUARES:
            if view.board.on(at) is None:
                assert (share(square(image, at), CREAM) > 0.03) == (at in fitting)

    def test_the_waiting_player_sees_no_choices(self) -> None:
        position = playing(7, 50)
        waiting = View(position, SEATS[1 - position.mover])
        image = board(waiting)
        empty = [at for at in ALL_SQUARES if position.table.board.on(at) is None]
        assert not any(share(square(image, at), CREAM) > 0.03 for at in empty)
        assert draw(waiting, ("1",)).png() == draw(waiting).png()

    def test_the_movers_hand_lies_on_cream(self) -> None:
        image = board(View(playing(7, 50)))
        halves = [share(image.crop(half_of(seat, HANDS_TOP)), CREAM) for seat in SEATS]
        mover = playing(7, 50).mover
        assert halves[mover] > 0.3
        assert halves[1 - mover] < 0.1

    def test_the_turns_of_the_chosen_tile_stand_in_the_opponents_half(self) -> None:
        view = GAME.view(after(BOARD, TILES), A)
        mine, other = (
            [board(view, answers).crop(half_of(seat, HANDS_TOP)) for answers in ((), ("1",), ("1", "r2"))]
            for seat in SEATS
        )
        assert furthest(other[0], other[1]) > 100
        assert furthest(other[0], other[2]) == 0, "Once the turn is chosen, both hands are shown again."
        assert furthest(mine[0], mine[1]) > 100, "The chosen tile is not marked."
        assert furthest(mine[1], mine[2]) > 100, "It isn't shown as it was turned."

    def test_the_chosen_tile_has_a_gold_frame_in_the_hand_and_no_other_has_one(self) -> None:
        view = GAME.view(after(BOARD, TILES), A)
        left, top, right, bottom = half_of(A, HANDS_TOP)
        step = (right - left) // 5
        for number in (1, 2, 3, 4):
            hand = board(view, (str(number),)).crop((left, top, right, bottom))
            gold = [share(hand.crop((at * step, 0, at * step + step, 140)), ACCENT) for at in range(5)]
            assert max(range(5), key=gold.__getitem__) == number - 1
            assert gold[number - 1] > 0.08

    def test_a_hint_is_marked_on_its_square_for_who_asked_alone(self) -> None:
        position = playing(5, 8)
        hinted = GAME.apply(position, position.mover, Hint()).state
        assert isinstance(hinted, Playing)
        assert hinted.hint is not None
        at = hinted.hint.square
        assert share(square(board(GAME.view(hinted, position.mover)), at, GOLD), ACCENT) > 0.08
        for viewer in (None, SEATS[1 - position.mover]):
            before, after = (GAME.view(one, viewer) for one in (position, hinted))
            assert furthest(square(board(before), at), square(board(after), at)) == 0
            heads = [opened(draw(one).png()).crop((0, 0, WIDTH, height(2))) for one in (before, after)]
            assert furthest(*heads) > 100, "The picture doesn't show that a hint is used up."

    @settings(max_examples=20, deadline=None)
    @given(positions)
    def test_every_question_has_its_picture(self, position: Position) -> None:
        view = View(position)
        answers: tuple[str, ...] = ()
        drawn = []
        for _ in range(3):
            question = GAME.prompt(view, answers)
            if not isinstance(question, Question):
                break
            drawn.append(draw(view, answers).png())
            answers = (*answers, question.choices[0].key)
        assert len(set(drawn)) == len(drawn)


def test_the_primer_can_be_told_from_players_tiles() -> None:
    rims = [paint_rim(PLACED, Sign("placed", owner), NIGHT, EDGE) for owner in (A, B, None)]
    assert all(difference(one, other) > 4 for one, other in pairwise(rims))


def _in_the_middle(drawn: Picture) -> Picture:
    middle = drawn.width // 2
    return drawn.crop((middle - 16, middle - 16, middle + 16, middle + 16))


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
