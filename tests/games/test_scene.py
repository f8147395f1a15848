"""Header, caption and avatars: any name, any image file, any number of players."""

from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from games.core import Caption, Highlight, Seat
from games.kit.brush.header import NAME, Cell, height
from games.kit.brush.highlight import HIGH, medal, row
from games.kit.brush.lettering import shortened, width
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, SEATS, WIDTH
from games.kit.brush.palette import Picture
from games.kit.brush.scene import CAPTION, Scene, Spot
from games.kit.brush.sheet import Sheet
from games.kit.brush.suits import shortened_suited, suited
from games.kit.faces import LEVELS, Face, Kept, Timeline, Told
from tests.deep import examples, sized
from tests.games.pictures import FACES, furthest, opened, photograph
from tests.games.scenes import BOARD, GROUND, cell, changed, faces, palette, scene

LONG = "Bartholom\u00e4us von Hohenlohe-Langenburg"
HEBREW, EMOJI, CHINESE = "\u05e2\u05d3\u05d4", "\N{GAME DIE}\N{GAME DIE}", "\u674e\u5c0f\u9f99"
NAMES = (LONG, HEBREW, EMOJI, CHINESE, "Ada", "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "\u202eevil\u202c", "")

names = st.lists(st.sampled_from(NAMES) | st.text(max_size=32), min_size=6, max_size=6)


@cache
def scored(players: int, score: str, name: str = EMOJI) -> Picture:
    """A scene in which all have this score and this name; the typeface lacks an EMOJI."""
    return opened(scene(players, score=score).png(faces([name] * players)))


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
    @pytest.mark.parametrize("players", sized([2, 5], [2, 3, 4, 5, 6]))
    def test_the_movers_is_a_light_tab_with_the_seats_colour_at_its_foot(self, players: int) -> None:
        for mover in range(players):
            image = opened(scene(players, moves=mover).png())
            for at in range(players):
                left, top, right, bottom = cell(players, at)
                ground = image.getpixel((right - 6, top + 6))
                assert ground == (CREAM if at == mover else GROUND)
                foot = image.getpixel(((left + right) // 2, bottom - 4))
                assert (foot == SEATS[at].colour) == (at == mover)

    @pytest.mark.parametrize("players", sized([2, 4], [2, 3, 4]))
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

    @pytest.mark.parametrize("players", sized([2, 5], [2, 3, 4, 5, 6]))
    def test_a_crown_marks_the_winner_alone(self, players: int) -> None:
        plain = opened(scene(players).png(FACES[:players]))
        for winner in range(players):
            box = changed(plain, opened(scene(players, won=winner).png(FACES[:players])))
            assert box
            left, top, right, bottom = cell(players, winner)
            assert left <= box[0] < box[2] <= right
            assert top <= box[1] < box[3] <= bottom

    def test_each_level_of_computers_has_a_face_of_its_own(self) -> None:
        pictures = [opened(scene(3).png([Face("", computer=level)])) for level in ("", *LEVELS)]
        assert all(changed(one, other) for one, other in combinations(pictures, 2))

    def test_a_player_without_a_face_has_a_mark_of_its_size(self) -> None:
        image = opened(scene(3).png())
        assert (
            sum(image.crop((20, 17, 112, 109)).getpixel((x, 30)) == SEATS[0].colour for x in range(92)) > 40
        )


class TestScene:
    def test_equal_scenes_with_equal_faces_give_equal_bytes(self) -> None:
        one = scene(6, moves=2, won=1, caption=Caption("{a} won", Seat(0)))
        palette.cache_clear()
        other = scene(6, moves=2, won=1, caption=Caption("{a} won", Seat(0)))
        copies = [Face(face.name, bytes(bytearray(face.avatar)), face.computer) for face in FACES]
        assert one.png(FACES) == other.png(copies)
        assert one.png(FACES) == one.png(FACES)

    @pytest.mark.parametrize("level", LEVELS)
    def test_computers_of_one_level_stand_on_the_colours_of_their_seats(self, level: str) -> None:
        image = opened(scene(6).png([Face(level, computer=level)] * 6))
        portraits = [
            image.crop((left, top, left + 48, top + 60)) for left, top, *_ in (cell(6, at) for at in range(6))
        ]
        for one, other in combinations(portraits, 2):
            assert furthest(one, other) > 40

    def test_equal_names_in_two_rows_are_told_apart_by_their_letters(self) -> None:
        alone, told = (opened(scene(6, score="").png(faces([name] * 6))) for name in ("Easy", "Easy (F)"))
        assert changed(alone.crop(cell(6, 5)), told.crop(cell(6, 5)))

    @pytest.mark.parametrize(("mover", "points"), [(1, False), (4, True)])
    def test_the_tab_of_the_lower_row_points_into_the_board(self, mover: int, points: bool) -> None:
        board = opened(scene(6, moves=mover).png(FACES)).crop((0, height(6), WIDTH, height(6) + BOARD))
        assert (
            board.getextrema()
            != opened(scene(6).png(FACES)).crop((0, height(6), WIDTH, height(6) + BOARD)).getextrema()
        ) == points

    def test_missing_faces_are_drawn_as_letters(self) -> None:
        assert scene(4).png() == scene(4).png([Face()]) == scene(4).png([Face()] * 4)

    @pytest.mark.parametrize("name", NAMES)
    def test_a_caption_fits_with_any_names(self, name: str) -> None:
        said = Caption("{a} gave {b} a card for 3\u2660 and another one too", Seat(0))
        image = opened(scene(3, caption=said).png(faces([name] * 3)))
        assert image.size == (WIDTH, height(3) + BOARD + CAPTION)
        edge = image.crop((WIDTH - 20, image.height - CAPTION, WIDTH, image.height))
        assert edge.getcolors() == [(20 * CAPTION, GROUND)]

    def test_a_caption_ends_like_a_sentence_and_only_sentences_that_fit_are_shown(self) -> None:
        def foot(text: str) -> bytes:
            image = opened(scene(2, caption=Caption(text, Seat(0))).png(FACES))
            return image.crop((0, image.height - CAPTION, WIDTH, image.height)).tobytes()

        assert foot("{a} passed") == foot("{a} passed.") != foot("{a} passed?")
        long = "{a} walks to the store. There are fish, pigs (two) and snakes. Nothing else is there."
        assert foot(long) == foot("{a} walks to the store.")
        assert foot("{a} doesn't get the most beautiful pig (out of stock)") == foot(
            "{a} doesn't get the most beautiful pig."
        )
        assert scene(2, caption=Caption(long)).said(FACES) == ()
        assert scene(2, caption=Caption("{a} passed")).said(FACES) == (Caption("{a} passed"),)

    def test_a_question_is_light_and_stands_in_place_of_the_news(self) -> None:
        news, asks = Caption("{a} passed", Seat(0)), Caption("Your turn: pass, or go solo?")
        for question, ground in ((asks, CREAM), (None, GROUND)):
            shown = replace(scene(2, caption=news), asks=question)
            image = opened(shown.png())
            assert image.getpixel((WIDTH - 4, image.height - 4)) == ground
            assert shown.caption() == (question or news)
            assert shown.said() == (() if question else (news,))

    def test_a_question_that_follows_the_news_stands_after_them_where_there_is_room(self) -> None:
        asks = Caption("Where to?", Seat(1), follows=True)
        both = replace(scene(2, caption=Caption("{a} passed")), asks=asks)
        assert both.caption(FACES) == Caption("{a} passed. Where to?", Seat(1))
        assert both.said(FACES) == (Caption("{a} passed"),)
        long = replace(scene(2, caption=Caption("{a} " + "W" * 50)), asks=asks)
        assert long.caption(FACES) == asks
        assert long.said(FACES) == ()

    def test_a_notice_and_a_past_moment_ask_nothing(self) -> None:
        asking, news = replace(scene(2), asks=Caption("Where to?")), Caption("Paused")
        for told in (Told(news, asks=False), Told(news, timeline=Timeline(1, 2))):
            assert asking.telling(told).caption() == news

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
                Sheet.of(colours, (WIDTH, 300), NIGHT),
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


ROLLS = Caption("{a} rolls 4.")


def keeping(shown: Scene, highlight: Highlight) -> Scene:
    """The scene with a highlight of this event."""
    return replace(shown, told=replace(shown.told, kept=Kept(highlight, ROLLS)))


class TestHighlight:
    def test_is_a_band_between_the_header_and_the_board(self) -> None:
        plain, kept = scene(2, moves=0), keeping(scene(2, moves=0), Highlight("2 right", "{a}'s bag"))
        before, after = opened(plain.png(FACES)), opened(kept.png(FACES))
        top = height(2)
        assert after.height == before.height + HIGH
        assert changed(before.crop((0, 0, WIDTH, top)), after.crop((0, 0, WIDTH, top))) is None
        tip = 20  # the tip of the header's tab points into the band instead
        below = before.crop((0, top + tip, WIDTH, before.height))
        assert changed(below, after.crop((0, top + HIGH + tip, WIDTH, after.height))) is None

    def test_says_the_event_in_place_of_the_caption_that_tells_it_too(self) -> None:
        kept = keeping(scene(2, caption=ROLLS), Highlight("A 4"))
        assert kept.said(FACES) == (ROLLS,)
        assert opened(kept.png(FACES)).height == opened(scene(2).png(FACES)).height + HIGH

    def test_stands_above_a_caption_of_something_else(self) -> None:
        told = Caption("{b} rolls 6.")
        kept = keeping(scene(2, caption=told), Highlight("A 4"))
        assert kept.said(FACES) == (told, ROLLS)

    def test_that_is_cut_says_nothing(self) -> None:
        cut = keeping(scene(2), Highlight("A 4", "W" * 60))
        assert cut.said(FACES) == ()
        assert opened(cut.png(FACES)).width == WIDTH

    def test_takes_icons_of_any_width_and_has_room_for_the_words_beside_them(self) -> None:
        def icons(name: str) -> Picture:
            one = Image.new("RGBA", (60, 60), (*ACCENT, 255))
            return row([medal(one) for _ in range(int(name))])

        shown = replace(scene(2), icons=icons)
        one, four = (keeping(shown, Highlight("W" * 16, "", count)) for count in ("1", "4"))
        assert one.said(FACES) == (ROLLS,)
        assert four.said(FACES) == ()
        assert changed(opened(one.png(FACES)), opened(four.png(FACES))) is not None
