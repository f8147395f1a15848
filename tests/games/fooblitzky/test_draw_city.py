"""Pictures of the city: crosswalks, night, dogs and the header above it."""

from dataclasses import replace
from itertools import combinations, pairwise
from math import dist

import pytest
from PIL import Image, ImageChops

from games.core import Seat
from games.fooblitzky import GAME
from games.fooblitzky.pictures import goals
from games.fooblitzky.pictures.asked import asked
from games.fooblitzky.pictures.clock import Status, clock
from games.fooblitzky.pictures.colours import DEEP, RUSH, STOP, hour, trail
from games.fooblitzky.pictures.dogs import dog, mover
from games.fooblitzky.pictures.plan import TOP, plan
from games.fooblitzky.pictures.street import stop
from games.fooblitzky.pictures.streets import Streets
from games.fooblitzky.pictures.trails import PLATE, letters
from games.fooblitzky.pictures.words import LEAST
from games.fooblitzky.rules.city.map import (
    BLOCK_HEIGHT,
    CROSSWALKS,
    EVERY_CROSSWALK,
    QUADRANTS,
    SQUARES,
    Crosswalk,
    Quadrant,
)
from games.fooblitzky.rules.city.trails import Walked
from games.fooblitzky.rules.city.walking import Walk
from games.fooblitzky.rules.moves import Enter, WalkTo
from games.fooblitzky.rules.phases import AtKerb, Position, Walking
from games.fooblitzky.rules.view import see
from games.fooblitzky.words.where import ON_FOOT
from games.kit.brush.marks import ACCENT, SEATS, WIDTH
from tests.games.fooblitzky.played import after, lines
from tests.games.fooblitzky.seen import board as board_of
from tests.games.fooblitzky.seen import city, cut, draw, game, is_same, walking
from tests.games.pictures import PHONE, furthest, opened

MOST = 16
"""How far the sign of an X reaches over its crosswalk, in px."""


