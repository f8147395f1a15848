"""Playing cards in pictures: each is known by its index, its suit by its outline, and none is cut off."""

from itertools import combinations, product

import pytest
from PIL import Image, ImageChops

from games.kit.brush.cards import IVORY, Look, Size, back, face, outline, slip
from games.kit.brush.easel import Easel
from games.kit.brush.lettering import mask
from games.kit.brush.marks import ACCENT, NIGHT, PAPER, TEXT, WIDTH
from games.kit.brush.palette import Colour, Picture, colour
from games.kit.brush.suits import INKS, SUITS, pip

GROUND = colour("#1B5E45")
SIZE, SMALL = Size(150, 210), Size(54, 84)
RANKS = "A23456789JQK"
LOOKS: tuple[Look, ...] = ("plain", "lit", "dim")
PHONE = 400


def sign(suit: str, height: int) -> Picture:
    """The outline of a suit, in a square."""
    easel = Easel((height, height), NIGHT)
    pip(easel, suit, (height / 2, height / 2), height * 0.96, PAPER)
    return easel.finish().convert("L").point(lambda level: 255 if level > 127 else 0)


def luminance(shade: Colour) -> float:
    parts = [part / 255 / 12.92 if part < 11 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in shade]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


class TestSuits:
    @pytest.mark.parametrize(("one", "other"), [*combinations(SUITS, 2)])
    @pytest.mark.parametrize("height", [12, 40])
    def test_differ_in_outline_alone(self, one: str, other: str, height: int) -> None:
        differing = ImageChops.difference(sign(one, height), sign(other, height)).histogram()[255]
        assert differing > height * height / 12

    @pytest.mark.parametrize("suit", SUITS)
    def test_stand_upright_and_alike_on_both_sides(self, suit: str) -> None:
        drawn = sign(suit, 40)
        assert drawn.getbbox() is not None
        mirrored = drawn.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        assert ImageChops.difference(drawn, mirrored).histogram()[255] < 40

    @pytest.mark.parametrize("suit", SUITS)
    def test_stand_out_from_the_paper(self, suit: str) -> None:
        assert (luminance(IVORY) + 0.05) / (luminance(INKS[suit]) + 0.05) >= 4

    def test_are_four(self) -> None:
        with pytest.raises(KeyError):
            pip(Easel((9, 9), NIGHT), "☆", (4, 4), 8, PAPER)


class TestFaces:
    @pytest.mark.parametrize("paint", [face, slip])
    def test_are_all_different(self, paint: type) -> None:
        names = [rank + suit for rank, suit in product(RANKS, SUITS)]
        drawn = {paint(name, SMALL if paint is slip else SIZE, GROUND).tobytes() for name in names}
        assert len(drawn) == len(names)

    @pytest.mark.parametrize("look", LOOKS)
    @pytest.mark.parametrize("name", ["A♠", "7♥", "J♦", "Q♣", "K♠"])
    def test_have_the_index_in_two_corners(self, name: str, look: Look) -> None:
        drawn = face(name, SIZE, GROUND, look)
        upright = drawn.crop((10, 14, 42, 92))
        turned = drawn.transpose(Image.Transpose.ROTATE_180).crop((10, 14, 42, 92))
        assert ImageChops.difference(upright, turned).getbbox() is None
        assert len(upright.getcolors(4096) or []) > 4

    @pytest.mark.parametrize("rank", RANKS)
    def test_have_an_index_that_is_not_cut_off(self, rank: str) -> None:
        assert mask(rank, 43).width < 43

    @pytest.mark.parametrize("rank", RANKS)
    def test_that_are_small_are_all_index(self, rank: str) -> None:
        capitals = SMALL.high * 0.44
        assert capitals >= WIDTH / 32 - 0.5
        assert capitals * PHONE / WIDTH > 12
        assert mask(rank, capitals).width < SMALL.wide - 6
        assert capitals >= TEXT - 1

    def test_that_changed_last_wear_the_accent(self) -> None:
        plain, lit = (face("7♥", SIZE, GROUND, look) for look in ("plain", "lit"))
        assert lit.getpixel((SIZE.wide // 2, 2)) == ACCENT
        assert plain.getpixel((SIZE.wide // 2, 4)) == IVORY

    def test_that_cannot_be_chosen_are_darker(self) -> None:
        plain, dim = (face("7♥", SIZE, GROUND, look).convert("L").resize((1, 1)) for look in ("plain", "dim"))
        assert float(str(plain.getpixel((0, 0)))) - float(str(dim.getpixel((0, 0)))) > 40

    def test_of_unknown_ranks_are_drawn_as_numbers(self) -> None:
        assert face("10♠", SIZE, GROUND).size == SIZE


class TestBacks:
    @pytest.mark.parametrize("size", [SIZE, SMALL])
    def test_differ_from_every_face_and_keep_within_their_outline(self, size: Size) -> None:
        drawn = back(size, GROUND)
        assert drawn.size == size == outline(size).size
        assert {value for value, count in enumerate(outline(size).histogram()) if count} == {0, 255}
        assert drawn.getpixel((0, 0)) == GROUND
        assert drawn.getpixel((size.wide // 2, size.high // 2)) != IVORY

    @pytest.mark.parametrize("size", [SIZE, SMALL])
    def test_look_alike_upside_down(self, size: Size) -> None:
        """A back must not tell which way round it lies."""
        drawn = back(size, GROUND)
        turned = drawn.transpose(Image.Transpose.ROTATE_180)
        difference = ImageChops.difference(drawn, turned).convert("L")
        assert max(difference.tobytes()) < 60
