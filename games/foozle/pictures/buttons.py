"""The small pictures on buttons and in menus, from the same drawings as the cards and tokens."""

from games.foozle.pictures.artwork import back
from games.foozle.pictures.court import VELLUM, code, document
from games.foozle.pictures.signs import placed, sign
from games.foozle.pictures.tokens import gem
from games.foozle.rules.cards import is_trump
from games.foozle.words.icons import CARD_OF, PILE, TOKENS
from games.kit.brush.marks import ICON
from games.kit.brush.png import encode
from games.kit.brush.sprites import svg


def icon(name: str) -> bytes:
    """A symbol on a plate, a token or the pile, as a PNG. Raises KeyError for other names."""
    plate = f'<rect width="128" height="128" rx="24" fill="{code(VELLUM)}"/>'
    if name in CARD_OF and is_trump(CARD_OF[name]):
        clip = '<clipPath id="plate"><rect width="100" height="100" rx="18.75"/></clipPath>'
        shapes = f'{clip}<g transform="scale(1.28)" clip-path="url(#plate)">{sign(CARD_OF[name])}</g>'
    elif name in CARD_OF:
        shapes = plate + placed(sign(CARD_OF[name]), 12, 12, 1.04)
    else:
        shapes = _thing(name)
    return encode(svg(document((ICON, ICON), shapes), (ICON, ICON)))


def _thing(name: str) -> str:
    """A token or the back of a card."""
    if name == PILE:
        return placed(back(), 20, 0, 1)
    if name not in TOKENS:
        raise KeyError(name)
    return placed(gem(TOKENS.index(name)), 64, 64, 1.18)