class TestTheCity:
    def test_it_is_light_by_day_and_dark_at_night(self) -> None:
        light = []
        for number in (0, 20, 34, 38):
            image = city(replace(after("").board, round=number))
            light.append(sum(cut(image, (0, TOP, WIDTH, image.height)).convert("L").resize((8, 8)).tobytes()))
        dusk, day, evening, night = light
        assert day > 1.15 * dusk
        assert dusk == pytest.approx(evening, rel=0.05)
        assert night < 0.85 * dusk
        assert [hour(number) for number in (0, 20, 34, 38)] == ["dusk", "day", "dusk", "night"]

    @pytest.mark.parametrize("number", [12, 39])
    def test_an_x_is_told_from_a_clear_crosswalk_without_colour(self, number: int) -> None:
        """The crosswalk's sign shows it, in grey and as small as on a phone."""
        board = replace(after("").board, round=number)
        pictures = [city(replace(board, xs=xs)).convert("L") for xs in (0, EVERY_CROSSWALK)]
        for crosswalk in CROSSWALKS:
            left, top, right, bottom = frame = plan(None).frame(crosswalk.cell)
            size = (right - left) * PHONE // WIDTH, (bottom - top) * PHONE // WIDTH
            clear, marked = (cut(one, frame).resize(size, Image.Resampling.BOX) for one in pictures)
            assert furthest(clear, marked) > 70, crosswalk

    def test_the_sign_of_an_x_is_white_on_dark(self) -> None:
        sign = stop(60).convert("L")
        middle, beside = sign.getpixel((30, 30)), sign.getpixel((30, 12))
        assert float(str(middle)) - float(str(beside)) > 120

    def test_the_roll_the_hour_the_foobles_and_the_mover_are_in_the_picture(self) -> None:
        position = walking()
        board, phase = position.board, position.phase
        assert isinstance(phase, Walking)
        others = [
            replace(position, board=replace(board, round=5)),
            replace(position, board=board.paid(Seat(1), 1)),
            replace(position, phase=replace(phase, seat=Seat(1))),
        ]
        high = TOP + 132
        heads = [cut(opened(draw(see(one, None))), (0, 0, WIDTH, high)) for one in (position, *others)]
        for one, other in combinations(heads, 2):
            assert not is_same(one, other)
        mover = [draw(see(walking(roll), Seat(0))) for roll in (9, 10)]
        assert mover[0] != mover[1]

    @pytest.mark.parametrize("crosswalk", CROSSWALKS[::3], ids=lambda one: f"crosswalk {one.number}")
    def test_a_crosswalk_that_changes_changes_only_itself(self, crosswalk: Crosswalk) -> None:
        board = after("").board
        clear, marked = (city(replace(board, xs=xs)) for xs in (0, crosswalk.bit))
        box = ImageChops.difference(clear, marked).getbbox()
        left, top, right, bottom = plan(None).frame(crosswalk.cell)
        assert box is not None
        assert left - MOST <= box[0]
        assert top - MOST <= box[1]
        assert box[2] <= right + MOST
        assert box[3] <= bottom + MOST

    def test_dogs_are_told_apart_without_colour(self) -> None:
        size = 76 * PHONE // WIDTH
        shown = []
        for seat in range(4):
            image = dog(Seat(seat), 76)
            sheet = Image.new("RGB", image.size, (200, 200, 200))
            sheet.paste(image, (0, 0), image)
            shown.append(sheet.convert("L").resize((size, size), Image.Resampling.BOX))
        for one, other in combinations(shown, 2):
            assert furthest(one, other) > 60

    def test_all_dogs_on_one_square_are_seen(self) -> None:
        position = game()[-1].after
        board = position.board
        for seat in board.seats:
            board = board.at(seat, SQUARES[30].number)
        image = board_of(see(replace(position, board=board), None))
        for seat in board.seats:
            gone = replace(position, board=board.at(seat, SQUARES[150].number))
            assert not is_same(image, board_of(see(gone, None)))

    def test_numbers_of_goals_hide_neither_dogs_nor_one_another(self) -> None:
        """A little overlap is left where goals and dogs are very close together."""
        for one in game()[::4]:
            if isinstance(one.after.phase, Walking):
                streets = Streets(see(one.after, None), asked(see(one.after, None), ()), None)
                sheet = streets.paint()
                dogs = streets.circles
                signs = goals.signs(sheet, streets.hour, streets.plan, streets.goals)
                taken = goals.numbers(sheet, streets.hour, streets.plan, streets.goals, signs, dogs)
                numbers = taken[len(signs) + len(dogs) :]
                assert len(numbers) == len(streets.goals)
                for at, reach in (*dogs.values(), *numbers):
                    near = [dist(at, other) for other, _ in numbers if other != at]
                    assert min(near, default=999) > 0.6 * (reach + 31)

    def test_a_way_leads_from_the_mover_to_each_goal(self) -> None:
        position = walking(14)
        found = see(position, None)
        shown, bare = board_of(found), board_of(found, None)
        ways = goals.goals(found, asked(found, ()))
        assert [len(way.path) for way in ways] == [way.moves for way in ways], "going in is a move"
        for way in ways:
            for square in way.path[1:]:
                frame = plan(None).frame(SQUARES[square].cell)
                inks = {ink for _, ink in cut(shown, frame).getcolors() or ()}
                assert ACCENT in inks, SQUARES[square].name
                assert not is_same(cut(shown, frame), cut(bare, frame))


class TestAtTheKerb:
    @pytest.mark.parametrize("quadrant", [None, *QUADRANTS])
    def test_who_waits_does_not_hide_the_x(self, quadrant: Quadrant | None) -> None:
        position = walking()
        for one, (near, far) in (
            (walk, kerbs) for walk in CROSSWALKS for kerbs in (walk.kerbs, walk.kerbs[::-1])
        ):
            if quadrant not in (None, SQUARES[near].quadrant):
                continue
            board = replace(position.board.at(Seat(0), near), xs=one.bit)
            phase = AtKerb(Seat(0), one.number, Walk(near, 9), Walk(far, 8, crossed=True))
            found = see(replace(position, board=board, phase=phase), Seat(0) if quadrant else None)
            shown = cut(board_of(found), plan(quadrant).frame(one.cell))
            bare = cut(city(board), plan(None).frame(one.cell))
            reds = [sum(n for n, ink in tile.getcolors() or () if ink == STOP) for tile in (shown, bare)]
            assert reds[0] > 0.8 * reds[1], (one, near)


