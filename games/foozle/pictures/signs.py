"""The symbols of the suits and the pictures of the trumps, from the SVG files in `art`."""

from functools import lru_cache

from games.foozle.pictures.court import INKS, VELLUM, Inks, code
from games.foozle.rules.cards import Card, colour_of, is_trump
from games.foozle.words.icons import of
from games.kit.brush.palette import Colour
from games.kit.brush.sprites import drawn


@lru_cache(64)
def _file(name: str) -> str:
    return drawn("games.foozle", name)


def sign(card: Card, inks: tuple[Colour, Colour, Colour] | None = None) -> str:
    """The symbol of a card's suit, 100 by 100 units, in an ink, a second tone and the ground.

    Without inks, or for a trump, it's as drawn in the file.
    """
    markup = _file(of(card))
    if inks is None or is_trump(card):
        return markup
    own = INKS[colour_of(card)]
    drawn_in = (own.ink, own.light, VELLUM)
    for number, ink in enumerate(drawn_in):
        markup = markup.replace(code(ink), f"@{number}")
    for number, ink in enumerate(inks):
        markup = markup.replace(f"@{number}", code(ink))
    return markup


def placed(markup: str, left: float, top: float, scale: float) -> str:
    """Markup, moved and scaled."""
    return f'<g transform="translate({left:.2f} {top:.2f}) scale({scale:.3f})">{markup}</g>'


def shades(card: Card) -> Inks:
    """The inks of a suited card."""
    return INKS[colour_of(card)]
