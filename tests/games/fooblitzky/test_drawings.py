"""Fooblitzky's drawings and words: each is different, and large enough to read."""

from itertools import combinations

import pytest
from PIL import Image

from games.fooblitzky import GAME
from games.fooblitzky.pictures.colours import BOARD, NEON
from games.fooblitzky.pictures.looks import drawn, item_name
from games.fooblitzky.pictures.plan import plan
from games.fooblitzky.pictures.words import LEAST, parted
from games.fooblitzky.rules.city.items import ITEMS
from games.fooblitzky.rules.city.map import QUADRANTS, SHORT_NAMES, SITES, Kind
from games.fooblitzky.words.icons import ICONS
from games.kit.brush.lettering import width
from games.kit.brush.marks import WIDTH
from games.kit.brush.palette import Picture
from games.kit.brush.sprites import on
from tests.games.pictures import PHONE, furthest, opened

PLACES: tuple[Kind, ...] = tuple(dict.fromkeys(site.kind for site in SITES))


def _grey(name: str) -> Picture:
    """A drawing without colours, as small as on a phone."""
    return on(BOARD, drawn(name, 88)).convert("L").resize((20, 20), Image.Resampling.BOX)


class TestDrawings:
    def test_every_kind_of_place_has_a_different_sign(self) -> None:
        signs = [_grey(f"signs/{kind}") for kind in PLACES]
        assert len(signs) == 15
        for one, other in combinations(signs, 2):
            assert furthest(one, other) > 50

    def test_every_item_has_a_different_drawing(self) -> None:
        for one, other in combinations([_grey(item_name(item)) for item in ITEMS], 2):
            assert furthest(one, other) > 40

    def test_no_two_kinds_of_place_have_the_same_colour(self) -> None:
        for one, other in combinations(NEON.values(), 2):
            assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) > 20

    @pytest.mark.parametrize("name", ICONS)
    def test_an_icon_is_the_drawing_of_the_picture(self, name: str) -> None:
        icon = opened(GAME.icon(name)).crop((8, 8, 120, 120))
        ground = icon.getpixel((2, 2))
        assert isinstance(ground, tuple)
        folder = "signs" if name in PLACES else "items"
        drawing = on((ground[0], ground[1], ground[2]), drawn(f"{folder}/{name}", 112))
        assert furthest(icon, drawing) <= 2

    def test_other_names_have_no_icon(self) -> None:
        with pytest.raises(KeyError):
            GAME.icon("rocket")


class TestReadable:
    def test_what_is_to_be_read_is_high_enough_on_a_phone(self) -> None:
        assert LEAST * PHONE / WIDTH >= 11

    def test_words_on_places_fit_with_little_squeezing(self) -> None:
        """Except for the hospital, which can't be chosen."""
        for quadrant in QUADRANTS:
            for site in SITES:
                frame = plan(quadrant).building(site)
                if frame is not None and site.kind != "hospital":
                    room = frame[2] - frame[0] - 8
                    for line in parted(SHORT_NAMES[site.kind], room):
                        assert width(line, LEAST) <= 1.15 * room, line

    def test_names_of_squares_fit_with_little_squeezing(self) -> None:
        left, _, right, _ = plan("UL").frame((0, 2))
        assert width("A20", LEAST) <= 1.25 * (right - left - 16)
