"""Header, caption and avatars: any name, any image file, any number of players."""

import struct
import zlib
from functools import cache
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from games.core import Seat
from games.faces import Face
from games.kit.brush import avatars
from games.kit.brush.header import NAME, Cell, height
from games.kit.brush.lettering import shortened, width
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, SEATS, WIDTH
from games.kit.brush.palette import Palette, Picture, colour
from games.kit.brush.scene import CAPTION, Caption, Scene, Spot, palette_of
from games.kit.brush.suits import shortened_suited, suited
from tests.deep import examples, sized
from tests.games.pictures import FACES, furthest, opened, photograph

GROUND = colour("#371226")
BOARD = 60
LONG = "Bartholom\u00e4us von Hohenlohe-Langenburg"
HEBREW, EMOJI, CHINESE = "\u05e2\u05d3\u05d4", "\N{GAME DIE}\N{GAME DIE}", "\u674e\u5c0f\u9f99"
NAMES = (LONG, HEBREW, EMOJI, CHINESE, "Ada", "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "\u202eevil\u202c", "")

names = st.lists(st.sampled_from(NAMES) | st.text(max_size=32), min_size=6, max_size=6)


def palette(players: int) -> Palette:
    return palette_of(GROUND, players, [])


def scene(
    players: int,
    *,
    score: str = "40",
    moves: int | None = None,
    won: int | None = None,
    caption: Caption | None = None,
    spots: tuple[Spot, ...] = (),
) -> Scene:
    colours = palette(players)
    cells = [Cell(Seat(at), score, moves=at == moves, won=at == won) for at in range(players)]
    return Scene(colours.sheet((WIDTH, BOARD), NIGHT), colours, GROUND, cells, caption, spots)


@cache
def scored(players: int, score: str, name: str = EMOJI) -> Picture:
    """A scene in which all have this score and this name; the typeface lacks an EMOJI."""
    return opened(scene(players, score=score).png(faces([name] * players)))


def faces(called: list[str] | tuple[str, ...]) -> list[Face]:
    return [Face(name) for name in called]


def cell(players: int, at: int) -> tuple[int, int, int, int]:
    """The box of a player's cell."""
    rows = 1 if players <= 4 else 2
    across = (players + rows - 1) // rows
    high = height(players) // rows
    x, y = at % across, at // across
    return WIDTH * x // across, y * high, WIDTH * (x + 1) // across, (y + 1) * high


def changed(one: Picture, other: Picture) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(one, other).getbbox()


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


class TestNames:
    @settings(max_examples=examples(2))
    @given(names, st.integers(2, 6))
    def test_of_any_kind_change_their_own_cells_alone(self, called: list[str], players: int) -> None:
        empty = opened(scene(players).png(faces([EMOJI] * players)))
        for at in range(players):
            one = [EMOJI] * players
            one[at] = called[at]
            box = changed(empty, opened(scene(players).png(faces(one))))
            if box:
                left, top, right, bottom = cell(players, at)
                assert left <= box[0] < box[2] <= right
                assert top <= box[1] < box[3] <= bottom

    @pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
    @pytest.mark.parametrize("score", sized(["7", "99999"], ["7", "9999", "99999"]))
    @pytest.mark.parametrize("name", sized([LONG, "Ada"], [LONG, "W" * 32, "Ada"]))
    def test_never_overlap_scores(self, players: int, score: str, name: str) -> None:
        nothing, figures = scored(players, ""), scored(players, score)
        both = scored(players, score, name)
        for at in range(players):
            box = cell(players, at)
            figure = changed(nothing.crop(box), figures.crop(box))
            words = changed(figures.crop(box), both.crop(box))
            assert figure
            assert words
            beside = words[2] <= figure[0]
            above = words[3] <= figure[1] + 6  # descenders may reach as far as the room above figures
            assert beside or above

    @given(st.text(max_size=40), st.integers(0, 500))
    def test_are_shortened_to_the_room_there_is(self, name: str, room: int) -> None:
        words = shortened(name, NAME, room)
        assert not words or width(words, NAME) <= room

    @pytest.mark.parametrize("name", [HEBREW, EMOJI, CHINESE])
    def test_that_the_typeface_lacks_are_left_to_face_and_badge(self, name: str) -> None:
        assert shortened(name, NAME, 400) == ""

    def test_in_fancy_letters_become_plain(self) -> None:
        assert shortened("\U0001d4d1\U0001d4fb\U0001d4fe\U0001d4f7\U0001d4f8", NAME, 400) == "Bruno"
        assert shortened("\u202eevil\u202c", NAME, 400) == "evil"

    def test_keep_accents_and_are_cut_with_dots(self) -> None:
        assert shortened("Zo\u00eb \u0141ukasz", NAME, 400) == "Zo\u00eb \u0141ukasz"
        cut = shortened(LONG, NAME, 200)
        assert cut.endswith("\u2026")
        assert LONG.startswith(cut[:-1])


class TestCells:
    @pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
    def test_the_movers_is_a_light_tab_with_the_seats_colour_at_its_foot(self, players: int) -> None:
        for mover in range(players):
            image = opened(scene(players, moves=mover).png())
            for at in range(players):
                left, top, right, bottom = cell(players, at)
                ground = image.getpixel((right - 6, top + 6))
                assert ground == (CREAM if at == mover else GROUND)
                foot = image.getpixel(((left + right) // 2, bottom - 4))
                assert (foot == SEATS[at].colour) == (at == mover)

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_the_tab_points_into_the_board_below_the_face(self, players: int) -> None:
        for mover in range(players):
            image = opened(scene(players, moves=mover).png())
            row = image.crop((0, height(players) + 8, WIDTH, height(players) + 9))
            point = ImageChops.difference(row, Image.new("RGB", row.size, NIGHT)).getbbox()
            assert point
            faced = scene(players, moves=mover)
            with_face = opened(faced.png([Face("", photograph(1))] * players))
            found = changed(image.crop(cell(players, mover)), with_face.crop(cell(players, mover)))
            assert found
            left = cell(players, mover)[0]
            middle = left + (20 if players < 4 else 14) + 46
            assert abs((point[0] + point[2]) / 2 - middle) <= 1

    @pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
    def test_a_crown_marks_the_winner_alone(self, players: int) -> None:
        plain = opened(scene(players).png(FACES[:players]))
        for winner in range(players):
            box = changed(plain, opened(scene(players, won=winner).png(FACES[:players])))
            assert box
            left, top, right, bottom = cell(players, winner)
            assert left <= box[0] < box[2] <= right
            assert top <= box[1] < box[3] <= bottom

    def test_there_is_a_computers_face(self) -> None:
        person, computer = (opened(scene(3).png([Face("", is_computer=is_one)])) for is_one in (False, True))
        assert changed(person, computer)

    def test_a_player_without_a_face_has_a_mark_of_its_size(self) -> None:
        image = opened(scene(3).png())
        assert (
            sum(image.crop((20, 17, 112, 109)).getpixel((x, 30)) == SEATS[0].colour for x in range(92)) > 40
        )


class TestAvatars:
    def test_of_six_players_are_recognisable_in_sixteen_colours_each(self) -> None:
        photographs = [photograph(number) for number in range(6)]
        size = 76
        middles = tuple((100 + 160 * at, 250) for at in range(6))
        spots = tuple(Spot(Seat(at), middle, size, NIGHT) for at, middle in enumerate(middles))
        large = Scene(
            palette(6).sheet((WIDTH, 400), NIGHT),
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
        board = colours.sheet((WIDTH, BOARD), NIGHT)
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


class TestScene:
    def test_equal_scenes_with_equal_faces_give_equal_bytes(self) -> None:
        one, other = (scene(6, moves=2, won=1, caption=Caption("{a} won", Seat(0))) for _ in range(2))
        copies = [Face(face.name, bytes(bytearray(face.avatar)), face.is_computer) for face in FACES]
        assert one.png(FACES) == other.png(copies)
        assert one.png(FACES) == one.png(FACES)

    def test_missing_faces_are_drawn_as_letters(self) -> None:
        assert scene(4).png() == scene(4).png([Face()]) == scene(4).png([Face()] * 4)

    @pytest.mark.parametrize("name", NAMES)
    def test_a_caption_fits_with_any_names(self, name: str) -> None:
        said = Caption("{a} gave {b} a card for 3\u2660 and another one too", Seat(0))
        image = opened(scene(3, caption=said).png(faces([name] * 3)))
        assert image.size == (WIDTH, height(3) + BOARD + CAPTION)
        edge = image.crop((WIDTH - 20, image.height - CAPTION, WIDTH, image.height))
        assert edge.getcolors() == [(20 * CAPTION, GROUND)]

    def test_a_caption_that_asks_is_light(self) -> None:
        for asks, ground in ((True, CREAM), (False, GROUND)):
            image = opened(scene(2, caption=Caption("Your turn", asks=asks)).png())
            assert image.getpixel((WIDTH - 4, image.height - 4)) == ground

    def test_a_caption_names_a_player_whose_name_cannot_be_drawn_by_the_letter(self) -> None:
        said = Caption("{b} passed")
        chinese, letter = (scene(2, caption=said).png([Face("Ada"), Face(name)]) for name in (CHINESE, "B"))
        foot = (0, height(2) + BOARD, WIDTH, height(2) + BOARD + CAPTION)
        assert furthest(opened(chinese).crop(foot), opened(letter).crop(foot)) == 0

    def test_a_large_face_has_a_badge_in_proportion(self) -> None:
        marks = []
        for size in (92, 184):
            spot = Spot(Seat(1), (300, 150), size, NIGHT)
            colours = palette(2)
            drawn = Scene(
                colours.sheet((WIDTH, 300), NIGHT),
                colours,
                GROUND,
                [Cell(Seat(at)) for at in range(2)],
                None,
                (spot,),
            )
            board = opened(drawn.png([Face(), Face("", png_of("red"))])).crop(
                (0, height(2), WIDTH, height(2) + 300)
            )
            marks.append(
                sum(count for count, shade in board.getcolors(9_999) or [] if shade == SEATS[1].colour)
            )
        assert marks[1] > 1.5 * marks[0]


def png_of(shade: str) -> bytes:
    file = BytesIO()
    Image.new("RGB", (32, 32), shade).save(file, "PNG")
    return file.getvalue()


class TestSuits:
    def test_are_drawn_in_captions(self) -> None:
        with_suit, without = (
            scene(2, caption=Caption(words)).png() for words in ("A led 3\u2660", "A led 3")
        )
        assert changed(opened(with_suit), opened(without))

    @given(st.text(alphabet="ab \u2660\u2665\u2666\u2663\u674e", max_size=40), st.integers(0, 700))
    def test_and_words_are_shortened_to_the_room_there_is(self, words: str, room: int) -> None:
        short = shortened_suited(words, NAME, room)
        assert short == short.strip()
        assert suited(short, NAME, CREAM, NIGHT).width <= max(room, 1)

    def test_keep_the_blanks_around_them(self) -> None:
        assert (
            shortened_suited("{a} won with A\u2665 and led 7\u2666.", NAME, 2_000)
            == "{a} won with A\u2665 and led 7\u2666."
        )


def test_the_accent_is_in_every_palette() -> None:
    assert palette(6).index(ACCENT) >= 0
