"""Pictures as files: they decode to what was drawn, and are small."""

import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from threading import Barrier

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from games.core import Seat
from games.kit.brush import png
from games.kit.brush.easel import Easel
from games.kit.brush.marks import ACCENT, NIGHT, PAPER, seat_mark
from games.kit.brush.palette import Palette, Picture
from tests.deep import sized


def opened(file: bytes) -> Picture:
    image = Image.open(BytesIO(file))
    image.load()
    return image


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
        drawn = seat_mark(Seat(0), 84, NIGHT)
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
