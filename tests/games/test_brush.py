"""What pictures are drawn with: sheets, palettes, marks of seats and an easel."""

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from games.core import Seat
from games.kit.brush import png
from games.kit.brush.easel import Easel
from games.kit.brush.lettering import label, mask, write
from games.kit.brush.marks import ACCENT, NIGHT, PAPER, SEATS, TEXT, seat_mark
from games.kit.brush.palette import Colour, Palette, Picture, colour, mix
from games.kit.brush.sheet import Sheet, shape_of
from tests.games.contrast import contrast
from tests.games.pictures import furthest

GROUND = colour("#101C52")
MARKS = [seat_mark(Seat(seat), 84, GROUND) for seat in range(6)]
DARK, LIGHT = colour("#313338"), colour("#FFFFFF")
"""Discord's two surroundings."""


class TestSheets:
    palette = Palette([GROUND, PAPER, NIGHT, ACCENT])

    def rows(self, sheet: Sheet) -> list[list[int]]:
        numbers = list(sheet.copy().finish().tobytes())
        return [numbers[at : at + sheet.width] for at in range(0, len(numbers), sheet.width)]

    def test_show_pieces_where_they_are_laid_the_later_above_the_earlier(self) -> None:
        sheet, red, blue = (
            Sheet.of(self.palette, size, ink)
            for size, ink in (((6, 4), GROUND), ((3, 2), PAPER), ((2, 2), NIGHT))
        )
        laid = Sheet.on(self.palette, sheet.copy().finish())
        laid.lay([(red.copy().finish(), (0, 0)), (blue.copy().finish(), (2, 1))])
        sheet.paste(red, (0, 0))
        sheet.paste(blue, (2, 1))
        assert (
            self.rows(sheet)
            == self.rows(laid)
            == [
                [1, 1, 1, 0, 0, 0],
                [1, 1, 2, 2, 0, 0],
                [0, 0, 2, 2, 0, 0],
                [0] * 6,
            ]
        )

    def test_take_colours_in_boxes_and_shapes_and_cut_off_what_reaches_beyond_them(self) -> None:
        sheet, shape = Sheet.of(self.palette, (4, 3), GROUND), Image.new("L", (2, 2), 255)
        shape.putpixel((0, 0), 0)
        sheet.paste(3, (2, 1, 9, 9))
        sheet.paste(1, (-1, -1), shape)
        sheet.paste(Image.new("P", (2, 2), 2), (0, 1), shape)
        assert self.rows(sheet) == [[1, 0, 0, 0], [0, 2, 3, 3], [2, 2, 3, 3]]

    @pytest.mark.parametrize("above", [0, 100, 127])
    def test_take_the_shape_of_a_drawing_from_its_opacity_or_else_its_brightness(self, above: int) -> None:
        levels = Image.linear_gradient("L")
        clear = Image.new("RGBA", levels.size)
        clear.putalpha(levels)
        for drawn in (levels, levels.convert("RGB"), clear):
            shape = shape_of(drawn, above)
            assert shape.mode == "L"
            assert list(shape.tobytes()) == [255 * (level > above) for level in levels.tobytes()]

    def test_leave_the_picture_they_begin_with_as_it_is(self) -> None:
        ground = Image.new("P", (2, 1), 0)
        Sheet.on(self.palette, ground).paste(1, (0, 0, 2, 1))
        assert list(ground.tobytes()) == [0, 0]


