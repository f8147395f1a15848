"""Fooblitzky's drawings and words: each of its own, and large enough to be read."""

from collections.abc import Callable
from functools import partial
from itertools import combinations

from PIL import Image

from games.fooblitzky.city.items import ITEMS, STORES, Item
from games.fooblitzky.city.map import (
    QUADRANTS,
    SITE_NAMES,
    SITES,
    Kind,
)
from games.fooblitzky.pictures import painting
from games.fooblitzky.pictures.panels import Thing, laid_out
from games.fooblitzky.pictures.plan import BAND, plan
from games.fooblitzky.pictures.scenery import (
    BOARD,
    LEAST,
    NEON,
    fitting,
    parted,
)
from games.kit.brush.easel import Easel
from games.kit.brush.marks import TEXT, WIDTH
from games.kit.brush.palette import Picture
from tests.games.pictures import (
    furthest,
)


def _grey(paint: Callable[[Easel], None]) -> Picture:
    """A drawing without colours, as small as on a telephone."""
    easel = Easel((88, 88), BOARD)
    paint(easel)
    return easel.finish().convert("L").resize((20, 20), Image.Resampling.BOX)


def _sign(kind: Kind, easel: Easel) -> None:
    painting.sign(easel, kind, (4, 4, 84, 84), NEON[kind])


def _item(item: Item, easel: Easel) -> None:
    painting.item(easel, item, (4, 4, 84, 84))


class TestDrawings:
    def test_every_kind_of_place_has_a_sign_of_its_own(self) -> None:
        kinds = dict.fromkeys(site.kind for site in SITES)
        signs = [_grey(partial(_sign, kind)) for kind in kinds]
        assert len(signs) == 15
        for one, other in combinations(signs, 2):
            assert furthest(one, other) > 50

    def test_every_item_has_a_drawing_of_its_own(self) -> None:
        for one, other in combinations([_grey(partial(_item, item)) for item in ITEMS], 2):
            assert furthest(one, other) > 40

    def test_no_two_kinds_of_place_have_the_same_colour(self) -> None:
        for one, other in combinations(NEON.values(), 2):
            assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) > 20


class TestReadable:
    """A telephone shows the picture 340 px wide, where capitals of 27 px are type of 11 px."""

    def test_words_on_places_are_high_enough(self) -> None:
        for quadrant in QUADRANTS:
            for site in SITES:
                frame = plan(quadrant).building(site)
                if frame is not None:
                    room = frame[2] - frame[0] - 6
                    for line in parted(SITE_NAMES[site.kind], room, LEAST):
                        # “restaurant” alone is too long a word, by a tenth.
                        assert fitting(line, room, LEAST) >= 0.9 * LEAST

    def test_words_on_a_counter_are_whole_and_high_enough(self) -> None:
        for labels in (
            [f"{item.name}, {item.price}" for item in ITEMS[:3]],
            [SITE_NAMES[store] for store in STORES],
            [f"Sell {item.name}, 8" for item in (ITEMS[6], ITEMS[14], ITEMS[4], ITEMS[16])],
            [item.name for item in ITEMS[6:14]],
        ):
            things = tuple(Thing(ITEMS[0], label=label) for label in labels)
            shelf = laid_out(things, 390)
            assert shelf.fits, labels


def test_the_letters_of_the_head_are_high_enough() -> None:
    assert TEXT >= WIDTH / 32
    assert BAND > TEXT
