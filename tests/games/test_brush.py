"""The kit of pictures: files that decode to what was drawn, colours that hold, letters that can be read."""

import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from io import BytesIO
from itertools import combinations
from threading import Barrier

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw, ImageFont

from games.core import Seat
from games.kit.brush import png
from games.kit.brush.easel import Easel
from games.kit.brush.lettering import label, mask, width, write
from games.kit.brush.marks import ACCENT, NIGHT, PAPER, SEATS, TEXT, WIDTH, seat_mark
from games.kit.brush.palette import Colour, Palette, Picture, colour, mix
from games.kit.brush.sheet import Sheet
from tests.deep import sized
from tests.games.pictures import furthest

GROUND = colour("#101C52")
MARKS = [seat_mark(Seat(seat), 84, GROUND) for seat in range(6)]
DARK, LIGHT = colour("#313338"), colour("#FFFFFF")
"""Discord's two surroundings."""


def opened(file: bytes) -> Picture:
    image = Image.open(BytesIO(file))
    image.load()
    return image


def luminance(shade: Colour) -> float:
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (c / 255 for c in shade)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """The ratio of WCAG 2, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


class TestFiles:
    @given(st.integers(1, 9), st.integers(1, 9), st.sampled_from(["P", "RGB"]), st.randoms())
    def test_decode_to_the_very_pixels(self, wide: int, high: int, mode: str, rng: object) -> None:
        drawn = Image.effect_noise((wide, high), 200).convert("RGB")
        if mode == "P":
            drawn = Palette([NIGHT, PAPER, ACCENT]).fit(drawn)
        decoded = opened(png.encode(drawn))
        assert (decoded.mode, decoded.size) == (mode, (wide, high))
        assert decoded.tobytes() == drawn.tobytes()
        assert decoded.getpalette() == drawn.getpalette()

    def test_have_the_same_bytes_whichever_thread_writes_them(self) -> None:
        grounds = [(n * 37 % 256, n * 101 % 256, n * 7 % 256) for n in range(sized(250, 1000))]
        drawn = [Easel((20, 10), ground).finish() for ground in grounds]
        start = Barrier(sized(20, 40))  # so that each thread has a stack of its own

        def files(_: int) -> list[bytes]:
            start.wait()
            return [png.encode(one) for one in drawn]

        with ThreadPoolExecutor(start.parties) as pool:
            first, *others = pool.map(files, range(start.parties))
        for other in others:
            assert sum(one != another for one, another in zip(first, other, strict=True)) == 0

    def test_have_the_same_pixels_with_the_standard_librarys_deflate(self) -> None:
        drawn = seat_mark(Seat(0), 84, GROUND)
        assert opened(png.encode(drawn, png.slow)).tobytes() == opened(png.encode(drawn)).tobytes()

    def test_are_smaller_where_they_would_be_large(self) -> None:
        tiles = [
            Image.effect_noise((40, 40), spread).convert("1").convert("RGB") for spread in range(20, 150)
        ]
        drawn = Image.new("RGB", (1180, 1180))
        for at in range(29 * 29):
            drawn.paste(tiles[at % len(tiles)], (at % 29 * 40, at // 29 * 40))
        quickest, written = png.encode(drawn, png.deflate), png.encode(drawn)
        assert len(quickest) > png.LARGE
        assert len(written) < 0.9 * len(quickest)
        assert opened(written).tobytes() == drawn.tobytes()

    def test_of_large_boards_of_tiles_are_smaller_in_less_time_than_those_of_noise(self) -> None:
        drawn = Image.new("P", (1180, 1180))
        drawn.putpalette([part for number in range(256) for part in (number, 255 - number, number * 7 % 256)])
        spots = random.Random(3)
        for _ in range(24_000):  # upright bars: each row is mostly as the one above
            left, top = spots.randrange(1180), spots.randrange(1180)
            drawn.paste(spots.randrange(256), (left, top, left + 7, top + 40))
        quickest, written = png.encode(drawn, png.deflate), png.encode(drawn)
        assert len(quickest) > png.LARGE
        assert len(written) < png.ENOUGH * len(quickest)
        assert written != png.encode(drawn, png.small)
        assert opened(written).convert("RGB").tobytes() == drawn.convert("RGB").tobytes()

    def test_are_written_where_isal_is_missing(self) -> None:
        program = (
            "import sys; sys.modules['isal'] = None\n"
            "from games.kit.brush import png\n"
            "from PIL import Image\n"
            "assert png.deflate is png.slow\n"
            "sys.stdout.buffer.write(png.encode(Image.new('RGB', (5, 4), (1, 2, 3))))"
        )
        file = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout
        assert opened(file).getcolors() == [(20, (1, 2, 3))]

    def test_refuse_other_modes_with_a_sentence(self) -> None:
        with pytest.raises(ValueError, match="P, RGB or RGBA, not L"):
            png.encode(Image.new("L", (2, 2)))


class TestLettering:
    @pytest.mark.parametrize("capitals", [20, 33.5, 35, 60])
    @pytest.mark.parametrize(
        "text",
        ["Ada plays E12.", "To  Ty AV “j” …", " Zoë’s jolly Qj, ", "(3+4)×2 − 20", "A\u0301 \u0301x"],
    )
    def test_a_text_looks_as_if_it_had_been_written_in_one_go(self, text: str, capitals: float) -> None:
        face = files("games.kit").joinpath("fonts/RobotoCondensed-Bold.ttf").read_bytes()
        font = ImageFont.truetype(BytesIO(face), capitals / 0.711, layout_engine=ImageFont.Layout.BASIC)
        left, _, right, _ = font.getbbox(text, anchor="ls")
        whole = Image.new("L", (max(1, round(right - left)), 4 * round(capitals)))
        ImageDraw.Draw(whole).text((-left, 2 * round(capitals)), text, fill=255, font=font, anchor="ls")
        found = mask(text, capitals)
        assert found.width == whole.width
        assert found.crop(found.getbbox()).tobytes() == whole.crop(whole.getbbox()).tobytes()


class TestSheets:
    palette = Palette([GROUND, PAPER, NIGHT, ACCENT])

    def rows(self, sheet: Sheet) -> list[list[int]]:
        numbers = list(sheet.picture().tobytes())
        return [numbers[at : at + sheet.width] for at in range(0, len(numbers), sheet.width)]

    def test_show_pieces_where_they_are_laid_the_later_above_the_earlier(self) -> None:
        sheet, red, blue = (
            Sheet.of(self.palette, size, ink)
            for size, ink in (((6, 4), GROUND), ((3, 2), PAPER), ((2, 2), NIGHT))
        )
        laid = Sheet.on(self.palette, sheet.picture())
        laid.lay([(red.picture(), (0, 0)), (blue.picture(), (2, 1))])
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

    def test_leave_the_picture_they_begin_with_as_it_is(self) -> None:
        ground = Image.new("P", (2, 1), 0)
        Sheet.on(self.palette, ground).paste(1, (0, 0, 2, 1))
        assert list(ground.tobytes()) == [0, 0]


class TestStrips:
    def test_of_a_picture_make_one_file_with_its_pixels_however_each_was_written(self) -> None:
        numbers = random.Random(5)
        drawn = Image.frombytes("P", (300, 90), bytes(numbers.choices(range(9), k=27_000)))
        drawn.putpalette([part * 28 for part in range(9) for _ in range(3)])
        parts = [drawn.crop((0, top, 300, bottom)) for top, bottom in ((0, 1), (1, 40), (40, 90))]
        strips = [png.strip(part) for part in parts]
        strips[1] = png.smaller(parts[1], strips[1]._replace(chunk=strips[1].chunk * 9))
        written = png.joined(300, bytes(drawn.getpalette() or ()), strips)
        assert opened(written).convert("RGB").tobytes() == drawn.convert("RGB").tobytes()


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


class TestLetters:
    def test_that_must_be_read_are_a_32nd_of_the_width_high(self) -> None:
        assert TEXT >= WIDTH / 32
        assert 1100 <= WIDTH <= 1200

    @pytest.mark.parametrize("text", ["H", "E", "14", "MXT"])
    def test_have_capitals_as_high_as_asked(self, text: str) -> None:
        box = mask(text, TEXT).point(lambda level: 255 if level > 100 else 0).getbbox()
        assert box is not None
        assert abs(box[3] - box[1] - TEXT) <= 1

    @pytest.mark.parametrize("text", ["H", "Q", "g", "Ä"])
    def test_stand_half_way_up(self, text: str) -> None:
        """The middle of a capital is the middle of the mask, whatever hangs below or sits above."""
        beside = mask("H" + text, TEXT)
        capital = beside.crop((0, 0, width("H", TEXT) - 2, beside.height)).getbbox()
        assert capital is not None
        assert abs((capital[1] + capital[3]) / 2 - beside.height / 2) <= 1

    @pytest.mark.parametrize(("align", "side"), [("left", 0), ("right", 2)])
    def test_begin_or_end_where_asked(self, align: str, side: int) -> None:
        image = Image.new("RGB", (200, 60), NIGHT)
        write(image, "H", (100, 30), TEXT, PAPER, "left" if align == "left" else "right")
        box = ImageChops.difference(image, Image.new("RGB", image.size, NIGHT)).getbbox()
        assert box is not None
        assert abs(box[side] - 100) <= 4

    @pytest.mark.parametrize("sign", list("−–ÄŁΩЖ°"))
    def test_are_not_boxes(self, sign: str) -> None:
        assert mask(sign, TEXT).tobytes() != mask("\ue000", TEXT).tobytes()


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

    def test_fades_from_top_to_bottom(self) -> None:
        easel = Easel((20, 20), NIGHT)
        easel.lit_plate((0, 0, 20, 20), 1, PAPER, ACCENT)
        image = easel.finish()
        blues = [image.convert("RGB").getchannel("B").getpixel((10, row)) for row in range(20)]
        assert blues == sorted(blues, key=lambda level: -float(str(level)))
        assert blues[0] != blues[-1]

    def test_leaves_what_lies_outside_of_a_shape_alone(self) -> None:
        easel = Easel((20, 20), NIGHT)
        easel.lit_disc((2, 2), 4, PAPER, ACCENT)
        easel.shadow((18, 18), 3, 0.5, 200)
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
