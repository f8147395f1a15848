"""Avatars in a picture: any image file, in few colours, in the circle of its seat."""

import struct
import zlib
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from games.core import Seat
from games.kit.brush import avatars
from games.kit.brush.header import Cell, height
from games.kit.brush.marks import NIGHT, WIDTH
from games.kit.brush.scene import Scene, Spot
from games.kit.brush.sheet import Sheet
from games.kit.faces import Face
from tests.deep import examples
from tests.games.pictures import opened, photograph
from tests.games.scenes import BOARD, GROUND, palette, scene


def png(wide: int, high: int) -> bytes:
    """A small PNG file that says it is that large."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    data = zlib.compress(bytes(1_000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def animation(kind: str) -> bytes:
    """Red first, then blue."""
    frames = [Image.new("RGB", (64, 64), shade) for shade in ("red", "blue")]
    file = BytesIO()
    frames[0].save(file, kind, save_all=True, append_images=frames[1:], duration=100)
    return file.getvalue()


class TestAvatars:
    def test_of_six_players_are_recognisable_in_sixteen_colours_each(self) -> None:
        photographs = [photograph(number) for number in range(6)]
        size = 76
        middles = tuple((100 + 160 * at, 250) for at in range(6))
        spots = tuple(Spot(Seat(at), middle, size, NIGHT) for at, middle in enumerate(middles))
        large = Scene(
            Sheet.of(palette(6), (WIDTH, 400), NIGHT),
            palette(6),
            GROUND,
            [Cell(Seat(at)) for at in range(6)],
            None,
            spots,
        )
        file = large.png([Face("", avatar) for avatar in photographs])
        assert len(set(Image.open(BytesIO(file)).tobytes())) <= 256
        image = opened(file)
        for avatar, (x, y) in zip(photographs, middles, strict=True):
            box = x - 22, y + height(6) - 30, x + 16, y + height(6) + 8
            shown = image.crop(box)
            whole = opened(avatar).resize((size, size), Image.Resampling.LANCZOS)
            wanted = whole.crop((size // 2 - 22, size // 2 - 30, size // 2 + 16, size // 2 + 8))
            apart = ImageStat.Stat(ImageChops.difference(shown, wanted)).mean
            assert sum(apart) / 3 < 12

    @pytest.mark.parametrize("players", [2, 3, 4, 6])
    def test_change_no_colour_of_the_board(self, players: int) -> None:
        colours = palette(players)
        board = Sheet.of(colours, (WIDTH, BOARD), NIGHT)
        for number in range(len(colours.colours)):
            board.paste(number, (number * 4, 0, number * 4 + 4, BOARD))
        drawn = Scene(board, colours, GROUND, [Cell(Seat(at)) for at in range(players)])
        image = opened(drawn.png([Face("", photograph(at)) for at in range(players)]))
        top = height(players)
        assert [image.getpixel((at * 4 + 1, top + 30)) for at in range(len(colours.colours))] == list(
            colours.colours
        )

    @pytest.mark.parametrize(
        "file",
        [
            b"no image",
            photograph(1)[:200],
            photograph(1, "JPEG")[:300],
            png(5_000, 5_000),
            png(12_000, 9_000),
            png(60_000, 60_000),
        ],
        ids=["text", "cut PNG", "cut JPEG", "large", "huge", "bomb"],
    )
    def test_that_cannot_be_read_leave_the_seats_mark(self, file: bytes) -> None:
        face, nobody = [Face("Ada", file)], [Face("Ada")]
        assert scene(3).png(face) == scene(3).png(nobody)

    @settings(max_examples=examples(10))
    @given(st.sampled_from(["PNG", "JPEG", "WEBP", "GIF"]), st.data())
    def test_never_fail_whatever_is_in_the_file(self, kind: str, data: st.DataObject) -> None:
        file = bytearray(photograph(1, kind))
        for _ in range(data.draw(st.integers(1, 12))):
            file[data.draw(st.integers(0, min(400, len(file) - 1)))] = data.draw(st.integers(0, 255))
        assert len(avatars.colours(Face("", bytes(file)))) in range(0, 49, 3)

    @pytest.mark.parametrize("kind", ["GIF", "WEBP", "PNG"])
    def test_that_move_show_their_first_picture(self, kind: str) -> None:
        spot = Spot(Seat(0), (300, 30), 50, NIGHT)
        image = opened(scene(2, spots=(spot,)).png([Face("", animation(kind))]))
        red, _, blue = image.getpixel((296, height(2) + 22))  # type: ignore[misc]  # RGB
        assert red > 200
        assert blue < 60

    def test_that_are_clear_or_not_square_fill_their_circle(self) -> None:
        for shape in ((300, 40), (40, 300), (1, 1)):
            file = BytesIO()
            Image.new("RGBA", shape, (0, 200, 0, 128)).save(file, "PNG")
            assert avatars.colours(Face("", file.getvalue()))