class TestPalette:
    artwork = MARKS
    palette = Palette([GROUND, PAPER, NIGHT, ACCENT], [(PAPER, GROUND)], artwork)

    def test_keeps_accents_exactly(self) -> None:
        for accent in self.palette.accents:
            fitted = self.palette.fit(Image.new("RGB", (3, 3), accent)).convert("RGB")
            assert furthest(fitted, Image.new("RGB", (3, 3), accent)) == 0

    def test_fits_the_artwork_it_was_made_for(self) -> None:
        for drawn in self.artwork:
            assert furthest(self.palette.fit(drawn), drawn) <= 48

    def test_holds_the_soft_edges_of_letters(self) -> None:
        assert furthest(label(self.palette, "Wg8", TEXT, PAPER, GROUND), _written("Wg8")) <= 20

    def test_has_at_most_256_colours_none_twice(self) -> None:
        assert len(self.palette.colours) == len(set(self.palette.colours)) <= 256

    def test_is_the_same_each_time(self) -> None:
        again = Palette([GROUND, PAPER, NIGHT, ACCENT], [(PAPER, GROUND)], MARKS)
        assert again.colours == self.palette.colours

    def test_says_when_too_much_is_asked_of_it(self) -> None:
        with pytest.raises(ValueError, match="300 accents and edges do not fit"):
            Palette((number // 2, number % 2, 7) for number in range(300))

    def test_knows_only_accents_by_number(self) -> None:
        sheet = self.palette.sheet((2, 2), ACCENT)
        assert sheet.getpixel((0, 0)) == self.palette.index(ACCENT)
        with pytest.raises(ValueError, match="is not in"):
            self.palette.index(colour("#123456"))


def _written(text: str) -> Picture:
    letters = mask(text, TEXT)
    image = Image.new("RGB", letters.size, GROUND)
    write(image, text, (letters.width / 2, letters.height / 2), TEXT, PAPER)
    return image


class TestSeats:
    def test_are_six_told_apart_by_letter_colour_and_shape(self) -> None:
        assert [mark.letter for mark in SEATS] == list("ABCDEF")
        assert len({mark.colour for mark in SEATS}) == len({mark.shape for mark in SEATS}) == 6

    def test_differ_in_shape_alone(self) -> None:
        outlines = []
        for mark in SEATS:
            easel = Easel((40, 40), NIGHT)
            mark.shape(easel, (20, 20), 18, PAPER)
            outlines.append(easel.finish().convert("1"))
        for one, other in combinations(outlines, 2):
            assert ImageChops.logical_xor(one, other).histogram()[255] > 80

    @pytest.mark.parametrize("mark", SEATS, ids=lambda mark: mark.letter)
    def test_have_letters_that_stand_out(self, mark: object) -> None:
        seat = next(found for found in SEATS if found is mark)
        assert contrast(seat.colour, seat.ink) >= 3

    @pytest.mark.parametrize("ground", [DARK, LIGHT, GROUND])
    def test_have_an_outline_that_shows_on_dark_and_on_light(self, ground: Colour) -> None:
        assert max(contrast(ground, PAPER), contrast(ground, NIGHT)) >= 7

    @pytest.mark.parametrize("seat", range(6))
    def test_lie_within_their_tile(self, seat: int) -> None:
        mark = seat_mark(Seat(seat), 84, GROUND)
        box = ImageChops.difference(mark, Image.new("RGB", mark.size, GROUND)).getbbox()
        assert box is not None
        assert min(box[:2]) >= 0
        for corner in ((0, 0), (83, 0), (0, 83), (83, 83)):
            assert mark.getpixel(corner) == GROUND


class TestEasel:
    def test_draws_soft_edges(self) -> None:
        easel = Easel((20, 20), NIGHT)
        easel.disc((10, 10), 8, PAPER)
        shades = easel.finish().getcolors()
        assert shades is not None
        assert len(shades) > 4

    def test_leaves_what_lies_outside_of_a_shape_alone(self) -> None:
        easel = Easel((20, 20), NIGHT)
        easel.disc((2, 2), 4, PAPER)
        easel.ring((18, 18), 3, ACCENT, 1)
        assert easel.finish().getpixel((10, 10)) == NIGHT


class TestTogether:
    def test_several_threads_draw_the_same(self) -> None:
        def work(number: int) -> bytes:
            palette = Palette([GROUND, PAPER], [(PAPER, GROUND)], MARKS[:2])
            return png.encode(label(palette, f"Thread {number % 3}", 40 + number % 2, PAPER, GROUND))

        alone = [work(number) for number in range(24)]
        with ThreadPoolExecutor(6) as pool:
            assert list(pool.map(work, range(24))) == alone

    def test_colours_mix(self) -> None:
        assert mix(NIGHT, PAPER, 0) == NIGHT
        assert mix(NIGHT, PAPER, 1) == PAPER
        assert mix((0, 0, 0), (100, 50, 20), 0.5) == (50, 25, 10)