def having_walked(*walks: Walked) -> Position:
    """The first of four has rolled after these walks; all dogs are in block A."""
    position = lines(
        "a choose pig\nb choose saw\nc choose fish\nd choose snake\n"
        "* stock UL UR LL LR\n* lockers UL LR UL LR\n* crosswalks none\n* roll 9",
        seats=4,
    )[0]
    board = replace(position.board, walks=walks)
    for seat in board.seats:
        board = board.at(seat, 3 + seat)
    return replace(position, board=board)


class TestTheWays:
    def test_each_walk_is_in_its_dogs_colour_and_older_ones_are_fainter(self) -> None:
        walks = [Walked(Seat(seat), tuple(range(62 + 20 * seat, 74 + 20 * seat))) for seat in (1, 2, 3)]
        position = having_walked(*walks)
        shown, bare = (board_of(see(one, None)) for one in (position, having_walked()))
        inks = {
            square: trail(hour(0), walk.seat, age)
            for age, walk in enumerate(reversed(walks))
            for square in walk.path
        }
        ends = {square for walk in walks for square in (*walk.path[:2], *walk.path[-2:])}
        offers = asked(see(position, None), ()).offers.items()
        ends |= {aim.site.door for aim, offer in offers if isinstance(aim, Enter) and offer.number}
        for square in SQUARES:
            left, _, _, bottom = plan(None).frame(square.cell)
            at = left + 5, bottom - 6
            if square.number in ends:
                continue
            if square.number in inks:
                assert shown.getpixel(at) == inks[square.number]
            else:
                assert shown.getpixel(at) == bare.getpixel(at)
        assert trail(hour(0), Seat(3), 0) == SEATS[3].colour

    def test_walks_over_the_same_squares_lie_side_by_side(self) -> None:
        path = tuple(range(100, 114))
        ways = [Walked(Seat(seat), path) for seat in (1, 2, 3)]
        tile = cut(board_of(see(having_walked(*ways), None)), plan(None).frame(SQUARES[107].cell))
        inks = {ink for count, ink in tile.getcolors() or () if count > 0.1 * tile.width * tile.height}
        assert {trail(hour(0), Seat(seat), age) for seat, age in ((3, 0), (2, 1), (1, 2))} <= inks

    def test_a_crosswalk_on_the_way_is_in_that_colour_too(self) -> None:
        for one in CROSSWALKS[5::5]:
            position = having_walked(Walked(Seat(1), one.kerbs))
            tile = cut(board_of(see(position, None)), plan(None).frame(one.cell))
            blue = sum(count for count, ink in tile.getcolors() or () if ink == SEATS[1].colour)
            assert blue > 0.2 * tile.width * tile.height

    def test_a_letter_at_the_start_says_without_colour_whose_walk_it_is(self) -> None:
        """It is large enough for a phone, in grey; at the end too, in case the dog has been taken away."""
        path = tuple(range(100, 106))
        shown = [board_of(see(having_walked(Walked(Seat(seat), path)), None)).convert("L") for seat in (1, 2)]
        for square in (path[0], path[-1]):
            left, top, right, bottom = plan(None).frame(SQUARES[square].cell)
            one, other = (cut(image, (left - 8, top - 8, right + 8, bottom + 8)) for image in shown)
            assert furthest(one, other) > 60
        assert 0.8 * PLATE[1] > LEAST, "there is room for letters that a phone shows 11 px high"

    def test_letters_cover_neither_dogs_nor_what_can_be_chosen(self) -> None:
        walks = (Walked(Seat(1), (10, 11, 12, 13)), Walked(Seat(2), (11, 12, 13)))
        here = (0, 13, 13)
        assert list(letters(walks, here, ())) == [(2, 11), (1, 10)]
        assert list(letters(walks, here, {10})) == [(2, 11), (1, 12)]
        assert list(letters(walks, here, {10, 11, 12})) == []
        assert list(letters(walks, (0, 50, 13), ())) == [(2, 11), (1, 10), (1, 13)]
        again = (*walks, Walked(Seat(2), (13, 14, 15)))
        assert list(letters(again, (0, 13, 15), ())) == [(2, 11), (1, 10)], "an extra turn goes on from there"

    def test_the_mover_sees_the_walks_through_their_quarter_between_the_choices(self) -> None:
        walked = having_walked(Walked(Seat(1), tuple(range(8, 17))))
        shown, bare = (board_of(see(one, Seat(0)), (ON_FOOT,)) for one in (walked, having_walked()))
        asked = {move.square for move in GAME.legal(see(walked, Seat(0))) if isinstance(move, WalkTo)}
        for square in range(9, 16):
            frame = plan("UL").frame(SQUARES[square].cell)
            blue = sum(n for n, ink in cut(shown, frame).getcolors() or () if ink == SEATS[1].colour)
            assert (blue > 1000) == (square not in asked), SQUARES[square].name
            if square in asked:
                assert is_same(*(cut(one, frame).crop((6, 6, 40, 40)) for one in (shown, bare)))

    def test_a_full_city_stays_small_enough(self) -> None:
        walks = [Walked(Seat(seat), tuple(range(20 * seat, 20 * seat + 20))) for seat in (1, 2, 3)]
        position = having_walked(*walks)
        for number in (0, 20, 38):
            later = replace(position, board=replace(position.board, round=number, xs=EVERY_CROSSWALK))
            for viewer in (None, Seat(0)):
                assert len(draw(see(later, viewer))) <= 150_000


