"""FourSide's pictures: different things look different, equal ones equal, and everything is readable."""

from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from PIL import ImageChops

from games.core import Stopped
from games.fourside import GAME
from games.fourside.pictures.draw import draw, hands_top
from games.fourside.pictures.hands import half_of
from games.fourside.pictures.squares import BONUS, EDGE, GOLD, MINUS
from games.fourside.pictures.tiles import HELD, PLACED, Kind, Sign, facet_colour, paint_facet, paint_rim
from games.fourside.rules.notation import Hint
from games.fourside.rules.position import ALL_SQUARES, BESIDE, GRID, SEATS, Playing, Position, place_of
from games.fourside.rules.view import View, see
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, WIDTH
from games.kit.brush.palette import Picture
from tests.games.fourside.looking import board, difference, facet, share, square
from tests.games.fourside.played import BOARD, STUCK, TILES, after, played, playing
from tests.games.pictures import PHONE, furthest, on_a_phone

A, B = SEATS


PHASES: tuple[Position | Stopped[Position], ...] = (
    played(7, 0),
    played(7, 1),
    playing(7, 2),
    playing(7, 50),
    played(7, 900),
    GAME.stop(playing(7, 50)),
)


class TestEveryPicture:
    def test_differs_from_every_other(self) -> None:
        drawn = [draw(see(position, None)).png() for position in PHASES]
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
            cells = draw(see(GAME.stop(position), None)).cells
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
        position = after(BOARD, STUCK, "3@D4", "tiles 2222")
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
            left, top, right, bottom = half_of(spot.seat, hands_top())
            x, y = spot.middle
            reach = spot.size // 2 + 5
            assert left <= x - reach < x + reach <= right
            assert top <= y - reach < y + reach <= bottom
        grounds = [spot.ground for spot in scene.spots]
        first, second = position.table.scores
        assert [ground == CREAM for ground in grounds] == [first > second, second > first]

    def test_while_the_game_goes_on_no_faces_lie_on_the_board(self) -> None:
        assert not draw(View(playing(7, 50))).spots
        assert not draw(see(GAME.stop(played(3, 900)), None)).spots


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
