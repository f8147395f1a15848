"""Foozle's cards, signs, tokens and icons: nothing relies on colour alone, and letters are readable."""

from collections.abc import Callable
from itertools import combinations

import pytest

from games.foozle import GAME
from games.foozle.pictures import court
from games.foozle.pictures.board import SCALES
from games.foozle.pictures.canvas import palette
from games.foozle.pictures.court import document
from games.foozle.pictures.signs import placed, sign
from games.foozle.pictures.tiles import at_end, held, on_table
from games.foozle.pictures.tokens import WHITE, gem
from games.foozle.rules.cards import COLOURS, DECK, Card, is_trump
from games.foozle.words.icons import CARD_OF, ICONS
from games.kit.brush.marks import CREAM
from games.kit.brush.palette import Colour, Picture
from games.kit.brush.sprites import on, svg
from tests.deep import sized
from tests.games.contrast import contrast
from tests.games.pictures import opened

PHONE = 16
"""About how wide a sign is on a phone, in px."""
BLACK, BLANK = (0, 0, 0), (255, 255, 255)


def _small(share: float) -> Callable[[Card], Picture]:
    return lambda card: on_table(palette(2), card, share)


TILES: dict[str, Callable[[Card], Picture]] = {
    **{f"table {scale.cards}": _small(scale.cards) for scale in SCALES},
    "hand": lambda card: held(palette(2), card, 0.38, gilt=False),
    "end": lambda card: at_end(palette(6), card),
}


CARDS = range(0, DECK, sized(5, 1))
"""Of the suits every rank comes up once and again, since they have eleven each."""


@pytest.mark.parametrize("form", TILES)
def test_no_two_cards_look_alike(form: str) -> None:
    assert len({TILES[form](Card(number)).tobytes() for number in CARDS}) == len(CARDS)


def _shape(markup: str, wide: int = 64) -> bytes:
    image = on(BLANK, svg(document((100, 100), markup), (wide, wide)))
    return image.convert("L").reduce(wide // PHONE).tobytes()


def test_signs_look_different_on_a_phone_and_without_colour() -> None:
    """Any two signs differ in a tenth of their pixels or more, by over half the range from black to white."""
    shapes = [_shape(sign(card, (BLACK, BLANK, BLANK))) for card in CARD_OF.values() if not is_trump(card)]
    assert len(shapes) == 15
    _differ(shapes, 0.1)


def test_tokens_have_outlines_of_their_own_and_missing_ones_are_hollow() -> None:
    full = [_shape(placed(gem(number), 50, 50, 0.9)) for number in range(WHITE + 1)]
    hollow = [_shape(placed(gem(number, has=False), 50, 50, 0.9)) for number in range(WHITE + 1)]
    assert len(set(hollow)) == len(COLOURS) + 1
    for number in range(len(COLOURS)):
        assert sum(full[number]) < 0.9 * sum(hollow[number])


def _differ(shapes: list[bytes], share: float) -> None:
    for one, other in combinations(shapes, 2):
        differ = sum(abs(a - b) > 127 for a, b in zip(one, other, strict=True))
        assert differ >= share * PHONE * PHONE


@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        *((court.VELLUM, inks.ink) for inks in court.INKS),
        *((inks.dark, court.VELLUM) for inks in court.INKS),
        (CREAM, court.PLUM),
        (court.GOLD, court.LIT),
        (court.SOFT, court.PLUM),
        (court.PLUM, court.PARCHMENT),
        (CREAM, court.SEAL),
        (court.GOLD, court.COURT_NIGHT),
    ],
)
def test_letters_stand_out_from_their_grounds(ink: Colour, ground: Colour) -> None:
    """Large letters need a contrast of 3 to 1."""
    assert contrast(ink, ground) >= 3


def test_every_icon_is_a_different_drawing() -> None:
    drawn = {GAME.icon(name) for name in ICONS}
    assert len(drawn) == len(ICONS) == 24 + 6 + 1
    assert {opened(file).size for file in drawn} == {(128, 128)}
    with pytest.raises(KeyError):
        GAME.icon("purple")