class TestNames:
    """The blocks' letters and the quarters' names are in the outer streets, where no dog hides them."""

    @pytest.mark.parametrize("quadrant", [None, *QUADRANTS])
    def test_no_dog_hides_a_name(self, quadrant: Quadrant | None) -> None:
        here, half = plan(quadrant), 21
        for square in SQUARES:
            if not here.shows(square.cell):
                continue
            y = here.spot(square.cell)[1]
            ring = mover(Seat(0), here.token, 24 if quadrant is None else None, _is_upper(square.cell))
            hole = y - ring.height / 2 + (0 if quadrant or not _is_upper(square.cell) else 20)
            for name in here.names:
                above = name + half <= hole + 1
                below = name - half >= y + ring.height / 2 - 21
                assert above or below, square

    def test_the_names_of_all_four_are_in_the_city(self) -> None:
        image = city(after("").board)
        for middle in plan(None).names:
            band = cut(image, (0, middle - 20, WIDTH, middle + 20)).convert("L")
            lit = [x for x in range(WIDTH) if max(band.crop((x, 0, x + 1, 40)).tobytes()) > 150]
            gaps = sum(there - here > 40 for here, there in pairwise(lit))
            assert gaps == 5, "six words: two quarters between the letters of their blocks"


def _is_upper(cell: tuple[int, int]) -> bool:
    return cell[1] % (BLOCK_HEIGHT + 1) < BLOCK_HEIGHT // 2


def test_the_fullest_strip_keeps_the_rush_hour_and_the_prices_apart() -> None:
    status = Status("12:45 PM", 10, True, (16, 16, 16, 16))
    middle = (TOP - 5) // 2 + 6
    strip = clock("day", status)
    red = [x for x in range(WIDTH) if strip.getpixel((x, middle)) == RUSH]
    beyond = [x for x in range(max(red) + 5, WIDTH) if strip.getpixel((x, middle)) != DEEP]
    assert min(beyond) - max(red) >= 10
    line, priceless = (clock("day", status._replace(prices=some)) for some in ((16,) * 4, ()))
    rush = (0, 0, max(red) + 1, TOP)
    assert is_same(line.crop(rush), priceless.crop(rush))


def test_the_clock_in_the_picture_says_am_or_pm() -> None:
    """Not only in words: the rule book's status line has it."""
    sides = (Status(time, 1, False, ()) for time in ("8:00 AM", "8:00 PM"))
    one, other = (clock("day", status) for status in sides)
    assert not is_same(one, other)
