"""The city as it is drawn: crosswalks, night, dogs and what stands above it."""

from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from games.core import Seat
from games.fooblitzky.city.map import (
    CROSSWALKS,
    EVERY_CROSSWALK,
    QUADRANTS,
    SQUARES,
    Crosswalk,
    Quadrant,
)
from games.fooblitzky.phases import Walking
from games.fooblitzky.pictures.draw import draw
from games.fooblitzky.pictures.panels import RUSH, Status, status_line
from games.fooblitzky.pictures.plan import BAND, TOP, plan
from games.fooblitzky.pictures.scenery import (
    NIGHTFALL,
    PAGE,
    Crossing,
    crossing,
    darkness,
)
from games.fooblitzky.pictures.tokens import dog
from games.fooblitzky.view import view
from games.kit.brush.marks import WIDTH
from tests.games.fooblitzky.played import after
from tests.games.fooblitzky.seen import city, cut, game, is_same, walking
from tests.games.pictures import (
    PHONE,
    furthest,
    opened,
)


class TestTheCity:
    def test_night_falls(self) -> None:
        position = walking()
        rounds = [0, 20, 32, 36, 38, 39]
        light = []
        for number in rounds:
            image = opened(draw(view(replace(position, board=replace(position.board, round=number)), None)))
            light.append(sum(cut(image, (0, TOP, WIDTH, image.height)).convert("L").resize((8, 8)).tobytes()))
        assert light[1] > light[0] > light[-1]
        assert light[1:] == sorted(light[1:], reverse=True)
        assert light[-1] < light[1] * 0.65
        assert [darkness(0), darkness(20), darkness(39)] == [1, 0, NIGHTFALL]

    @pytest.mark.parametrize("number", [12, 39])
    def test_an_x_is_told_from_a_clear_crosswalk_without_colour(self, number: int) -> None:
        """In grey and as small as on a telephone, by its sign."""
        board = replace(walking().board, round=number)
        pictures = [city(replace(board, xs=xs)).convert("L") for xs in (0, EVERY_CROSSWALK)]
        for crosswalk in CROSSWALKS:
            left, top, right, bottom = frame = plan(None).frame(crosswalk.cell)
            size = (right - left) * PHONE // WIDTH, (bottom - top) * PHONE // WIDTH
            clear, marked = (cut(one, frame).resize(size, Image.Resampling.BOX) for one in pictures)
            assert furthest(clear, marked) > 70, crosswalk

    @pytest.mark.parametrize("quadrant", [None, *QUADRANTS])
    def test_an_x_is_white_on_dark(self, quadrant: Quadrant | None) -> None:
        here = plan(quadrant)
        for crosswalk in CROSSWALKS:
            if here.shows(crosswalk.cell):
                left, top, right, bottom = here.frame(crosswalk.cell)
                size, across = (right - left, bottom - top), right - left < bottom - top
                tile = crossing(Crossing(size, across, x=True, dark=0)).convert("L")
                middle, half = (size[0] // 2, size[1] // 2), min(size) * 0.47
                beside = middle[0], round(middle[1] - half * 0.7)
                assert float(str(tile.getpixel(middle))) - float(str(tile.getpixel(beside))) > 120

    def test_the_roll_the_hour_the_foobles_and_the_mover_are_in_the_head(self) -> None:
        position = walking()
        board, phase = position.board, position.phase
        assert isinstance(phase, Walking)
        others = [
            walking(10),
            replace(position, board=replace(board, round=5)),
            replace(position, board=board.paid(Seat(1), 1)),
            replace(position, phase=replace(phase, seat=Seat(1))),
        ]
        heads = [cut(opened(draw(view(one, None))), (0, 0, WIDTH, TOP)) for one in (position, *others)]
        for one, other in combinations(heads, 2):
            assert not is_same(one, other)

    @pytest.mark.parametrize("crosswalk", CROSSWALKS[::3], ids=lambda one: f"crosswalk {one.number}")
    def test_a_crosswalk_that_changes_changes_only_itself(self, crosswalk: Crosswalk) -> None:
        board = after("").board
        clear, marked = (city(replace(board, xs=xs)) for xs in (0, crosswalk.bit))
        box = ImageChops.difference(clear, marked).getbbox()
        left, top, right, bottom = plan(None).frame(crosswalk.cell)
        assert box is not None
        assert left <= box[0]
        assert top <= box[1]
        assert box[2] <= right
        assert box[3] <= bottom

    def test_dogs_are_told_apart_without_colour(self) -> None:
        size = 70 * PHONE // WIDTH
        shown = []
        for seat in range(4):
            image, mask = dog(Seat(seat), 70)
            sheet = Image.new("RGB", image.size, (200, 200, 200))
            sheet.paste(image, (0, 0), mask)
            shown.append(sheet.convert("L").resize((size, size), Image.Resampling.BOX))
        for one, other in combinations(shown, 2):
            assert furthest(one, other) > 60

    def test_all_dogs_on_one_square_are_seen(self) -> None:
        position = game()[-1].after
        board = position.board
        for seat in board.seats:
            board = board.at(seat, SQUARES[30].number)
        image = opened(draw(view(replace(position, board=board), None)))
        for seat in board.seats:
            gone = replace(position, board=board.at(seat, SQUARES[150].number))
            assert not is_same(image, opened(draw(view(gone, None))))


def test_the_fullest_status_line_keeps_the_rush_hour_and_the_prices_apart() -> None:
    status = Status(24, "UR", "12:45 PM", 285, 10, True, (16, 16, 16, 16))
    middle = status_line((WIDTH, BAND), status).crop((0, BAND // 2 - 2, WIDTH, BAND // 2 - 1))
    red = [x for x in range(WIDTH) if middle.getpixel((x, 0)) == RUSH]
    after = middle.crop((max(red) + 1, 0, WIDTH, 1))
    free = next(x for x in range(after.width) if after.getpixel((x, 0)) != PAGE)
    assert free >= 10
    line, priceless = (status_line((WIDTH, BAND), status._replace(prices=some)) for some in ((16,) * 4, ()))
    rush = (0, 0, max(red) + 1, BAND)
    assert is_same(line.crop(rush), priceless.crop(rush))


def test_the_clock_in_the_picture_says_am_or_pm() -> None:
    """Not only in words: the rule book's status line has it."""
    sides = (Status(None, None, time, 480, 1, False, ()) for time in ("8:00 AM", "8:00 PM"))
    one, other = (status_line((WIDTH, BAND), status) for status in sides)
    assert not is_same(one, other)
